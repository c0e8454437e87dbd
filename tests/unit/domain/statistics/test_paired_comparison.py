"""Two versions on the same cases: tests and intervals against scipy and statsmodels, and the rules of the verdict."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.statistics.estimates import Estimate
from edison.domain.statistics.paired_comparison import (
    Paired,
    PairedComparison,
    Verdict,
    Why,
    compare_passes,
    compare_scores,
)
from edison.domain.statistics.paired_tests import holm, mcnemar, sign_flip
from tests.unit.domain.statistics.oracles import multitest, scipy_stats, tables


def known(found: Estimate | None) -> Estimate:
    assert found is not None
    return found


def scores(cases: int, effect: float, spread: float, seed: int = 1) -> Paired:
    """Differences with exactly this mean and this deviation."""
    drawn = np.random.default_rng(seed).normal(size=cases)
    drawn = (drawn - drawn.mean()) / drawn.std(ddof=1) * spread + effect
    base = np.full(cases, 0.5)
    return Paired(base=base, other=base + drawn)


def passes(kept: int, gained: int, lost: int, failed: int) -> Paired:
    sizes = [kept, gained, lost, failed]
    return Paired(base=np.repeat([1.0, 0, 1, 0], sizes), other=np.repeat([1.0, 1, 0, 0], sizes))


def one(pair: Paired, minimum_effect: float = 0.0) -> PairedComparison:
    return compare_scores([pair], minimum_effect=minimum_effect)[0]


def _size_of_mean(moved: np.ndarray, axis: int) -> np.ndarray:
    return np.abs(np.mean(moved, axis=axis))


@pytest.mark.parametrize("size", [6, 9, 12])
def test_every_way_of_the_signs_is_tried_for_few_cases(size: int) -> None:
    differences = np.random.default_rng(size).normal(0.4, 1, size).round(1)

    expected = scipy_stats.permutation_test(
        (differences,),
        _size_of_mean,
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
        alternative="greater",
    )

    assert sign_flip(differences) == pytest.approx(expected.pvalue)


@pytest.mark.parametrize("size", [13, 40, 100, 101, 400])
def test_with_more_cases_the_test_comes_close_to_students(size: int) -> None:
    differences = np.random.default_rng(size).normal(0.15, 1, size)

    assert sign_flip(differences) == pytest.approx(
        scipy_stats.ttest_1samp(differences, 0).pvalue, abs=0.02
    )


def test_cases_that_did_not_move_say_nothing_about_the_direction() -> None:
    moved = np.array([0.1, 0.2, 0.1, 0.4, 0.2, 0.3])

    assert sign_flip(np.concatenate([moved, np.zeros(50)])) == sign_flip(moved) == 2 / 64
    assert sign_flip(np.zeros(9)) == 1


@pytest.mark.parametrize(("gained", "lost"), [(0, 0), (1, 7), (10, 3), (40, 22), (6, 6)])
def test_mcnemar_is_that_of_statsmodels(gained: int, lost: int) -> None:
    expected = tables.mcnemar([[5, gained], [lost, 5]], exact=True).pvalue

    assert mcnemar(gained, lost) == pytest.approx(min(expected, 1))


def test_the_sign_flip_test_of_passes_is_mcnemars() -> None:
    pair = passes(10, 9, 2, 4)

    assert sign_flip(pair.other - pair.base) == pytest.approx(mcnemar(9, 2))


@pytest.mark.parametrize("size", [1, 2, 5, 12])
def test_holm_is_that_of_statsmodels(size: int) -> None:
    p_values: list[float] = (np.random.default_rng(size).random(size) ** 4).tolist()

    expected = multitest.multipletests(p_values, method="holm")[1].tolist()

    assert holm(p_values) == pytest.approx(expected)
    assert holm([]) == []


def test_paired_shares_have_the_interval_of_a_published_example() -> None:
    """Airway reactivity before and after transplantation (Bentur and others, 2009), as worked out by Fagerland,
    Lydersen and Laake, "Recommended tests and confidence intervals for paired binomial proportions", 2014:
    1, 1, 7 and 12 of 21 children; Bonett-Price from -0.508 to -0.013; exact McNemar 0.0703."""
    found = compare_passes([passes(1, 1, 7, 12)])[0]

    assert known(found.effect).value == pytest.approx(-6 / 21)
    assert known(found.effect).low == pytest.approx(-0.508, abs=5e-4)
    assert known(found.effect).high == pytest.approx(-0.013, abs=5e-4)
    assert found.p == pytest.approx(0.0703, abs=5e-5)
    assert found.verdict is Verdict.CANNOT_TELL, "the test and the interval must both say so"


def test_the_effect_of_scores_has_students_paired_interval() -> None:
    pair = scores(30, 0.04, 0.1)

    effect = known(one(pair).effect)

    expected = scipy_stats.ttest_rel(pair.other, pair.base).confidence_interval(0.95)
    assert (effect.low, effect.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(
    ("pair", "minimum", "verdict", "why"),
    [
        (scores(90, 0.05, 0.1), 0.02, Verdict.BETTER, Why.CLEAR),
        (scores(90, -0.05, 0.1), 0.02, Verdict.WORSE, Why.CLEAR),
        # No chance, but one unseen case in twenty could turn it.
        (scores(50, 0.05, 0.1), 0.02, Verdict.BETTER_ON_THESE_CASES, Why.UNSEEN_CASES),
        (scores(50, -0.05, 0.1), 0.02, Verdict.WORSE_ON_THESE_CASES, Why.UNSEEN_CASES),
        (scores(50, 0.01, 0.1), 0.02, Verdict.CANNOT_TELL, Why.NOISE),
        # Zero is out of the interval, and so is the minimum.
        (scores(5_000, 0.005, 0.1), 0.02, Verdict.CANNOT_TELL, Why.TOO_SMALL),
        (scores(5_000, 0.001, 0.1), 0.02, Verdict.CANNOT_TELL, Why.EQUIVALENT),
        (scores(5_000, 0.005, 0.1), 0.0, Verdict.BETTER, Why.CLEAR),
        (scores(5, 0.3, 0.01), 0.02, Verdict.CANNOT_TELL, Why.TOO_FEW_CASES),
    ],
)
def test_a_verdict_needs_an_interval_that_carries_it(
    pair: Paired, minimum: float, verdict: Verdict, why: Why
) -> None:
    found = one(pair, minimum)

    assert (found.verdict, found.why) == (verdict, why)


def test_too_many_lost_cases_leave_no_verdict_and_make_it_no_harder_for_others() -> None:
    clear = scores(90, 0.05, 0.1)
    lossy = Paired(base=clear.base, other=clear.other, lost=11)
    fine = Paired(base=clear.base, other=clear.other, lost=10)

    found = compare_scores([lossy, fine])

    assert [each.verdict for each in found] == [Verdict.INCONCLUSIVE, Verdict.BETTER]
    assert found[0].why is Why.TOO_MANY_ERRORS
    assert found[0].p is None
    assert found[1].p_adjusted == found[1].p
    assert known(found[0].effect).value == pytest.approx(0.05), "it is shown all the same"


def test_comparisons_made_together_are_judged_together() -> None:
    pair = scores(60, 0.03, 0.1)
    others = [scores(60, 0.0, 0.1, seed) for seed in range(9)]

    alone = one(pair)
    among = compare_scores([pair, *others])[0]

    assert alone.verdict is Verdict.BETTER_ON_THESE_CASES
    assert among.verdict is Verdict.CANNOT_TELL
    assert among.p_adjusted == pytest.approx(10 * (alone.p or 0))
    assert among.family == 10


def test_nothing_moved_is_not_the_same_as_nothing_can_move() -> None:
    same = np.linspace(0, 1, 20)

    found = one(Paired(base=same, other=same), 0.02)

    assert found.why is Why.NOISE
    assert known(found.effect).low < -0.1
    assert (found.power or 1) < 0.2, "the same doubt is in the power"
    assert one(Paired(base=np.zeros(400), other=np.zeros(400)), 0.02).why is Why.EQUIVALENT


def test_the_same_change_in_every_case_is_a_change() -> None:
    small = one(Paired(base=np.full(8, 0.5), other=np.full(8, 0.6)))
    large = one(Paired(base=np.full(8, 0.2), other=np.full(8, 0.9)))

    assert small.verdict is Verdict.BETTER_ON_THESE_CASES
    # (1 + 0.1) ** -n: how often as many cases miss the kind of case that would turn it.
    assert small.p_unseen == pytest.approx(2 * 1.1**-8)
    assert small.missing_share == pytest.approx(1 - 0.05 ** (1 / 8))
    assert small.cases_to_decide == pytest.approx(np.log(40) / np.log(1.1), rel=0.05)
    assert large.verdict is Verdict.BETTER
    assert large.cases_to_decide is None


def test_a_difference_among_many_must_hold_beyond_these_cases_for_all_of_them_together() -> None:
    pair = scores(90, 0.05, 0.1)
    alone = one(pair)

    found = compare_scores([pair, *(scores(90, 0.0, 0.1, seed) for seed in range(4))])[0]

    assert (alone.verdict, found.verdict) == (Verdict.BETTER, Verdict.BETTER_ON_THESE_CASES)
    assert found.p_unseen == pytest.approx(5 * (alone.p_unseen or 0))


def test_no_shared_case_is_no_error() -> None:
    nothing = np.array([])

    found = compare_scores([Paired(base=nothing, other=nothing)], minimum_effect=0.1)[0]

    assert (found.verdict, found.why) == (Verdict.CANNOT_TELL, Why.TOO_FEW_CASES)
    assert found.effect is None
    assert found.base is None


def test_several_trials_of_a_case_are_compared_case_by_case() -> None:
    base = np.array([0.0, 0.5, 0.5, 1, 0, 0.5, 0, 0.5])

    found = compare_passes([Paired(base=base, other=np.ones(8))])[0]

    assert found.method == "paired sign-flip permutation"
    assert found.cases == 8
    assert found.verdict is Verdict.BETTER


def test_a_missing_score_among_pairs_is_refused() -> None:
    with pytest.raises(ValueError, match="lost"):
        one(Paired(base=np.array([0.1, np.nan]), other=np.array([0.1, 0.2])))


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=30))
def test_seen_from_the_other_side_it_is_the_other_way_round(
    rows: list[tuple[float, float]],
) -> None:
    base, other = (np.array(side) for side in zip(*rows, strict=True))

    there = one(Paired(base=base, other=other), 0.05)
    back = one(Paired(base=other, other=base), 0.05)

    turned = {
        Verdict.BETTER: Verdict.WORSE,
        Verdict.WORSE: Verdict.BETTER,
        Verdict.BETTER_ON_THESE_CASES: Verdict.WORSE_ON_THESE_CASES,
        Verdict.WORSE_ON_THESE_CASES: Verdict.BETTER_ON_THESE_CASES,
    }
    assert back.verdict is turned.get(there.verdict, there.verdict)
    assert back.why is there.why
    assert known(back.effect).low == pytest.approx(-known(there.effect).high)


@pytest.mark.nightly
def test_ten_thousand_cases_are_compared_at_once() -> None:
    pair = scores(10_000, 0.01, 0.1)
    passed = passes(4_000, 900, 800, 4_300)
    one(pair)
    compare_passes([passed])

    began = time.perf_counter()
    one(pair, 0.02)
    compare_passes([passed], minimum_effect=0.02)

    assert time.perf_counter() - began < 0.2, "50 ms each on an idle machine"
