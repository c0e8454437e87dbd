"""Agreement coefficients of raters, corrected for chance, with jackknife intervals over cases."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from edison.domain.statistics.estimates import Cases, Floats, t_quantile, unseen_share

Labels = Sequence[Any] | NDArray[Any]
Scale = Literal["nominal", "ordinal", "interval"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Agreement coefficient: 1 is perfect agreement, 0 is agreement as expected by chance, negative is less."""

    value: float
    low: float
    high: float
    # Items rated by at least two raters.
    n: int
    # Share of the most frequent label: the accuracy of always giving that label.
    base_rate: float
    # Share of items with the same label; with more than two raters, of pairs of ratings.
    accuracy: float


def cohen_kappa(
    a: Labels,
    b: Labels,
    weights: Literal["quadratic"] | None = None,
    *,
    clusters: Cases = None,
    level: float = 0.95,
) -> Agreement | None:
    """Return Cohen's kappa of two raters, or None if it is undefined. `a` is the reference rater."""
    ratings = np.vstack([_numbers(a, b, weights), _numbers(b, a, weights)])
    kept, of = _rated_by_all(ratings, clusters)
    if kept.shape[1] == 0:
        return None
    first, second = kept
    if weights == "quadratic":
        apart = (first - second) ** 2
        sums = np.vstack([np.ones_like(first), apart, first, second, first**2 + second**2])
        return _made(_by_case(sums, of), _quadratic, kept, level)
    codes = np.unique(kept, return_inverse=True)[1].reshape(kept.shape)
    labels = int(codes.max()) + 1
    rows = np.vstack(
        [
            np.ones(first.size),
            first != second,
            _one_hot(codes[0], labels),
            _one_hot(codes[1], labels),
        ]
    )
    return _made(_by_case(rows, of), _unweighted, kept, level)


def fleiss_kappa(
    ratings: Floats, *, clusters: Cases = None, level: float = 0.95
) -> Agreement | None:
    """Return Fleiss' kappa. `ratings` has shape (raters, items); items that a rater left out are ignored."""
    kept, of = _rated_by_all(np.asarray(ratings, dtype=np.float64), clusters)
    if kept.shape[1] == 0 or kept.shape[0] < 2:
        return None
    counts = _label_counts(kept)
    raters = kept.shape[0]
    apart = 1 - (np.sum(counts**2, axis=0) - raters) / (raters * (raters - 1))
    rows = np.vstack([np.ones(kept.shape[1]), apart, counts])
    return _made(_by_case(rows, of), _fleiss, kept, level)


def krippendorff_alpha(
    ratings: Floats,
    level: Scale = "interval",
    *,
    clusters: Cases = None,
    confidence: float = 0.95,
) -> Agreement | None:
    """Return Krippendorff's alpha. `ratings` has shape (raters, items), with NaN for missing ratings."""
    given = np.asarray(ratings, dtype=np.float64)
    pairable = np.count_nonzero(~np.isnan(given), axis=0) >= 2
    given = given[:, pairable]
    of = None if clusters is None else np.asarray(clusters)[pairable]
    if given.shape[1] == 0:
        return None
    if level == "nominal":
        counts = _label_counts(given)
        raters = counts.sum(axis=0)
        apart = (raters**2 - np.sum(counts**2, axis=0)) / (raters - 1)
        return _made(_by_case(np.vstack([raters, apart, counts]), of), _nominal, given, confidence)
    # The ordinal distance of two labels is that of their middle ranks; the rest is the same.
    measured = _middle_ranks(given) if level == "ordinal" else given
    raters = np.count_nonzero(~np.isnan(measured), axis=0).astype(np.float64)
    total, squares = np.nansum(measured, axis=0), np.nansum(measured**2, axis=0)
    apart = raters / (raters - 1) * np.maximum(squares - total**2 / raters, 0.0)
    rows = np.vstack([raters, apart, total, squares])
    return _made(_by_case(rows, of), _interval, given, confidence)


# Each of these maps sums over items (first axis) to the coefficient; NaN where no chance disagreement is possible.


def _quadratic(sums: Floats) -> Floats:
    n, apart, first, second, squares = sums
    return _beyond_chance(apart / n, squares / n - 2 * first * second / n**2)


def _unweighted(sums: Floats) -> Floats:
    n, apart = sums[0], sums[1]
    first, second = np.split(sums[2:], 2)
    return _beyond_chance(apart / n, 1 - np.sum(first * second, axis=0) / n**2)


def _fleiss(sums: Floats) -> Floats:
    n, apart, counts = sums[0], sums[1], sums[2:]
    shares = counts / np.sum(counts, axis=0)
    return _beyond_chance(apart / n, 1 - np.sum(shares**2, axis=0))


