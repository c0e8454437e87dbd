"""Permutation test that exchanges the runs of each case.

If nothing has changed, every assignment of runs to window and baseline is equally likely. The p-value is the share of
assignments with a result at least as extreme.
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
    """Return the one-sided p-values for low and for high means in the window.

    Both matrices have one row per case, one column per run and no missing values. Runs are permuted within each case,
    so that differences in difficulty between cases have no effect.
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
    """Return, for each case, the sums of all combinations of `size` runs."""
    chosen = np.array(list(combinations(range(runs.shape[1]), size)), dtype=np.int64)
    return runs[:, chosen].sum(axis=2)


@cache
def _some_picks() -> Floats:
    """Return cached random numbers with a fixed seed, so that every test is reproducible."""
    return np.random.default_rng(_SEED).random((_SAMPLED_CASES, _SAMPLES), dtype=np.float32)


def _normal(ways: Floats, seen: float) -> tuple[float, float]:
    spread = sqrt(float(ways.var(axis=1).sum()))
    if spread < 1e-12:
        return 1.0, 1.0
    distance = (seen - float(ways.mean(axis=1).sum())) / spread
    return float(ndtr(distance)), float(ndtr(-distance))
