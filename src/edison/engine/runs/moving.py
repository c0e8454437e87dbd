"""Moves a run from within: to a halt for want of money or a key, or on to its scores. What is finished stays."""

from datetime import datetime

from edison.domain.access import SYSTEM, Actor, ProjectId
from edison.domain.events import RUN_STATE_CHANGED, event, project_topic, run_topic
from edison.domain.runs.plan import Run, RunId
from edison.domain.runs.states import PauseReason, RunState
from edison.store.unit_of_work import WriteTx


async def pause(
    tx: WriteTx,
    project: ProjectId,
    run: RunId,
    reason: PauseReason,
    problem: str,
    now: datetime,
) -> None:
    """Pause a run unless it is stopped already; calls on their way finish."""
    found = await tx.runs.get(project, run, lock=True)
    if found.state in (RunState.EXECUTING, RunState.JUDGING):
        await tx.runs.move(project, found, RunState.PAUSED, now, reason=reason, problem=problem)
        tell_state(tx, SYSTEM, project, found, RunState.PAUSED, now, reason=str(reason))


async def begin_judging(tx: WriteTx, project: ProjectId, run: RunId, now: datetime) -> None:
    """All answers are in; what is left are scores."""
    found = await tx.runs.get(project, run, lock=True)
    if found.state is RunState.EXECUTING:
        await tx.runs.move(project, found, RunState.JUDGING, now)
        tell_state(tx, SYSTEM, project, found, RunState.JUDGING, now)


def tell_state(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    run: Run,
    state: RunState,
    now: datetime,
    **facts: object,
) -> None:
    """Report a move to whoever follows the run, and to whoever follows the project."""
    for topic in (run_topic(run.id), project_topic(project)):
        tx.tell(
            event(
                who,
                topic,
                RUN_STATE_CHANGED,
                now,
                run=str(run.id),
                number=run.number,
                name=run.name,
                old=str(run.state),
                new=str(state),
                **facts,
            )
        )
