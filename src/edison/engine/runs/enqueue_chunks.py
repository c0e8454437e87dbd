"""Enqueue the chunks of a run, up to the number that all workers can process, and complete or resume runs."""

from edison.domain.events import RUN_COMPLETED, RUN_CREATED, run_topic
from edison.domain.ids import RunId
from edison.domain.people.access import SYSTEM
from edison.domain.runs.run_plan import (
    CANARY_TRIGGER,
    CHUNK_AT_MOST,
    CHUNKS_PER_WORKER,
    SCHEDULE_TRIGGER,
    Run,
)
from edison.domain.runs.run_states import WORKING, RunState
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.request_summary import request_summary
from edison.engine.runs.run_transitions import move_run
from edison.engine.workflow_contracts import ChunkOrder
from edison.store.repositories.runs.chunks import Launch

ON_THE_WAY = (RunState.JUDGING, RunState.AGGREGATING, RunState.COMPLETED)


async def close_run(tx: ProjectTx, run: Run) -> None:
    """Complete a locked run that has no open chunks. The sums of the run are already stored."""
    if run.state not in (RunState.EXECUTING, RunState.JUDGING):
        return
    system = tx.acting_as(SYSTEM)
    for state in ON_THE_WAY:
        if state is not run.state:
            await move_run(system, run, state)
            run = await tx.runs.get(tx.project, run.id, lock=True)
    columns, _ = await tx.run_sums.read(tx.project, run.id)
    # Only on the topic of the run: the project's topic already got the state change.
    system.emit_event(
        RUN_COMPLETED,
        topic=run_topic(run.id),
        run=str(run.id),
        number=run.number,
        name=run.name,
        cells=run.plan.cells,
        failed=sum(column.failed for column in columns.values()),
    )


# Enough for at least two workers, so that a new second worker has work at once.
WORKERS_AT_LEAST = 2
# Size of a small run: at most one chunk of a large run.
SMALL_RUN_CELLS = CHUNK_AT_MOST
# Triggers of runs that no person waits for.
WAITING_TRIGGERS = frozenset({SCHEDULE_TRIGGER, CANARY_TRIGGER})


def chunks_at_once(workers: int) -> int:
    return CHUNKS_PER_WORKER * max(WORKERS_AT_LEAST, workers)


async def launch_new(tx: ProjectTx, run: Run, launched: int) -> None:
    """Enqueue the first `launched` chunks of a new run. Their rows are already marked as enqueued."""
    for number in range(launched):
        await _enqueue(tx, run, Launch(number=number, epoch=run.epoch, claim=0), run.turn + number)


async def launch_chunks(tx: ProjectTx, run: RunId) -> Run:
    """Enqueue the next chunks of a run, or complete the run if no chunk is open."""
    found = await tx.runs.get(tx.project, run, lock=True)
    if found.state not in WORKING:
        return found
    workers = await tx.workers.alive(tx.now)
    chosen, open_ones, turn = await tx.chunks.launch(tx.project, found, chunks_at_once(workers))
    for place, chunk in enumerate(chosen):
        await _enqueue(tx, found, chunk, turn + place)
    if not open_ones:
        await close_run(tx, found)
        await request_summary(tx, run, at_once=True)
    return found


async def _enqueue(tx: ProjectTx, run: Run, chunk: Launch, turn: int) -> None:
    order: ChunkOrder = {
        "project": str(tx.project),
        "run": str(run.id),
        "chunk": chunk.number,
        "epoch": chunk.epoch,
    }
    if run.trigger in WAITING_TRIGGERS:
        order["scheduled"] = True
    elif run.plan.cells <= SMALL_RUN_CELLS:
        order["small"] = True
    await tx.launcher.work_chunk(tx, order, claim=chunk.claim, turn=turn)


def announce_run(tx: ProjectTx, run: Run) -> None:
    tx.record_entry("run.started", ("run", run.id), {"name": {"old": None, "new": run.name}})
    tx.emit_event(
        RUN_CREATED, run=str(run.id), number=run.number, name=run.name, cells=run.plan.cells
    )


async def resume_paused(tx: ProjectTx, run: Run) -> None:
    """Resume a locked, paused run, in the state that it had before the pause."""
    columns, _ = await tx.run_sums.read(tx.project, run.id)
    done = sum(column.done for column in columns.values()) >= run.plan.cells
    await continue_paused_run(tx, run, RunState.JUDGING if done else RunState.EXECUTING)


async def continue_paused_run(tx: ProjectTx, run: Run, state: RunState) -> None:
    """Resume a paused run in a new epoch, so that chunks that are still queued from before are ignored."""
    await move_run(tx, run, state, epoch=run.epoch + 1)
    changes = {"state": {"old": str(run.state), "new": str(state)}}
    tx.record_entry("run.state_changed", ("run", run.id), changes)
    await launch_chunks(tx, run.id)
