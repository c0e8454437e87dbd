"""Means and proportions with confidence intervals, clustered by case, because results of one case are correlated."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from math import isfinite, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit

# float64 arrays; typed as Any, because numpy's own functions lose the element type.
Floats = NDArray[Any]
Numbers = Sequence[float] | Sequence[float | None] | NDArray[Any]
# Ids of the cases of values; None: each value is its own case.
Cases = Sequence[int] | Sequence[str] | NDArray[Any] | None
Bounds = tuple[float, float]

# Range of scores.
UNIT: Bounds = (0.0, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """Point estimate with interval. `low` and `high` are infinite if the data gives no bound."""

    value: float
    low: float
    high: float
    # Number of observations and of their cases.
    n: int
    clusters: int
    method: str
    level: float = 0.95

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


def mean_of(
    values: Numbers,
    clusters: Cases = None,
    level: float = 0.95,
    *,
    within: Bounds | None = UNIT,
    unseen: float = 0.0,
) -> Estimate | None:
    """Return the mean over cases of the case means, so that every case has the same weight.

    None and NaN are missing values, not zeros. `within` is the range of possible values (None if unlimited) and
    limits the interval. `unseen` widens the interval as if this many additional cases had the opposite value.
    """
    known, of = _known(values, clusters)
    if known.size == 0:
        return None
    means = case_means(known, of)
    if within is None:
        return _unbounded(means, known.size, level)
    low, high = within
    if known.min() < low - 1e-9 or known.max() > high + 1e-9:
        raise ValueError(f"A value is outside of {low} to {high}")
    value, lower, upper = _bounded((means - low) / (high - low), level, unseen)
    return Estimate(
        value=low + value * (high - low),
        low=low + lower * (high - low),
        high=low + upper * (high - low),
        n=known.size,
        clusters=means.size,
        method="clustered mean",
        level=level,
    )


def proportion_of(
    passed: Sequence[bool] | Sequence[bool | None] | NDArray[Any],
    clusters: Cases = None,
    level: float = 0.95,
) -> Estimate | None:
    """Return the share of passes with a Wilson interval, based on the effective sample size if trials are repeated."""
    known, of = _known(passed, clusters)
    if known.size == 0:
        return None
    means = case_means(known, of)
    if means.size == known.size:
        return wilson(round(float(known.sum())), known.size, level)
    value, low, high = _bounded(means, level)
    return Estimate(
        value=value,
        low=low,
        high=high,
        n=known.size,
        clusters=means.size,
        method="clustered wilson",
        level=level,
    )


def wilson(passed: int, total: int, level: float = 0.95) -> Estimate:
    """Return the share with its Wilson score interval, for independent observations."""
    if not 0 <= passed <= total or total == 0:
        raise ValueError(
            "At least one observation is required, and at most as many passes as observations"
        )
    value = passed / total
    low, high = score_interval(value, total, float(ndtri((1 + level) / 2)))
    return Estimate(
        value=value, low=low, high=high, n=total, clusters=total, method="wilson", level=level
    )


def score_interval(value: float, total: float, quantile: float) -> Bounds:
    """Return the Wilson interval of a share. `total` is the number of observations, or the effective sample size."""
    extra = quantile**2 / total
    centre = (value + extra / 2) / (1 + extra)
    half = quantile / (1 + extra) * sqrt(value * (1 - value) / total + extra / (4 * total))
    # At the ends of the scale the interval ends exactly there, despite rounding.
    low = 0.0 if value <= 0 else max(0.0, centre - half)
    return low, 1.0 if value >= 1 else min(1.0, centre + half)


def case_means(values: Floats, clusters: Cases) -> Floats:
    """Return the mean of each case, ordered by case."""
    if clusters is None:
        return values
    codes = np.unique(np.asarray(clusters), return_inverse=True)[1].reshape(-1)
    return np.bincount(codes, weights=values) / np.bincount(codes)


def t_quantile(level: float, freedom: int) -> float:
    """Return the quantile of Student's t distribution for a two-sided interval of this level."""
    return float(stdtrit(freedom, (1 + level) / 2))


