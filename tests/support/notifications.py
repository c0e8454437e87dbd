"""People of one project, and notifications of them through the code that all rooms use."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from edison.domain.ids import NotificationId, ProjectId, UserId
from edison.domain.notifications.notified_event import EVENTS, NotifiedEvent
from edison.domain.people.access import SYSTEM, Actor
from edison.engine.notifications.notify import notify
from edison.kit.uuids import new_id
from edison.store.repositories.notifications.notifications import NewNotification
from tests.support.answers import granted
from tests.support.sql import value
from tests.support.world import API, Person, World


def a_payload(number: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "title": f"Run {number} finished",
        "sentence": "60 of 60 cells are done, 0 of them failed.",
        "path": "/projects/support-bot/runs/1",
        "severity": None,
        "facts": {"Run": number},
        **more,
    }


async def put_notification(world: World, project: UUID, user: UUID) -> NotificationId:
    """Add a notification of one member, and return its id."""
    event = NotifiedEvent.RUN_FINISHED
    new = NewNotification(
        event=event, subject=new_id(), version=1, payload=a_payload(), at=world.clock.now()
    )
    async with world.ctx.write() as tx:
        told = await tx.notifications.add(
            ProjectId(project), new, EVENTS[event], [UserId(user)], None
        )
        assert told == [user], "not a member, or it wants no notifications"
    return NotificationId(
        value(world.url, "SELECT id FROM notifications WHERE subject_id = %s", new.subject)
    )


async def tell(
    world: World,
    project: UUID,
    event: NotifiedEvent = NotifiedEvent.RUN_FINISHED,
    *,
    subject: UUID | None = None,
    version: int = 1,
    people: Collection[str] | None = None,
    who: Actor = SYSTEM,
    payload: dict[str, Any] | None = None,
) -> UUID:
    """Notify as a change of the project does; return the subject."""
    about = subject or new_id()
    async with world.ctx.change(who, ProjectId(project)) as tx:
        await notify(
            tx,
            event,
            subject=about,
            version=version,
            payload=payload or a_payload(),
            people=None if people is None else [UserId(UUID(each)) for each in people],
        )
    return about


async def bell(person: Person, *, unread: bool = False) -> list[dict[str, Any]]:
    """Return the notifications of a person, newest first."""
    query = "?unread=true" if unread else ""
    return granted(await person.browser.get(f"{API}/me/notifications{query}"))["items"]


async def unread(person: Person) -> int:
    return granted(await person.browser.get(f"{API}/me/notifications/unread"))["unread"]
