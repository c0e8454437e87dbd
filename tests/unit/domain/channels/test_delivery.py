"""When a message is tried again, and when it is given up."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from edison.domain.channels.delivery import (
    GIVE_UP_AFTER,
    KEPT_ATTEMPTS,
    LONGEST_WAIT,
    Delivery,
    DeliveryState,
    NotSent,
    Sent,
    delivery_after_attempt,
    next_try,
)
from edison.domain.ids import ChannelId, DeliveryId
from edison.kit.uuids import new_id

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
FAILED = NotSent(problem="Down", status=500)


def a_delivery(**more: object) -> Delivery:
    made = Delivery(
        id=DeliveryId(new_id()),
        channel=ChannelId(new_id()),
        sequence=1,
        event="alert.opened",
        subject=new_id(),
        version=1,
        payload={"title": "Worse"},
        state=DeliveryState.WAITING,
        next_at=START,
        due_at=START,
        created_at=START,
    )
    return replace(made, **more)  # pyright: ignore[reportArgumentType]


def test_waits_double_from_five_seconds_to_a_quarter_of_an_hour() -> None:
    delivery, now, waits = a_delivery(), START, list[float]()
    for _ in range(10):
        delivery = delivery_after_attempt(delivery, FAILED, now, 1)
        waits.append((delivery.next_at - now).total_seconds())
        now = delivery.next_at

    assert waits == [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]


def test_a_day_of_trying_is_enough_and_ends_within_it() -> None:
    delivery, now = a_delivery(), START
    while delivery.state is DeliveryState.WAITING:
        delivery = delivery_after_attempt(delivery, FAILED, now, 1)
        now = max(now, delivery.next_at)

    assert delivery.state is DeliveryState.FAILED
    assert GIVE_UP_AFTER <= now - START < GIVE_UP_AFTER + LONGEST_WAIT
    assert len(delivery.log) == KEPT_ATTEMPTS
    assert delivery.attempts > 90


def test_who_waited_behind_others_for_a_day_gets_one_try() -> None:
    late = START + GIVE_UP_AFTER + timedelta(hours=3)

    assert (
        delivery_after_attempt(a_delivery(), Sent(status=200), late, 1).state
        is DeliveryState.DELIVERED
    )
    assert delivery_after_attempt(a_delivery(), FAILED, late, 1).state is DeliveryState.FAILED


def test_a_receiver_that_wants_no_more_is_not_tried_again() -> None:
    assert next_try(a_delivery(), NotSent(problem="Gone", status=410, gone=True), START) is None


@given(attempts=st.integers(0, 10_000), asked=st.floats(0, 1e9) | st.none())
def test_the_next_try_is_in_the_future_and_within_an_hour(
    attempts: int, asked: float | None
) -> None:
    outcome = NotSent(problem="Busy", status=429, wait_s=asked)

    again = next_try(a_delivery(attempts=attempts), outcome, START)

    assert again is not None
    assert timedelta(seconds=5) <= again - START <= timedelta(hours=1)


def test_a_remark_on_what_arrived_is_kept() -> None:
    arrived = delivery_after_attempt(
        a_delivery(), Sent(remark="One address was refused"), START, 12
    )

    assert (arrived.state, arrived.last_problem) == (
        DeliveryState.DELIVERED,
        "One address was refused",
    )
    assert arrived.log[0].took_ms == 12
