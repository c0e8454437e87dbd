"""Repository of executions of suites. Numbers are assigned under the lock of the suite."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy import insert, or_, select, text

from edison.domain.ids import ExecutionId, ProjectId, RunId, SuiteId
from edison.domain.money import ZERO, MicroUsd
from edison.domain.runs.run_plan import Plan, plan_from_json
from edison.domain.suites.execution import (
    Execution,
    ExecutionChange,
    ExecutionReason,
    ExecutionState,
)
from edison.domain.suites.recipe import target_from_json, target_to_json
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.suites import ExecutionRow

CHANGES: TypeAdapter[tuple[ExecutionChange, ...]] = TypeAdapter(tuple[ExecutionChange, ...])

# History of a suite in one query: the last number, the last run with the suite's own targets, and the cost of
# the last completed execution, its canary included.
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
# The remaining forecast of running executions.
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
    """The plan and the scorers of an earlier run of the suite, to compare the next run with."""

    plan: Plan
    # Each pinned to its version in that run.
    scorers: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """The last completed execution, with its number of cells and its cost."""

    past: Past
    cells: int
    spent: MicroUsd


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The number of an execution that is about to start, and the executions before it."""

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
        """Return the next execution number of the suite; the caller must hold the lock of the suite."""
        return await self._next_number(
            ExecutionRow.number, ExecutionRow.project_id == project, ExecutionRow.suite_id == suite
        )

    async def planned(self, project: ProjectId) -> dict[SuiteId, MicroUsd]:
        """Return, by suite, the part of running executions' forecast cost that is neither spent nor reserved."""
        rows = await self._session.execute(PLANNED, {"project": project})
        return {SuiteId(row.suite_id): MicroUsd(int(row.rest)) for row in rows}

    async def add(self, project: ProjectId, *executions: Execution) -> None:
        await self._session.execute(
            insert(ExecutionRow), [_to_values(project, each) for each in executions]
        )

    async def get(
        self, project: ProjectId, execution: ExecutionId, *, lock: bool = False
    ) -> Execution:
        return _to_execution(
            await self._get(ExecutionRow, project, execution, "execution", lock=lock)
        )

    async def of_run(
        self, project: ProjectId, run: RunId, *, lock: bool = False
    ) -> Execution | None:
        """Return the execution that has this run as its run or as its canary run."""
        return await self._execution(
            project, lock, or_(ExecutionRow.run_id == run, ExecutionRow.canary_run_id == run)
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
        """List executions, newest first."""
        query = select(ExecutionRow).where(
            ExecutionRow.project_id == project, ExecutionRow.suite_id == suite
        )
        if states:
            query = query.where(ExecutionRow.state.in_([str(state) for state in states]))
        if monitor is not None:
            query = query.where(ExecutionRow.monitor_id == monitor)
        return await self._page(query, page, _to_execution, ExecutionRow.number)

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
        """Save the final state of an execution, or set it back to running."""
        await self._change(
            ExecutionRow,
            project,
            execution,
            state=str(state),
            finished_at=None if state is ExecutionState.RUNNING else at,
            reason=None if reason is None else str(reason),
            problem=problem,
        )

    async def waiting_since(
        self, before: datetime, most: int
    ) -> Sequence[tuple[ProjectId, ExecutionId]]:
        """Return running executions of all projects that wait for a person.

        Their run, or their canary run, has been paused since before this time.
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

    async def _execution(self, project: ProjectId, lock: bool, *wanted: Any) -> Execution | None:
        ours = ExecutionRow.project_id == project
        row = await self._find(ExecutionRow, ours, *wanted, lock=lock)
        return None if row is None else _to_execution(row)


def _past(plan: dict[str, Any], scorers: list[dict[str, Any]] | None) -> Past:
    return Past(plan=plan_from_json(plan), scorers=tuple(scorers or ()))


def _to_values(project: ProjectId, execution: Execution) -> dict[str, Any]:
    return to_columns(
        ExecutionRow,
        execution,
        project_id=project,
        suite_id=execution.suite,
        monitor_id=execution.monitor,
        run_id=execution.run,
        canary_run_id=execution.canary_run,
        forecast_micro=execution.forecast,
        override=None if execution.override is None else target_to_json(execution.override),
        changes=CHANGES.dump_python(execution.changes, mode="json"),
    )


def _to_execution(row: ExecutionRow) -> Execution:
    return from_row(
        Execution,
        row,
        suite=row.suite_id,
        monitor=row.monitor_id,
        run=row.run_id,
        canary_run=row.canary_run_id,
        forecast=row.forecast_micro,
        override=None if row.override is None else target_from_json(row.override),
        changes=CHANGES.validate_python(row.changes),
    )


FACTS = text(
    """
    SELECT e.id, r.number, r.state, r.cells, p.score, p.low, p.high, p.pass_rate,
           (SELECT sum(answered + malformed + failed) FROM run_columns c WHERE c.run_id = r.id) AS done,
           (SELECT sum(settled + doubt + overrun) FROM budgets b
            WHERE b.scope = 'run' AND b.subject IN (e.run_id, e.canary_run_id)) AS spent
    FROM executions e
    LEFT JOIN runs r ON r.id = e.run_id
    LEFT JOIN points p ON p.execution_id = e.id AND p.target = -1
    WHERE e.project_id = :project AND e.id = ANY (CAST(:ids AS uuid[]))
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionFacts:
    run_number: int | None = None
    run_state: str | None = None
    cells: int = 0
    done: int = 0
    # Its canary included.
    spent: MicroUsd = ZERO
    score: float | None = None
    low: float | None = None
    high: float | None = None
    pass_rate: float | None = None


class ExecutionFactsOf(Repository):
    async def read(
        self, project: ProjectId, executions: Sequence[ExecutionId]
    ) -> dict[ExecutionId, ExecutionFacts]:
        rows = await self._session.execute(FACTS, {"project": project, "ids": list(executions)})
        return {
            ExecutionId(row.id): from_row(
                ExecutionFacts,
                row,
                run_number=row.number,
                run_state=row.state,
                cells=row.cells or 0,
                done=int(row.done or 0),
                spent=MicroUsd(int(row.spent or 0)),
            )
            for row in rows
        }