def unseen_share(cases: int, quantile: float) -> float:
    """Return the Wilson upper bound of a share of which 0 of `cases` observations were seen."""
    return quantile**2 / (cases + quantile**2)


def _known(values: Numbers, clusters: Cases) -> tuple[Floats, Cases]:
    numbers = np.asarray(values, dtype=np.float64)
    known = ~np.isnan(numbers)
    if clusters is None:
        return numbers[known], None
    of = np.asarray(clusters)
    if of.shape != numbers.shape:
        raise ValueError("Each value must belong to one case")
    return numbers[known], of[known]


def _bounded(means: Floats, level: float, unseen: float = 0.0) -> tuple[float, float, float]:
    """Return the mean of values between 0 and 1, and its Wilson interval with the effective sample size.

    Many scores are near 0 or 1, where a symmetric interval has too little coverage.
    """
    value = min(max(float(means.mean()), 0.0), 1.0)
    if means.size == 1:
        return value, 0.0, 1.0
    quantile = t_quantile(level, means.size - 1)
    variance = float(means.var(ddof=1)) / means.size
    if variance < 1e-18:
        reach = unseen_share(means.size, quantile)
        return value, value - reach * value, value + reach * (1 - value)
    likely = (float(means.sum()) + 1) / (means.size + 2)
    variance += unseen * likely * (1 - likely) / (means.size - 1) / means.size
    low, high = score_interval(value, value * (1 - value) / variance, quantile)
    return value, low, high


def _unbounded(means: Floats, n: int, level: float) -> Estimate:
    value = float(means.mean())
    half = float("inf")
    if means.size > 1:
        half = t_quantile(level, means.size - 1) * float(means.std(ddof=1)) / sqrt(means.size)
    return Estimate(
        value=value,
        low=value - half,
        high=value + half,
        n=n,
        clusters=means.size,
        method="clustered t",
        level=level,
    )


# Scores and thresholds that differ only in later decimals read the same.
MOST_DIGITS = 6


def percent(share: float) -> str:
    """Format a share as a percentage, with a decimal only near 0% and 100%: 95%, 99.6%."""
    near_an_end = 0 < share < 0.0095 or 0.9905 < share < 1
    return f"{fixed_text(share * 100, 1 if near_an_end else 0)}%"


def fixed_text(value: float, digits: int) -> str:
    """Format with fixed decimals; halves are rounded away from zero, as browsers do, and not to the even digit."""
    if not isfinite(value):
        return str(value)
    return str(Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def digits_of(top: float) -> int:
    """Return the number of decimals for scores up to `top`: 0.85, 8.5, 85."""
    return 2 if top <= 1 else 1 if top <= 10 else 0


def score_text(value: float, top: float = 1.0) -> str:
    """Format a score on the scorer's own scale with a fixed number of decimals."""
    return fixed_text(value * top, digits_of(top))


def compared_texts(value: float, other: float, top: float = 1.0) -> tuple[str, str]:
    """Format two scores, such as a score and its threshold, with the decimals that are needed to tell them apart."""
    digits = digits_of(top)
    while True:
        texts = fixed_text(value * top, digits), fixed_text(other * top, digits)
        if texts[0] != texts[1] or value == other or digits == MOST_DIGITS:
            return texts
        digits += 1


def distance_text(value: float, top: float = 1.0) -> str:
    """Format a difference of scores, with one more decimal if it is small: 0.15, 0.004."""
    digits = digits_of(top)
    shown = value * top
    text = fixed_text(shown, digits)
    if 0 < abs(shown) < 9.95 * 10**-digits:
        longer = fixed_text(shown, digits + 1)
        text = text if longer == f"{text}0" else longer
    return text


def interval_text(value: float, low: float, high: float, top: float = 1.0) -> str:
    """Format a score with its 95% interval: 0.82 (0.78 to 0.86)."""
    return f"{score_text(value, top)} ({score_text(low, top)} to {score_text(high, top)})"
