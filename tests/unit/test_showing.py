"""A show divides its time among its parts, and fails for a figure that is missing or misses its limit."""

import json
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from tests.load.showing import (
    HARD_EXTRA_S,
    HARD_FACTOR,
    HARD_TOTAL_S,
    TOTAL_S,
    Figures,
    Part,
    Say,
    Show,
    hard_limit_of,
    share_of,
)
from tests.load.time_budget import TimeBudget

LOAD = Path(__file__).parents[1] / "load"


def measure(_: Say, __: TimeBudget) -> Figures:
    return {}


FIRST = Part(name="first", measure=measure, share_s=TOTAL_S / 3, figures=("speed", "lost"))
SECOND = Part(name="second", measure=measure, share_s=TOTAL_S * 2 / 3, figures=("share",))
SHOW = Show(
    parts=(FIRST, SECOND),
    keys=("share", "speed"),
    limits=({"speed": ("at most", 2)}, {"share": ("at least", 0.9), "speed": ("more than", 1)}),
)


def clock_after(seconds: float) -> TimeBudget:
    return TimeBudget(seconds=HARD_TOTAL_S, began=0, clock=lambda: seconds)


def test_parts_get_their_shares() -> None:
    assert share_of(FIRST, SECOND.share_s, clock_after(0)) == FIRST.share_s
    assert share_of(SECOND, 0, clock_after(FIRST.share_s)) == pytest.approx(SECOND.share_s)


def test_what_comes_later_gets_less_when_time_is_short_and_no_more_when_there_is_plenty() -> None:
    assert share_of(SECOND, 0, clock_after(TOTAL_S - 20)) == pytest.approx(20)
    assert share_of(SECOND, 0, clock_after(TOTAL_S + 20)) == 0
    assert share_of(SECOND, 0, clock_after(1)) == SECOND.share_s


def test_a_part_is_ended_after_a_multiple_of_its_share() -> None:
    short = replace(FIRST, share_s=60)

    assert hard_limit_of(short, 100, clock_after(0)) == 60 * HARD_FACTOR + HARD_EXTRA_S


def test_a_part_is_ended_before_the_parts_to_come_have_no_time() -> None:
    assert hard_limit_of(SECOND, 200, clock_after(0)) == HARD_TOTAL_S - 100
    assert hard_limit_of(SECOND, 0, clock_after(HARD_TOTAL_S - 50)) == 50


def test_figures_that_keep_their_limits_are_no_failures() -> None:
    assert SHOW.failures(SHOW.parts, {"speed": 1.5, "lost": 0, "share": 0.9}) == []


def test_each_missed_limit_and_each_missing_figure_is_a_failure() -> None:
    assert SHOW.failures(SHOW.parts, {"speed": 3, "share": 0.8}) == [
        "lost was not measured",
        "speed is 3, must be at most 2",
        "share is 0.8, must be at least 0.9",
    ]
    assert SHOW.failures(SHOW.parts, {"speed": 1, "lost": 0, "share": 1}) == [
        "speed is 1, must be more than 1"
    ]


def test_a_part_that_was_not_chosen_is_not_missed() -> None:
    assert SHOW.failures([SECOND], {"share": 1}) == []
    assert json.loads(SHOW.last_line([SECOND], {"share": 1})) == {"share": 1}


def test_the_last_line_has_its_keys_in_order_and_null_for_what_is_missing() -> None:
    assert SHOW.last_line(SHOW.parts, {"speed": 1.5, "lost": 0}) == '{"share": null, "speed": 1.5}'


def test_a_show_that_could_not_end_in_time_is_refused() -> None:
    with pytest.raises(ValueError, match="shares of the parts"):
        Show(parts=(FIRST, SECOND, FIRST), keys=())


def test_a_limit_or_key_that_no_part_measures_is_refused() -> None:
    with pytest.raises(ValueError, match=r"No part measures height, width\."):
        Show(parts=(FIRST,), keys=("width", "speed"), limits=({"height": ("at most", 1)},))


@pytest.mark.parametrize("module", sorted(LOAD.glob("show_*.py")), ids=lambda path: path.stem)
def test_every_show_divides_its_time_and_measures_its_keys(module: Path) -> None:
    assert isinstance(import_module(f"tests.load.{module.stem}").SHOW, Show)
