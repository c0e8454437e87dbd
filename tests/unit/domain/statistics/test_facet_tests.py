"""Groups against the rest, against scipy's tests."""

import numpy as np
import pytest

from edison.domain.statistics.estimates import Estimate
from edison.domain.statistics.facet_tests import FacetGroup, facet_tests
from tests.unit.domain.statistics.oracles import scipy_stats


def known(found: Estimate | None) -> Estimate:
    assert found is not None
    return found


def test_groups_of_different_cases_are_compared_like_welch() -> None:
    dice = np.random.default_rng(1)
    values = dice.random(60)
    inside = np.arange(60) < 17

    found = facet_tests(values, None, [FacetGroup(name="tag", group="math", inside=inside)])[0]

    expected = scipy_stats.ttest_ind(values[inside], values[~inside], equal_var=False)
    interval = expected.confidence_interval(0.95)
    assert found.p_adjusted == pytest.approx(expected.pvalue, rel=0.02)
    assert known(found.difference).low == pytest.approx(interval.low, abs=0.002)
    assert not found.small


def test_groups_of_the_same_cases_are_compared_pair_by_pair() -> None:
    """Two models on the same cases: what makes a case hard cancels."""
    dice = np.random.default_rng(2)
    hard = dice.uniform(0.2, 0.8, 40)
    values = np.concatenate([hard, np.clip(hard + dice.normal(0.03, 0.05, 40), 0, 1)])
    cases = np.tile(np.arange(40), 2)
    inside = np.repeat([False, True], 40)

    found = facet_tests(values, cases, [FacetGroup(name="model", group="b", inside=inside)])[0]

    expected = scipy_stats.ttest_rel(values[inside], values[~inside]).confidence_interval(0.95)
    difference = known(found.difference)
    assert (difference.low, difference.high) == pytest.approx(
        (expected.low, expected.high), rel=0.1
    )


def test_looking_at_many_groups_is_allowed_for() -> None:
    dice = np.random.default_rng(3)
    values = dice.random(200)
    groups = [
        FacetGroup(name="tag", group=str(number), inside=dice.random(200) < 0.3)
        for number in range(12)
    ]

    alone = [facet_tests(values, None, [group])[0].p_adjusted or 0 for group in groups]
    together = [found.p_adjusted or 0 for found in facet_tests(values, None, groups)]

    assert min(together) == pytest.approx(min(1, 12 * min(alone)))
    assert all(joint >= single for joint, single in zip(together, alone, strict=True))


def test_a_small_group_is_shown_and_not_tested() -> None:
    values = np.concatenate([np.zeros(9), np.ones(50)])
    small = FacetGroup(name="tag", group="rare", inside=np.arange(59) < 9)
    large = FacetGroup(name="tag", group="usual", inside=np.arange(59) >= 9)

    found = facet_tests(values, None, [small, large])

    assert [each.small for each in found] == [True, True], "so is the rest of the other"
    assert [each.p_adjusted for each in found] == [None, None]
    assert known(found[0].difference).value == -1


def test_trials_are_not_cases() -> None:
    """Nine cases with five trials each are a small group."""
    cases = np.repeat(np.arange(40), 5)
    values = np.random.default_rng(4).random(200)

    found = facet_tests(values, cases, [FacetGroup(name="tag", group="x", inside=cases < 9)])[0]

    assert found.small
    assert known(found.estimate).clusters == 9


def test_a_group_without_scores_or_without_a_rest_has_no_difference() -> None:
    values = [0.5, None, 0.7, 0.9]
    nobody = FacetGroup(name="tag", group="lost", inside=[False, True, False, False])
    everybody = FacetGroup(name="tag", group="all", inside=[True] * 4)

    lost, whole = facet_tests(values, None, [nobody, everybody])

    assert lost.estimate is None
    assert lost.difference is None
    assert whole.difference is None
    assert known(whole.estimate).n == 3
    assert facet_tests([], None, []) == []


def test_groups_without_any_spread_leave_doubt() -> None:
    values = np.repeat([0.5, 1.0], 12)

    found = facet_tests(values, None, [FacetGroup(name="t", group="g", inside=np.arange(24) < 12)])[
        0
    ]

    difference = known(found.difference)
    assert difference.value == -0.5
    assert difference.low < -0.6
    assert 0 < (found.p_adjusted or 0) < 0.05
