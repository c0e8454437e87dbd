"""Cron expressions: what is sound, when it is due, and what happens when clocks change."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.errors import InvalidInput
from edison.domain.monitoring.schedules.cron import (
    MOST_COUNTED,
    Schedule,
    due_between,
    next_times,
    parse,
    schedule_of,
    zone_of,
)

ZONES = (
    "UTC",
    "Europe/Vienna",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
)
EXPRESSIONS = (
    "* * * * *",
    "*/15 * * * *",
    "0 * * * *",
    "30 2 * * *",
    "15 1-3 * * *",
    "0 9 * * 1-5",
    "0 0 1,15 * *",
    "45 23 * * 0",
    "0 12 13 * 5",
)
SECONDS_OF_SEVEN_YEARS = 7 * 365 * 86_400
MOMENTS = st.integers(0, SECONDS_OF_SEVEN_YEARS).map(
    lambda seconds: datetime(2024, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("  0   9 * *  1-5 ", "0 9 * * 1-5"),
        ("*/15 * * * *", "*/15 * * * *"),
        ("@daily", "0 0 * * *"),
        ("@Hourly", "0 * * * *"),
        ("0 9 * jan mon", "0 9 * jan mon"),
    ],
)
def test_a_sound_expression_is_five_fields(written: str, meant: str) -> None:
    assert parse(written) == meant


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "* * * *",
        "* * * * * *",
        "60 * * * *",
        "* 24 * * *",
        "* * 0 * *",
        "* * * 13 *",
        "* * * * 8",
        "*/0 * * * *",
        "5-1 * * * *",
        "a b c d e",
        "-1 * * * *",
        "0 0 30 2 *",
        "0 0 31 4,6 *",
        "0 0 L/5,1#2 * *",
        "@reboot",
        "* * * * * ; rm",
        "1" * 200,
        "0 0 * * 1#6",
        "0 0 * * L",
    ],
)
def test_a_wrong_expression_is_refused_in_words(wrong: str) -> None:
    with pytest.raises(InvalidInput, match=r"^Invalid cron expression: ") as refused:
        parse(wrong)
    assert refused.value.field == "cron"


@given(st.text(max_size=40))
def test_any_text_is_a_schedule_or_is_refused(text: str) -> None:
    try:
        schedule = schedule_of(text)
    except InvalidInput:
        return
    assert schedule.next_after(at("2026-01-01")) is not None


@pytest.mark.parametrize("zone", ["", "Mars/Base", "../etc/passwd", "UTC; DROP", "x" * 500])
def test_a_time_zone_that_does_not_exist_is_refused(zone: str) -> None:
    with pytest.raises(InvalidInput, match="Unknown time zone"):
        zone_of(zone)


def test_a_time_zone_is_found_however_it_is_written() -> None:
    assert zone_of("europe/vienna").key == "Europe/Vienna"


def test_the_next_times_are_those_of_the_zone() -> None:
    found = next_times("0 9 * * 1-5", "Europe/Vienna", at("2026-07-03T12:00"), 3)
    # Friday afternoon: Monday, Tuesday, Wednesday at nine in summer time.
    assert found == (at("2026-07-06T07:00"), at("2026-07-07T07:00"), at("2026-07-08T07:00"))


def test_an_hour_that_does_not_exist_is_due_at_its_end() -> None:
    # Vienna goes from 02:00 to 03:00 on 29 March 2026.
    found = next_times("30 2 * * *", "Europe/Vienna", at("2026-03-28T12:00"), 2)
    assert found == (at("2026-03-29T01:00"), at("2026-03-30T00:30"))


def test_an_hour_that_comes_twice_is_due_once() -> None:
    # Vienna goes from 03:00 back to 02:00 on 25 October 2026.
    found = next_times("30 2 * * *", "Europe/Vienna", at("2026-10-24T12:00"), 2)
    assert found == (at("2026-10-25T00:30"), at("2026-10-26T01:30"))


def test_every_quarter_of_an_hour_goes_by_elapsed_time_over_a_change_of_clocks() -> None:
    found = next_times("*/15 * * * *", "Europe/Vienna", at("2026-10-24T23:50"), 12)
    assert [late - early for early, late in pairwise(found)] == [timedelta(minutes=15)] * 11


@given(st.sampled_from(EXPRESSIONS), st.sampled_from(ZONES), MOMENTS)
def test_next_times_follow_each_other_and_are_full_minutes(
    cron: str, zone: str, after: datetime
) -> None:
    found = next_times(cron, zone, after, 6)
    assert len(found) == 6
    assert after < found[0]
    assert all(early < late for early, late in pairwise(found))
    assert all(due.second == 0 and due.microsecond == 0 and due.tzinfo is UTC for due in found)


@given(st.sampled_from(EXPRESSIONS), st.sampled_from(ZONES), MOMENTS)
def test_where_one_begins_does_not_matter(cron: str, zone: str, after: datetime) -> None:
    schedule = Schedule(cron=cron, timezone=zone)
    first, second = next_times(cron, zone, after, 2)
    assert schedule.next_after(first) == second
    assert schedule.next_after(first - timedelta(seconds=1)) == first


@given(st.sampled_from(EXPRESSIONS), st.sampled_from(ZONES), MOMENTS)
def test_a_fixed_hour_is_met_in_local_time_except_where_it_does_not_exist(
    cron: str, zone: str, after: datetime
) -> None:
    minute, hour, *_ = cron.split()
    if not (minute.isdigit() and hour.isdigit()):
        return
    for due in next_times(cron, zone, after, 3):
        local = due.astimezone(ZoneInfo(zone))
        wanted = local.replace(hour=int(hour), minute=int(minute), fold=0)
        exists = wanted.astimezone(UTC).astimezone(ZoneInfo(zone)) == wanted
        assert not exists or (local.hour, local.minute) == (int(hour), int(minute))


@given(st.sampled_from(EXPRESSIONS), st.sampled_from(ZONES), MOMENTS, st.integers(0, 60 * 24 * 3))
def test_what_was_due_is_what_would_have_been_due(
    cron: str, zone: str, after: datetime, minutes: int
) -> None:
    schedule = Schedule(cron=cron, timezone=zone)
    first = schedule.next_after(after)
    assert first is not None
    until = first + timedelta(minutes=minutes, seconds=7)
    expected = [first]
    for due in schedule.after(first):
        if due > until or len(expected) >= MOST_COUNTED:
            break
        expected.append(due)
    if len(expected) < MOST_COUNTED:
        found = due_between(schedule, first, until, 5)
        assert found.newest == tuple(expected[-5:])
        assert found.count == len(expected)


def test_counting_ends_somewhere() -> None:
    schedule = schedule_of("* * * * *")
    found = due_between(schedule, at("2020-01-01"), at("2026-01-01"), 3)
    assert found.count == MOST_COUNTED
    assert found.newest == (
        at("2025-12-31T23:58"),
        at("2025-12-31T23:59"),
        at("2026-01-01T00:00"),
    )
