"""Resume suites and runs when a new day's budget begins, and fail executions that were paused too long."""

from datetime import datetime, timedelta

from edison.domain.ids import ExecutionId, RunId, SuiteId
from edison.domain.people.access import SYSTEM
from edison.domain.runs.run_states import RunState
from edison.domain.suites.execution import ExecutionReason, ExecutionState
from edison.domain.suites.suite import SuiteState
from edison.engine.launcher import Launcher
from edison.engine.project_tx import ProjectTx, open_project_tx
from edison.engine.runs.enqueue_chunks import resume_paused
from edison.engine.runs.owners.execution_listener import (
    emit_execution_event,
    emit_suite_event,
    enqueue_assessment,
)
from edison.store.unit_of_work import UnitOfWork

AT_ONCE = 100
# A paused run blocks the next execution of its monitor, at most for this long.
WAITS_AT_MOST = timedelta(days=1)


async def resume_after_midnight(work: UnitOfWork, launcher: Launcher, now: datetime) -> int:
    """Resume the runs and suites whose pause is over; return their number. Safe to repeat.

    Runs are resumed before suites, because all transactions lock in this order.
    """
    async with work.read() as tx:
        due = await tx.runs.due_to_resume(now, AT_ONCE)
    for project, run in due:
        async with open_project_tx(work, SYSTEM, project, now, launcher) as tx:
            await _resume(tx, run, due=now)
    async with work.write() as tx:
        woken = await tx.suites.whose_day_is_over(now, AT_ONCE)
        for project, suite in woken:
            was = await tx.suites.get(project, suite)
            await tx.suites.set_state(project, suite, SuiteState.ACTIVE, now)
            suite_tx = ProjectTx(tx, SYSTEM, project, now, launcher)
            emit_suite_event(suite_tx, was, SuiteState.ACTIVE)
    return len(due) + len(woken)


async def resume_runs_of_suite(tx: ProjectTx, suite: SuiteId) -> None:
    """Resume runs that wait for the next day's budget, at a person's request."""
    for run in await tx.runs.resting(tx.project, suite):
        await _resume(tx, run)


async def _resume(tx: ProjectTx, run: RunId, *, due: datetime | None = None) -> None:
    found = await tx.runs.get(tx.project, run, lock=True)
    if found.state is not RunState.PAUSED or found.resume_at is None:
        return
    if due is not None and found.resume_at > due:
        return
    await resume_paused(tx, found)


async def fail_stale_executions(work: UnitOfWork, launcher: Launcher, now: datetime) -> int:
    """Fail executions whose run was paused too long; return the number found. The run can still be resumed.

    If only the canary run is paused, the execution completes without it, because its results are complete.
    """
    async with work.read() as tx:
        waiting = await tx.executions.waiting_since(now - WAITS_AT_MOST, AT_ONCE)
    for project, execution in waiting:
        async with open_project_tx(work, SYSTEM, project, now, launcher) as tx:
            await _give_up(tx, execution)
    return len(waiting)


async def _give_up(tx: ProjectTx, execution: ExecutionId) -> None:
    found = await tx.executions.get(tx.project, execution, lock=True)
    if found.state is not ExecutionState.RUNNING or found.run is None:
        return
    run = await tx.runs.get(tx.project, found.run)
    if run.state is RunState.COMPLETED:
        await tx.executions.finish(tx.project, execution, ExecutionState.COMPLETED, tx.now)
    elif run.state is RunState.PAUSED:
        await tx.executions.finish(
            tx.project,
            execution,
            ExecutionState.FAILED,
            tx.now,
            reason=ExecutionReason.STOPPED_FOR_LONG,
            problem=f"The run of this execution was paused for more than a day. {run.problem or ''}".strip(),
        )
    else:
        # The canary run is paused, but the main run is still active.
        return
    ended = await tx.executions.get(tx.project, execution)
    name = (await tx.suites.get(tx.project, ended.suite)).name
    emit_execution_event(tx, ended, name=name)
    await enqueue_assessment(tx, ended, f"{ended.state}-{ExecutionReason.STOPPED_FOR_LONG}")
