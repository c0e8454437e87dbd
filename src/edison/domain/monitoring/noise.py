"""How far one night's mean is from another's if nothing has changed, and whether a night is further away than that.

Two things move a mean: answers to the same case differ, and whole nights differ (the wobble). The first shrinks with
cases, the second does not. Both are measured on the runs there are.
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

# Until enough nights are seen, nights are taken to differ by one point, as if that many had been seen.
USUAL_WOBBLE = 0.01
_AS_IF_SEEN = 6
# A larger chance than this is no alarm anywhere, and is not counted out.
_NOT_WORTH_COUNTING = 0.05


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ByCase:
    """One mean for each case of one run; NaN: nothing usable."""

    names: tuple[str, ...]
    means: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """Of one run's mean, if nothing has changed."""

    variance: float
    freedom: float
    # Without what nights were seen to differ by: of nights that are on their way somewhere, that is no noise.
    usual: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """By how much the runs looked at differ from the base, on the cases that both have."""

    value: float
    error: float
    freedom: float
    base: float
    now: float
    cases: int
    base_runs: int
    look_runs: int
    # The chance of a mean this low, and this high, if nothing has changed; exact only where it is small.
    p_low: float
    p_high: float

    @property
    def p(self) -> float:
        """In either direction."""
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
    """`reference` are healthy runs, those of the base among them, that show how much runs differ anyway.

    None: too few cases in common.
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
    """A row for each name, a column for each run."""
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
    """From healthy runs alone if there are three; else the runs looked at help to tell how much answers differ."""
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
    # By luck runs may lie closer together than their own answers allow.
    return Noise(
        variance=max(variance, within / cases),
        freedom=float(_AS_IF_SEEN + weight),
        usual=expected,
    )


def _run_effects(runs: Floats) -> Floats:
    """How far each run is from the others, on the cases it has."""
    return np.nanmean(runs - np.nanmean(runs, axis=1, keepdims=True), axis=0)


def _variance_within(runs: Floats) -> float:
    """Of a case's mean in one run, around the case and the run."""
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
