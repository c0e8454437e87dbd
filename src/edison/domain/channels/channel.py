"""Channels: the destinations of a project's alerts.

The address of a channel may contain a secret, so it is stored encrypted and never shown in full.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal
from urllib.parse import urlsplit

from edison.domain.errors import InvalidEmail, InvalidInput
from edison.domain.ids import ChannelId, UserId
from edison.domain.people.account import normal_email

MAX_NAME = 100
MAX_URL = 2000
MOST_RECIPIENTS = 20
MOST_CHANNELS = 50
HINT_LENGTH = 4
# Shortest path of which the last four characters may be shown.
HINT_FROM = 16


class ChannelKind(StrEnum):
    WEBHOOK = "webhook"
    SLACK = "slack"
    TEAMS = "teams"
    EMAIL = "email"

    @property
    def has_url(self) -> bool:
        return self is not ChannelKind.EMAIL


class ChannelEvent(StrEnum):
    """Events that a channel can subscribe to."""

    ALERT_OPENED = "alert.opened"
    ALERT_RESOLVED = "alert.resolved"
    EXECUTION_FINISHED = "execution.finished"
    RESERVATION_EXCEEDED = "reservation.exceeded"
    RUN_FINISHED = "run.finished"
    RUN_FAILED = "run.failed"
    RUN_PAUSED = "run.paused"
    BUDGET_NEARED = "budget.neared"
    REVIEW_REQUESTED = "review.requested"
    REVIEW_DECIDED = "review.decided"
    PROMOTION_REQUESTED = "promotion.requested"
    PROMOTION_DECIDED = "promotion.decided"
    COMMENT_ADDED = "comment.added"
    CREDENTIAL_FAILING = "credential.failing"


# Default events: a message for every finished run would be too much.
USUAL_EVENTS = (
    ChannelEvent.ALERT_OPENED,
    ChannelEvent.ALERT_RESOLVED,
    ChannelEvent.RESERVATION_EXCEEDED,
)

ChannelState = Literal["working", "failing", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    id: ChannelId
    name: str
    kind: ChannelKind
    # Scheme, host and port of the URL, and its last characters if it is long; both empty for email.
    origin: str = ""
    hint: str = ""
    to: tuple[str, ...] = ()
    allow_private: bool = False
    enabled: bool = True
    events: tuple[ChannelEvent, ...] = USUAL_EVENTS
    # Since when deliveries fail, and whether the project was notified.
    failing_since: datetime | None = None
    failing_told: bool = False
    last_problem: str | None = None
    last_delivered_at: datetime | None = None
    created_by: UserId | None = None
    created_by_label: str = ""
    created_at: datetime

    @property
    def address(self) -> str:
        """Address of the channel in a form that reveals no secret."""
        if self.kind is ChannelKind.EMAIL:
            return ", ".join(self.to)
        return f"{self.origin}/…{self.hint}"

    @property
    def state(self) -> ChannelState:
        if not self.enabled:
            return "off"
        return "failing" if self.failing_since else "working"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """Decrypted secrets of a channel, kept only in a worker's memory. `keys` are signing keys, newest first."""

    url: str = field(default="", repr=False)
    keys: tuple[str, ...] = field(default=(), repr=False)


def shown_of(url: str) -> tuple[str, str]:
    """Return the parts of a URL that may be stored unencrypted: the origin, and the last characters of a long path."""
    parts = urlsplit(url)
    rest = url.removeprefix(f"{parts.scheme}://{parts.netloc}").strip("/")
    return f"{parts.scheme}://{parts.netloc}", rest[-HINT_LENGTH:] if len(rest) >= HINT_FROM else ""


def checked_recipients(given: Iterable[str]) -> tuple[str, ...]:
    """Return the email addresses, normalized and without duplicates. Raise if an address is invalid."""
    try:
        found = tuple(dict.fromkeys(normal_email(text) for text in given))
    except InvalidEmail as error:
        raise InvalidInput(
            "This is not an email address", field="to", advice="Write it like name@example.com."
        ) from error
    if not 1 <= len(found) <= MOST_RECIPIENTS:
        raise InvalidInput(f"Give 1 to {MOST_RECIPIENTS} email addresses", field="to")
    return found


def checked_events(given: Sequence[ChannelEvent]) -> tuple[ChannelEvent, ...]:
    if not given:
        raise InvalidInput("Choose at least one event", field="events")
    return tuple(event for event in ChannelEvent if event in given)
