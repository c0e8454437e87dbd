"""Permutation test over the order of a case's runs.

If nothing has changed, any order of the runs is equally likely. The p-value is the share of orders at least this
extreme.
"""

from functools import cache
from itertools import combinations
from math import sqrt

import numpy as np
from scipy.special import ndtr

from edison.domain.monitoring.assessment import Floats

# Above this many cases the sum of picks is practically normal.
_SAMPLED_CASES = 100
_SAMPLES = 9_999
_SEED = 20_261_116


def stratified(look: Floats, base: Floats) -> tuple[float, float]:
    """Return the probabilities that the compared runs are so low, and so high, by chance.

    One row per case, one column per run, no missing values. Runs are permuted within each case independently, so that a
    case's difficulty stays with the case.
    """
    ways = _every_pick(np.concatenate([look, base], axis=1), look.shape[1])
    seen = float(look.sum())
    slack = 1e-9 * float(np.abs(ways).max(axis=1).sum())
    if len(ways) > _SAMPLED_CASES:
        return _normal(ways, seen)
    picked = (_some_picks()[: len(ways)] * ways.shape[1]).astype(np.int64)
    sums = np.take_along_axis(ways, picked, axis=1).sum(axis=0)
    low = (1 + np.count_nonzero(sums <= seen + slack)) / (1 + _SAMPLES)
    high = (1 + np.count_nonzero(sums >= seen - slack)) / (1 + _SAMPLES)
    return float(low), float(high)


def _every_pick(runs: Floats, size: int) -> Floats:
    """Return, for each case, the sum of every choice of `size` of its runs."""
    chosen = np.array(list(combinations(range(runs.shape[1]), size)), dtype=np.int64)
    return runs[:, chosen].sum(axis=2)


@cache
def _some_picks() -> Floats:
    """Draw once and use for every test, so that results are reproducible."""
    return np.random.default_rng(_SEED).random((_SAMPLED_CASES, _SAMPLES), dtype=np.float32)


def _normal(ways: Floats, seen: float) -> tuple[float, float]:
    spread = sqrt(float(ways.var(axis=1).sum()))
    if spread < 1e-12:
        return 1.0, 1.0
    distance = (seen - float(ways.mean(axis=1).sum())) / spread
    return float(ndtr(distance)), float(ndtr(-distance))
