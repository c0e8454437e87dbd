"""An execution follows its run, in the transaction of each move.

It is paused with its suite, at its end, or at work again.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from edison.domain.audit.audit_chain import entry
from edison.domain.budgets.budget import day_of
from edison.domain.events import (
    EXECUTION_FINISHED,
    EXECUTION_STARTED,
    SUITE_CHANGED,
    event,
    project_topic,
)
from edison.domain.ids import ProjectId, RunId
from edison.domain.people.access import Actor
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import ENDED, RunState
from edison.domain.suites.execution import Execution, ExecutionReason, ExecutionState
from edison.domain.suites.suite import Suite, SuitePause, SuiteState
from edison.engine.launcher import Launcher
from edison.engine.runs.owners.freeze_answers import freeze_answers
from edison.store.unit_of_work import WriteTx


def emit_execution_event(
    tx: WriteTx, who: Actor, project: ProjectId, execution: Execution, now: datetime, *, name: str
) -> None:
    """`name` is that of the suite."""
    kind = EXECUTION_STARTED if execution.state is ExecutionState.RUNNING else EXECUTION_FINISHED
    tx.emit(
        event(
            who,
            project_topic(project),
            kind,
            now,
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
    )


def emit_suite_event(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    was: Suite,
    state: SuiteState,
    now: datetime,
    why: SuitePause | None = None,
) -> None:
    """It was paused, or goes on."""
    changes: dict[str, Any] = {"state": {"old": str(was.state), "new": str(state)}}
    if why is not None:
        changes["pause_reason"] = {"old": None, "new": str(why)}
    tx.record(
        entry(who, SUITE_CHANGED, ("suite", was.id), at=now, project=project, changes=changes)
    )
    tx.emit(
        event(
            who,
            project_topic(project),
            SUITE_CHANGED,
            now,
            id=str(was.id),
            name=was.name,
            changed=sorted(changes),
            state=str(state),
            pause_reason=None if why is None else str(why),
        )
    )


async def enqueue_assessment(
    launcher: Launcher, tx: WriteTx, project: ProjectId, execution: Execution, why: str
) -> None:
    await launcher.assess_execution(
        tx, {"project": str(project), "execution": str(execution.id), "why": why}
    )


ENDS = {
    RunState.COMPLETED: ExecutionState.COMPLETED,
    RunState.FAILED: ExecutionState.FAILED,
    RunState.CANCELLED: ExecutionState.CANCELLED,
}
AT_WORK = (RunState.EXECUTING, RunState.JUDGING)


async def update_execution(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    run: Run,
    state: RunState,
    now: datetime,
    *,
    problem: str | None = None,
    resume_at: datetime | None = None,
) -> None:
    """`run` is locked, and is as it was before the move. Locks are taken in one order: run, execution, suite."""
    execution = await tx.executions.of_run(project, run.id, lock=True)
    if execution is None:
        return
    if state is RunState.PAUSED and resume_at is not None:
        await _pause_suite_for_today(launcher, tx, who, project, execution, resume_at, now)
    elif run.id == execution.canary_run:
        if state in ENDED:
            await _end_with_canary(launcher, tx, who, project, execution, now)
    elif state in ENDS:
        await _end(launcher, tx, who, project, execution, run, state, now, problem)
    elif state in AT_WORK and execution.reason is ExecutionReason.STOPPED_FOR_LONG:
        # Someone has mended it after all.
        await tx.executions.finish(project, execution.id, ExecutionState.RUNNING, now)


async def _pause_suite_for_today(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    execution: Execution,
    until: datetime,
    now: datetime,
) -> None:
    """The day's money is spent: nothing more of the suite starts before the next day begins."""
    suite = await tx.suites.get(project, execution.suite, lock=True)
    if await tx.suites.pause(project, suite.id, SuitePause.BUDGET, now, until=until):
        emit_suite_event(tx, who, project, suite, SuiteState.PAUSED, now, SuitePause.BUDGET)
    await enqueue_assessment(launcher, tx, project, execution, f"budget-{day_of(now):%Y-%m-%d}")


async def _end(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    execution: Execution,
    run: Run,
    state: RunState,
    now: datetime,
    problem: str | None,
) -> None:
    if state is RunState.COMPLETED:
        if execution.canary_run is None and execution.override is None:
            await freeze_answers(tx, project, execution, run, now)
        if not await _has_ended(tx, project, execution.canary_run):
            return
    await _finish(launcher, tx, who, project, execution, ENDS[state], run.epoch, problem, now)


async def _end_with_canary(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    execution: Execution,
    now: datetime,
) -> None:
    """The frozen answers are judged, or never will be: what only waited for them is at its end."""
    if execution.run is None or execution.state is not ExecutionState.RUNNING:
        return
    main = await tx.runs.get(project, execution.run)
    if main.state is RunState.COMPLETED:
        state = ExecutionState.COMPLETED
        await _finish(launcher, tx, who, project, execution, state, main.epoch, None, now)


async def _has_ended(tx: WriteTx, project: ProjectId, run: RunId | None) -> bool:
    return run is None or (await tx.runs.get(project, run)).state in ENDED


async def _finish(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    execution: Execution,
    state: ExecutionState,
    epoch: int,
    problem: str | None,
    now: datetime,
) -> None:
    await tx.executions.finish(project, execution.id, state, now, problem=problem)
    ended = replace(execution, state=state, reason=None, problem=problem, finished_at=now)
    name = (await tx.suites.get(project, execution.suite)).name
    emit_execution_event(tx, who, project, ended, now, name=name)
    # A run that was opened again ends again, and may show something else then.
    why = str(state) if epoch == 1 else f"{state}-{epoch}"
    await enqueue_assessment(launcher, tx, project, ended, why)
