"""The test that assumes nothing about cases not seen: against closed forms, drawn weights, and a skewed world."""

from itertools import product
from math import comb, factorial

import numpy as np
import pytest

from edison.domain.statistics.paired_tests import mcnemar
from edison.domain.statistics.unseen_case_share import (
    cases_to_decide,
    missing_share,
    unseen_p,
    unseen_p_of_rows,
)
from tests.load.aa_worlds import WORLDS, disagreements, measure, most_by_chance


@pytest.mark.parametrize(
    ("gained", "lost", "same"), [(6, 0, 6), (10, 2, 0), (20, 9, 100), (3, 14, 9), (300, 250, 1_000)]
)
def test_on_passes_it_is_the_exact_test_of_mcnemar(gained: int, lost: int, same: int) -> None:
    differences = np.repeat([1.0, -1.0, 0.0], [gained, lost, same])

    assert unseen_p(differences) == pytest.approx(mcnemar(gained, lost), rel=1e-6)


@pytest.mark.parametrize(("each", "cases"), [(0.05, 76), (0.5, 12), (0.9, 6), (-0.3, 20)])
def test_on_the_same_difference_everywhere_it_is_the_chance_to_miss_the_rest(
    each: float, cases: int
) -> None:
    assert unseen_p(np.full(cases, each)) == pytest.approx(2 * (1 + abs(each)) ** -cases, rel=1e-5)


@pytest.mark.parametrize(("cases", "mean"), [(8, 0.35), (50, 0.09), (3_000, 0.008)])
def test_it_is_the_share_of_random_weights_that_turn_the_mean(cases: int, mean: float) -> None:
    dice = np.random.default_rng(cases)
    drawn = dice.normal(0, 0.2, cases)
    differences = np.clip(drawn - drawn.mean() + mean, -1, 1)
    with_worst = np.append(differences, -1.0)

    turned = [float(dice.exponential(size=with_worst.size) @ with_worst) <= 0 for _ in range(4_000)]

    assert 0.01 < unseen_p(differences) < 0.5
    assert unseen_p(differences) == pytest.approx(2 * np.mean(turned), abs=0.03)
    assert unseen_p_of_rows(differences[None])[0] == pytest.approx(unseen_p(differences), rel=0.01)


def test_the_share_that_may_be_missing_is_what_so_many_cases_miss_once_in_twenty() -> None:
    assert missing_share(12) == pytest.approx(0.2209, abs=1e-4)
    assert (1 - missing_share(150)) ** 150 == pytest.approx(0.05)
    assert missing_share(0) == 1


def test_more_cases_of_the_same_kind_decide() -> None:
    differences = np.random.default_rng(3).normal(0.1, 0.2, 20)

    needed = cases_to_decide(differences, 0.05)

    assert needed is not None
    copies = round(needed / 20 + 0.5)
    assert unseen_p(np.tile(differences, copies)) <= 0.05 < unseen_p(differences)
    assert cases_to_decide(np.full(8, 1e-6), 0.05) is None


def test_no_distribution_on_three_values_is_called_different_too_often() -> None:
    """Every way in which seven cases may fall, with its exact chance: no simulation."""
    cases, worst = 7, 0.0
    for low, high in product((-1.0, -0.6, -0.2), (0.02, 0.1, 0.4, 1.0)):
        counts = np.array([
            (first, second)
            for first in range(cases + 1)
            for second in range(cases + 1 - first)
        ])  # fmt: skip
        drawn = np.array([
            np.repeat([low, high, 0.0], [first, second, cases - first - second])
            for first, second in counts
        ])  # fmt: skip
        called = unseen_p_of_rows(drawn) <= 0.05
        for moved in (0.3, 0.7, 1.0):
            # A mean of 0 fixes how often each of the two happens.
            losing, winning = moved * high / (high - low), moved * -low / (high - low)
            chance = [
                factorial(cases)
                / (factorial(first) * factorial(second) * factorial(cases - first - second))
                * losing**first
                * winning**second
                * (1 - moved) ** (cases - first - second)
                for first, second in counts
            ]
            assert sum(chance) == pytest.approx(1)
            worst = max(worst, float(np.sum(np.array(chance)[called])))

    assert 0.01 < worst <= 0.05


def test_a_skewed_world_is_seldom_called_different_without_a_qualification() -> None:
    """10 % of cases lose 0.45 and the rest gain 0.05: twelve cases often show no loss at all."""
    [skewed] = [world for world in WORLDS if world.name == "skewed"]
    assert comb(12, 0) * 0.9**12 == pytest.approx(0.28, abs=0.01)

    found = measure(skewed, 12, simulations=400, power_simulations=0).false

    assert found.called <= most_by_chance(400)
    assert found.only_here > 0.2, "without the test every fourth would be called better"


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_simulations_judge_as_the_product_does(world: object) -> None:
    chosen = next(each for each in WORLDS if each is world)

    for cases, effect in ((8, 0.0), (12, 0.1), (50, 0.05), (150, 0.1)):
        assert disagreements(chosen, cases, 8, effect) == 0
