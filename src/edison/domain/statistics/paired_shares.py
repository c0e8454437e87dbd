"""Net share of paired changes: the share of items that went up minus the share that went down, with an interval.

Used for position bias (the winner moved towards or away from the first position) and for injected instructions (the
score rose only with or only without the instruction).
"""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from edison.domain.statistics.estimates import Cases, Estimate, Floats, wilson

# Differences are evaluated in steps of a twentieth of a point.
_STEPS = np.linspace(-1.0, 1.0, 4_001)


def net_share(up: NDArray[Any], down: NDArray[Any], cases: Cases, level: float) -> Estimate | None:
    """Return the net share with Tango's score interval (1998).

    Items of one case are correlated, so the counts are divided by the design effect (Korn and Graubard, 1998).
    """
    n = up.size
    if n == 0:
        return None
    ups, downs = float(up.sum()), float(down.sum())
    worth = 1.0 if cases is None else 1 / _design_effect(up - down.astype(np.float64), cases)
    scores = net_score(ups * worth, downs * worth, n * worth, _STEPS)
    reach = float(ndtri((1 + level) / 2))
    inside = _STEPS[np.abs(scores) <= reach]
    return Estimate(
        value=(ups - downs) / n,
        low=float(inside.min()),
        high=float(inside.max()),
        n=n,
        clusters=n if cases is None else np.unique(np.asarray(cases)).size,
        method="paired shares",
        level=level,
    )


def share_beyond_chance(
    up: NDArray[Any], down: NDArray[Any], cases: Cases, level: float
) -> Estimate | None:
    """Return the net share of items that went up because of a cause, which cannot be negative.

    The interval is the part of the score interval that is possible. If more items went down than chance explains, it
    is that of a cause that moved no item.
    """
    found = net_share(up, down, cases, level)
    if found is None or found.low >= 0:
        return found
    nothing_moved = wilson(0, found.clusters, level).high
    high = found.high if found.high > 0 else nothing_moved
    return replace(found, value=max(0.0, found.value), low=0.0, high=high)


def net_score(up: Any, down: Any, n: float, difference: Any) -> Floats:
    """Return the score statistic: by how many standard errors the counts deviate from a true `difference`."""
    change = up + down
    linear = (2 * n - up + down) * difference - change
    constant = -down * difference * (1 - difference)
    likely = (np.sqrt(np.maximum(linear**2 - 8 * n * constant, 0)) - linear) / (4 * n)
    variance = n * (2 * likely + difference * (1 - difference))
    away = up - down - n * difference
    # At the ends of the scale there is no variance, so any deviation is infinitely far away.
    return away / np.sqrt(np.maximum(variance, 1e-12))


def _design_effect(values: Floats, cases: Cases) -> float:
    """Return the design effect caused by correlation within cases; at least 1."""
    codes = np.unique(np.asarray(cases), return_inverse=True)[1].reshape(-1)
    sizes = np.bincount(codes)
    n, most = values.size, values.size / sizes.size
    spread = float(values.var())
    if spread < 1e-12 or sizes.size == 1:
        return most
    sums = np.bincount(codes, weights=values - values.mean())
    return min(max(float((sums**2).sum()) / (n * spread), 1.0), float(sizes.max()))
