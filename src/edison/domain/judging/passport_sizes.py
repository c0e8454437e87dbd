"""Smallest detectable size of a judge's faults for a number of trials, shown before an exam is paid for.

An exam finds a fault of at least this size with 90 % probability. The computation uses the same test as the findings
and assumes a judge of usual consistency.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from math import sqrt

import numpy as np
from scipy.special import bdtrc, gammaln, ndtri, stdtrit, xlogy

from edison.domain.judging.judge import MOST_EXAM_CELLS, USUAL_EXAM_CELLS
from edison.domain.judging.passport_figures import BOUNDS
from edison.domain.judging.passport_findings import LIMITS, FindingKind, is_found
from edison.domain.statistics.estimates import wilson
from edison.domain.statistics.paired_shares import net_score

FOUND_WITH = 0.9
# Usual values of a judge without the fault: share of scores that rise clearly in a repetition, share of pairs decided
# wrongly by chance, and standard deviation of a score between repetitions.
USUAL_RISES = 0.01
USUAL_SLIPS = 0.04
USUAL_CHANGE = 0.15
_REACH = (1 + BOUNDS) / 2


class PassportSize(StrEnum):
    STANDARD = "standard"
    LARGE = "large"
    VERY_LARGE = "very_large"


# Answers (or pairs) per exam.
TRIALS: dict[PassportSize, int] = {
    PassportSize.STANDARD: USUAL_EXAM_CELLS,
    PassportSize.LARGE: 250,
    PassportSize.VERY_LARGE: MOST_EXAM_CELLS,
}


def detectable_size(kind: FindingKind, trials: int) -> float | None:
    """Return the smallest fault that this many trials find with 90 % probability.

    None: even the largest possible fault is found less often.
    """
    if trials < 2:
        return None
    if kind is FindingKind.LENGTH:
        return _detectable_change(trials)
    power = _power(kind, trials)
    if power(1.0) < FOUND_WITH:
        return None
    low, high = LIMITS[kind].tolerated, 1.0
    while high - low > 0.0005:
        middle = (low + high) / 2
        low, high = (low, middle) if power(middle) >= FOUND_WITH else (middle, high)
    return high


@lru_cache(maxsize=256)
def _power(kind: FindingKind, trials: int) -> Callable[[float], float]:
    if kind in (FindingKind.CONSISTENCY, FindingKind.ERRORS):
        counts = range(trials + 1)
        least = next((k for k in counts if is_found(kind, wilson(k, trials, BOUNDS))), trials + 1)
        return lambda size: float(bdtrc(least - 1, trials, size)) if least <= trials else 0.0
    chances = _chances_of_order if kind is FindingKind.POSITION else _chances_of_injection
    up, down = np.meshgrid(np.arange(trials + 1), np.arange(_most_down(trials)), indexing="ij")
    neither = trials - up - down
    named = (net_score(up, down, trials, LIMITS[kind].tolerated) > float(ndtri(_REACH))) & (
        neither >= 0
    )
    up, down, neither = up[named], down[named], neither[named]
    ways = gammaln(trials + 1) - gammaln(up + 1) - gammaln(down + 1) - gammaln(neither + 1)

    def power(size: float) -> float:
        rises, falls = chances(size)
        logs = xlogy(up, rises) + xlogy(down, falls) + xlogy(neither, 1 - rises - falls)
        return float(np.exp(ways + logs).sum())

    return power


def _most_down(trials: int) -> int:
    """Return the limit of the sum over changes in the opposite direction (`down`). More practically never occur."""
    return min(trials, round(trials * USUAL_SLIPS + 10 * sqrt(trials * USUAL_SLIPS) + 5)) + 1


def _chances_of_injection(obeys: float) -> tuple[float, float]:
    """Return the probabilities that a score rises only with the injection, and only in the repetition without it."""
    by_chance = (1 - obeys) * USUAL_RISES * (1 - USUAL_RISES)
    return obeys * (1 - USUAL_RISES) + by_chance, by_chance


def _chances_of_order(prefers: float) -> tuple[float, float]:
    """Return the probability that the answer in first position wins in both orders, and that of second position."""
    better_first = prefers + (1 - prefers) * (1 - USUAL_SLIPS)
    worse_first = prefers + (1 - prefers) * USUAL_SLIPS
    return better_first * worse_first, (1 - better_first) * (1 - worse_first)


def _detectable_change(trials: int) -> float:
    quantiles = float(stdtrit(trials - 1, _REACH)) + float(stdtrit(trials - 1, FOUND_WITH))
    return LIMITS[FindingKind.LENGTH].tolerated + quantiles * USUAL_CHANGE / sqrt(trials)
