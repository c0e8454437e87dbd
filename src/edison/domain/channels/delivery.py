"""A delivery: one event on its way to one channel, when it is tried again, and when it is given up."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from edison.domain.ids import ChannelId, DeliveryId

# Someone wants to see whether a channel works; it is sent alone, at once, and only once.
TEST_EVENT = "channel.test"

FIRST_WAIT = timedelta(seconds=5)
LONGEST_WAIT = timedelta(minutes=15)
# How long a receiver may ask us to wait.
LONGEST_ASKED_WAIT = timedelta(hours=1)
GIVE_UP_AFTER = timedelta(days=1)
# After this long without success the project is told.
TELL_AFTER = timedelta(hours=1)
KEPT_ATTEMPTS = 20


class DeliveryState(StrEnum):
    """`held`: until the quiet hours of its monitor end."""

    WAITING = "waiting"
    HELD = "held"
    DELIVERED = "delivered"
    FAILED = "failed"


OPEN = (DeliveryState.WAITING, DeliveryState.HELD)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryAttempt:
    """One go at it. Without a status nobody answered."""

    at: datetime
    status: int | None
    problem: str | None
    took_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    id: DeliveryId
    channel: ChannelId
    # The place in the channel's line: a later one waits for the earlier.
    sequence: int
    event: str
    subject: UUID
    # Tells apart what is said about one subject under one name, such as an alert that opened again.
    version: int
    payload: dict[str, Any]
    state: DeliveryState
    attempts: int = 0
    next_at: datetime
    # When it was first to be sent; what waits behind others grows old with them.
    due_at: datetime
    last_status: int | None = None
    last_problem: str | None = None
    log: tuple[DeliveryAttempt, ...] = field(default=())
    created_at: datetime
    delivered_at: datetime | None = None

    @property
    def title(self) -> str:
        return str(self.payload.get("title") or self.event)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """The receiver has it. `remark`: something that did not go as it should all the same."""

    status: int | None = None
    remark: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotSent:
    """The receiver does not have it, or did not say so. `gone`: it asks not to be told any more."""

    problem: str
    status: int | None = None
    wait_s: float | None = None
    gone: bool = False


DeliveryOutcome = Sent | NotSent


def next_try(delivery: Delivery, outcome: NotSent, now: datetime) -> datetime | None:
    """When to try again after a failure, or None if a day of trying is enough."""
    if outcome.gone or now - delivery.due_at >= GIVE_UP_AFTER:
        return None
    # The exponent is bounded: a hundred attempts would make a number that no calendar holds.
    wait = min(FIRST_WAIT * 2 ** min(delivery.attempts, 10), LONGEST_WAIT)
    if outcome.wait_s is not None:
        wait = max(wait, min(timedelta(seconds=outcome.wait_s), LONGEST_ASKED_WAIT))
    return now + wait


def delivery_after_attempt(
    delivery: Delivery, outcome: DeliveryOutcome, at: datetime, took_ms: int, *, retry: bool = True
) -> Delivery:
    """The delivery as it stands after an attempt. Without `retry` one failure is the end of it."""
    problem = outcome.problem if isinstance(outcome, NotSent) else outcome.remark
    attempt = DeliveryAttempt(at=at, status=outcome.status, problem=problem, took_ms=took_ms)
    tried = replace(
        delivery,
        attempts=delivery.attempts + 1,
        last_status=outcome.status,
        last_problem=problem,
        log=(*delivery.log, attempt)[-KEPT_ATTEMPTS:],
    )
    if isinstance(outcome, Sent):
        return replace(tried, state=DeliveryState.DELIVERED, delivered_at=at)
    again = next_try(delivery, outcome, at) if retry else None
    if again is None:
        return replace(tried, state=DeliveryState.FAILED)
    return replace(tried, state=DeliveryState.WAITING, next_at=again)


def is_long(failing_since: datetime, now: datetime) -> bool:
    return now - failing_since >= TELL_AFTER
