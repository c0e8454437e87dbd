"""Who may do what with notifications: everyone with their own, and nobody with those of others."""

from typing import Any
from uuid import UUID

from tests.proofs.declaring import Build, Member, Request, SignedIn, declared, fixed, in_project
from tests.support.house import Situation
from tests.support.notifications import put_notification
from tests.support.world import API

BELL_ONLY = {"bell": True, "mail": "off"}
CHOICES = {"timezone": "Europe/Berlin", "events": {"run.finished": BELL_ONLY}}
IN_PROJECT = {"muted": False, "events": {"run.finished": BELL_ONLY}}


def about_own_notification(rest: str, json: dict[str, Any] | None = None) -> Build:
    """A notification of whoever asks, in a project of theirs."""

    async def build(at: Situation) -> Request:
        person = at.asking or at.house.founder
        project = await person.create_project("Own project")
        notification = await put_notification(at.house.world, UUID(project["id"]), UUID(person.id))
        return Request(path=f"{API}/me/notifications/{notification}{rest}", json=json)

    return build


NOTIFICATIONS = (
    declared("list_notifications", SignedIn(), 200, fixed(f"{API}/me/notifications")),
    declared(
        "count_unread_notifications", SignedIn(), 200, fixed(f"{API}/me/notifications/unread")
    ),
    declared(
        "mark_all_notifications_read", SignedIn(), 200, fixed(f"{API}/me/notifications/read", {})
    ),
    declared("mark_notification_read", SignedIn(), 204, about_own_notification("/read", {})),
    declared("mute_notification_kind", SignedIn(), 200, about_own_notification("/mute")),
    declared(
        "read_notification_preferences",
        SignedIn(),
        200,
        fixed(f"{API}/me/notification-preferences"),
    ),
    declared(
        "save_notification_preferences",
        SignedIn(),
        200,
        fixed(f"{API}/me/notification-preferences", CHOICES),
    ),
    declared(
        "list_project_notifications",
        Member("VIEWER", tokens=False),
        200,
        in_project("/notifications"),
    ),
    declared(
        "read_project_notification_preferences",
        Member("VIEWER", tokens=False),
        200,
        in_project("/notification-preferences"),
    ),
    declared(
        "save_project_notification_preferences",
        Member("VIEWER", tokens=False),
        200,
        in_project("/notification-preferences", IN_PROJECT),
    ),
)
