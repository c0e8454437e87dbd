"""Could chance alone have made this difference? Tests of paired differences, one difference for each case."""

from collections.abc import Sequence
from functools import cache
from math import sqrt

import numpy as np
from scipy.special import bdtr, stdtr

from edison.domain.statistics.estimates import Floats

# Up to here every way of the signs is tried; beyond it a fixed sample of them, and beyond that the t distribution,
# to which the other two have come so close that nobody could tell.
ALL_WAYS = 12
SAMPLED = 100
SAMPLES = 9_999
_SEED = 20_240_607


def sign_flip(differences: Floats) -> float:
    """Test paired differences by flipping their signs.

    If both were equally good, each difference could as well have had the other sign. How seldom is
    one this large?
    """
    moved = differences[np.abs(differences) > 1e-12]
    if moved.size == 0:
        return 1.0
    if moved.size > SAMPLED:
        return _by_t(differences)
    seen = abs(float(moved.sum())) - 1e-9 * float(np.abs(moved).sum())
    if moved.size <= ALL_WAYS:
        sums: Floats = np.einsum("ij,j->i", every_way(moved.size), moved)
        return float(np.mean(np.abs(sums) >= seen))
    # Not with `@`: on a busy machine its threads wait for each other a hundred times as long as they work.
    sums: Floats = np.einsum("i,ij->j", moved, some_ways()[: moved.size])
    return float((1 + np.count_nonzero(np.abs(sums) >= seen)) / (1 + SAMPLES))


def mcnemar(gained: int, lost: int) -> float:
    """Exact: of the cases that changed sides, is it half and half?"""
    changed = gained + lost
    if changed == 0:
        return 1.0
    return min(1.0, 2 * float(bdtr(min(gained, lost), changed, 0.5)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted so that the chance of even one false alarm among all of them stays what it is for one."""
    adjusted = [1.0] * len(p_values)
    largest = 0.0
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    for place, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = largest
    return adjusted


@cache
def every_way(size: int) -> Floats:
    """The first sign stays: turning all of them changes nothing about the size of the sum."""
    numbers = np.arange(2 ** (size - 1), dtype=np.int64)[:, None]
    return np.where((numbers >> np.arange(size)) & 1, -1.0, 1.0)


@cache
def some_ways() -> Floats:
    """Thrown once and used for every test, each of which looks at as many rows as it has differences."""
    dice = np.random.default_rng(_SEED)
    return np.where(dice.random((SAMPLED, SAMPLES), dtype=np.float32) < 0.5, -1.0, 1.0)


def _by_t(differences: Floats) -> float:
    error = float(differences.std(ddof=1)) / sqrt(differences.size)
    if error < 1e-15:
        return 0.0
    return 2 * float(stdtr(differences.size - 1, -abs(float(differences.mean())) / error))
