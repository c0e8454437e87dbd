"""Executions of one project's suites. Numbers are given while the suite is locked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy import func, insert, or_, select, text, update

from edison.domain.errors import NotFound
from edison.domain.ids import ExecutionId, ProjectId, RunId, SuiteId, UserId
from edison.domain.money import MicroUsd
from edison.domain.runs.run_plan import Plan
from edison.domain.runs.run_plan_json import plan_from_json
from edison.domain.suites.execution import (
    Execution,
    ExecutionChange,
    ExecutionReason,
    ExecutionState,
    Trigger,
)
from edison.domain.suites.recipe_json import target_from_json, target_to_json
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.store.repositories.base import Repository
from edison.store.tables.executions import ExecutionRow

CHANGES: TypeAdapter[tuple[ExecutionChange, ...]] = TypeAdapter(tuple[ExecutionChange, ...])

# One look at the past of a suite: the last number, the last run that took its own targets, and what the last one
# that came to its end has cost, its canary included.
BEFORE = text(
    """
    SELECT (SELECT max(number) FROM executions WHERE suite_id = :suite) AS number,
           last.run_id, last.plan, last.scorers, done.cells AS paid_cells, done.spent,
           done.plan AS paid_plan, done.scorers AS paid_scorers
    FROM (SELECT 1) one
    LEFT JOIN LATERAL (
        SELECT e.run_id, r.plan,
               (SELECT jsonb_agg(s.spec ORDER BY s.number) FROM run_scorers s WHERE s.run_id = r.id) AS scorers
        FROM executions e JOIN runs r ON r.id = e.run_id
        WHERE e.project_id = :project AND e.suite_id = :suite AND e.override IS NULL
        ORDER BY e.number DESC LIMIT 1
    ) last ON true
    LEFT JOIN LATERAL (
        SELECT r.cells, r.plan,
               (SELECT jsonb_agg(s.spec ORDER BY s.number) FROM run_scorers s WHERE s.run_id = r.id) AS scorers,
               (SELECT sum(b.settled + b.doubt + b.overrun) FROM budgets b
                WHERE b.scope = 'run' AND b.subject IN (e.run_id, e.canary_run_id)) AS spent
        FROM executions e JOIN runs r ON r.id = e.run_id
        WHERE e.project_id = :project AND e.suite_id = :suite AND e.override IS NULL
          AND e.state = 'completed'
        ORDER BY e.number DESC LIMIT 1
    ) done ON true
    """
)
# What executions at work will still ask for, by their forecasts.
PLANNED = text(
    """
    SELECT suite_id, sum(rest) AS rest
    FROM (
        SELECT e.suite_id, greatest(0, e.forecast_micro - coalesce((
            SELECT sum(b.settled + b.held + b.doubt) FROM budgets b
            WHERE b.scope = 'run' AND b.subject IN (e.run_id, e.canary_run_id)), 0)) AS rest
        FROM executions e
        WHERE e.project_id = :project AND e.state = 'running' AND e.forecast_micro IS NOT NULL
    ) each GROUP BY suite_id
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """A run of the suite before, as far as the next one is compared with it."""

    plan: Plan
    # Each pinned to what it was.
    scorers: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """The last execution that came to its end, and its cost."""

    past: Past
    cells: int
    spent: MicroUsd


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What was before an execution that is about to start."""

    number: int
    last: Past | None
    paid: Paid | None


class Executions(Repository):
    async def before(self, project: ProjectId, suite: SuiteId) -> Before:
        row = (await self._session.execute(BEFORE, {"project": project, "suite": suite})).one()
        return Before(
            number=row.number or 0,
            last=None if row.run_id is None else _past(row.plan, row.scorers),
            paid=None
            if row.paid_plan is None
            else Paid(
                past=_past(row.paid_plan, row.paid_scorers),
                cells=row.paid_cells,
                spent=MicroUsd(int(row.spent or 0)),
            ),
        )

    async def next_number(self, project: ProjectId, suite: SuiteId) -> int:
        """For who holds the lock of the suite."""
        found = await self._session.scalar(
            select(func.max(ExecutionRow.number)).where(
                ExecutionRow.project_id == project, ExecutionRow.suite_id == suite
            )
        )
        return (found or 0) + 1

    async def planned(self, project: ProjectId) -> dict[SuiteId, MicroUsd]:
        """Money that executions at work are expected to need beyond what they have spent or promised, by suite."""
        rows = await self._session.execute(PLANNED, {"project": project})
        return {SuiteId(row.suite_id): MicroUsd(int(row.rest)) for row in rows}

    async def add(self, project: ProjectId, *executions: Execution) -> None:
        await self._session.execute(
            insert(ExecutionRow), [_to_values(project, each) for each in executions]
        )

    async def get(
        self, project: ProjectId, execution: ExecutionId, *, lock: bool = False
    ) -> Execution:
        found = await self._one(project, lock, ExecutionRow.id == execution)
        if found is None:
            raise NotFound("No such execution in this project")
        return found

    async def of_run(
        self, project: ProjectId, run: RunId, *, lock: bool = False
    ) -> Execution | None:
        """Also of the run that judges its frozen answers again."""
        return await self._one(
            project, lock, or_(ExecutionRow.run_id == run, ExecutionRow.canary_run_id == run)
        )

    async def at_work(self, project: ProjectId, monitor: UUID) -> Execution | None:
        """The one of this monitor that is not at its end; whoever is due next would overlap with it."""
        return await self._one(
            project, False, ExecutionRow.monitor_id == monitor, ExecutionRow.state == "running"
        )

    async def page(
        self,
        project: ProjectId,
        suite: SuiteId,
        page: PageRequest,
        *,
        states: Sequence[ExecutionState] = (),
        monitor: UUID | None = None,
    ) -> Page[Execution]:
        """Newest first."""
        query = select(ExecutionRow).where(
            ExecutionRow.project_id == project, ExecutionRow.suite_id == suite
        )
        if states:
            query = query.where(ExecutionRow.state.in_([str(state) for state in states]))
        if monitor is not None:
            query = query.where(ExecutionRow.monitor_id == monitor)
        if page.after:
            query = query.where(ExecutionRow.number < page.key(row_number)[0])
        rows = await self._session.scalars(
            query.order_by(ExecutionRow.number.desc()).limit(page.limit + 1)
        )
        return page_of([_to_execution(row) for row in rows], page.limit, lambda it: (it.number,))

    async def finish(
        self,
        project: ProjectId,
        execution: ExecutionId,
        state: ExecutionState,
        at: datetime,
        *,
        reason: ExecutionReason | None = None,
        problem: str | None = None,
    ) -> None:
        """Bring it to an end; or, as running, back to work."""
        await self._session.execute(
            update(ExecutionRow)
            .where(ExecutionRow.project_id == project, ExecutionRow.id == execution)
            .values(
                state=str(state),
                finished_at=None if state is ExecutionState.RUNNING else at,
                reason=None if reason is None else str(reason),
                problem=problem,
            )
            .execution_options(synchronize_session=False)
        )

    async def waiting_since(
        self, before: datetime, most: int
    ) -> Sequence[tuple[ProjectId, ExecutionId]]:
        """Find executions of all projects that wait for a person.

        They are at work, and their run (or frozen answers) has been paused since before this time.
        """
        rows = await self._session.execute(
            text(
                "SELECT e.project_id, e.id FROM executions e "
                "JOIN runs r ON r.id IN (e.run_id, e.canary_run_id) "
                "WHERE e.state = 'running' AND r.state = 'paused' AND r.resume_at IS NULL "
                "AND r.heartbeat_at < :before ORDER BY e.created_at LIMIT :most"
            ),
            {"before": before, "most": most},
        )
        return [(ProjectId(row.project_id), ExecutionId(row.id)) for row in rows]

    async def _one(self, project: ProjectId, lock: bool, *wanted: Any) -> Execution | None:
        query = select(ExecutionRow).where(ExecutionRow.project_id == project, *wanted).limit(1)
        if lock:
            query = query.with_for_update(key_share=True)
        row = await self._session.scalar(query.execution_options(populate_existing=True))
        return None if row is None else _to_execution(row)


def _past(plan: dict[str, Any], scorers: list[dict[str, Any]] | None) -> Past:
    return Past(plan=plan_from_json(plan), scorers=tuple(scorers or ()))


def _to_values(project: ProjectId, execution: Execution) -> dict[str, Any]:
    return {
        "id": execution.id,
        "project_id": project,
        "suite_id": execution.suite,
        "monitor_id": execution.monitor,
        "number": execution.number,
        "trigger": str(execution.trigger),
        "due_at": execution.due_at,
        "state": str(execution.state),
        "reason": None if execution.reason is None else str(execution.reason),
        "problem": execution.problem,
        "run_id": execution.run,
        "canary_run_id": execution.canary_run,
        "forecast_micro": execution.forecast,
        "override": None if execution.override is None else target_to_json(execution.override),
        "changes": CHANGES.dump_python(execution.changes, mode="json"),
        "created_by": execution.created_by,
        "created_by_label": execution.created_by_label,
        "created_at": execution.created_at,
        "finished_at": execution.finished_at,
    }


def _to_execution(row: ExecutionRow) -> Execution:
    return Execution(
        id=ExecutionId(row.id),
        suite=SuiteId(row.suite_id),
        monitor=row.monitor_id,
        number=row.number,
        trigger=Trigger(row.trigger),
        due_at=row.due_at,
        state=ExecutionState(row.state),
        reason=None if row.reason is None else ExecutionReason(row.reason),
        problem=row.problem,
        run=None if row.run_id is None else RunId(row.run_id),
        canary_run=None if row.canary_run_id is None else RunId(row.canary_run_id),
        forecast=None if row.forecast_micro is None else MicroUsd(row.forecast_micro),
        override=None if row.override is None else target_from_json(row.override),
        changes=CHANGES.validate_python(row.changes),
        created_by=None if row.created_by is None else UserId(row.created_by),
        created_by_label=row.created_by_label,
        created_at=row.created_at,
        finished_at=row.finished_at,
    )
