"""Change the state of a run: move, pause, or begin judging. Finished cells are kept."""

from datetime import datetime

from edison.domain.events import RUN_STATE_CHANGED, project_topic, run_topic
from edison.domain.ids import RunId
from edison.domain.runs.run_plan import CANARY_TRIGGER, Run
from edison.domain.runs.run_states import PauseReason, RunState
from edison.engine.notifications.run_notifications import notify_run_end
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.run_listeners import notify_run_owner


async def move_run(
    tx: ProjectTx,
    run: Run,
    state: RunState,
    *,
    reason: PauseReason | None = None,
    problem: str | None = None,
    epoch: int | None = None,
    resume_at: datetime | None = None,
) -> None:
    """Change the state of a run. All state changes of runs must use this function.

    It emits an event, and notifies the iteration or execution that owns the run, and the person who started it.
    """
    await tx.runs.move(
        tx.project,
        run,
        state,
        tx.now,
        reason=reason,
        problem=problem,
        epoch=epoch,
        resume_at=resume_at,
    )
    said: dict[str, object] = {
        name: value
        for name, value in (("reason", reason and str(reason)), ("problem", problem))
        if value is not None
    }
    emit_run_state(tx, run, state, **said)
    await notify_run_owner(tx, run, state, reason=reason, problem=problem, resume_at=resume_at)
    await notify_run_end(tx, run, state, reason, problem)


async def pause_run_in_transaction(
    tx: ProjectTx,
    run: RunId,
    reason: PauseReason,
    problem: str,
    *,
    resume_at: datetime | None = None,
) -> None:
    """Pause a run unless it is already paused or ended. Calls in progress finish."""
    found = await tx.runs.get(tx.project, run, lock=True)
    if found.state in (RunState.EXECUTING, RunState.JUDGING):
        await move_run(
            tx, found, RunState.PAUSED, reason=reason, problem=problem, resume_at=resume_at
        )


async def begin_judging(tx: ProjectTx, run: RunId) -> None:
    """Move a run to the state JUDGING when all answers are stored and only scores are missing."""
    found = await tx.runs.get(tx.project, run, lock=True)
    if found.state is RunState.EXECUTING:
        await move_run(tx, found, RunState.JUDGING)


def emit_run_state(tx: ProjectTx, run: Run, state: RunState, **facts: object) -> None:
    """Emit a change of state on the topics of the run and of its project."""
    topics = [run_topic(run.id)]
    if run.trigger != CANARY_TRIGGER:
        topics.append(project_topic(tx.project))
    for topic in topics:
        tx.emit_event(
            RUN_STATE_CHANGED,
            topic=topic,
            run=str(run.id),
            number=run.number,
            name=run.name,
            old=str(run.state),
            new=str(state),
            **facts,
        )
