"""Distribution-free test of a mean, which allows for kinds of cases that were not drawn: Gaffke's bound (2005).

Adds the worst possible difference, draws random weights (Dirichlet, all ones), and returns how often the weighted
mean has the opposite sign. For differences of -1, 0 and 1 this equals the exact McNemar test.
"""

from math import ceil, sqrt

import numpy as np

from edison.domain.statistics.estimates import Floats

# Nodes of the integration, as sinh of these: at large distances the integrand decays at least by powers.
_STEP = 0.15
_PLACES: Floats = (np.arange(90) + 0.5) * _STEP
_SINH, _COSH = np.sinh(_PLACES), np.cosh(_PLACES)
_HALVINGS = 45
# Most complex numbers in memory at once.
_AT_ONCE = 2_000_000
# With more cases than this, each difference is divided between the two nearest of a thousand grid points.
_MANY_CASES = 2_000
_GRID = 500
# More cases than this are not useful advice.
_MOST_CASES = 100_000


def missing_share(cases: int, level: float = 0.95) -> float:
    """Return the largest share of traffic of a kind of case that none of `cases` random cases belongs to."""
    return 1 - (1 - level) ** (1 / cases) if cases else 1.0


def unseen_p(differences: Floats) -> float:
    """Return the two-sided p-value for a mean difference of 0. Differences are between -1 and 1."""
    values, counts = _counted(_favourable(differences))
    return min(1.0, 2 * float(_tail(values[None], counts[None])[0]))


def unseen_p_of_rows(rows: Floats) -> Floats:
    """Return the p-value of `unseen_p` for each row of differences."""
    sides = np.where(rows.mean(axis=1) < 0, -1.0, 1.0)
    parts = max(1, rows.size * _PLACES.size // _AT_ONCE)
    found = [
        _tail(part, np.ones_like(part)) for part in np.array_split(rows * sides[:, None], parts)
    ]
    return np.minimum(1.0, 2 * np.concatenate(found))


def cases_to_decide(differences: Floats, alpha: float) -> int | None:
    """Estimate the number of cases needed for significance if further cases have the same distribution.

    Return None if the number is unrealistically large.
    """
    cases = differences.size
    values, counts = _counted(_favourable(differences))

    def passes(number: float) -> bool:
        return 2 * float(_tail(values[None], counts[None] * (number / cases))[0]) <= alpha

    low, high = float(cases), float(_MOST_CASES)
    if cases >= _MOST_CASES or not passes(high):
        return None
    while high > 1.02 * low:
        middle = sqrt(low * high)
        low, high = (low, middle) if passes(middle) else (middle, high)
    return ceil(high)


def holds_beyond(differences: Floats, cases: int, alpha: float) -> bool:
    """Return whether a positive mean is significant for `cases` cases with the distribution of `differences`."""
    if differences.mean() <= 0:
        return False
    values, counts = _counted(differences)
    return 2 * float(_tail(values[None], counts[None] * (cases / differences.size))[0]) <= alpha


def _favourable(differences: Floats) -> Floats:
    """Flip the signs of all differences if their mean is negative."""
    turned = -differences if differences.mean() < 0 else differences
    return np.clip(turned, -1.0, 1.0)


def _counted(values: Floats) -> tuple[Floats, Floats]:
    """Return the distinct nonzero values and their counts. Zeros do not affect the sign of the mean."""
    if values.size > _MANY_CASES:
        place = (values + 1) * _GRID
        below = np.minimum(place.astype(np.int64), 2 * _GRID - 1)
        above = place - below
        size = 2 * _GRID + 1
        counts = np.bincount(below, 1 - above, size) + np.bincount(below + 1, above, size)
        return np.arange(size) / _GRID - 1, counts
    distinct, times = np.unique(values[values != 0], return_counts=True)
    return distinct, times.astype(np.float64)


def _tail(rows: Floats, counts: Floats) -> Floats:
    """Return the probability that the weighted mean of each row and one more difference of -1 is at most 0.

    The probability is a contour integral of the Laplace transform of the weighted sum, computed along the line
    through its saddle point, where the integrand does not oscillate.
    """
    values = np.concatenate([rows, np.full((len(rows), 1), -1.0)], axis=1)
    times = np.concatenate([counts, np.ones((len(rows), 1))], axis=1)
    low, high = np.full(len(values), -1.0), np.zeros(len(values))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        slope = (times * values / (1 - middle[:, None] * values)).sum(axis=1) - 1 / middle
        low, high = np.where(slope < 0, middle, low), np.where(slope < 0, high, middle)
    at = (low + high) / 2
    bend = (times * (values / (1 - at[:, None] * values)) ** 2).sum(axis=1) + at**-2
    width = 1 / np.sqrt(bend)
    line = at[:, None] + 1j * width[:, None] * _SINH
    logs = np.log(1 - line[:, :, None] * values[:, None, :])
    heights = np.exp(-np.einsum("rpv,rv->rp", logs, times)) / -line
    return np.clip((heights.real * _COSH).sum(axis=1) * width * _STEP / np.pi, 0.0, 1.0)
