"""Where a month's spending leads: what is certain, what is likely, and when nothing can be said."""

from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest

from edison.domain.money import MicroUsd
from edison.domain.reports.burn_down import BurnDown, burn_down, since_when

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
DOLLAR = 1_000_000


def spent(*dollars: float, until: date = date(2026, 11, 15)) -> dict[date, MicroUsd]:
    """So much a day, the last one on `until`."""
    first = until - timedelta(days=len(dollars) - 1)
    return {
        first + timedelta(days=number): MicroUsd(round(amount * DOLLAR))
        for number, amount in enumerate(dollars)
    }


def report(
    days: dict[date, MicroUsd], limit: float | None = None, now: datetime = NOON
) -> BurnDown:
    cents = None if limit is None else MicroUsd(round(limit * DOLLAR))
    return burn_down(days, limit=cents, held=MicroUsd(5), now=now)


def test_the_same_every_day_leads_where_everyone_would_say() -> None:
    found = report(spent(*[2.0] * 15), limit=100)

    assert found.spent == 30 * DOLLAR
    assert found.projected is not None
    # 14 days and a half are left.
    assert found.projected.value == found.projected.low == found.projected.high == 59 * DOLLAR
    assert found.projected.days == 15
    assert found.runs_out_on is None
    assert found.sentence.endswith("within the limit.")
    assert (found.month, found.today, found.held) == (date(2026, 11, 1), date(2026, 11, 16), 5)


def test_the_day_when_it_runs_out_is_named() -> None:
    found = report(spent(*[2.0] * 15), limit=35)

    # Five dollars are left at noon of the 16th: two days and a half.
    assert found.runs_out_on == date(2026, 11, 19)
    assert "the limit is reached around November 19" in found.sentence


def test_what_is_gone_is_gone_on_the_day_it_went() -> None:
    found = report(spent(*[2.0] * 15), limit=9)

    assert found.runs_out_on == date(2026, 11, 5)
    assert found.sentence == "$30.00 spent this month of $9.00: nothing is left."


def test_it_may_run_out_today() -> None:
    found = report(spent(*[2.0] * 15), limit=30.5)

    assert found.runs_out_on == date(2026, 11, 16)
    assert found.sentence.endswith("the limit is reached today.")


def test_uneven_days_have_a_wide_interval_that_does_not_undo_what_is_spent() -> None:
    found = report(spent(*[0.0, 0.0, 40.0] * 5), limit=5000)

    assert found.projected is not None
    assert found.projected.low == found.spent == 200 * DOLLAR
    assert found.projected.low < found.projected.value < found.projected.high


def test_a_limit_inside_of_the_interval_may_be_reached() -> None:
    found = report(spent(*[1.0, 3.0] * 7, 2.0), limit=61)

    assert found.runs_out_on is None
    assert found.sentence.endswith("probably within the limit, but it may be reached.")


def test_of_two_days_nothing_is_said() -> None:
    found = report(spent(2.0, 3.0), limit=100)

    assert found.projected is None
    assert found.runs_out_on is None
    assert found.sentence.endswith("There are too few days with spending for a projection.")


def test_a_project_that_never_spent_anything() -> None:
    found = report({})

    assert (found.spent, found.days, found.projected, found.limit) == (0, (), None, None)
    assert found.sentence.startswith("$0.00 spent this month.")


def test_quiet_days_count_from_the_first_one_with_spending() -> None:
    days = spent(6.0, until=date(2026, 11, 10))

    found = report(days)

    assert found.projected is not None
    # Six dollars in six days, not in fifteen.
    assert found.projected.days == 6
    assert found.projected.value == pytest.approx((6 + 14.5) * DOLLAR, abs=1)
    assert "there is no limit" in found.sentence


def test_days_of_last_month_tell_how_it_goes_but_are_not_this_month() -> None:
    first = datetime(2026, 11, 2, 0, tzinfo=UTC)
    days = spent(*[1.0] * 28, until=date(2026, 11, 1))

    found = report(days, now=first)

    assert since_when(first) == date(2026, 10, 5)
    assert found.spent == DOLLAR
    assert [one.day for one in found.days] == [date(2026, 11, 1)]
    assert found.projected is not None
    assert found.projected.value == 30 * DOLLAR


def test_a_month_ends_in_utc() -> None:
    tokyo = datetime.fromisoformat("2026-12-01T05:00:00+09:00")

    assert report({}, now=tokyo).month == date(2026, 11, 1)
    assert since_when(datetime(2026, 3, 31, tzinfo=UTC)) == date(2026, 3, 1)


def test_small_money_has_digits() -> None:
    found = report(spent(0.0042, until=date(2026, 11, 16)))

    assert found.sentence.startswith("$0.0042 spent")


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Days of one world, as uneven as real ones: 95 of 100 months end within the interval."""
    dice = np.random.default_rng(7)
    worlds, inside = 2_000, 0
    for _ in range(worlds):
        daily = dice.gamma(4.0, 0.5, size=30)
        past = spent(*daily[:15])
        found = report(past, now=datetime(2026, 11, 16, tzinfo=UTC))
        assert found.projected is not None
        truth = found.spent + float(daily[15:].sum()) * DOLLAR
        inside += found.projected.low <= truth <= found.projected.high

    assert 0.93 <= inside / worlds <= 0.97
