"""Claim a chunk. A chunk of another worker is taken over only when that worker is certainly dead."""

import asyncio
from dataclasses import dataclass, replace

import structlog

from edison.domain.datasets.dataset import CaseContent
from edison.domain.ids import ProjectId, RunId
from edison.domain.prompts.template_renderer import Values
from edison.domain.runs.cell import HAS_ANSWER, CellState
from edison.domain.runs.run_plan import Plan, Run
from edison.domain.runs.run_states import WORKING, RunState
from edison.engine.resources import Resources
from edison.engine.runs.chunk_state import ChunkState
from edison.engine.runs.count_doubt import record_calls_in_doubt
from edison.engine.runs.judge_dialogues import pairwise_partner_of
from edison.engine.runs.prepare_chunk import Ready, prepare_chunk
from edison.engine.runs.run_transitions import move_run
from edison.engine.runs.unrepeatable_calls import end_unrepeatable_calls
from edison.engine.worker_recovery import DEAD_AFTER_LOOKS, LOOK_EVERY_S, worker_name_of
from edison.scorers.pairwise import PairwiseSpec
from edison.store.unit_of_work import WriteTx

log = structlog.get_logger(__name__)

# Chunks that this process is working on.
_ours: dict[tuple[RunId, int], asyncio.Event] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedChunk:
    run: Run
    found: ChunkState
    ready: Ready


class ChunkClaim:
    """Context manager that lets only one task of this process work on a chunk at a time."""

    def __init__(self, run: RunId, chunk: int) -> None:
        self._key = (run, chunk)
        self._ended = asyncio.Event()

    async def __aenter__(self) -> None:
        while (other := _ours.get(self._key)) is not None:
            await other.wait()
        _ours[self._key] = self._ended

    async def __aexit__(self, *_: object) -> None:
        del _ours[self._key]
        self._ended.set()


async def claim_chunk(
    own: Resources, project: ProjectId, run: RunId, chunk: int, epoch: int
) -> ClaimedChunk | None:
    """Claim a chunk and load its cells and cases; return None if there is no work to do."""
    looks = 0
    await _start(own, project, run)
    while True:
        async with own.work.write() as tx:
            found = await tx.runs.get(project, run)
            holder = await tx.chunks.holder(project, run, chunk)
            # An earlier process with our worker name is dead, because the name is locked.
            free = holder is None or worker_name_of(holder) == worker_name_of(own.worker)
            if not free and holder is not None and await tx.workers.is_free(holder):
                looks += 1
                free = looks >= DEAD_AFTER_LOOKS
            if free:
                return await _take(own, tx, project, run, chunk, epoch)
        # Its holder is alive and finishing its calls, or died a moment ago.
        log.info("chunk_is_held", run=str(found.id), chunk=chunk, holder=holder)
        await asyncio.sleep(LOOK_EVERY_S)


async def _take(
    own: Resources, tx: WriteTx, project: ProjectId, run: RunId, chunk: int, epoch: int
) -> ClaimedChunk | None:
    now = own.clock.now()
    claim = await tx.chunks.take(project, run, chunk, own.worker)
    found = await tx.runs.get(project, run)
    ordinals = found.plan.ordinals_of(chunk)
    ready = await prepare_chunk(own, tx, project, found)
    lost = await tx.cells.abandon(project, run, ordinals)
    await end_unrepeatable_calls(own, tx, project, found, ready, lost, claim, now)
    if found.state not in WORKING or epoch != found.epoch:
        await record_calls_in_doubt(tx, project, found, ready, lost, now)
        await tx.chunks.let_go(project, run, chunk, claim)
        return None
    columns = len(found.plan.columns)
    # In runs of an earlier release a row may be split between two chunks.
    cut = columns if found.plan.chunk_size % columns else 0
    around = range(max(0, ordinals.start - cut), ordinals.stop + cut)
    states = {
        ordinal: CellState(state)
        for ordinal, state in (await tx.cells.states(project, run, around)).items()
    }
    if CellState.OPEN in states.values() and await tx.cells.drop_stale(
        project, run, ordinals, columns
    ):
        await tx.run_sums.recount(project, run, columns)
    # Lock order: budgets after cells and sums, as in every transaction of a run.
    await record_calls_in_doubt(tx, project, found, ready, lost, now)
    scored = await tx.cells.scored(project, run, ordinals)
    wanted = _needed(found.plan, ready, ordinals, states, scored)
    first = found.plan.place(ordinals.start).case
    last = found.plan.place(ordinals.stop - 1).case
    state = ChunkState(
        run=run,
        number=chunk,
        claim=claim,
        ordinals=ordinals,
        states=states,
        scored=scored,
        cases=_shown(found.plan, await tx.cells.cases(project, run, first, last + 1)),
        kept=await tx.cells.answers(project, run, wanted) if wanted else {},
        attempts=await tx.cells.attempts(project, run, ordinals) if states else {},
        said=await tx.cells.scorer_messages(project, run, ordinals) if states else {},
    )
    return ClaimedChunk(run=found, found=state, ready=ready)


def _shown(plan: Plan, cases: dict[int, CaseContent]) -> dict[int, CaseContent]:
    """Return the cases as judges see them. If the cases themselves are the answers, their values are left out."""
    if plan.given is None:
        return cases
    values: Values = {"about": plan.given.about} if plan.given.about else {}
    return {place: replace(case, values=dict(values)) for place, case in cases.items()}


def _needed(
    plan: Plan,
    ready: Ready,
    ordinals: range,
    states: dict[int, CellState],
    scored: set[tuple[int, int]],
) -> list[int]:
    """Return the cells whose answers must be loaded: cells without a score, and the cells they are compared with."""
    needed: set[int] = set()
    for scorer in ready.scorers:
        for ordinal in ordinals:
            if (ordinal, scorer.number) in scored or not scorer.takes(plan, ordinal):
                continue
            if isinstance(scorer.spec, PairwiseSpec):
                needed.add(pairwise_partner_of(plan, scorer.spec, ordinal))
            needed.add(ordinal)
    return sorted(ordinal for ordinal in needed if states.get(ordinal) in HAS_ANSWER)


async def _start(own: Resources, project: ProjectId, run: RunId) -> None:
    async with own.work.read() as tx:
        if (await tx.runs.get(project, run)).state is not RunState.PENDING:
            return
    async with own.change(project) as tx:
        found = await tx.runs.get(project, run, lock=True)
        if found.state is RunState.PENDING:
            await move_run(tx, found, RunState.EXECUTING)
