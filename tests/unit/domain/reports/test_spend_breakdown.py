"""Groups of spending: periods, names, shares and what has no row of its own."""

from datetime import UTC, date, datetime, timedelta

import pytest

from edison.domain.errors import InvalidInput
from edison.domain.money import MicroUsd
from edison.domain.reports.spend_breakdown import (
    MOST_DAYS,
    NONE,
    DayCost,
    Lines,
    Name,
    SimulatedMoney,
    SpendGroup,
    SpendLine,
    Sums,
    Window,
    labels_of,
    less,
    spending_of,
    summed,
    window_of,
)

TODAY = date(2026, 11, 16)


def line(key: str, cost: int, **more: int) -> SpendLine:
    # The others are counts:
    return SpendLine(key=key, sums=Sums(calls=1, cost=MicroUsd(cost), **more))  # pyright: ignore[reportArgumentType]


def lines(*found: SpendLine, count: int | None = None, total: Sums | None = None) -> Lines:
    return Lines(
        lines=found,
        count=len(found) if count is None else count,
        total=total or summed([one.sums for one in found]),
        judges=MicroUsd(0),
    )


def test_a_period_that_nobody_names_is_the_last_month() -> None:
    window = window_of(None, None, TODAY)

    assert (window.first, window.last) == (date(2026, 10, 18), TODAY)
    assert window.begins == datetime(2026, 10, 18, tzinfo=UTC)
    assert window.ends == datetime(2026, 11, 17, tzinfo=UTC)


def test_one_end_of_a_period_makes_a_month_beside_it() -> None:
    since = window_of(date(2026, 1, 1), None, TODAY)
    lately = window_of(date(2026, 11, 10), None, TODAY)
    ahead = window_of(date(2027, 1, 1), None, TODAY)
    until = window_of(None, date(2026, 3, 1), TODAY)

    assert (since.first, since.last) == (date(2026, 1, 1), date(2026, 1, 30))
    assert (lately.first, lately.last) == (date(2026, 11, 10), TODAY)
    assert (ahead.first, ahead.last) == (date(2027, 1, 1), date(2027, 1, 1))
    assert (until.first, until.last) == (date(2026, 1, 31), date(2026, 3, 1))


def test_a_period_has_a_beginning_before_its_end_and_a_length() -> None:
    longest = window_of(TODAY - timedelta(days=MOST_DAYS - 1), TODAY, TODAY)

    assert (longest.last - longest.first).days == MOST_DAYS - 1
    with pytest.raises(InvalidInput, match="before it begins"):
        window_of(TODAY, TODAY - timedelta(days=1), TODAY)
    with pytest.raises(InvalidInput, match="at most"):
        window_of(TODAY - timedelta(days=MOST_DAYS), TODAY, TODAY)
    for first, last in ((date.min, None), (None, date.min), (date.max, None), (None, date.max)):
        with pytest.raises(InvalidInput, match="from 2000-01-01"):
            window_of(first, last, TODAY)


def test_two_models_of_one_name_are_told_apart_by_their_credential() -> None:
    names = {
        "1": Name(text="gpt-4o", apart="Main"),
        "2": Name(text="gpt-4o", apart="Spare"),
        "3": Name(text="gpt-4.1", apart="Main"),
    }

    labels = labels_of(SpendGroup.MODEL, ["1", "2", "3", NONE], names)

    assert labels == {
        "1": "gpt-4o (Main)",
        "2": "gpt-4o (Spare)",
        "3": "gpt-4.1",
        NONE: "Unknown model",
    }


def test_what_has_no_name_is_said_in_words_or_by_its_key() -> None:
    assert labels_of(SpendGroup.PHASE, ["target", "judge"], {}) == {
        "target": "Answers",
        "judge": "Judges",
    }
    assert labels_of(SpendGroup.RUN, [NONE], {}) == {NONE: "Outside of runs"}
    assert labels_of(SpendGroup.EXPERIMENT, [NONE], {}) == {NONE: "Outside of experiments"}
    assert labels_of(SpendGroup.DAY, ["2026-11-16"], {}) == {"2026-11-16": "2026-11-16"}


def test_shares_are_of_all_the_money_and_the_rest_is_what_has_no_row() -> None:
    total = Sums(calls=9, cost=MicroUsd(400), doubt=MicroUsd(7), prompt_tokens=90)
    found = lines(line("a", 200, prompt_tokens=40), line("b", 100), count=5, total=total)
    window = Window(first=TODAY, last=TODAY)
    days = [DayCost(day=TODAY, key="judge", cost=MicroUsd(3))]

    report = spending_of(
        window,
        SpendGroup.RUN,
        found,
        {},
        stacked=SpendGroup.PHASE,
        days=days,
        layers={},
        simulated=SimulatedMoney(),
    )

    assert [row.share for row in report.rows] == [0.5, 0.25]
    assert report.rest is not None
    assert (report.rest.rows, report.rest.sums.cost, report.rest.sums.doubt) == (3, 100, 7)
    assert (report.rest.sums.calls, report.rest.sums.prompt_tokens) == (7, 50)
    assert [(one.label, one.cost) for one in report.series] == [("Judges", 3)]


def test_nothing_has_no_share_and_leaves_no_rest() -> None:
    window = Window(first=TODAY, last=TODAY)

    report = spending_of(
        window,
        SpendGroup.MODEL,
        lines(line("a", 0)),
        {},
        stacked=SpendGroup.MODEL,
        days=[],
        layers={},
        simulated=SimulatedMoney(),
    )

    assert [row.share for row in report.rows] == [None]
    assert report.rest is None
    assert report.series == ()


def test_sums_add_up_and_are_taken_apart_again() -> None:
    one = Sums(calls=1, cost=MicroUsd(2), doubt=MicroUsd(3), prompt_tokens=4, completion_tokens=5)
    two = Sums(calls=10, cost=MicroUsd(20), cache_read_tokens=30, cache_write_tokens=40)

    both = summed([one, two])

    assert less(both, one) == two
    assert summed([]) == Sums()
