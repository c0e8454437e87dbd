"""Comparison windows: which runs are compared with which.

This run alone, and this run together with the previous one, which detects smaller shifts.
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
    """A mean on these cases, and its standard error over repetitions."""

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
    """Add a window of the last runs: frozen answers are few, and a small drift shows only over several runs."""
    runs = (*evidence.recent, evidence.now)[-JUDGE_NIGHTS:]
    if len(runs) < JUDGE_NIGHTS or any(run.changes for run in runs[1:]):
        return looks
    ids = {run.id for run in runs}
    before = tuple(run for run in looks[0].reference if run.id not in ids)
    return (*looks, ComparisonWindow(runs=runs, base=before, reference=before))


def shift_of_target(look: ComparisonWindow, key: str) -> Shift | None:
    """Return the shift; None: a run of the window does not have this target, or too few cases are shared."""
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
    """Return the means by case, for runs that have the target and any value."""
    found: list[ByCase] = []
    for run in runs:
        target = run.target(key)
        means = None if target is None else _means(target, passes)
        if means is not None:
            found.append(means)
    return found


@lru_cache(maxsize=64)
def _means(target: TargetSeen, passes: bool) -> ByCase | None:
    """Return the mean by case; cached by identity, because every rule and window needs it again."""
    values = target.passes if passes else target.scores
    if values is None or np.isnan(values).all():
        return None
    return ByCase(names=target.cases, means=mean_by_case(values))


def too_many_lost(look: ComparisonWindow, key: str) -> bool:
    """Return whether so many cases failed that they could change the result. Errors are never zeros."""
    target = look.runs[-1].target(key)
    if target is None or not target.lost:
        return False
    usable = int((~np.isnan(target.scores)).any(axis=1).sum())
    return target.lost / (usable + target.lost) > LOST_AT_MOST


def _seen_twice(others: Floats, looked: Floats) -> bool:
    both = np.concatenate([others, looked], axis=1)
    return bool(((~np.isnan(both)).sum(axis=1) > 1).sum() > 1)


def _of_cases(means: Floats) -> Noise:
    """Return the noise for a single run: the differences between cases, which is an overestimate."""
    variance = float(means.var(ddof=1)) / means.size
    return Noise(variance=variance, freedom=means.size - 1, usual=variance)


def _once(runs: Iterable[Seen]) -> tuple[Seen, ...]:
    return tuple({run.id: run for run in runs}.values())
