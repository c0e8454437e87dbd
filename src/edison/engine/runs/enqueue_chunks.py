"""Keeps a run's chunks coming: as many on the queue as all workers can use, and the end when none is left."""

from datetime import datetime

from edison.domain.audit.audit_chain import entry
from edison.domain.events import RUN_COMPLETED, RUN_CREATED, event, project_topic, run_topic
from edison.domain.ids import ProjectId, RunId
from edison.domain.people.access import SYSTEM, Actor
from edison.domain.runs.run_plan import (
    CANARY_TRIGGER,
    CHUNK_AT_MOST,
    CHUNKS_PER_WORKER,
    SCHEDULE_TRIGGER,
    Run,
)
from edison.domain.runs.run_states import WORKING, RunState
from edison.engine.contracts import ChunkOrder
from edison.engine.launcher import Launcher
from edison.engine.runs.request_summary import request_summary
from edison.engine.runs.run_transitions import move_run
from edison.store.repositories.runs.chunks import Launch
from edison.store.unit_of_work import WriteTx

ON_THE_WAY = (RunState.JUDGING, RunState.AGGREGATING, RunState.COMPLETED)


async def close_run(
    launcher: Launcher, tx: WriteTx, project: ProjectId, run: Run, now: datetime
) -> None:
    """The run is locked and has no open chunk. The sums are there already, kept with each batch."""
    if run.state not in (RunState.EXECUTING, RunState.JUDGING):
        return
    for state in ON_THE_WAY:
        if state is not run.state:
            await move_run(launcher, tx, SYSTEM, project, run, state, now)
            run = await tx.runs.get(project, run.id, lock=True)
    columns, _ = await tx.run_sums.read(project, run.id)
    # The project hears of the state; one line in its history is enough.
    tx.emit(
        event(
            SYSTEM,
            run_topic(run.id),
            RUN_COMPLETED,
            now,
            run=str(run.id),
            number=run.number,
            name=run.name,
            cells=run.plan.cells,
            failed=sum(column.failed for column in columns.values()),
        )
    )


# For two workers at least: a second one that comes finds something to do at once.
WORKERS_AT_LEAST = 2
# A run that is no larger than one chunk of a large run.
SMALL_RUN_CELLS = CHUNK_AT_MOST
# Nobody looks on while these work.
WAITING_TRIGGERS = frozenset({SCHEDULE_TRIGGER, CANARY_TRIGGER})


def chunks_at_once(workers: int) -> int:
    return CHUNKS_PER_WORKER * max(WORKERS_AT_LEAST, workers)


async def launch_new(
    launcher: Launcher, tx: WriteTx, project: ProjectId, run: Run, launched: int
) -> None:
    """The first chunks of a run that was written in this transaction, with these marked as on their way."""
    for number in range(launched):
        await _enqueue(
            launcher,
            tx,
            project,
            run,
            Launch(number=number, epoch=run.epoch, claim=0),
            run.turn + number,
        )


async def launch_chunks(
    launcher: Launcher, tx: WriteTx, project: ProjectId, run: RunId, now: datetime
) -> Run:
    """Put the next chunks on the queue, or end the run, in this transaction."""
    found = await tx.runs.get(project, run, lock=True)
    if found.state not in WORKING:
        return found
    workers = await tx.workers.alive(now)
    chosen, open_ones, turn = await tx.chunks.launch(project, found, chunks_at_once(workers))
    for place, chunk in enumerate(chosen):
        await _enqueue(launcher, tx, project, found, chunk, turn + place)
    if not open_ones:
        await close_run(launcher, tx, project, found, now)
        await request_summary(launcher, tx, project, run, now, at_once=True)
    return found


async def _enqueue(
    launcher: Launcher, tx: WriteTx, project: ProjectId, run: Run, chunk: Launch, turn: int
) -> None:
    order: ChunkOrder = {
        "project": str(project),
        "run": str(run.id),
        "chunk": chunk.number,
        "epoch": chunk.epoch,
    }
    if run.trigger in WAITING_TRIGGERS:
        order["scheduled"] = True
    elif run.plan.cells <= SMALL_RUN_CELLS:
        order["small"] = True
    await launcher.work_chunk(tx, order, claim=chunk.claim, turn=turn)


def announce_run(tx: WriteTx, who: Actor, project: ProjectId, run: Run, now: datetime) -> None:
    tx.record(
        entry(
            who,
            "run.started",
            ("run", run.id),
            at=now,
            project=project,
            changes={"name": {"old": None, "new": run.name}},
        )
    )
    tx.emit(
        event(
            who,
            project_topic(project),
            RUN_CREATED,
            now,
            run=str(run.id),
            number=run.number,
            name=run.name,
            cells=run.plan.cells,
        )
    )


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