def _nominal(sums: Floats) -> Floats:
    n, apart, counts = sums[0], sums[1], sums[2:]
    return _beyond_chance(apart / n, (n**2 - np.sum(counts**2, axis=0)) / (n * (n - 1)))


def _interval(sums: Floats) -> Floats:
    n, apart, total, squares = sums
    return _beyond_chance(apart / n, (squares - total**2 / n) / (n - 1))


def _beyond_chance(seen: Floats, expected: Floats) -> Floats:
    possible = expected > 1e-12
    return np.where(possible, 1 - seen / np.where(possible, expected, 1.0), np.nan)


def _made(by_case: Floats, coefficient: Any, ratings: Floats, level: float) -> Agreement | None:
    whole = by_case.sum(axis=1)
    value = float(coefficient(whole[:, None])[0])
    if np.isnan(value):
        return None
    low, high = _jackknifed(value, by_case, whole, coefficient, level)
    return Agreement(
        value=value,
        low=max(low, -1.0),
        high=min(high, 1.0),
        n=ratings.shape[1],
        base_rate=_base_rate(ratings),
        accuracy=_accuracy(ratings),
    )


def _jackknifed(
    value: float, by_case: Floats, whole: Floats, coefficient: Any, level: float
) -> tuple[float, float]:
    cases = by_case.shape[1]
    if cases < 2:
        return -1.0, 1.0
    quantile = t_quantile(level, cases - 1)
    without = coefficient(whole[:, None] - by_case)
    without = without[~np.isnan(without)]
    if without.size < 2:
        return -1.0, 1.0
    spread = sqrt((cases - 1) / cases * float(np.sum((without - without.mean()) ** 2)))
    if spread > 1e-9:
        return value - quantile * spread, value + quantile * spread
    # All agreed; unseen cases may not.
    reach = unseen_share(cases, quantile)
    return value - 2 * reach, value


def _by_case(rows: Floats, clusters: Cases) -> Floats:
    """Sum each row over the items of each case."""
    if clusters is None:
        return rows
    codes = np.unique(np.asarray(clusters), return_inverse=True)[1].reshape(-1)
    return np.vstack([np.bincount(codes, weights=row) for row in rows])


def _rated_by_all(ratings: Floats, clusters: Cases) -> tuple[Floats, Cases]:
    known = ~np.isnan(ratings).any(axis=0)
    return ratings[:, known], None if clusters is None else np.asarray(clusters)[known]


def _numbers(labels: Labels, others: Labels, weights: str | None) -> Floats:
    """Convert labels to numbers (None to NaN). Words become indexes in the sorted list of both raters' words."""
    if all(
        label is None or isinstance(label, int | float | np.number | np.bool) for label in labels
    ):
        return np.asarray(labels, dtype=np.float64)
    if weights is not None:
        raise ValueError("Distances need numbers")
    words = sorted({str(label) for label in [*labels, *others] if label is not None})
    place = {word: index for index, word in enumerate(words)}
    return np.array([np.nan if label is None else place[str(label)] for label in labels])


def _one_hot(codes: NDArray[np.intp], labels: int) -> Floats:
    return (codes == np.arange(labels)[:, None]).astype(np.float64)


def _label_counts(ratings: Floats) -> Floats:
    """Return, for each item, how many raters gave each label."""
    labels = np.unique(ratings[~np.isnan(ratings)])
    return np.array([np.count_nonzero(ratings == label, axis=0) for label in labels], dtype=float)


def _middle_ranks(ratings: Floats) -> Floats:
    labels, counts = np.unique(ratings[~np.isnan(ratings)], return_counts=True)
    ranks = np.cumsum(counts) - counts / 2
    places = np.clip(np.searchsorted(labels, np.nan_to_num(ratings)), 0, labels.size - 1)
    return np.where(np.isnan(ratings), np.nan, ranks[places])


def _base_rate(ratings: Floats) -> float:
    """Return the share of the most frequent label: of the first rater if there are two, else of all raters."""
    right: Floats = ratings[:1] if ratings.shape[0] == 2 else ratings
    counts: list[int] = np.unique(right[~np.isnan(right)], return_counts=True)[1].tolist()
    return max(counts) / sum(counts) if counts else float("nan")


def _accuracy(ratings: Floats) -> float:
    """Return the observed agreement: the share of equal pairs among all pairs of ratings of one item."""
    same = pairs = 0
    for first, second in combinations(range(ratings.shape[0]), 2):
        both = ~np.isnan(ratings[first]) & ~np.isnan(ratings[second])
        same += int(np.count_nonzero(ratings[first][both] == ratings[second][both]))
        pairs += int(np.count_nonzero(both))
    return same / pairs
