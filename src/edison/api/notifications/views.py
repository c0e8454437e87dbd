"""Request and response bodies of notifications and of their preferences."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, Moment, View
from edison.domain.ids import ProjectId
from edison.domain.monitoring.monitor import Quiet
from edison.domain.notifications.notification import MOST_COUNTED, Notification
from edison.domain.notifications.notified_event import (
    EVENTS,
    EventChoice,
    MailTiming,
    NotifiedEvent,
)
from edison.domain.notifications.preferences import (
    Choices,
    NotificationPreferences,
    ProjectNotificationPreferences,
)
from edison.services.notifications.own_preferences import PreferencesReport

ClockTime = Annotated[Line, Field(max_length=5, examples=["22:00"])]
ZoneName = Annotated[Line, Field(max_length=64, examples=["Europe/Berlin"])]


class NotifiedProjectView(View):
    id: UUID
    name: str
    slug: str


class NotificationView(View):
    id: UUID
    project: NotifiedProjectView
    event: NotifiedEvent
    label: str
    title: str
    sentence: str
    severity: str | None
    path: str | None = Field(description="Path of the page in Edison that it is about")
    created_at: datetime
    read_at: datetime | None

    @staticmethod
    def of(found: Notification) -> "NotificationView":
        project = NotifiedProjectView(
            id=found.project, name=found.project_name, slug=found.project_slug
        )
        return NotificationView.copy_attributes(
            found, project=project, label=EVENTS[found.event].label
        )


class UnreadCountView(View):
    unread: int = Field(description=f"At most {MOST_COUNTED}, which means {MOST_COUNTED} or more")


class MarkReadBody(Body):
    read: bool = True


class MarkAllReadBody(Body):
    until: Moment | None = Field(
        default=None,
        description="Notifications created after this stay unread; default: the current time",
    )


class MarkedReadView(View):
    marked: int


class EventChoiceBody(Body):
    bell: bool
    mail: MailTiming


class EventChoiceView(DomainView):
    bell: bool
    mail: MailTiming


class MailQuietHoursBody(Body):
    """Hours in which no mail is sent. The bell is not affected."""

    since: ClockTime = Field(alias="from")
    until: ClockTime = Field(alias="to")
    weekends: bool = Field(default=False, description="Also all day on Saturday and Sunday")


class MailQuietHoursView(DomainView):
    since: str = Field(serialization_alias="from")
    until: str = Field(serialization_alias="to")
    weekends: bool


class NotifiedEventView(View):
    """An event, who is notified of it, and the person's choice."""

    event: NotifiedEvent
    label: str
    audience: str
    choice: EventChoiceView
    usual: EventChoiceView


class ProjectNotificationPreferencesView(View):
    """Choices that apply in one project; an event without a choice follows the person's own."""

    project: UUID
    muted: bool
    events: dict[NotifiedEvent, EventChoiceView]

    @staticmethod
    def of(found: ProjectNotificationPreferences) -> "ProjectNotificationPreferencesView":
        return ProjectNotificationPreferencesView.copy_attributes(
            found, events=_choice_views(found.events)
        )


class NotificationPreferencesView(View):
    timezone: str
    quiet: MailQuietHoursView | None
    events: list[NotifiedEventView]
    projects: list[ProjectNotificationPreferencesView]
    mail_configured: bool
    email: str
    email_confirmed: bool = Field(description="Without it no notifications are mailed")

    @staticmethod
    def of(report: PreferencesReport) -> "NotificationPreferencesView":
        personal = report.personal
        return NotificationPreferencesView(
            timezone=personal.timezone,
            quiet=None if personal.quiet is None else MailQuietHoursView.of(personal.quiet),
            events=[
                NotifiedEventView(
                    event=event,
                    label=facts.label,
                    audience=facts.audience,
                    choice=EventChoiceView.of(personal.choice(event)),
                    usual=EventChoiceView.of(facts.usual),
                )
                for event, facts in EVENTS.items()
            ],
            projects=[ProjectNotificationPreferencesView.of(one) for one in report.projects],
            mail_configured=report.mail_configured,
            email=report.user.email,
            email_confirmed=report.user.email_confirmed,
        )


class SaveNotificationPreferencesBody(Body):
    timezone: ZoneName = "UTC"
    quiet: MailQuietHoursBody | None = None
    events: dict[NotifiedEvent, EventChoiceBody] = Field(
        default_factory=dict[NotifiedEvent, EventChoiceBody],
        description="An event that is left out gets its usual choice",
    )

    def to_preferences(self) -> NotificationPreferences:
        quiet = self.quiet
        return NotificationPreferences(
            timezone=self.timezone,
            quiet=None
            if quiet is None
            else Quiet(
                since=quiet.since,
                until=quiet.until,
                timezone=self.timezone,
                weekends=quiet.weekends,
            ),
            events=_choices(self.events),
        )


class SaveProjectNotificationPreferencesBody(Body):
    muted: bool = Field(default=False, description="No notifications of this project at all")
    events: dict[NotifiedEvent, EventChoiceBody] = Field(
        default_factory=dict[NotifiedEvent, EventChoiceBody]
    )

    def to_preferences(self, project: ProjectId) -> ProjectNotificationPreferences:
        return ProjectNotificationPreferences(
            project=project, muted=self.muted, events=_choices(self.events)
        )


def _choices(bodies: dict[NotifiedEvent, EventChoiceBody]) -> dict[NotifiedEvent, EventChoice]:
    return {event: EventChoice(bell=body.bell, mail=body.mail) for event, body in bodies.items()}


def _choice_views(choices: Choices) -> dict[NotifiedEvent, EventChoiceView]:
    return {event: EventChoiceView.of(choice) for event, choice in choices.items()}
