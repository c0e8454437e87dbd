"""A monitor whose time has come: one start at most, and what is missed is said."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from edison.domain.ids import MonitorId, SuiteId
from edison.domain.monitoring.monitor import Missed, Monitor, delay_of
from edison.domain.monitoring.occurrences import MOST_WRITTEN, missed_words, occurrences
from edison.domain.monitoring.schedules.cron import schedule_of

DUE = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
HOURLY = "0 * * * *"
EVERY_MINUTE = "* * * * *"


def a_monitor(cron: str = HOURLY, missed: Missed = Missed.RUN_ONCE, jitter_s: int = 0) -> Monitor:
    return Monitor(
        id=MonitorId(UUID(int=7)),
        suite=SuiteId(UUID(int=8)),
        name="Nightly",
        schedule=schedule_of(cron),
        enabled=True,
        jitter_s=jitter_s,
        missed=missed,
        next_due_at=DUE,
        created_at=DUE,
        updated_at=DUE,
    )


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def test_on_time_it_starts_and_nothing_is_missed() -> None:
    found = occurrences(a_monitor(), DUE + timedelta(seconds=4))
    assert (found.start, found.missed, found.next_due) == (DUE, (), DUE + minutes(60))


def test_up_to_five_minutes_late_it_still_starts_even_if_late_ones_are_skipped() -> None:
    late = a_monitor(missed=Missed.SKIP)
    assert occurrences(late, DUE + minutes(5)).start == DUE
    assert occurrences(late, DUE + minutes(5) + timedelta(seconds=1)).start is None


def test_later_than_that_the_policy_decides() -> None:
    now = DUE + minutes(150)
    once = occurrences(a_monitor(), now)
    assert once.start == DUE + minutes(120)
    assert once.missed == (DUE, DUE + minutes(60))
    skipped = occurrences(a_monitor(missed=Missed.SKIP), now)
    assert skipped.start is None
    assert skipped.missed == (DUE, DUE + minutes(60), DUE + minutes(120))
    assert once.next_due == skipped.next_due == DUE + minutes(180)


def test_of_several_times_the_newest_is_started() -> None:
    found = occurrences(a_monitor(EVERY_MINUTE), DUE + minutes(3.5))
    assert found.start == DUE + minutes(3)
    assert found.missed == (DUE, DUE + minutes(1), DUE + minutes(2))


def test_many_missed_times_are_counted_and_not_all_written() -> None:
    found = occurrences(a_monitor(EVERY_MINUTE), DUE + minutes(120))
    assert len(found.missed) == MOST_WRITTEN
    assert found.missed_count == 120
    assert "110 earlier times were missed too" in missed_words(found)


def test_jitter_moves_the_start_and_not_the_time_it_is_for() -> None:
    monitor = a_monitor(jitter_s=600)
    assert timedelta() < monitor.delay <= timedelta(seconds=600)
    found = occurrences(monitor, DUE + monitor.delay)
    assert (found.start, found.missed_count) == (DUE, 0)
    # It is no sign of lateness either.
    held = occurrences(replace(monitor, missed=Missed.SKIP), DUE + monitor.delay + minutes(4.9))
    assert held.start == DUE


@given(st.uuids(), st.integers(0, 3600))
def test_the_delay_of_a_monitor_is_always_the_same_and_within_the_jitter(
    monitor: UUID, jitter_s: int
) -> None:
    delay = delay_of(monitor, jitter_s)
    assert delay == delay_of(monitor, jitter_s)
    assert timedelta() <= delay <= timedelta(seconds=jitter_s)


def test_the_delays_of_many_monitors_are_spread() -> None:
    delays = [delay_of(UUID(int=number), 59).seconds for number in range(6_000)]
    counts = [delays.count(second) for second in range(60)]
    assert min(counts) >= 60
    assert max(counts) <= 150


@given(st.sampled_from(list(Missed)), st.integers(0, 300), st.integers(0, 600))
def test_each_time_is_started_or_missed_and_never_both(
    missed: Missed, late_minutes: int, jitter_s: int
) -> None:
    monitor = a_monitor("*/20 * * * *", missed, jitter_s)
    now = DUE + monitor.delay + minutes(late_minutes)
    found = occurrences(monitor, now)
    times = {*found.missed, *([] if found.start is None else [found.start])}
    assert len(times) == len(found.missed) + (found.start is not None)
    assert found.missed_count + (found.start is not None) == late_minutes // 20 + 1
    assert found.next_due is not None
    assert found.next_due + monitor.delay > now
