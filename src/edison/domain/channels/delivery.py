"""Deliveries of an event to a channel, with retries, backoff and final failure."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from edison.domain.ids import ChannelId, DeliveryId

# A test of a channel: sent separately, at once, and without retry.
TEST_EVENT = "channel.test"

FIRST_WAIT = timedelta(seconds=5)
LONGEST_WAIT = timedelta(minutes=15)
# Longest wait that a receiver may request.
LONGEST_ASKED_WAIT = timedelta(hours=1)
GIVE_UP_AFTER = timedelta(days=1)
# After this long without success the project is notified.
TELL_AFTER = timedelta(hours=1)
KEPT_ATTEMPTS = 20


class DeliveryState(StrEnum):
    """State of a delivery. `held`: the delivery waits for the end of the monitor's quiet hours."""

    WAITING = "waiting"
    HELD = "held"
    DELIVERED = "delivered"
    FAILED = "failed"


OPEN = (DeliveryState.WAITING, DeliveryState.HELD)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryAttempt:
    """One attempt to send a message. `status` is None if the receiver did not respond."""

    at: datetime
    status: int | None
    problem: str | None
    took_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    id: DeliveryId
    channel: ChannelId
    # Position in the channel's queue: later deliveries wait for earlier ones.
    sequence: int
    event: str
    subject: UUID
    # Distinguishes messages about one subject, such as an alert that was opened again.
    version: int
    payload: dict[str, Any]
    state: DeliveryState
    attempts: int = 0
    next_at: datetime
    # When the first attempt was due. Waiting behind other deliveries counts towards giving up.
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
    """Outcome of an attempt that the receiver accepted. `remark` is a problem that did not prevent the delivery."""

    status: int | None = None
    remark: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotSent:
    """Outcome of an attempt that the receiver did not confirm. `gone`: the receiver wants no more messages."""

    problem: str
    status: int | None = None
    wait_s: float | None = None
    gone: bool = False


DeliveryOutcome = Sent | NotSent


def next_try(delivery: Delivery, outcome: NotSent, now: datetime) -> datetime | None:
    """Return when to retry after a failed attempt, or None to give up (after a day, or if the receiver is gone)."""
    if outcome.gone or now - delivery.due_at >= GIVE_UP_AFTER:
        return None
    # The exponent is bounded, because a hundred attempts would overflow a date.
    wait = min(FIRST_WAIT * 2 ** min(delivery.attempts, 10), LONGEST_WAIT)
    if outcome.wait_s is not None:
        wait = max(wait, min(timedelta(seconds=outcome.wait_s), LONGEST_ASKED_WAIT))
    return now + wait


def delivery_after_attempt(
    delivery: Delivery, outcome: DeliveryOutcome, at: datetime, took_ms: int, *, retry: bool = True
) -> Delivery:
    """Return the delivery with the outcome of an attempt applied. If `retry` is false, a failure is final."""
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
