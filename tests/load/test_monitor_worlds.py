"""Short versions of the simulations; `just show monitor` runs them whole.

The seeds are fixed: what passes once passes always.
"""

from dataclasses import replace

from edison.domain.monitoring.assessment import Cause
from tests.load import monitor_worlds as worlds
from tests.load.drift_power import Drift, named_shares
from tests.load.monitor_worlds import Suite, Truth, World, dice_for

GRADED = World()


def test_nights_without_any_change_hardly_ever_raise_an_alarm() -> None:
    found = worlds.false_alarms(GRADED, series=2, nights=60)

    assert found.mean <= 2


def test_a_drop_of_ten_points_is_caught_within_two_runs() -> None:
    assert worlds.drops_caught(GRADED, count=10) >= 9
    assert worlds.drops_caught(GRADED, count=10, on=0.25) >= 9


def test_against_a_baseline_that_somebody_chose_too() -> None:
    assert worlds.drops_caught(replace(GRADED, chosen_baseline=True), count=10) >= 9


def test_a_judge_that_drifts_and_a_model_that_falls_are_told_apart() -> None:
    assert worlds.causes_named(GRADED, worlds.judge_shifts, "judge", count=10) >= 8
    assert worlds.causes_named(GRADED, worlds.model_drops, "model", count=10) >= 8


def test_one_pass_or_fail_of_each_case_shows_much_less() -> None:
    """A claim of the documentation: whoever wants to see ten points asks each case several times."""
    once = World(graded=False, trials=1)

    assert worlds.drops_caught(once, count=15) < 12
    assert worlds.drops_caught(replace(once, trials=5), count=10) >= 7


def test_a_drop_of_ten_points_in_these_worlds_is_one() -> None:
    [dice] = dice_for(5, 1)
    suite = Suite(replace(GRADED, trials=400, wobble=0.0, judge_wobble=0.0), dice)

    suite.night(Truth())
    suite.night(Truth(drop=0.10))

    [line] = suite.series.values()
    first, second = (point.score or 0.0 for point in line)
    assert abs(first - second - 0.10) < 0.005


def test_a_judge_that_slides_by_ten_points_is_named_within_seven_nights() -> None:
    """The last nights together show what two nights do not."""
    found = named_shares(Drift(who=Cause.JUDGE, size=0.10, slides=True, nights=7), 10)

    assert found["named"] >= 9
    assert found["wrong"] == 0
