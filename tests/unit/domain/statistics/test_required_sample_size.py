"""What a planned comparison can detect, against statsmodels and against simulated runs."""

from math import sqrt

import numpy as np
import pytest

from edison.domain.statistics.detectable_difference import fewest_cases
from edison.domain.statistics.estimates import Floats
from edison.domain.statistics.paired_comparison import (
    BETTER_HERE,
    Paired,
    Verdict,
    compare_scores,
)
from edison.domain.statistics.required_sample_size import (
    ASSUMED_SPREAD,
    MoreData,
    Reach,
    Spread,
    plan_more,
    reach_of,
    spread_of,
    spread_of_scores,
)
from tests.unit.domain.statistics.oracles import power

MOST_TRIALS = 20


def reach(
    spread: Spread,
    cases: int,
    trials: int = 1,
    comparisons: int = 1,
    minimum_effect: float = 0.02,
) -> Reach:
    return reach_of(
        spread,
        cases=cases,
        trials=trials,
        comparisons=comparisons,
        minimum_effect=minimum_effect,
        most_trials=MOST_TRIALS,
    )


def two_sides(
    dice: np.random.Generator,
    cases: int,
    trials: int,
    *,
    between: float,
    within: float,
    effect: float = 0.0,
    easy: float = 0.05,
) -> tuple[Floats, Floats]:
    """Scores of two versions with known variances; `within` is that of one side."""
    middle = dice.normal(0.5, easy, (cases, 1))
    change = effect + dice.normal(0, sqrt(between), (cases, 1))
    noise = dice.normal(0, sqrt(within), (2, cases, trials))
    return middle + noise[0], middle + change + noise[1]


@pytest.mark.parametrize("cases", [8, 40, 300])
@pytest.mark.parametrize("comparisons", [1, 3])
def test_the_smallest_detectable_difference_is_that_of_statsmodels(
    cases: int, comparisons: int
) -> None:
    spread = Spread(between=0.01, within=0.04, repeated=True)
    deviation = sqrt(0.01 + 0.04 / 2)
    expected = power.TTestPower().solve_power(
        None, cases, 0.05 / comparisons / 2, 0.8, alternative="larger"
    )

    found = reach(spread, cases, trials=2, comparisons=comparisons)

    assert found.detectable == pytest.approx(expected * deviation, rel=1e-4)


def test_the_cases_needed_are_those_of_statsmodels_and_are_just_enough() -> None:
    expected = power.TTestPower().solve_power(0.05 / sqrt(0.1), None, 0.05, 0.8)

    needed = reach(ASSUMED_SPREAD, 50, minimum_effect=0.05).cases_needed

    assert needed == pytest.approx(float(np.ceil(expected)), abs=1)
    assert needed is not None
    assert (reach(ASSUMED_SPREAD, needed, minimum_effect=0.05).power or 0) >= 0.8
    assert (reach(ASSUMED_SPREAD, needed - 1, minimum_effect=0.05).power or 1) < 0.8


def test_both_parts_of_the_variance_are_found_again() -> None:
    dice = np.random.default_rng(11)
    base, other = two_sides(dice, 4_000, 3, between=0.02, within=0.05)

    found = spread_of(base, other)

    assert found is not None
    assert found.repeated
    assert found.between == pytest.approx(0.02, abs=0.004)
    assert found.within == pytest.approx(0.10, rel=0.05)


def test_a_plan_says_what_the_comparison_of_the_same_size_says() -> None:
    dice = np.random.default_rng(5)
    for trials in (1, 4):
        base, other = two_sides(dice, 60, trials, between=0.005, within=0.01)
        spread = spread_of(base, other)
        assert spread is not None
        [compared] = compare_scores(
            [Paired(base=base.mean(axis=1), other=other.mean(axis=1))], minimum_effect=0.02
        )

        planned = reach(spread, 60, trials)

        assert planned.detectable == pytest.approx(compared.detectable, rel=1e-9)
        assert planned.power == pytest.approx(compared.power, rel=1e-9)
        assert planned.cases_needed == compared.cases_needed


def test_a_run_with_more_trials_varies_as_predicted() -> None:
    """Predicted from two trials, measured on eight of other answers to the same kind of case."""
    dice = np.random.default_rng(2)
    pilot = spread_of(*two_sides(dice, 3_000, 2, between=0.01, within=0.06))
    later = spread_of(*two_sides(dice, 3_000, 8, between=0.01, within=0.06))
    assert pilot is not None
    assert later is not None

    assert pilot.deviation(8) == pytest.approx(later.deviation(8), rel=0.06)
    # Not with a mere eighth of the variance: cases differ however often they are asked.
    assert pilot.deviation(8) > 1.2 * pilot.deviation(1) / sqrt(8)


