"""The chance that runs come in this order.

Against counting every order by hand and against the test of paired signs.
"""

from itertools import combinations, product

import numpy as np
import pytest

from edison.domain.monitoring.assessment import Floats
from edison.domain.monitoring.permutation_test import stratified
from edison.domain.statistics.paired_tests import sign_flip


def by_hand(look: Floats, base: Floats) -> float:
    runs: list[list[float]] = np.concatenate([look, base], axis=1).tolist()
    size = int(look.shape[1])
    ways = [[float(np.sum(pick)) for pick in combinations(run, size)] for run in runs]
    sums = [sum(chosen) for chosen in product(*ways)]
    return sum(each <= float(look.sum()) + 1e-9 for each in sums) / len(sums)


@pytest.mark.parametrize("looked", [1, 2])
def test_it_is_the_share_of_orders_that_come_out_as_low(looked: int) -> None:
    dice = np.random.default_rng(3)
    look, base = dice.random((5, looked)) - 0.2, dice.random((5, 3))

    low, _ = stratified(look, base)

    assert low == pytest.approx(by_hand(look, base), abs=0.015)


def test_one_run_against_one_is_the_paired_test_of_signs() -> None:
    dice = np.random.default_rng(4)
    base = dice.random((30, 1))
    look = base - 0.06 + dice.normal(0, 0.15, (30, 1))

    low, high = stratified(look, base)

    assert 2 * low == pytest.approx(sign_flip((look - base)[:, 0]), abs=0.01)
    assert high > 0.9


def test_with_many_cases_the_normal_distribution_says_the_same() -> None:
    dice = np.random.default_rng(5)
    base = dice.random((100, 4))
    look = dice.random((100, 1)) - 0.05
    few, _ = stratified(look, base)

    many, _ = stratified(np.concatenate([look, [[0.5]]]), np.concatenate([base, [[0.5] * 4]]))

    assert many == pytest.approx(few, abs=0.01)


def test_what_never_differs_says_nothing() -> None:
    assert stratified(np.ones((10, 1)), np.ones((10, 5))) == (1.0, 1.0)
    assert stratified(np.ones((200, 1)), np.ones((200, 5))) == (1.0, 1.0)


def test_it_says_the_same_every_time() -> None:
    dice = np.random.default_rng(6)
    look, base = dice.random((40, 2)), dice.random((40, 4))

    assert stratified(look, base) == stratified(look, base)
