"""Scores are compared case by case: which score belongs to which case decides the interval and the verdict."""

import numpy as np
import pytest

from edison.domain.statistics.estimates import Estimate, Floats
from edison.domain.statistics.paired_comparison import (
    Paired,
    PairedComparison,
    Verdict,
    compare_scores,
)
from tests.unit.domain.statistics.oracles import scipy_stats

CASES = 40


def compared(base: Floats, other: Floats) -> PairedComparison:
    [found] = compare_scores([Paired(base=base, other=other)])
    return found


def effect_of(found: PairedComparison) -> Estimate:
    assert found.effect is not None
    return found.effect


@pytest.fixture
def base() -> Floats:
    """Some cases are easy and some are hard: scores differ far more between cases than between versions."""
    return np.random.default_rng(4).uniform(0.1, 0.9, CASES)


@pytest.fixture
def other(base: Floats) -> Floats:
    return base + np.random.default_rng(5).normal(0.03, 0.02, CASES)


def test_the_interval_is_that_of_the_pairs_though_cases_differ(base: Floats, other: Floats) -> None:
    found = effect_of(compared(base, other))

    expected = scipy_stats.ttest_rel(other, base).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_a_small_gain_in_most_cases_is_seen_although_cases_differ_widely(
    base: Floats, other: Floats
) -> None:
    found = compared(base, other)

    # A gain of 0.03 needs more cases before it is sure to hold for cases that are not among these.
    assert found.verdict is Verdict.BETTER_ON_THESE_CASES
    assert found.p is not None
    assert found.p < 0.001


def test_the_order_of_the_cases_does_not_count_and_their_partners_do(
    base: Floats, other: Floats
) -> None:
    order = np.random.default_rng(6).permutation(CASES)

    together = compared(base[order], other[order])
    apart = compared(base, other[order])

    assert effect_of(together).half_width == pytest.approx(
        effect_of(compared(base, other)).half_width
    )
    assert effect_of(apart).half_width > 5 * effect_of(together).half_width
    assert apart.verdict is Verdict.CANNOT_TELL
