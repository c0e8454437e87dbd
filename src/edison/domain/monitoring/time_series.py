"""Numeric functions for time series of runs: change points, unusual values and trends."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log, sqrt

import numpy as np
from scipy.special import stdtr, stdtrit

from edison.domain.monitoring.assessment import Floats

# Fewest runs before and after a change of level; a change is only searched among the last runs.
BEFORE_AT_LEAST = 7
AFTER_AT_LEAST, AFTER_AT_MOST = 3, 10
CHANGE_POINT_RUNS = 30
_ORDERS = 4_999
_SEED = 20_261_117
# Prior for latencies and costs: runs differ by 15 %, with the weight of this many observed runs.
USUAL_SPREAD = 0.15
_AS_IF_SEEN = 5
UNUSUAL_NEEDS, UNUSUAL_RUNS = 5, 20
TREND_NEEDS = 3
_TREND_AS_IF_SEEN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelChange:
    # Index of the first run at the new level.
    at: int
    before: float
    after: float
    # Share of permutations with a drop at least this large.
    p: float


def fallen_level(values: Sequence[float], smallest: float = 0.0) -> LevelChange | None:
    """Find the most likely drop in level; return None if there are too few runs.

    A drop smaller than `smallest` gets a p-value of 1.
    """
    offset = max(0, len(values) - CHANGE_POINT_RUNS)
    series = np.asarray(values[offset:], dtype=np.float64)
    size = series.size
    if size < BEFORE_AT_LEAST + AFTER_AT_LEAST:
        return None
    seen = _falls(series[None, :])[0]
    best = int(np.argmax(seen))
    at = size - AFTER_AT_LEAST - best
    before, after = float(series[:at].mean()), float(series[at:].mean())
    if before - after < smallest:
        return LevelChange(at=offset + at, before=before, after=after, p=1.0)
    orders = _falls(series[_some_orders(size)]).max(axis=1)
    at_least = np.count_nonzero(orders >= seen[best] - 1e-12)
    return LevelChange(
        at=offset + at,
        before=before,
        after=after,
        p=float((1 + at_least) / (1 + _ORDERS)),
    )


def _falls(rows: Floats) -> Floats:
    """Return the drop of the mean at each candidate change point, scaled by the precision of the drop."""
    size = rows.shape[1]
    after = np.arange(AFTER_AT_LEAST, min(AFTER_AT_MOST, size - BEFORE_AT_LEAST) + 1)
    sums = np.cumsum(rows, axis=1)
    total = sums[:, -1:]
    before_sums = sums[:, size - after - 1]
    before = before_sums / (size - after)
    behind = (total - before_sums) / after
    return (before - behind) * np.sqrt(after * (size - after) / size)


@cache
def _some_orders(size: int) -> Floats:
    dice = np.random.default_rng(_SEED)
    return np.argsort(dice.random((_ORDERS, size), dtype=np.float32), axis=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unusual:
    """Comparison of a value with earlier values: their geometric mean, the ratio to that mean, and the p-value."""

    usual: float
    ratio: float
    p: float
    runs: int


def unusual_of(past: Sequence[float], now: float) -> Unusual | None:
    """Compare a latency or cost with earlier values on a log scale.

    Return None if there are too few earlier values or the current value is not positive.
    """
    known = [value for value in past if value > 0][-UNUSUAL_RUNS:]
    if len(known) < UNUSUAL_NEEDS or now <= 0:
        return None
    logs = np.log(known)
    usual, count = float(logs.mean()), len(known)
    measured = float(logs.var(ddof=1))
    freedom = _AS_IF_SEEN + count - 1
    spread = sqrt((_AS_IF_SEEN * USUAL_SPREAD**2 + (count - 1) * measured) / freedom)
    distance = (log(now) - usual) / (spread * sqrt(1 + 1 / count))
    # Only a new maximum is unusual.
    p = float(stdtr(freedom, -distance)) if now > max(known) else 1.0
    return Unusual(usual=exp(usual), ratio=now / exp(usual), p=p, runs=count)


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedTrend:
    """Line fitted through scores over time: its current value, its slope, and a forecast with bounds."""

    runs: int
    per_day: float
    now: float
    ahead_days: float
    then: float
    then_low: float
    then_high: float
    per_day_high: float


def trend_of(
    days: Sequence[float],
    values: Sequence[float],
    *,
    ahead_days: float,
    variance: float,
    alpha: float,
) -> FittedTrend | None:
    """Fit a line and extrapolate it by `ahead_days`, but at most by the length of the observed period.

    `variance` is the expected variance of one run's mean. Return None if there are too few runs.
    """
    time, seen = np.asarray(days, dtype=np.float64), np.asarray(values, dtype=np.float64)
    count = time.size
    if count < TREND_NEEDS or float(np.ptp(time)) <= 0:
        return None
    middle = float(time.mean())
    reach = float(((time - middle) ** 2).sum())
    slope = float(((time - middle) * seen).sum()) / reach
    level = float(seen.mean())
    rest = seen - level - slope * (time - middle)
    freedom = _TREND_AS_IF_SEEN + count - 2
    spread = sqrt((_TREND_AS_IF_SEEN * variance + float((rest**2).sum())) / freedom)
    ahead = min(ahead_days, float(np.ptp(time)))
    goal = float(time[-1]) + ahead - middle
    quantile = float(stdtrit(freedom, 1 - alpha))
    then = level + slope * goal
    half = quantile * spread * sqrt(1 / count + goal**2 / reach)
    return FittedTrend(
        runs=count,
        per_day=slope,
        now=level + slope * (float(time[-1]) - middle),
        ahead_days=ahead,
        then=then,
        then_low=then - half,
        then_high=then + half,
        per_day_high=slope + quantile * spread / sqrt(reach),
    )
