"""Update an execution and its suite when the run of the execution changes state, in the same transaction."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from edison.domain.budgets.budget import day_of
from edison.domain.events import (
    EXECUTION_FINISHED,
    EXECUTION_STARTED,
    SUITE_CHANGED,
)
from edison.domain.ids import RunId
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import ENDED, RunState
from edison.domain.suites.execution import Execution, ExecutionReason, ExecutionState
from edison.domain.suites.suite import Suite, SuitePause, SuiteState
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.owners.freeze_answers import freeze_answers


def emit_execution_event(tx: ProjectTx, execution: Execution, *, name: str) -> None:
    """Emit the start or the end of an execution. `name` is the name of the suite."""
    kind = EXECUTION_STARTED if execution.state is ExecutionState.RUNNING else EXECUTION_FINISHED
    tx.emit_event(
        kind,
        execution=str(execution.id),
        suite=str(execution.suite),
        name=name,
        monitor=None if execution.monitor is None else str(execution.monitor),
        number=execution.number,
        trigger=str(execution.trigger),
        state=str(execution.state),
        reason=None if execution.reason is None else str(execution.reason),
        problem=execution.problem,
        run=None if execution.run is None else str(execution.run),
    )


def emit_suite_event(
    tx: ProjectTx, was: Suite, state: SuiteState, why: SuitePause | None = None
) -> None:
    """Write an audit entry and emit an event when a suite is paused or resumed."""
    changes: dict[str, Any] = {"state": {"old": str(was.state), "new": str(state)}}
    if why is not None:
        changes["pause_reason"] = {"old": None, "new": str(why)}
    tx.note(
        SUITE_CHANGED,
        ("suite", was.id),
        changes,
        name=was.name,
        changed=sorted(changes),
        state=str(state),
        pause_reason=None if why is None else str(why),
    )


async def enqueue_assessment(tx: ProjectTx, execution: Execution, why: str) -> None:
    await tx.launcher.assess_execution(
        tx, {"project": str(tx.project), "execution": str(execution.id), "why": why}
    )


ENDS = {
    RunState.COMPLETED: ExecutionState.COMPLETED,
    RunState.FAILED: ExecutionState.FAILED,
    RunState.CANCELLED: ExecutionState.CANCELLED,
}
AT_WORK = (RunState.EXECUTING, RunState.JUDGING)


async def update_execution(
    tx: ProjectTx,
    run: Run,
    state: RunState,
    *,
    problem: str | None = None,
    resume_at: datetime | None = None,
) -> None:
    """Update the execution of a locked run. `run` is the run before its change of state.

    Lock order: run, execution, suite.
    """
    execution = await tx.executions.of_run(tx.project, run.id, lock=True)
    if execution is None:
        return
    if state is RunState.PAUSED and resume_at is not None:
        await _pause_suite_for_today(tx, execution, resume_at)
    elif run.id == execution.canary_run:
        if state in ENDED:
            await _end_with_canary(tx, execution)
    elif state in ENDS:
        await _end(tx, execution, run, state, problem)
    elif state in AT_WORK and execution.reason is ExecutionReason.STOPPED_FOR_LONG:
        # A person fixed the cause and resumed the run.
        await tx.executions.finish(tx.project, execution.id, ExecutionState.RUNNING, tx.now)


async def _pause_suite_for_today(tx: ProjectTx, execution: Execution, until: datetime) -> None:
    """Pause the suite until the next day, because its daily budget is spent."""
    suite = await tx.suites.get(tx.project, execution.suite, lock=True)
    if await tx.suites.pause(tx.project, suite.id, SuitePause.BUDGET, tx.now, until=until):
        emit_suite_event(tx, suite, SuiteState.PAUSED, SuitePause.BUDGET)
    await enqueue_assessment(tx, execution, f"budget-{day_of(tx.now):%Y-%m-%d}")


async def _end(
    tx: ProjectTx, execution: Execution, run: Run, state: RunState, problem: str | None
) -> None:
    if state is RunState.COMPLETED:
        if execution.canary_run is None and execution.override is None:
            await freeze_answers(tx, execution, run)
        if not await _has_ended(tx, execution.canary_run):
            return
    await _finish(tx, execution, ENDS[state], run.epoch, problem)


async def _end_with_canary(tx: ProjectTx, execution: Execution) -> None:
    """Complete an execution whose canary run has ended, if its main run is already complete."""
    if execution.run is None or execution.state is not ExecutionState.RUNNING:
        return
    main = await tx.runs.get(tx.project, execution.run)
    if main.state is RunState.COMPLETED:
        state = ExecutionState.COMPLETED
        await _finish(tx, execution, state, main.epoch, None)


async def _has_ended(tx: ProjectTx, run: RunId | None) -> bool:
    return run is None or (await tx.runs.get(tx.project, run)).state in ENDED


async def _finish(
    tx: ProjectTx, execution: Execution, state: ExecutionState, epoch: int, problem: str | None
) -> None:
    await tx.executions.finish(tx.project, execution.id, state, tx.now, problem=problem)
    ended = replace(execution, state=state, reason=None, problem=problem, finished_at=tx.now)
    name = (await tx.suites.get(tx.project, execution.suite)).name
    emit_execution_event(tx, ended, name=name)
    # A reopened run ends again, possibly with other results.
    why = str(state) if epoch == 1 else f"{state}-{epoch}"
    await enqueue_assessment(tx, ended, why)
