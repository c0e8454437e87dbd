"""Repeated trials: the unbiased estimators against counting every choice of trials."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.statistics.estimates import Estimate
from edison.domain.statistics.repeated_trials import flip_rate, pass_at_k, pass_hat_k

TRIALS = [[True, False, False, True], [False] * 4, [True] * 4, [True, True, True, False]]


def known(found: Estimate | None) -> Estimate:
    assert found is not None
    return found


@given(
    st.lists(st.lists(st.booleans(), min_size=4, max_size=7), min_size=1, max_size=6),
    st.integers(1, 4),
)
def test_every_choice_of_k_trials_counts_alike(trials: list[list[bool]], k: int) -> None:
    """Chen and others' estimator ("Evaluating Large Language Models Trained on Code", 2021) is this average."""
    choices = [list(combinations(case, k)) for case in trials]
    once = [sum(any(choice) for choice in case) / len(case) for case in choices]
    always = [sum(all(choice) for choice in case) / len(case) for case in choices]

    assert known(pass_at_k(trials, k)).value == pytest.approx(sum(once) / len(once))
    assert known(pass_hat_k(trials, k)).value == pytest.approx(sum(always) / len(always))


def test_the_flip_rate_is_the_share_of_pairs_that_disagree() -> None:
    pairs = [list(combinations(case, 2)) for case in TRIALS]
    expected = [sum(a != b for a, b in case) / len(case) for case in pairs]

    assert known(flip_rate(TRIALS)).value == pytest.approx(sum(expected) / 4)


def test_with_one_trial_all_three_are_plain() -> None:
    once = [[True], [False], [True]]

    assert known(pass_at_k(once, 1)).value == known(pass_hat_k(once, 1)).value
    assert known(pass_at_k(once, 1)).value == pytest.approx(2 / 3)
    assert flip_rate(once) is None


def test_a_lost_trial_is_no_fail_and_a_case_with_too_few_is_left_out() -> None:
    found = known(pass_at_k([[True, None, True], [False, None, None], [False, False, True]], 2))

    assert found.value == pytest.approx((1 + 2 / 3) / 2)
    assert (found.clusters, found.n) == (2, 5)
    assert pass_at_k([[True], [None, None]], 2) is None


def test_more_trials_never_lower_the_one_and_never_raise_the_other() -> None:
    at = [known(pass_at_k(TRIALS, k)).value for k in (1, 2, 3, 4)]
    hat = [known(pass_hat_k(TRIALS, k)).value for k in (1, 2, 3, 4)]

    assert at == sorted(at)
    assert hat == sorted(hat, reverse=True)


def test_cases_and_not_trials_make_sure() -> None:
    few = known(pass_at_k([[True, False] * 20] * 2 + [[False] * 40], 3))
    many = known(pass_at_k([[True, False, True, False]] * 20 + [[False] * 4] * 10, 3))

    assert few.half_width > 2 * many.half_width


def test_no_trials_are_refused() -> None:
    with pytest.raises(ValueError, match="one trial"):
        pass_at_k(TRIALS, 0)
