"""Runs as points in time: a level that has changed, a value that is unusual, a trend. Numbers in, numbers out."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log, sqrt

import numpy as np
from scipy.special import stdtr, stdtrit

from edison.domain.monitoring.assessment import Floats

# A level is what so many runs show, and a change is looked for among the last ones only.
BEFORE_AT_LEAST = 7
AFTER_AT_LEAST, AFTER_AT_MOST = 3, 10
CHANGE_POINT_RUNS = 30
_ORDERS = 4_999
_SEED = 20_261_117
# Latencies and costs: until enough nights are seen, they are taken to differ by 15 %, as if seen so often.
USUAL_SPREAD = 0.15
_AS_IF_SEEN = 5
UNUSUAL_NEEDS, UNUSUAL_RUNS = 5, 20
TREND_NEEDS = 3
_TREND_AS_IF_SEEN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelChange:
    # Place of the first run at the new level.
    at: int
    before: float
    after: float
    # How seldom the same values in another order look so much like a fall.
    p: float


def fallen_level(values: Sequence[float], smallest: float = 0.0) -> LevelChange | None:
    """The split of the series that looks most like a fall; None: too few runs. Smaller falls are not counted out."""
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
    """For each length of the time after: by how much the mean fell, weighed by how well both means are known."""
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
    """A value beside those before it."""

    usual: float
    ratio: float
    p: float
    runs: int


def unusual_of(past: Sequence[float], now: float) -> Unusual | None:
    """Of values that vary by factors, such as latencies and costs. None: too few runs, or nothing to divide by."""
    known = [value for value in past if value > 0][-UNUSUAL_RUNS:]
    if len(known) < UNUSUAL_NEEDS or now <= 0:
        return None
    logs = np.log(known)
    usual, count = float(logs.mean()), len(known)
    measured = float(logs.var(ddof=1))
    freedom = _AS_IF_SEEN + count - 1
    spread = sqrt((_AS_IF_SEEN * USUAL_SPREAD**2 + (count - 1) * measured) / freedom)
    distance = (log(now) - usual) / (spread * sqrt(1 + 1 / count))
    # Above everything seen so far, or it has been usual once.
    p = float(stdtr(freedom, -distance)) if now > max(known) else 1.0
    return Unusual(usual=exp(usual), ratio=now / exp(usual), p=p, runs=count)


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedTrend:
    """A line through runs: where it is now and where it leads, with bounds."""

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
    """`variance` is what one run's mean has if nothing changes. It is followed no further ahead than it was seen."""
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
