"""Trend points of an execution: figures of each target of its run, and of all targets together."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

import numpy as np

from edison.domain.models.usage_tally import percentile
from edison.domain.money import MicroUsd
from edison.domain.results.grade_arrays import Kept
from edison.domain.results.run_arrays import Floats, is_lost, passes_of
from edison.domain.results.run_summary import Figure, figure
from edison.domain.results.target_composites import Several, composite_of
from edison.domain.runs.run_plan import Plan
from edison.domain.runs.run_sums import ColumnSums, ScoreSums
from edison.domain.statistics.estimates import mean_of, proportion_of
from edison.domain.suites.execution import Execution
from edison.domain.trends.target_keys import TrendedTarget, targets_of
from edison.domain.trends.trend_points import (
    OVERALL,
    OVERALL_KEY,
    OVERALL_LABEL,
    OVERRIDE_KEY,
    CanaryLevel,
    ExecutionPoint,
)

# Stored digits of a single score.
DIGITS = 6


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ObservedRun:
    """A run with its grades and sums. `scores` is keyed by column and scorer."""

    plan: Plan
    kept: Kept
    columns: Mapping[int, ColumnSums]
    scores: Mapping[tuple[int, int], ScoreSums]

    @property
    def targets(self) -> tuple[TrendedTarget, ...]:
        return targets_of(self.plan)

    @property
    def cost(self) -> int:
        return sum(one.cost for one in self.columns.values()) + self.judge_cost

    @property
    def judge_cost(self) -> int:
        return sum(one.cost for one in self.scores.values())


def points_of(
    execution: Execution, shown: ObservedRun, *, canary: CanaryLevel | None, canary_cost: int
) -> tuple[ExecutionPoint, ...]:
    """Return the trend points of an execution: first of all targets together, then of each column."""
    assert execution.run is not None
    targets = shown.targets
    nothing = ExecutionPoint(
        execution=execution.id,
        suite=execution.suite,
        monitor=execution.monitor,
        run=execution.run,
        number=execution.number,
        at=execution.created_at,
        target=OVERALL,
        target_key=OVERALL_KEY if execution.override is None else OVERRIDE_KEY,
        label=OVERALL_LABEL if len(targets) != 1 else targets[0].label,
        n_cases=shown.plan.cases,
    )
    whole = replace(
        _measured(nothing, shown, tuple(range(len(shown.plan.columns)))),
        canary=canary,
        changes=execution.changes,
    )
    whole = replace(whole, judge_cost=MicroUsd(whole.judge_cost + canary_cost))
    return (
        whole,
        *(
            _measured(
                replace(nothing, target=target.column, target_key=target.key, label=target.label),
                shown,
                (target.column,),
            )
            for target in targets
        ),
    )


def _measured(point: ExecutionPoint, shown: ObservedRun, columns: Sequence[int]) -> ExecutionPoint:
    sums = [shown.columns[one] for one in columns if one in shown.columns]
    score = composite_of(Several(kept=shown.kept, columns=tuple(columns)))
    passed = _pass_rate(shown.kept, columns)
    buckets: Counter[int] = Counter()
    for one in sums:
        buckets.update(one.buckets)
    return replace(
        point,
        score=None if score is None else score.value,
        low=None if score is None else score.low,
        high=None if score is None else score.high,
        pass_rate=None if passed is None else passed.value,
        answered=sum(one.answered + one.malformed for one in sums),
        failed=sum(one.failed for one in sums),
        cost=MicroUsd(sum(one.cost for one in sums)),
        judge_cost=MicroUsd(
            sum(one.cost for (column, _), one in shown.scores.items() if column in columns)
        ),
        latency_p50_ms=percentile(buckets, 0.5),
        latency_p95_ms=percentile(buckets, 0.95),
    )


def _pass_rate(kept: Kept, columns: Sequence[int]) -> Figure | None:
    passes: Floats = np.stack([passes_of(kept.standings_of(one)) for one in columns], axis=2)
    of_case = np.repeat(np.arange(len(kept.cases)), kept.trials * len(columns))
    return figure(proportion_of(passes.reshape(-1), of_case))


def lost_of(shown: ObservedRun) -> tuple[int, int]:
    """Return the number of cells without a score because of errors, and the number of all cells."""
    return int(is_lost(shown.kept.standings).sum()), int(shown.kept.standings.size)


def canary_of(kept: Kept, frozen: UUID) -> CanaryLevel | None:
    """Return the mean and all grades of the frozen answers, or None if no answer has a usable grade."""
    given = kept.grades
    found = figure(mean_of(given, np.arange(given.size)))
    if found is None:
        return None
    return CanaryLevel(
        frozen=str(frozen),
        score=found.value,
        low=found.low,
        high=found.high,
        answers=[None if np.isnan(value) else round(float(value), DIGITS) for value in given],
    )
