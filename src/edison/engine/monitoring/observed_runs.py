"""Load executions with scores by case, as the monitor statistics need them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from edison.domain.ids import ProjectId, RunId
from edison.domain.monitoring.assessment import CanarySeen, Seen, TargetSeen
from edison.domain.monitoring.assessment import ObservedChange as SeenChange
from edison.domain.results.grade_arrays import Kept
from edison.domain.results.run_arrays import is_lost, passes_of
from edison.domain.runs.run_plan import Plan, Run
from edison.domain.suites.execution import ExecutionChange
from edison.domain.trends.execution_points import ObservedRun
from edison.domain.trends.target_keys import targets_of
from edison.domain.trends.trend_points import CanaryLevel, ExecutionPoint
from edison.engine.runs.judge_dialogues import load_kept_grades
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KeptRun:
    run: Run
    kept: Kept


async def load_kept_run(tx: ReadTx, project: ProjectId, run: RunId, now: datetime) -> KeptRun:
    """Load a past run with its stored scores."""
    found = await tx.runs.get(project, run)
    return KeptRun(run=found, kept=(await load_kept_grades(tx, project, found, now)).kept)


async def observed_run(tx: ReadTx, project: ProjectId, run: RunId, now: datetime) -> ObservedRun:
    """Load a run that has just ended; recompute its scores if the stored ones are out of date."""
    found = await tx.runs.get(project, run)
    kept = (await load_kept_grades(tx, project, found, now, fresh=True)).kept
    columns, scores = await tx.run_sums.read(project, run)
    return ObservedRun(plan=found.plan, kept=kept, columns=columns, scores=scores)


def targets_seen(plan: Plan, kept: Kept) -> tuple[TargetSeen, ...]:
    cases = _names(kept)
    return tuple(
        TargetSeen(
            key=target.key,
            label=target.label,
            cases=cases,
            scores=kept.grades_of(target.column),
            passes=passes_of(kept.standings_of(target.column)),
            lost=int(is_lost(kept.standings_of(target.column)).any(axis=1).sum()),
        )
        for target in targets_of(plan)
    )


def seen_of_point(point: ExecutionPoint, plan: Plan, kept: Kept) -> Seen:
    """Build a past execution from its run; the canary, the changes and the health come from its trend point."""
    return Seen(
        id=str(point.execution),
        at=point.at,
        targets=targets_seen(plan, kept),
        canary=canary_seen(point.canary),
        changes=changes_seen(point.changes),
        healthy=point.healthy,
    )


def canary_seen(canary: CanaryLevel | None) -> CanarySeen | None:
    if canary is None:
        return None
    return CanarySeen(
        answers=tuple(f"{canary.frozen}/{place}" for place in range(len(canary.answers))),
        scores=np.array([np.nan if value is None else value for value in canary.answers]),
    )


def changes_seen(changes: Iterable[ExecutionChange]) -> tuple[SeenChange, ...]:
    return tuple(SeenChange(what=str(change.what), words=change.words) for change in changes)


def _names(kept: Kept) -> tuple[str, ...]:
    """Return a unique name for each case revision, because an edited case counts as another case."""
    return tuple(
        f"{case.tobytes().hex()}:{revision.tobytes().hex()}"
        for case, revision in zip(kept.cases, kept.revisions, strict=True)
    )
