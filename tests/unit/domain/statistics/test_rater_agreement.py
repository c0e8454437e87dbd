"""Agreement beyond chance, against statsmodels, the krippendorff package and published examples."""

from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.statistics.rater_agreement import (
    Agreement,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
)
from tests.unit.domain.statistics.oracles import inter_rater, krippendorff

NONE = float("nan")
# Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011: four observers, twelve units.
PUBLISHED = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NONE, NONE, NONE],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NONE, 3],
        [NONE, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NONE],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NONE],
    ]
)


def known(found: Agreement | None) -> Agreement:
    assert found is not None
    return found


def two_raters(size: int = 300) -> tuple[np.ndarray, np.ndarray]:
    dice = np.random.default_rng(5)
    first = dice.integers(0, 4, size)
    return first, np.where(dice.random(size) < 0.6, first, dice.integers(0, 4, size))


@pytest.mark.parametrize("weights", [None, "quadratic"])
def test_cohens_kappa_and_its_interval_are_those_of_statsmodels(
    weights: Literal["quadratic"] | None,
) -> None:
    first, second = two_raters()
    table = np.zeros((4, 4))
    np.add.at(table, (first, second), 1)
    expected = inter_rater.cohens_kappa(table, wt=weights)

    found = known(cohen_kappa(first, second, weights))

    assert found.value == pytest.approx(expected.kappa)
    assert (found.low, found.high) == pytest.approx(
        (expected.kappa_low, expected.kappa_upp), abs=0.01
    )
    assert found.accuracy == np.mean(first == second)
    assert found.base_rate == np.bincount(first).max() / 300


def test_fleiss_kappa_is_that_of_his_example() -> None:
    """Fleiss, "Measuring nominal scale agreement among many raters", 1971, as often reprinted: 0.210."""
    counts = [
        *([0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1]),
        *([7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7]),
    ]
    ratings = np.array([np.repeat(np.arange(5), row) for row in counts]).T.astype(float)

    found = known(fleiss_kappa(ratings))

    assert found.value == pytest.approx(0.210, abs=5e-4)
    assert found.value == pytest.approx(inter_rater.fleiss_kappa(np.array(counts)))
    assert found.low < 0.210 < found.high


@pytest.mark.parametrize(
    ("scale", "value"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)]
)
def test_krippendorffs_alpha_is_that_of_his_example(
    scale: Literal["nominal", "ordinal", "interval"], value: float
) -> None:
    found = known(krippendorff_alpha(PUBLISHED, scale))

    assert found.value == pytest.approx(value, abs=5e-4)
    assert found.n == 11, "one unit has a single rating"
    assert found.low < value < found.high


@pytest.mark.parametrize("scale", ["nominal", "ordinal", "interval"])
def test_alpha_is_that_of_the_package(scale: Literal["nominal", "ordinal", "interval"]) -> None:
    dice = np.random.default_rng(6)
    truth = dice.integers(0, 6, 80)
    ratings = np.clip(truth + dice.integers(-1, 2, (4, 80)), 0, 5).astype(float)
    ratings[dice.random(ratings.shape) < 0.3] = np.nan

    expected = krippendorff.alpha(ratings, level_of_measurement=scale)

    assert known(krippendorff_alpha(ratings, scale)).value == pytest.approx(expected)


def test_scores_with_hardly_two_alike_are_no_burden() -> None:
    """The package would need a table of all values by all values."""
    dice = np.random.default_rng(7)
    truth = dice.random(20_000)
    ratings = truth + dice.normal(0, 0.1, (3, 20_000))

    found = known(krippendorff_alpha(ratings))

    assert found.value == pytest.approx(1 - 0.01 / (1 / 12 + 0.01), abs=0.01)
    assert found.high - found.low < 0.01


def test_trials_of_a_case_make_nobody_surer() -> None:
    first, second = two_raters(60)

    once = known(cohen_kappa(first, second))
    thrice = known(cohen_kappa(np.tile(first, 3), np.tile(second, 3), clusters=list(range(60)) * 3))

    assert thrice.value == pytest.approx(once.value)
    assert (thrice.low, thrice.high) == pytest.approx((once.low, once.high))


def test_who_always_says_the_same_agrees_with_nobody() -> None:
    people = [1] * 45 + [0] * 5

    found = known(cohen_kappa(people, [1] * 50))

    assert found.value == pytest.approx(0)
    assert found.accuracy == found.base_rate == 0.9
    assert cohen_kappa([1] * 9, [1] * 9) is None, "nothing was there to get wrong"


def test_full_agreement_on_few_items_leaves_doubt() -> None:
    found = known(cohen_kappa(["good", "bad"] * 4, ["good", "bad"] * 4))

    assert (found.value, found.high) == (1, 1)
    assert found.low < 0.5
    assert known(krippendorff_alpha(np.array([[0.0, 1], [0, 1]]))).low == -1


def test_an_item_that_one_has_not_rated_says_nothing() -> None:
    assert cohen_kappa([1, 0, None, 1], [1, 0, 1, None]) == cohen_kappa([1, 0], [1, 0])
    assert cohen_kappa([None], [1]) is None
    assert fleiss_kappa(np.array([[NONE], [1.0]])) is None
    assert krippendorff_alpha(np.array([[NONE], [1.0]])) is None


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=3, max_size=30))
def test_it_does_not_matter_who_is_first_nor_what_the_labels_are_called(
    rows: list[tuple[int, int]],
) -> None:
    first, second = map(list, zip(*rows, strict=True))
    names = ["d", "a", "c", "b"]

    found = cohen_kappa(first, second)
    turned = cohen_kappa(second, first)
    renamed = cohen_kappa([names[each] for each in first], [names[each] for each in second])

    assert (found is None) == (turned is None) == (renamed is None)
    if found and turned and renamed:
        assert turned.value == pytest.approx(found.value)
        assert renamed.value == pytest.approx(found.value)
        assert renamed.low == pytest.approx(found.low, abs=1e-9)