def test_the_planned_run_finds_the_difference_four_times_in_five() -> None:
    spread = Spread(between=0.002, within=0.08, repeated=True)
    more = plan_more(
        spread, 0.05, cases=40, trials=1, available=60, comparisons=1, most_trials=MOST_TRIALS
    )
    assert more is not None
    assert more.trials > 1
    dice = np.random.default_rng(8)
    found = 0
    for _ in range(400):
        base, other = two_sides(
            dice, more.cases, more.trials, between=0.002, within=0.04, effect=0.05
        )
        means = [np.clip(side.mean(axis=1), 0, 1) for side in (base, other)]
        [compared] = compare_scores([Paired(base=means[0], other=means[1])])
        found += compared.effect is not None and compared.effect.low > 0

    assert 0.74 <= found / 400 <= 0.92


def test_cases_that_are_there_are_taken_before_trials_that_cost_more() -> None:
    between = Spread(between=0.04, within=0.0, repeated=True)
    found = plan_more(
        between, 0.05, cases=50, trials=1, available=500, comparisons=1, most_trials=MOST_TRIALS
    )
    needed = reach(between, 50, minimum_effect=0.05).cases_needed

    assert found is not None
    assert (found.cases, found.trials, found.certain) == (needed, 1, True)


def test_trials_cannot_replace_cases_that_differ() -> None:
    between = Spread(between=0.04, within=0.01, repeated=True)

    def plan(spread: Spread) -> MoreData | None:
        return plan_more(
            spread, 0.02, cases=60, trials=1, available=60, comparisons=1, most_trials=MOST_TRIALS
        )

    assert plan(between) is None
    assert reach(between, 60).trials_needed is None
    # Never asked twice: at best all of it is chance in the answers.
    unknown = plan(Spread(between=0.01))
    assert unknown is not None
    assert unknown.certain is False
    assert unknown.cases == 60


def test_so_few_cases_can_show_nothing() -> None:
    assert (fewest_cases(), fewest_cases(2)) == (6, 7)
    few = reach(ASSUMED_SPREAD, 5)
    assert (few.detectable, few.power) == (None, 0.0)
    # Six cases that vary like this would take a difference above the whole scale.
    assert reach(Spread(between=1.0), 6).detectable is None


def test_one_version_alone_gives_a_guess() -> None:
    dice = np.random.default_rng(4)
    base, _ = two_sides(dice, 3_000, 2, between=0.0, within=0.03, easy=0.2)

    found = spread_of_scores(base)

    assert found is not None
    assert found.between == pytest.approx(0.04, rel=0.15)
    assert found.within == pytest.approx(0.06, rel=0.1)
    assert spread_of_scores(np.ones((30, 2))) is None


def test_lost_answers_do_not_count_as_zeros() -> None:
    base = np.array([[0.5, np.nan], [0.7, 0.7], [np.nan, np.nan], [0.2, 0.4]])
    other = np.array([[0.6, 0.6], [0.9, 0.7], [0.1, 0.1], [0.3, 0.3]])

    found = spread_of(base, other)

    assert found is not None
    differences = np.array([0.1, 0.1, 0.0])
    assert found.between + found.within / 2 <= float(differences.var(ddof=1)) + 0.02
    assert spread_of(base[:1], other[:1]) is None


@pytest.mark.parametrize(
    ("cases", "deviation", "comparisons"),
    [(12, 0.3, 1), (20, 0.1, 1), (20, 0.3, 3), (50, 0.3, 1)],
)
def test_a_run_of_the_forecast_size_finds_the_stated_differences_as_often_as_stated(
    cases: int, deviation: float, comparisons: int
) -> None:
    """The verdict itself, with its guard and the correction for all comparisons, in 200 simulated runs."""
    stated = reach(Spread(between=deviation**2), cases, comparisons=comparisons)
    assert stated.detectable is not None
    assert stated.detectable_beyond is not None
    dice = np.random.default_rng(cases)

    def pair(effect: float) -> Paired:
        half = np.clip(dice.normal(effect, deviation, cases), -1, 1) / 2
        return Paired(base=0.5 - half, other=0.5 + half)

    def verdicts(effect: float) -> list[str]:
        others = comparisons - 1
        return [
            compare_scores([pair(effect), *(pair(0.0) for _ in range(others))])[0].verdict
            for _ in range(200)
        ]

    here = np.mean([verdict in BETTER_HERE for verdict in verdicts(stated.detectable)])
    beyond = np.mean([verdict == Verdict.BETTER for verdict in verdicts(stated.detectable_beyond)])

    # Four of five, within three binomial errors.
    assert here == pytest.approx(0.8, abs=0.09)
    assert beyond == pytest.approx(0.8, abs=0.09)


def test_a_finished_comparison_states_what_the_forecast_with_its_variance_states() -> None:
    dice = np.random.default_rng(2)
    base = dice.uniform(0.3, 0.6, (40, 1))
    other = np.clip(base + dice.normal(0.05, 0.1, (40, 1)), 0, 1)
    spread = spread_of(base, other)
    assert spread is not None

    [found] = compare_scores([Paired(base=base[:, 0], other=other[:, 0])])
    stated = reach(spread, 40)

    assert stated.detectable == pytest.approx(found.detectable)
    assert stated.detectable_beyond == pytest.approx(found.detectable_beyond)
