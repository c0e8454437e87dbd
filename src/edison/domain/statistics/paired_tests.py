"""Significance tests of paired differences with one difference per case, and Holm's correction."""

from collections.abc import Sequence
from functools import cache
from math import sqrt

import numpy as np
from scipy.special import bdtr, stdtr

from edison.domain.statistics.estimates import Floats

# Up to this size all sign permutations are enumerated; above it a fixed sample is used, and above that the t
# distribution, which is practically identical then.
ALL_WAYS = 12
SAMPLED = 100
SAMPLES = 9_999
_SEED = 20_240_607


def sign_flip(differences: Floats) -> float:
    """Return the p-value of the sign-flip permutation test.

    If both sides are equally good, each difference is as likely positive as negative. The p-value is the share of
    sign combinations with a sum at least as far from 0.
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
    # Not with `@`: on a busy machine its threads wait for each other far longer than they work.
    sums: Floats = np.einsum("i,ij->j", moved, some_ways()[: moved.size])
    return float((1 + np.count_nonzero(np.abs(sums) >= seen)) / (1 + SAMPLES))


def mcnemar(gained: int, lost: int) -> float:
    """Return the p-value of the exact McNemar test for the given numbers of discordant pairs."""
    changed = gained + lost
    if changed == 0:
        return 1.0
    return min(1.0, 2 * float(bdtr(min(gained, lost), changed, 0.5)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values adjusted by Holm's method, which controls the family-wise error rate."""
    adjusted = [1.0] * len(p_values)
    largest = 0.0
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    for place, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = largest
    return adjusted


@cache
def every_way(size: int) -> Floats:
    """Return all sign vectors with a positive first sign. Their negatives are redundant in a two-sided test."""
    numbers = np.arange(2 ** (size - 1), dtype=np.int64)[:, None]
    return np.where((numbers >> np.arange(size)) & 1, -1.0, 1.0)


@cache
def some_ways() -> Floats:
    """Return cached random signs with a fixed seed. Each test uses as many rows as it has differences."""
    dice = np.random.default_rng(_SEED)
    return np.where(dice.random((SAMPLED, SAMPLES), dtype=np.float32) < 0.5, -1.0, 1.0)


def _by_t(differences: Floats) -> float:
    error = float(differences.std(ddof=1)) / sqrt(differences.size)
    if error < 1e-15:
        return 0.0
    return 2 * float(stdtr(differences.size - 1, -abs(float(differences.mean())) / error))
