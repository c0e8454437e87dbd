"""Comparison windows: the runs that are compared with the baseline.

There are two windows: the current run alone, and the current run with the previous run, which detects smaller shifts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from edison.domain.monitoring.assessment import Floats, MonitorEvidence, Seen, TargetSeen
from edison.domain.monitoring.false_alarm_levels import LOST_AT_MOST
from edison.domain.monitoring.noise import (
    ByCase,
    Noise,
    Shift,
    noise_of,
    shift_between,
    side_by_side,
)
from edison.domain.results.run_arrays import mean_by_case

# This many runs together show a drift of the judge that two do not.
JUDGE_NIGHTS = 5


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ComparisonWindow:
    runs: tuple[Seen, ...]
    base: tuple[Seen, ...]
    # Healthy runs, including those of the base.
    reference: tuple[Seen, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetLevel:
    """Mean score of a target with the standard error of that mean."""

    value: float
    error: float
    freedom: float
    cases: int
    # Variance of a run's mean, if runs differ as much as usual.
    usual: float


def looks_of(evidence: MonitorEvidence) -> tuple[ComparisonWindow, ...]:
    now, baseline = evidence.now, evidence.baseline
    healthy = _once([*baseline, *(run for run in evidence.recent if run.healthy)])
    looks = [ComparisonWindow(runs=(now,), base=baseline, reference=healthy)]
    # After a change in this run, the previous run says nothing about it.
    if evidence.recent and not now.changes:
        before = evidence.recent[-1]
        base = tuple(run for run in baseline if run.id != before.id)
        if base:
            others = tuple(run for run in healthy if run.id != before.id)
            looks.append(ComparisonWindow(runs=(before, now), base=base, reference=others))
    return tuple(looks)


def judge_looks(
    evidence: MonitorEvidence, looks: tuple[ComparisonWindow, ...]
) -> tuple[ComparisonWindow, ...]:
    """Add a window of the last runs, because with few frozen answers a small drift shows only over several runs."""
    runs = (*evidence.recent, evidence.now)[-JUDGE_NIGHTS:]
    if len(runs) < JUDGE_NIGHTS or any(run.changes for run in runs[1:]):
        return looks
    ids = {run.id for run in runs}
    before = tuple(run for run in looks[0].reference if run.id not in ids)
    return (*looks, ComparisonWindow(runs=runs, base=before, reference=before))


def shift_of_target(look: ComparisonWindow, key: str) -> Shift | None:
    """Return the shift of a target in a window.

    Return None if a run of the window does not have this target, or if too few cases are shared.
    """
    runs = by_case(look.runs, key)
    if len(runs) < len(look.runs):
        return None
    return shift_between(runs, by_case(look.base, key), by_case(look.reference, key))


def level_of_target(look: ComparisonWindow, key: str, *, passes: bool) -> TargetLevel | None:
    runs = by_case(look.runs, key, passes=passes)
    if len(runs) < len(look.runs):
        return None
    names = runs[-1].names
    looked = side_by_side(names, runs)
    known = ~np.isnan(looked).all(axis=1)
    if known.sum() < 2:
        return None
    looked = looked[known]
    others = side_by_side(names, by_case(look.reference, key, passes=passes))[known]
    means = np.nanmean(looked, axis=1)
    noise = noise_of(others, looked) if _seen_twice(others, looked) else _of_cases(means)
    return TargetLevel(
        value=float(means.mean()),
        error=float(np.sqrt(noise.variance / len(runs))),
        freedom=noise.freedom,
        cases=int(known.sum()),
        usual=noise.usual,
    )


def by_case(runs: Iterable[Seen], key: str, *, passes: bool = False) -> list[ByCase]:
    """Return the case means of a target for each run in which the target has at least one value."""
    found: list[ByCase] = []
    for run in runs:
        target = run.target(key)
        means = None if target is None else _means(target, passes)
        if means is not None:
            found.append(means)
    return found


@lru_cache(maxsize=64)
def _means(target: TargetSeen, passes: bool) -> ByCase | None:
    """Return the mean of each case. The result is cached, because every rule and window needs it."""
    values = target.passes if passes else target.scores
    if values is None or np.isnan(values).all():
        return None
    return ByCase(names=target.cases, means=mean_by_case(values))


def too_many_lost(look: ComparisonWindow, key: str) -> bool:
    """Return whether the share of cases without a score because of errors is too high to assess the target."""
    target = look.runs[-1].target(key)
    if target is None or not target.lost:
        return False
    usable = int((~np.isnan(target.scores)).any(axis=1).sum())
    return target.lost / (usable + target.lost) > LOST_AT_MOST


def _seen_twice(others: Floats, looked: Floats) -> bool:
    both = np.concatenate([others, looked], axis=1)
    return bool(((~np.isnan(both)).sum(axis=1) > 1).sum() > 1)


def _of_cases(means: Floats) -> Noise:
    """Estimate the noise of a single run by the variance between cases, which is higher than the actual noise."""
    variance = float(means.var(ddof=1)) / means.size
    return Noise(variance=variance, freedom=means.size - 1, usual=variance)


def _once(runs: Iterable[Seen]) -> tuple[Seen, ...]:
    return tuple({run.id: run for run in runs}.values())
