"""Collect the evidence to assess an execution: its results, its baseline, recent executions and the time series."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from edison.domain.errors import NotFound
from edison.domain.ids import ProjectId, RunId
from edison.domain.monitoring.assessment import (
    RECENT_RUNS,
    SERIES_POINTS,
    CanarySeen,
    MonitorEvidence,
    PastPoint,
    Seen,
    TargetSeen,
)
from edison.domain.monitoring.monitor import Monitor
from edison.domain.runs.run_sums import ScoreSums
from edison.domain.suites.execution import Execution, ExecutionChange
from edison.domain.suites.suite import Suite
from edison.domain.trends.execution_points import ObservedRun, canary_of
from edison.domain.trends.trend_points import OVERALL, ExecutionPoint
from edison.engine.monitoring.observed_runs import (
    KeptRun,
    canary_seen,
    changes_seen,
    load_kept_run,
    seen_of_point,
    targets_seen,
)
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GatheredEvidence:
    evidence: MonitorEvidence
    # Description of the baseline's source.
    words: str
    # Changes of this execution and of earlier ones, back to the last healthy one.
    changes: tuple[ExecutionChange, ...]


class _Runs:
    """Cache of loaded runs, because a run can be both recent and part of the baseline."""

    def __init__(self, tx: ReadTx, project: ProjectId, now: datetime) -> None:
        self._tx, self._project, self._now = tx, project, now
        self._read: dict[RunId, KeptRun] = {}

    async def of(self, run: RunId) -> KeptRun:
        if run not in self._read:
            self._read[run] = await load_kept_run(self._tx, self._project, run, self._now)
        return self._read[run]

    async def seen(self, points: Sequence[ExecutionPoint]) -> tuple[Seen, ...]:
        """Load the executions of overall trend points."""
        found: list[Seen] = []
        for point in points:
            one = await self.of(RunId(point.run))
            found.append(seen_of_point(point, one.run.plan, one.kept))
        return tuple(found)


async def gather_evidence(
    tx: ReadTx,
    project: ProjectId,
    suite: Suite,
    monitor: Monitor,
    execution: Execution,
    shown: ObservedRun,
    points: Sequence[ExecutionPoint],
    now: datetime,
) -> GatheredEvidence:
    past = await tx.points.before(
        project, execution.suite, monitor.id, execution.created_at, executions=SERIES_POINTS - 1
    )
    whole = [point for point in past if point.target == OVERALL]
    runs = _Runs(tx, project, now)
    baseline, words = await _baseline(tx, project, monitor, execution, runs)
    return GatheredEvidence(
        evidence=MonitorEvidence(
            now=Seen(
                id=str(execution.id),
                at=execution.created_at,
                targets=await _targets(tx, project, suite, execution, shown),
                canary=canary_seen(points[0].canary),
                changes=changes_seen(execution.changes),
            ),
            baseline=baseline,
            recent=await runs.seen(whole[-RECENT_RUNS:]),
            series=_series([*past, *points], {target.key for target in shown.targets}),
            frozen=await _frozen(tx, project, suite, runs),
            judged=suite.recipe.asks_a_judge,
        ),
        words=words,
        changes=_recent_changes(execution, whole[-RECENT_RUNS:]),
    )


def _recent_changes(
    execution: Execution, past: Sequence[ExecutionPoint]
) -> tuple[ExecutionChange, ...]:
    """Return the changes of this and earlier executions, back to the last healthy one, with their versions."""
    found = list(execution.changes)
    for point in reversed(past):
        found += point.changes
        if point.healthy:
            break
    return tuple(found)


async def _targets(
    tx: ReadTx, project: ProjectId, suite: Suite, execution: Execution, shown: ObservedRun
) -> tuple[TargetSeen, ...]:
    """Return the targets of an execution, with sums by scorer if the suite has thresholds for single scorers."""
    targets = targets_seen(shown.plan, shown.kept)
    if execution.run is None or not suite.recipe.thresholds.scorers:
        return targets
    scorers = await tx.runs.scorers(project, execution.run)
    return tuple(
        replace(
            target,
            scorers={
                scorer.name: shown.scores.get((place.column, scorer.number), ScoreSums())
                for scorer in scorers
            },
        )
        for target, place in zip(targets, shown.targets, strict=True)
    )


async def _baseline(
    tx: ReadTx, project: ProjectId, monitor: Monitor, execution: Execution, runs: _Runs
) -> tuple[tuple[Seen, ...], str]:
    wanted = monitor.baseline
    if wanted.kind == "run" and wanted.run is not None:
        if wanted.run == execution.run:
            return (), "This execution is the baseline itself"
        try:
            one = await runs.of(RunId(wanted.run))
        except NotFound:
            return (), "The baseline run was deleted"
        # Use the execution's id if it has one, so that it equals the id among the recent executions.
        night = await tx.executions.of_run(project, one.run.id)
        seen = Seen(
            id=str(night.id if night else one.run.id),
            at=one.run.created_at,
            targets=targets_seen(one.run.plan, one.kept),
        )
        return (seen,), f"Run {one.run.number}"
    healthy = await tx.points.before(
        project,
        execution.suite,
        monitor.id,
        execution.created_at,
        executions=wanted.runs,
        healthy=True,
    )
    whole = [point for point in healthy if point.target == OVERALL]
    words = (
        f"The last {len(whole)} good executions" if len(whole) > 1 else "The last good execution"
    )
    return await runs.seen(whole), words


async def _frozen(tx: ReadTx, project: ProjectId, suite: Suite, runs: _Runs) -> CanarySeen | None:
    canary = await tx.canaries.find(project, suite.id)
    if canary is None:
        return None
    one = await runs.of(canary.frozen)
    return canary_seen(canary_of(one.kept, canary.frozen))


def _series(points: Sequence[ExecutionPoint], keys: set[str]) -> dict[str, tuple[PastPoint, ...]]:
    """Return the trend points by target, oldest first; the changes are read from the overall points."""
    changes = {point.execution: point.changes for point in points if point.target == OVERALL}
    found: dict[str, list[PastPoint]] = defaultdict(list)
    for point in points:
        if point.target_key in keys:
            found[point.target_key].append(
                PastPoint(
                    execution=str(point.execution),
                    at=point.at,
                    score=point.score,
                    pass_rate=point.pass_rate,
                    answered=point.answered,
                    latency_p50_ms=point.latency_p50_ms,
                    latency_p95_ms=point.latency_p95_ms,
                    cost_micro=point.cost + point.judge_cost,
                    changes=changes_seen(changes.get(point.execution, ())),
                )
            )
    return {key: tuple(line[-SERIES_POINTS:]) for key, line in found.items()}
