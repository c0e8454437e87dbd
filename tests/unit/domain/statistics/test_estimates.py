"""Means and shares with their intervals, against statsmodels, scipy and what must hold for any data."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.statistics.estimates import (
    Estimate,
    distance_text,
    mean_of,
    percent,
    proportion_of,
    score_text,
    wilson,
)
from tests.unit.domain.statistics.oracles import proportion, regressions, scipy_stats


def known(found: Estimate | None) -> Estimate:
    assert found is not None
    return found


def test_a_hundred_scores_of_four_lie_within_half_a_point_of_four() -> None:
    """The example of the specification, section 13.1."""
    found = known(mean_of([4.0] * 100, within=(0, 5)))

    assert found.value == pytest.approx(4)
    assert 3.5 < found.low < 4 < found.high < 4.5


@pytest.mark.parametrize(("passed", "total"), [(0, 7), (3, 10), (50, 60), (12, 12), (999, 1000)])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_wilson_is_that_of_statsmodels(passed: int, total: int, level: float) -> None:
    low, high = proportion.proportion_confint(passed, total, alpha=1 - level, method="wilson")

    found = wilson(passed, total, level)

    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)
    assert proportion_of([True] * passed + [False] * (total - passed), level=level) == found


def test_a_mean_without_limits_is_students() -> None:
    values = np.random.default_rng(1).lognormal(size=23)

    found = known(mean_of(values, within=None))

    low, high = scipy_stats.t.interval(0.95, 22, values.mean(), scipy_stats.sem(values))
    assert (found.value, found.low, found.high) == pytest.approx((values.mean(), low, high))


def test_trials_of_a_case_are_not_independent() -> None:
    """With as many trials of each case, statsmodels' cluster-robust regression on a constant says the same."""
    dice = np.random.default_rng(2)
    cases = np.repeat(np.arange(15), 4)
    values = 10 + np.repeat(dice.normal(size=15), 4) + dice.normal(size=60)
    fitted = regressions.OLS(values, np.ones(60)).fit(
        cov_type="cluster", cov_kwds={"groups": cases}
    )

    found = known(mean_of(values, cases, within=None))

    assert found.half_width == pytest.approx(scipy_stats.t.ppf(0.975, 14) * fitted.bse[0])
    assert (found.n, found.clusters) == (60, 15)
    assert found.half_width > 1.5 * known(mean_of(values, within=None)).half_width


def test_a_case_with_more_trials_counts_no_more_than_another() -> None:
    found = known(mean_of([0.0, 1.0, 1.0, 1.0], ["a", "b", "b", "b"]))

    assert found.value == 0.5


def test_what_is_missing_is_no_zero() -> None:
    found = known(mean_of([1.0, None, float("nan"), 0.5], [1, 1, 2, 3]))

    assert (found.value, found.n, found.clusters) == (0.75, 2, 2)
    assert mean_of([None, None]) is None
    assert mean_of([]) is None
    assert proportion_of([None, True, False, None]) == wilson(1, 2)
    assert proportion_of([None]) is None


def test_repeating_every_trial_makes_nobody_surer() -> None:
    once = known(proportion_of([True, False] * 10, range(20)))
    thrice = known(proportion_of([True, False] * 30, list(range(20)) * 3))

    assert thrice.value == once.value
    assert thrice.half_width >= once.half_width


def test_one_case_says_nothing_about_others() -> None:
    found = known(mean_of([0.4, 0.6], ["a", "a"]))

    assert (found.low, found.high) == (0, 1)
    assert known(mean_of([3.0], within=None)).high == math.inf


def test_a_value_off_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="outside"):
        mean_of([0.5, 4.0])


def test_no_pass_or_no_fail_still_leaves_doubt() -> None:
    found = known(proportion_of([True] * 12, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]))

    assert found.high == 1
    assert 0.4 < found.low < 0.6, "six cases, not twelve"


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40), st.integers(1, 4))
def test_the_value_is_inside_its_interval_and_that_inside_the_scale(
    values: list[float], trials: int
) -> None:
    cases = [place // trials for place in range(len(values))]

    found = known(mean_of(values, cases))

    assert 0 <= found.low <= found.value + 1e-9
    assert found.value - 1e-9 <= found.high <= 1


@given(st.lists(st.floats(0, 1), min_size=2, max_size=40))
def test_a_scale_turned_around_turns_the_interval_around(values: list[float]) -> None:
    found = known(mean_of(values))
    turned = known(mean_of([1 - value for value in values]))

    assert (1 - turned.low, 1 - turned.high) == pytest.approx((found.high, found.low), abs=1e-6)


def test_halves_are_rounded_as_browsers_round_them() -> None:
    # `toFixed` and people round 2.25 up; Python's own formatting rounds to the even digit.
    assert (score_text(0.45, 5), score_text(0.55, 5), score_text(0.125)) == ("2.3", "2.8", "0.13")
    assert (distance_text(0.125), percent(0.125), percent(0.005)) == ("0.13", "13%", "0.5%")
