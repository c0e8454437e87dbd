"""Store submitted outputs in the cells of an application run, at most once per cell, and queue their scoring."""

from collections.abc import Mapping

from edison.domain.events import RUN_PROGRESSED, run_topic
from edison.domain.ids import ProjectId
from edison.domain.people.access import SYSTEM
from edison.domain.runs.cell import FINISHED, CellState, Result
from edison.domain.runs.run_plan import Run
from edison.domain.runs.submitted_output import missing_result
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.call_settlement import settle_calls
from edison.engine.runs.claim_chunk import ClaimedChunk
from edison.engine.runs.enqueue_chunks import launch_chunks
from edison.engine.runs.reservations import Finished
from edison.engine.runs.run_transitions import begin_judging
from edison.engine.runs.run_writer import CELLS_PER_EVENT
from edison.store.unit_of_work import WriteTx

# Cells that are ended in one statement.
ENDED_AT_ONCE = 2_000


async def store_outputs(tx: ProjectTx, run: Run, results: Mapping[int, Result]) -> set[int]:
    """Store results of cells of a locked run, and launch their chunks; return the cells that were still open.

    A cell that already has an output keeps it.
    """
    stored = await _store(tx, run, results)
    if stored:
        await _report(tx, run, sorted(stored))
        await launch_chunks(tx, run.id)
    return stored


async def end_open_cells(tx: ProjectTx, run: Run) -> int:
    """End the cells of a locked run that have no output as failed; return their number."""
    ended = 0
    while True:
        ordinals = await tx.submitted_cells.open_ordinals(
            tx.project, run.id, run.plan, 0, ENDED_AT_ONCE
        )
        if not ordinals:
            break
        stored = await _store(tx, run, dict.fromkeys(ordinals, missing_result()))
        assert len(stored) == len(ordinals)
        ended += len(stored)
    if ended:
        await _report(tx, run, None, ended)
        await launch_chunks(tx, run.id)
    return ended


async def still_waits(tx: WriteTx, project: ProjectId, claimed: ClaimedChunk) -> bool:
    """Return whether no output arrived since the chunk was claimed, and lock the chunk until the transaction ends.

    Without new outputs the chunk waits; with new ones it is launched again at once.
    """
    run, found = claimed.run, claimed.found
    await tx.chunks.holder(project, run.id, found.number)
    states = await tx.cells.states(project, run.id, found.ordinals)
    return not any(
        CellState(state) in FINISHED and found.states.get(ordinal) not in FINISHED
        for ordinal, state in states.items()
    )


async def _store(tx: ProjectTx, run: Run, results: Mapping[int, Result]) -> set[int]:
    items = [
        Finished(
            ordinal=ordinal,
            column=run.plan.place(ordinal).column,
            claim=0,
            spent=None,
            answer=result,
        )
        for ordinal, result in sorted(results.items())
    ]
    # Locked in the order of all writers of a run: the run, its chunks, cells, sums.
    chunks = sorted({run.plan.chunk_of(item.ordinal) for item in items})
    await tx.chunks.wake(tx.project, run.id, chunks)
    places = await settle_calls(
        tx, tx.project, run.id, items, tx.now, launcher=tx.launcher, experiment=None
    )
    return {items[place].ordinal for place in places}


async def _report(tx: ProjectTx, run: Run, cells: list[int] | None, count: int = 0) -> None:
    """Tell the screens which cells changed, and begin the judging when all cells have an outcome."""
    await tx.runs.record_heartbeat(tx.project, run.id, tx.now)
    system = tx.acting_as(SYSTEM)
    system.emit_event(
        RUN_PROGRESSED,
        topic=run_topic(run.id),
        run=str(run.id),
        count=count if cells is None else len(cells),
        cells=cells if cells is not None and len(cells) <= CELLS_PER_EVENT else None,
    )
    if await tx.runs.only_judging_is_left(tx.project, run.id):
        await begin_judging(system, run.id)
