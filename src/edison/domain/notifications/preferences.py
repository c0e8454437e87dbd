"""What a person wants to be notified of, by which method and when."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from edison.domain.alerts.quiet_hours import quiet_until
from edison.domain.ids import ProjectId
from edison.domain.monitoring.monitor import Quiet, check_quiet
from edison.domain.monitoring.schedules.cron import zone_of
from edison.domain.notifications.notified_event import (
    EVENTS,
    EventChoice,
    MailTiming,
    NotifiedEvent,
)

# Local time of the daily digest.
DIGEST_AT = time(8)
UTC_ZONE = "UTC"

Choices = Mapping[NotifiedEvent, EventChoice]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectNotificationPreferences:
    """Choices that apply in one project instead of the person's own."""

    project: ProjectId
    muted: bool = False
    events: Choices = field(default_factory=dict[NotifiedEvent, EventChoice])


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationPreferences:
    """The choices of a person that differ from the usual ones, and the times in which mail is sent."""

    timezone: str = UTC_ZONE
    # Hours in which mail is held; the bell is not affected.
    quiet: Quiet | None = None
    events: Choices = field(default_factory=dict[NotifiedEvent, EventChoice])

    def choice(
        self, event: NotifiedEvent, project: ProjectNotificationPreferences | None = None
    ) -> EventChoice:
        """Return the choice for an event: that of the project, else the person's own, else the usual one."""
        if project is not None and project.muted:
            return EventChoice(bell=False, mail=MailTiming.OFF)
        if project is not None and event in project.events:
            return project.events[event]
        return self.events.get(event, EVENTS[event].usual)


USUAL_PREFERENCES = NotificationPreferences()


def check_preferences(preferences: NotificationPreferences) -> NotificationPreferences:
    """Raise an error if a time zone or the quiet hours are invalid; return the preferences with usual names."""
    return NotificationPreferences(
        timezone=zone_of(preferences.timezone).key,
        quiet=check_quiet(preferences.quiet),
        events={
            event: choice
            for event, choice in preferences.events.items()
            if choice != EVENTS[event].usual
        },
    )


def mail_due(
    preferences: NotificationPreferences, timing: MailTiming, created_at: datetime
) -> datetime:
    """Return when a notification that was created at this time is due as mail."""
    due = created_at
    if timing is MailTiming.DIGEST:
        due = next_digest(preferences.timezone, created_at)
    return quiet_until(preferences.quiet, due) or due


def next_digest(timezone: str, after: datetime) -> datetime:
    """Return the next time of the daily digest in a time zone, after a moment."""
    zone = ZoneInfo(timezone)
    day = after.astimezone(zone).date()
    # Convert through UTC, so that a local time skipped by a clock change becomes the hour after it.
    today = datetime.combine(day, DIGEST_AT, zone).astimezone(UTC)
    if today > after:
        return today
    return datetime.combine(day + timedelta(days=1), DIGEST_AT, zone).astimezone(UTC)


def choices_to_json(choices: Choices) -> dict[str, Any]:
    return {
        str(event): {"bell": choice.bell, "mail": str(choice.mail)}
        for event, choice in choices.items()
    }


def choices_from_json(stored: Mapping[str, Any]) -> dict[NotifiedEvent, EventChoice]:
    """Read stored choices. Events that no longer exist are left out."""
    known = {str(event) for event in NotifiedEvent}
    found: dict[NotifiedEvent, EventChoice] = {}
    for name, each in stored.items():
        if name in known:
            choice = cast(Mapping[str, Any], each)
            found[NotifiedEvent(name)] = EventChoice(
                bell=bool(choice["bell"]), mail=MailTiming(choice["mail"])
            )
    return found
