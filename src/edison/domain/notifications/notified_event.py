"""The events that people can be notified of: label, audience and the methods that apply by default."""

from dataclasses import dataclass
from enum import StrEnum

from edison.domain.people.access import Role


class NotifiedEvent(StrEnum):
    RUN_FINISHED = "run.finished"
    RUN_FAILED = "run.failed"
    RUN_PAUSED = "run.paused"
    BUDGET_NEARED = "budget.neared"
    REVIEW_REQUESTED = "review.requested"
    REVIEW_DECIDED = "review.decided"
    PROMOTION_REQUESTED = "promotion.requested"
    PROMOTION_DECIDED = "promotion.decided"
    COMMENT_ADDED = "comment.added"
    COMMENT_MENTIONED = "comment.mentioned"
    ALERT_OPENED = "alert.opened"
    ALERT_RESOLVED = "alert.resolved"
    EXECUTION_FINISHED = "execution.finished"
    RESERVATION_EXCEEDED = "reservation.exceeded"
    CREDENTIAL_FAILING = "credential.failing"


class MailTiming(StrEnum):
    OFF = "off"
    AT_ONCE = "at_once"
    # With the other notifications of the day, in one mail.
    DIGEST = "digest"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventChoice:
    """The methods by which a person is notified of an event."""

    bell: bool
    mail: MailTiming


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFacts:
    """The label of an event, who is notified of it, and by which methods unless a person chose others."""

    label: str
    audience: str
    # The title of mails and channel messages begins with it.
    kind: str
    usual: EventChoice
    # The least role of those who are notified if the event names no people.
    least_role: Role = Role.VIEWER


def _choice(bell: bool, mail: MailTiming) -> EventChoice:
    return EventChoice(bell=bell, mail=mail)


BELL = _choice(True, MailTiming.OFF)
BELL_AND_MAIL = _choice(True, MailTiming.AT_ONCE)
BELL_AND_DIGEST = _choice(True, MailTiming.DIGEST)
NOTHING = _choice(False, MailTiming.OFF)

STARTER = "The person who started the run"
MEMBERS = "All members of the project"
REVIEWERS = "Members who may review suggestions"
ADMINS = "Admins and owners of the project"

EVENTS: dict[NotifiedEvent, EventFacts] = {
    NotifiedEvent.RUN_FINISHED: EventFacts(
        label="Run finished", kind="Run finished", audience=STARTER, usual=BELL
    ),
    NotifiedEvent.RUN_FAILED: EventFacts(
        label="Run failed", kind="Run failed", audience=STARTER, usual=BELL_AND_MAIL
    ),
    NotifiedEvent.RUN_PAUSED: EventFacts(
        label="Run paused", kind="Run paused", audience=STARTER, usual=BELL_AND_MAIL
    ),
    NotifiedEvent.BUDGET_NEARED: EventFacts(
        label="Budget nearly or completely spent", kind="Budget", audience=MEMBERS, usual=BELL
    ),
    NotifiedEvent.REVIEW_REQUESTED: EventFacts(
        label="Suggestion waits for review",
        kind="Review",
        audience=REVIEWERS,
        usual=BELL_AND_MAIL,
        least_role=Role.REVIEWER,
    ),
    NotifiedEvent.REVIEW_DECIDED: EventFacts(
        label="Suggestion decided",
        kind="Review",
        audience="The person who created the experiment",
        usual=BELL,
    ),
    NotifiedEvent.PROMOTION_REQUESTED: EventFacts(
        label="Promotion waits for approval",
        kind="Promotion",
        audience="Members who may approve it",
        usual=BELL_AND_MAIL,
    ),
    NotifiedEvent.PROMOTION_DECIDED: EventFacts(
        label="Promotion decided",
        kind="Promotion",
        audience="The person who requested it, and admins if a requirement was overridden",
        usual=BELL,
    ),
    NotifiedEvent.COMMENT_ADDED: EventFacts(
        label="New comment",
        kind="Comment",
        audience="Others who take part in the discussion",
        usual=BELL_AND_DIGEST,
    ),
    NotifiedEvent.COMMENT_MENTIONED: EventFacts(
        label="Mention in a comment",
        kind="Mention",
        audience="The mentioned people",
        usual=BELL_AND_MAIL,
    ),
    NotifiedEvent.ALERT_OPENED: EventFacts(
        label="Alert opened", kind="Alert", audience=MEMBERS, usual=BELL
    ),
    NotifiedEvent.ALERT_RESOLVED: EventFacts(
        label="Alert resolved", kind="Resolved", audience=MEMBERS, usual=BELL
    ),
    # One for every scheduled run would be too much.
    NotifiedEvent.EXECUTION_FINISHED: EventFacts(
        label="Suite run finished", kind="Run finished", audience=MEMBERS, usual=NOTHING
    ),
    NotifiedEvent.RESERVATION_EXCEEDED: EventFacts(
        label="Provider billed more than reserved",
        kind="Overrun",
        audience=ADMINS,
        usual=BELL,
        least_role=Role.ADMIN,
    ),
    NotifiedEvent.CREDENTIAL_FAILING: EventFacts(
        label="Credential stopped",
        kind="Credential",
        audience=ADMINS,
        usual=BELL_AND_MAIL,
        least_role=Role.ADMIN,
    ),
}
