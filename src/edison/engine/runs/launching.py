"""Keeps a run's chunks coming: as many on the queue as all workers can use, and the end when none is left."""

from datetime import datetime

from edison.domain.access import ProjectId
from edison.domain.runs.plan import CHUNKS_PER_WORKER, Run, RunId
from edison.domain.runs.states import WORKING
from edison.engine.launcher import Launcher
from edison.engine.runs.closing import close
from edison.engine.runs.summarising import ask_for_results
from edison.store.unit_of_work import WriteTx

# For two workers at least: a second one that comes finds something to do at once.
WORKERS_AT_LEAST = 2


async def launch_chunks(
    launcher: Launcher, tx: WriteTx, project: ProjectId, run: RunId, now: datetime
) -> Run:
    """Put the next chunks on the queue, or end the run, in this transaction."""
    found = await tx.runs.get(project, run, lock=True)
    if found.state not in WORKING:
        return found
    workers = await tx.workers.alive(now)
    at_once = CHUNKS_PER_WORKER * max(WORKERS_AT_LEAST, workers)
    chosen, open_ones, turn = await tx.chunks.launch(project, found, at_once)
    for place, chunk in enumerate(chosen):
        await launcher.work_chunk(
            tx,
            {
                "project": str(project),
                "run": str(run),
                "chunk": chunk.number,
                "epoch": chunk.epoch,
            },
            claim=chunk.claim,
            turn=turn + place,
        )
    if not open_ones:
        await close(tx, project, found, now)
        await ask_for_results(launcher, tx, project, run, now, at_once=True)
    return found
