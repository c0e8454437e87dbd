"""Repository of trend points. The database aggregates long trends, so that charts stay fast."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, insert, select, text

from edison.domain.ids import ProjectId
from edison.domain.money import MicroUsd
from edison.domain.suites.execution import ChangeOf, ExecutionChange
from edison.domain.trends.trend import Annotation, TrendPlace, TrendTarget
from edison.domain.trends.trend_points import (
    OVERALL,
    OVERALL_KEY,
    OVERALL_LABEL,
    OVERRIDE_KEY,
    BaselineLevel,
    CanaryLevel,
    ExecutionPoint,
)
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.alerts import PointRow

MOST_ANNOTATIONS = 200
# Only executions of monitors have a baseline; this many others may follow the last of them.
LOOKED_BACK = 50

# Buckets hold the same number of executions each, so they are far apart in time where executions are.
PLACES = text(
    """
    WITH ours AS MATERIALIZED (
        SELECT at, execution_id, run_id, number, label, score, low, high, pass_rate, cost_micro, judge_cost_micro,
            latency_p50_ms, latency_p95_ms, n_cases, answered, failed, canary_score,
            row_number() OVER (ORDER BY at) AS position, count(*) OVER () AS n
        FROM points
        WHERE project_id = :project AND suite_id = :suite AND target_key = :target
          AND (CAST(:since AS timestamptz) IS NULL OR at >= :since)
          AND (CAST(:monitor AS uuid) IS NULL OR monitor_id = :monitor)
    ), places AS (
        SELECT max(position) AS last, count(*) AS executions,
            avg(score) AS score, avg(low) AS low, avg(high) AS high,
            min(score) AS lowest, max(score) AS highest, avg(pass_rate) AS pass_rate,
            avg(CAST(cost_micro AS float8)) AS cost, avg(CAST(judge_cost_micro AS float8)) AS judge_cost,
            avg(latency_p50_ms) AS latency_p50_ms, avg(latency_p95_ms) AS latency_p95_ms,
            sum(n_cases) AS n_cases, sum(answered) AS answered, sum(failed) AS failed,
            avg(canary_score) AS canary
        FROM ours
        GROUP BY CASE WHEN n <= :most THEN position - 1 ELSE (position - 1) * :most / n END
    )
    SELECT p.*, o.at, o.execution_id, o.run_id, o.number, o.label
    FROM places p JOIN ours o ON o.position = p.last ORDER BY p.last
    """
)
# Jumps from one target to the next in the index instead of reading all points.
TARGETS = text(
    """
    WITH RECURSIVE keys AS (
        (SELECT target_key FROM points WHERE suite_id = :suite ORDER BY target_key LIMIT 1)
        UNION ALL
        SELECT (SELECT p.target_key FROM points p WHERE p.suite_id = :suite AND p.target_key > k.target_key
                ORDER BY p.target_key LIMIT 1)
        FROM keys k WHERE k.target_key IS NOT NULL
    )
    SELECT l.target, k.target_key, l.label, l.at = max(l.at) OVER () AS current
    FROM keys k CROSS JOIN LATERAL (
        SELECT target, label, at FROM points p
        WHERE p.project_id = :project AND p.suite_id = :suite AND p.target_key = k.target_key
        ORDER BY at DESC LIMIT 1
    ) l
    WHERE k.target_key <> :override
    ORDER BY current DESC, l.target, l.label
    """
)
BASELINE = text(
    """
    SELECT baseline FROM (
        SELECT baseline, at FROM points
        WHERE project_id = :project AND suite_id = :suite AND target_key = :target
          AND (CAST(:monitor AS uuid) IS NULL OR monitor_id = :monitor)
        ORDER BY at DESC LIMIT :back
    ) newest WHERE baseline IS NOT NULL ORDER BY at DESC LIMIT 1
    """
)
ACCEPT = text(
    """
    UPDATE points SET healthy = true
    WHERE project_id = :project AND monitor_id = :monitor AND NOT healthy AND at >= coalesce((
        SELECT max(at) FROM points WHERE project_id = :project AND monitor_id = :monitor AND at <= :since
    ), :since)
    """
)


class Points(Repository):
    async def put(
        self, project: ProjectId, execution: UUID, points: Sequence[ExecutionPoint]
    ) -> None:
        """Save the points of an execution, replacing its earlier points."""
        await self._session.execute(
            delete(PointRow)
            .where(PointRow.project_id == project, PointRow.execution_id == execution)
            .execution_options(synchronize_session=False)
        )
        if points:
            await self._session.execute(
                insert(PointRow), [_written(project, point) for point in points]
            )

    async def has_points(self, project: ProjectId, execution: UUID) -> bool:
        """Return whether an execution has been assessed, which writes its points."""
        query = select(PointRow.target).where(
            PointRow.project_id == project, PointRow.execution_id == execution
        )
        return await self._session.scalar(query.limit(1)) is not None

    async def before(
        self,
        project: ProjectId,
        suite: UUID,
        monitor: UUID | None,
        at: datetime,
        *,
        executions: int,
        healthy: bool = False,
    ) -> list[ExecutionPoint]:
        """Return all points of the last `executions` executions before a time, oldest first.

        With `monitor`, only executions of this monitor count; with `healthy`, only healthy executions.
        """
        newest = (
            select(PointRow.execution_id)
            .where(
                PointRow.project_id == project,
                PointRow.suite_id == suite,
                PointRow.target_key == OVERALL_KEY,
                PointRow.at < at,
            )
            .order_by(PointRow.at.desc())
            .limit(executions)
        )
        if monitor is not None:
            newest = newest.where(PointRow.monitor_id == monitor)
        if healthy:
            newest = newest.where(PointRow.healthy)
        rows = await self._session.scalars(
            select(PointRow)
            .where(PointRow.execution_id.in_(newest))
            .order_by(PointRow.at, PointRow.execution_id, PointRow.target)
        )
        return [_point(row) for row in rows]

    async def is_outdated(self, project: ProjectId, monitor: UUID, at: datetime) -> bool:
        """Return whether a later execution of the monitor has points."""
        later = await self._session.scalar(
            select(PointRow.execution_id)
            .where(PointRow.project_id == project, PointRow.monitor_id == monitor, PointRow.at > at)
            .limit(1)
        )
        return later is not None

    async def accept(self, project: ProjectId, monitor: UUID, since: datetime) -> None:
        """Mark the points since a time as healthy, because a person accepted the new level as normal.

        The newest execution before that time is included: it opened the alert, so it is older than the alert.
        """
        await self._session.execute(
            ACCEPT, {"project": project, "monitor": monitor, "since": since}
        )

    async def places(
        self,
        project: ProjectId,
        suite: UUID,
        target: str,
        *,
        since: datetime | None,
        monitor: UUID | None,
        most: int,
    ) -> list[TrendPlace]:
        """Return the trend of a target, oldest first, in at most `most` buckets."""
        rows = await self._session.execute(
            PLACES,
            {
                "project": project,
                "suite": suite,
                "target": target,
                "since": since,
                "monitor": monitor,
                "most": most,
            },
        )
        return [_place(row) for row in rows]

    async def targets(self, project: ProjectId, suite: UUID) -> list[TrendTarget]:
        """Return all targets that any execution had; targets of the newest execution come first."""
        rows = await self._session.execute(
            TARGETS, {"project": project, "suite": suite, "override": OVERRIDE_KEY}
        )
        return [
            TrendTarget(
                key=row.target_key,
                label=OVERALL_LABEL if row.target_key == OVERALL_KEY else row.label,
                current=row.current,
            )
            for row in rows
        ]

    async def baseline(
        self, project: ProjectId, suite: UUID, target: str, monitor: UUID | None
    ) -> BaselineLevel | None:
        """Return the baseline of a target in the newest execution of the suite, or of the given monitor."""
        found: dict[str, Any] | None = await self._session.scalar(
            BASELINE,
            {
                "project": project,
                "suite": suite,
                "target": target,
                "monitor": monitor,
                "back": LOOKED_BACK,
            },
        )
        return None if found is None else BaselineLevel(**found)

    async def annotations(
        self, project: ProjectId, suite: UUID, *, since: datetime | None
    ) -> list[Annotation]:
        """Return the changes of the suite with their times, oldest first; the newest if there are too many."""
        query = (
            select(PointRow.at, PointRow.changes, PointRow.execution_id, PointRow.number)
            .where(
                PointRow.project_id == project,
                PointRow.suite_id == suite,
                PointRow.target == OVERALL,
                text("changes <> '[]'::jsonb"),
            )
            .order_by(PointRow.at.desc())
            .limit(MOST_ANNOTATIONS)
        )
        if since is not None:
            query = query.where(PointRow.at >= since)
        rows = (await self._session.execute(query)).all()
        return [
            Annotation(
                at=row.at,
                what=change["what"],
                words=change["words"],
                execution=row.execution_id,
                number=row.number,
            )
            for row in reversed(rows)
            for change in row.changes
        ]


def _written(project: ProjectId, point: ExecutionPoint) -> dict[str, Any]:
    return to_columns(
        PointRow,
        point,
        execution_id=point.execution,
        project_id=project,
        suite_id=point.suite,
        monitor_id=point.monitor,
        run_id=point.run,
        cost_micro=point.cost,
        judge_cost_micro=point.judge_cost,
        canary_score=None if point.canary is None else point.canary.score,
        canary=None if point.canary is None else asdict(point.canary),
        baseline=None if point.baseline is None else asdict(point.baseline),
        changes=[{**asdict(change), "what": str(change.what)} for change in point.changes],
    )


def _point(row: PointRow) -> ExecutionPoint:
    return from_row(
        ExecutionPoint,
        row,
        execution=row.execution_id,
        suite=row.suite_id,
        monitor=row.monitor_id,
        run=row.run_id,
        cost=row.cost_micro,
        judge_cost=row.judge_cost_micro,
        canary=None if row.canary is None else CanaryLevel(**row.canary),
        baseline=None if row.baseline is None else BaselineLevel(**row.baseline),
        changes=tuple(
            ExecutionChange(**{**change, "what": ChangeOf(change["what"])})
            for change in row.changes
        ),
    )


def _place(row: Any) -> TrendPlace:
    return from_row(
        TrendPlace,
        row,
        execution=row.execution_id,
        run=row.run_id,
        cost=MicroUsd(round(row.cost)),
        judge_cost=MicroUsd(round(row.judge_cost)),
    )
