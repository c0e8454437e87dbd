"""Statistical power: probability of detecting a true difference, and the number of cases needed."""

from collections.abc import Callable
from functools import lru_cache
from math import ceil, floor, sqrt

import numpy as np
from scipy.special import bdtr, nctdtr, ndtri, stdtrit

from edison.domain.statistics.estimates import Floats

# More cases than anybody collects: not feasible with this design.
CASES_AT_MOST = 10_000_000
# Above this many cases the exact sum and the normal approximation agree.
_EXACT_CASES = 2_000


def power_of(
    deviation_of_difference: float, effect: float, cases: int, alpha: float = 0.05
) -> float:
    """Return the probability that a true difference of `effect` is significant with this number of cases."""
    effect = abs(effect)
    if cases < 2 or effect == 0:
        return 0.0
    if deviation_of_difference <= 1e-12:
        return 1 - alpha / 2
    shift = effect * sqrt(cases) / deviation_of_difference
    beyond = float(stdtrit(cases - 1, 1 - alpha / 2))
    seen = 1.0 - float(nctdtr(cases - 1, shift, beyond)) if shift < 37 else 1.0
    # Never above 1 - alpha / 2: sometimes the interval misses the true difference, and it is judged too small.
    return min(seen, 1 - alpha / 2)


def power_of_passes(changed_share: float, effect: float, cases: int, alpha: float = 0.05) -> float:
    """Return the power of the exact McNemar test if `changed_share` of the pairs is discordant."""
    effect = min(abs(effect), 1.0)
    changed_share = min(max(changed_share, effect), 1.0)
    if cases < 2 or effect == 0:
        return 0.0
    if cases > _EXACT_CASES:
        return power_of(sqrt(max(changed_share - effect**2, 0.0)), effect, cases, alpha)
    # Range of the number of changed cases; beyond seven deviations the probability is negligible.
    usual, spread = cases * changed_share, 7 * sqrt(cases * changed_share * (1 - changed_share)) + 2
    counts: Floats = np.arange(
        max(0, floor(usual - spread)), min(cases, ceil(usual + spread)) + 1, dtype=np.float64
    )
    losing = (1 - effect / changed_share) / 2
    # Of this many changed cases, at most these may be against it.
    against = _most_against(counts, alpha)
    below: Floats = bdtr(np.maximum(against, 0), counts.astype(np.int64), losing)
    up_to: Floats = bdtr(counts, cases, changed_share)
    chance = np.diff(up_to, prepend=0.0)
    return min(float(chance @ np.where(against >= 0, below, 0.0)), 1 - alpha / 2)


def cases_needed(
    deviation_of_difference: float, effect: float, alpha: float = 0.05, power: float = 0.8
) -> int | None:
    """Return the number of cases that detects `effect` with this power, or None if no number is enough."""
    if effect == 0 or power >= 1 - alpha / 2:
        return None
    guess = ((ndtri(1 - alpha / 2) + ndtri(power)) * deviation_of_difference / abs(effect)) ** 2
    if guess > CASES_AT_MOST:
        return None
    return _fewest(
        lambda cases: power_of(deviation_of_difference, effect, cases, alpha) >= power, ceil(guess)
    )


@lru_cache(maxsize=4_096)
def cases_needed_for_passes(
    changed_share: float, effect: float, alpha: float = 0.05, power: float = 0.8
) -> int | None:
    """Return the number of cases that detects a difference of pass rates with this power, or None."""
    if effect == 0 or power >= 1 - alpha / 2:
        return None
    changed_share = min(max(changed_share, abs(effect)), 1.0)
    deviation = sqrt(max(changed_share - effect**2, 0.0))
    guess = ((ndtri(1 - alpha / 2) + ndtri(power)) * deviation / abs(effect)) ** 2
    if guess > CASES_AT_MOST:
        return None
    return _fewest(
        lambda cases: power_of_passes(changed_share, effect, cases, alpha) >= power, ceil(guess)
    )


def detectable(
    deviation_of_difference: float, cases: int, alpha: float = 0.05, power: float = 0.8
) -> float | None:
    """Return the smallest difference that this number of cases detects with this power, or None."""
    if cases < 2 or deviation_of_difference <= 1e-12:
        return None
    high = 40 * deviation_of_difference
    low = 0.0
    for _ in range(40):
        middle = (low + high) / 2
        if power_of(deviation_of_difference, middle, cases, alpha) >= power:
            high = middle
        else:
            low = middle
    return high


def _most_against(changed: Floats, alpha: float) -> Floats:
    """Return, for each number of discordant pairs, the largest minority that is still significant.

    Uses the exact McNemar test; -1 means that no split is significant.
    """
    most: Floats = np.floor(changed / 2 - float(ndtri(1 - alpha / 2)) * np.sqrt(changed) / 2) + 2
    # Start two above the normal approximation; decrease until the exact test holds.
    for _ in range(8):
        tail: Floats = bdtr(np.clip(most, 0, changed), changed.astype(np.int64), 0.5)
        most = np.where((most >= 0) & (2 * tail > alpha), most - 1, most)
    return np.maximum(most, -1)


def _fewest(enough: Callable[[int], bool], guess: int) -> int | None:
    """Return the smallest number for which `enough` is true, searching from `guess`; None if there is none."""
    near, high = guess * 9 // 10, max(guess, 2)
    low = near if near > 1 and not enough(near) else 1
    while not enough(high):
        low, high = high, high * 5 // 4 + 1
        if high > 4 * CASES_AT_MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        if enough(middle):
            high = middle
        else:
            low = middle
    return high
