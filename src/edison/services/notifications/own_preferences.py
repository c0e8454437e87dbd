"""Read and change what the signed-in person is notified of."""

from dataclasses import dataclass, replace

from edison.domain.audit.audit_chain import entry
from edison.domain.ids import NotificationId, ProjectId
from edison.domain.notifications.notified_event import EventChoice, MailTiming, NotifiedEvent
from edison.domain.notifications.preferences import (
    NotificationPreferences,
    ProjectNotificationPreferences,
    check_preferences,
    choices_to_json,
)
from edison.domain.people.access import Actor, Permission
from edison.domain.people.account import User
from edison.services.context import Context
from edison.store.unit_of_work import WriteTx

CHANGED = "user.notifications_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class PreferencesReport:
    """A person's preferences, those in projects, and whether mail can reach the person."""

    personal: NotificationPreferences
    projects: tuple[ProjectNotificationPreferences, ...]
    user: User
    mail_configured: bool


async def read_preferences(ctx: Context, who: Actor) -> PreferencesReport:
    user = who.must_be_person()
    async with ctx.read() as tx:
        return PreferencesReport(
            personal=await tx.notification_choices.of_person(user),
            projects=tuple((await tx.notification_choices.in_projects(user)).values()),
            user=await tx.users.get(user),
            mail_configured=ctx.mail_configured,
        )


async def save_preferences(ctx: Context, who: Actor, wanted: NotificationPreferences) -> None:
    user = who.must_be_person()
    checked = check_preferences(wanted)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        before = await tx.notification_choices.of_person(user)
        await tx.notification_choices.save(user, checked, now)
        tx.record(
            entry(
                who,
                CHANGED,
                ("user", user),
                at=now,
                changes=_differences(_plain(before), _plain(checked)),
            )
        )


async def read_project_preferences(
    ctx: Context, who: Actor, project: ProjectId
) -> ProjectNotificationPreferences:
    who.must(Permission.VIEW_PROJECT, project)
    user = who.must_be_person()
    async with ctx.read() as tx:
        return await tx.notification_choices.in_project(project, user)


async def save_project_preferences(
    ctx: Context, who: Actor, wanted: ProjectNotificationPreferences
) -> None:
    """Choose what applies in one project instead of the person's own choices."""
    who.must(Permission.VIEW_PROJECT, wanted.project)
    async with ctx.write() as tx:
        await _save(ctx, who, tx, wanted)


async def mute_kind(
    ctx: Context, who: Actor, notification: NotificationId
) -> ProjectNotificationPreferences:
    """Stop the notifications of the same event in the same project."""
    user = who.must_be_person()
    async with ctx.write() as tx:
        about = await tx.notifications.get(user, notification)
        before = await tx.notification_choices.in_project(about.project, user)
        muted: dict[NotifiedEvent, EventChoice] = {
            **before.events,
            about.event: EventChoice(bell=False, mail=MailTiming.OFF),
        }
        after = replace(before, events=muted)
        await _save(ctx, who, tx, after)
        return after


async def _save(
    ctx: Context, who: Actor, tx: WriteTx, wanted: ProjectNotificationPreferences
) -> None:
    user = who.must_be_person()
    now = ctx.clock.now()
    before = await tx.notification_choices.in_project(wanted.project, user)
    await tx.notification_choices.save_in_project(wanted.project, user, wanted, now)
    changes = _differences(_in_project(before), _in_project(wanted))
    # The scope is the installation: what a person wants to hear of is no business of the project's admins.
    about = {"project": {"old": None, "new": str(wanted.project)}}
    tx.record(entry(who, CHANGED, ("user", user), at=now, changes={**about, **changes}))


def _plain(preferences: NotificationPreferences) -> dict[str, object]:
    return {
        "timezone": preferences.timezone,
        "quiet": None if preferences.quiet is None else preferences.quiet.to_json(),
        "events": choices_to_json(preferences.events),
    }


def _in_project(preferences: ProjectNotificationPreferences) -> dict[str, object]:
    return {"muted": preferences.muted, "events": choices_to_json(preferences.events)}


def _differences(before: dict[str, object], after: dict[str, object]) -> dict[str, object]:
    return {
        name: {"old": before[name], "new": after[name]}
        for name in after
        if before[name] != after[name]
    }
