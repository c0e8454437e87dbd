"""Keeps a run's chunks coming: as many on the queue as all workers can use, and the end when none is left."""

from datetime import datetime

from edison.domain.ids import ProjectId, RunId
from edison.domain.runs.run_plan import CHUNKS_PER_WORKER, Run
from edison.domain.runs.run_series import CANARY_TRIGGER, SCHEDULE_TRIGGER
from edison.domain.runs.run_states import WORKING
from edison.engine.contracts import ChunkOrder
from edison.engine.launcher import Launcher
from edison.engine.runs.close_run import close_run
from edison.engine.runs.request_summary import request_summary
from edison.store.repositories.runs.chunks import Launch
from edison.store.unit_of_work import WriteTx

# For two workers at least: a second one that comes finds something to do at once.
WORKERS_AT_LEAST = 2
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
    await launcher.work_chunk(tx, order, claim=chunk.claim, turn=turn)
