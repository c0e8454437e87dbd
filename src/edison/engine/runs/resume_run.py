"""Lets a paused run go on with what is open, by its frozen plan."""

from datetime import datetime

from edison.domain.audit.audit_chain import entry
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import RunState
from edison.engine.launcher import Launcher
from edison.engine.runs.enqueue_chunks import launch_chunks
from edison.engine.runs.run_transitions import move_run
from edison.store.unit_of_work import WriteTx


async def resume_paused(
    launcher: Launcher, tx: WriteTx, who: Actor, project: ProjectId, run: Run, now: datetime
) -> None:
    """The run is locked and paused; it goes on where it was."""
    columns, _ = await tx.run_sums.read(project, run.id)
    done = sum(column.done for column in columns.values()) >= run.plan.cells
    await continue_paused_run(
        launcher, tx, who, project, run, RunState.JUDGING if done else RunState.EXECUTING, now
    )


async def continue_paused_run(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    run: Run,
    state: RunState,
    now: datetime,
) -> None:
    """Begin a new epoch: whatever was queued before is not begun any more."""
    await move_run(launcher, tx, who, project, run, state, now, epoch=run.epoch + 1)
    changes = {"state": {"old": str(run.state), "new": str(state)}}
    tx.record(
        entry(who, "run.state_changed", ("run", run.id), at=now, project=project, changes=changes)
    )
    await launch_chunks(launcher, tx, project, run.id, now)
