"""Variation of a run's mean if nothing has changed, and shifts that exceed this variation.

A run's mean varies because answers to the same case differ, and because whole runs differ (the wobble). Only the
first part shrinks with the number of cases. The available runs are used to estimate each part.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import stdtr

from edison.domain.monitoring.assessment import Floats
from edison.domain.monitoring.permutation_test import stratified
from edison.domain.statistics.estimates import t_quantile
from edison.domain.statistics.paired_comparison import FEWEST_CASES

# Prior for differences between runs: one point, with the weight of this many observed runs.
USUAL_WOBBLE = 0.01
_AS_IF_SEEN = 6
# A larger probability than this raises no alarm, and is not computed exactly.
_NOT_WORTH_COUNTING = 0.05


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ByCase:
    """Mean of each case in one run; NaN for a case without a usable value."""

    names: tuple[str, ...]
    means: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """Estimated variance of a run's mean if nothing has changed."""

    variance: float
    freedom: float
    # Without the observed differences between runs: during a trend these are not noise.
    usual: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """Difference between the mean of the runs in a window and the mean of the baseline runs, on shared cases."""

    value: float
    error: float
    freedom: float
    base: float
    now: float
    cases: int
    base_runs: int
    look_runs: int
    # Probability of a mean this low, and this high, if nothing has changed; exact only where it is small.
    p_low: float
    p_high: float

    @property
    def p(self) -> float:
        """Two-sided p-value."""
        return min(1.0, 2 * min(self.p_low, self.p_high))

    @property
    def low(self) -> float:
        return max(-1.0, self.value - t_quantile(0.95, round(self.freedom)) * self.error)

    @property
    def high(self) -> float:
        return min(1.0, self.value + t_quantile(0.95, round(self.freedom)) * self.error)


def shift_between(
    look: Sequence[ByCase], base: Sequence[ByCase], reference: Sequence[ByCase]
) -> Shift | None:
    """Compare the runs of a window with the baseline runs; return None if too few cases are shared.

    `reference` are the healthy runs, including the baseline, from which the usual variation is estimated.
    """
    if not look or not base:
        return None
    names = look[-1].names
    looked, based = side_by_side(names, look), side_by_side(names, base)
    shared = ~np.isnan(looked).all(axis=1) & ~np.isnan(based).all(axis=1)
    if shared.sum() < FEWEST_CASES:
        return None
    looked, based = looked[shared], based[shared]
    others = side_by_side(names, reference)[shared]
    noise = noise_of(others, looked)
    now, then = np.nanmean(looked, axis=1), np.nanmean(based, axis=1)
    value = float((now - then).mean())
    error = sqrt(noise.variance * (1 / len(look) + 1 / len(base)))
    p_low, p_high = chances(value / error if error > 0 else 0.0, noise.freedom)
    if min(p_low, p_high) < _NOT_WORTH_COUNTING:
        low, high = _by_order(looked, based)
        p_low, p_high = max(p_low, low), max(p_high, high)
    return Shift(
        value=value,
        error=error,
        freedom=noise.freedom,
        base=float(then.mean()),
        now=float(now.mean()),
        cases=int(shared.sum()),
        base_runs=len(base),
        look_runs=len(look),
        p_low=p_low,
        p_high=p_high,
    )


def side_by_side(names: tuple[str, ...], runs: Sequence[ByCase]) -> Floats:
    """Return a matrix of case means with one row per case name and one column per run."""
    table = np.full((len(names), len(runs)), np.nan)
    for column, run in enumerate(runs):
        if run.names == names:
            table[:, column] = run.means
            continue
        places = {name: place for place, name in enumerate(run.names)}
        found = [(row, places[name]) for row, name in enumerate(names) if name in places]
        if found:
            rows, of = np.array(found, dtype=np.int64).T
            table[rows, column] = run.means[of]
    return table


def noise_of(reference: Floats, looked: Floats) -> Noise:
    """Estimate the noise from the reference runs.

    With fewer than three reference runs, the compared runs are also used to estimate the variance within a run.
    """
    runs = reference[:, ~np.isnan(reference).all(axis=0)]
    cases = len(runs)
    within = _variance_within(
        runs if runs.shape[1] >= 3 else np.concatenate([runs, looked], axis=1)
    )
    expected = USUAL_WOBBLE**2 + within / cases
    count = runs.shape[1]
    measured = float(np.var(_run_effects(runs), ddof=1)) if count > 1 else 0.0
    weight = max(count - 1, 0)
    variance = (_AS_IF_SEEN * expected + weight * measured) / (_AS_IF_SEEN + weight)
    # By chance, runs may be closer together than the variance of their answers allows.
    return Noise(
        variance=max(variance, within / cases),
        freedom=float(_AS_IF_SEEN + weight),
        usual=expected,
    )


def _run_effects(runs: Floats) -> Floats:
    """Return each run's mean deviation from the case means over all runs."""
    return np.nanmean(runs - np.nanmean(runs, axis=1, keepdims=True), axis=0)


def _variance_within(runs: Floats) -> float:
    """Return the residual variance of a case's mean in one run, after removing the effects of case and run."""
    known = ~np.isnan(runs)
    rows = known.sum(axis=1) > 1
    runs, known = runs[rows], known[rows]
    freedom = int(known.sum()) - len(runs) - runs.shape[1] + 1
    if freedom < 1:
        return 0.0
    rest = runs - np.nanmean(runs, axis=1, keepdims=True)
    rest = rest - np.nanmean(rest, axis=0, keepdims=True)
    return float(np.nansum(rest**2)) / freedom


def chances(distance: float, freedom: float) -> tuple[float, float]:
    return float(stdtr(freedom, distance)), float(stdtr(freedom, -distance))


def _by_order(looked: Floats, based: Floats) -> tuple[float, float]:
    whole = ~np.isnan(looked).any(axis=1) & ~np.isnan(based).any(axis=1)
    if whole.sum() < FEWEST_CASES:
        return 0.0, 0.0
    return stratified(looked[whole], based[whole])
