"""The smallest difference that a comparison can detect: one function for forecasts and for finished comparisons."""

from functools import lru_cache
from math import ceil, log2, sqrt

import numpy as np
from scipy.special import ndtri

from edison.domain.statistics import statistical_power
from edison.domain.statistics.estimates import Floats
from edison.domain.statistics.unseen_case_share import holds_beyond

ALPHA = 0.05
POWER = 0.8
# The differences of a typical outcome are represented by this many quantiles.
_QUANTILES = 100
_HALVINGS = 12


def fewest_cases(comparisons: int = 1) -> int:
    """Return the smallest number of cases with which a sign-flip test can be significant."""
    return ceil(1 + log2(comparisons / ALPHA))


def detectable_difference(
    deviation: float, cases: int, comparisons: int = 1, alpha: float = ALPHA
) -> float | None:
    """Return the smallest true difference that is called better or worse, on these cases at least, with 80 % power.

    `deviation` is the standard deviation of the differences of the cases; several comparisons share the error rate.
    None: not even the largest possible difference is detected.
    """
    if cases < fewest_cases(comparisons):
        return None
    found = statistical_power.detectable(deviation, cases, alpha / comparisons, POWER)
    return found if found is not None and found <= 1 else None


@lru_cache(maxsize=4_096)
def detectable_beyond(
    deviation: float, cases: int, comparisons: int = 1, alpha: float = ALPHA
) -> float | None:
    """Return the smallest difference whose verdict holds beyond these cases with 80 % power.

    The outcome at the border is described by its quantiles: normally distributed differences of the cases, with a mean
    that four of five outcomes exceed.
    """
    least = detectable_difference(deviation, cases, comparisons, alpha)
    if least is None:
        return None
    places: Floats = (np.arange(min(cases, _QUANTILES)) + 0.5) / min(cases, _QUANTILES)
    around: Floats = deviation * ndtri(places)
    short = float(ndtri(POWER)) * deviation / sqrt(cases)

    def holds(effect: float) -> bool:
        differences = np.clip(effect - short + around, -1.0, 1.0)
        return holds_beyond(differences, cases, alpha / comparisons)

    low, high = least, 1.0
    if holds(low) or not holds(high):
        return low if holds(low) else None
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
