"""Process one chunk of a run. A retry pays again only for calls whose answers were not stored."""

import asyncio
from uuid import UUID
from weakref import WeakValueDictionary

import structlog

from edison.domain.datasets.dataset import CaseContent
from edison.domain.ids import ProjectId, RunId
from edison.domain.models.answer_key import answer_key
from edison.domain.models.model_call import ModelCall
from edison.domain.prompts.template_renderer import CannotRender
from edison.domain.runs.cell import CellState
from edison.domain.runs.live_text import is_live
from edison.domain.runs.provider_batch import AnswerDelivery
from edison.engine.durable import step
from edison.engine.resources import Resources, resources
from edison.engine.runs.applications.store_outputs import still_waits
from edison.engine.runs.batches.prepare_batches import BatchPreparation
from edison.engine.runs.claim_chunk import ChunkClaim, ClaimedChunk, claim_chunk
from edison.engine.runs.parameter_notes import ParameterNotes
from edison.engine.runs.prepare_chunk import PreparedColumn
from edison.engine.runs.process_chunk import ChunkWork
from edison.engine.runs.publish_live_text import LiveText
from edison.engine.runs.run_caller import Caller, ReusableCallAnswers, policy_for
from edison.engine.runs.run_writer import RunWriter
from edison.engine.workflow_contracts import ChunkOrder, ChunkReport

log = structlog.get_logger(__name__)

HEARTBEAT_S = 5.0

# Chunks of one run in this process share a writer, so that its batches are larger.
_writers: WeakValueDictionary[tuple[RunId, int], RunWriter] = WeakValueDictionary()


@step("work_chunk", attempts=5)
async def work_chunk(order: ChunkOrder) -> ChunkReport:
    """Process a chunk; return how many cells or scores remain open."""
    own = resources()
    project, run = ProjectId(UUID(order["project"])), RunId(UUID(order["run"]))
    structlog.contextvars.bind_contextvars(run=order["run"], chunk=order["chunk"])
    if order.get("scheduled"):
        await own.starts.over()
    async with ChunkClaim(run, order["chunk"]):
        taken = await claim_chunk(own, project, run, order["chunk"], order["epoch"])
        if taken is None:
            return {"claim": 0, "left": 0}
        writer = _writer(own, project, taken)
        beating = asyncio.create_task(_beat(writer), name="heartbeat")
        try:
            left, waiting = await _work(own, project, taken, writer)
        finally:
            beating.cancel()
        await writer.report()
        async with own.work.write() as tx:
            if waiting and taken.run.plan.application is not None:
                waiting = await still_waits(tx, project, taken)
            await tx.chunks.release(
                project,
                run,
                order["chunk"],
                taken.found.claim,
                epoch=order["epoch"],
                done=left == 0,
                waiting=waiting,
            )
        if left and own.stopping.is_set():
            # The process is stopping: the chunk stays running, so that another worker resumes it.
            raise asyncio.CancelledError
        return {"claim": taken.found.claim, "left": left}


async def _work(
    own: Resources, project: ProjectId, taken: ClaimedChunk, writer: RunWriter
) -> tuple[int, bool]:
    """Process a chunk; return how many cells or scores remain open, and whether it waits for a batch or outputs."""
    plan = taken.run.plan
    live = LiveText(own.work, project, taken.run.id) if is_live(plan.cells) else None
    known = await _known(own, project, taken)
    waiting: frozenset[int] = frozenset()
    if plan.application is not None:
        waiting = frozenset(
            ordinal
            for ordinal in taken.found.ordinals
            if taken.found.states.get(ordinal, CellState.OPEN) is CellState.OPEN
        )
    elif plan.delivery is AnswerDelivery.BATCH:
        waiting = await BatchPreparation(own, project, taken, writer).prepare(known)
    caller = Caller(
        own,
        project,
        taken.run.id,
        writer,
        policy=policy_for(own.policy, plan.timeout_s),
        reuse_for=taken.ready.reuse_for,
        known=known,
        notes=ParameterNotes(own, project, taken.run.id, len(plan.columns)),
        live=live,
    )
    work = ChunkWork(own, project, taken.run, taken.found, taken.ready, writer, caller, waiting)
    try:
        left = await work.run()
        # Scores that are left, for example because a budget is spent, do not wait for outputs.
        waits_only = plan.application is None or left == len(waiting)
        return left, bool(waiting) and waits_only
    finally:
        if live is not None:
            live.close()


async def _known(own: Resources, project: ProjectId, taken: ClaimedChunk) -> ReusableCallAnswers:
    if not taken.ready.reuse_for:
        return ReusableCallAnswers()
    keys: dict[int, str] = {}
    for ordinal in taken.found.ordinals:
        state = taken.found.states.get(ordinal, CellState.OPEN)
        if state is not CellState.OPEN or ordinal in taken.found.attempts:
            continue
        place = taken.run.plan.place(ordinal)
        asked = taken.ready.columns[place.column]
        if not isinstance(asked, PreparedColumn):
            continue
        call = _rendered(asked, taken.found.cases.get(place.case))
        if call is not None:
            keys[ordinal] = answer_key(
                project, asked.identity, call, place.trial, asked.target.left_out_of(call)
            )
    async with own.work.read() as tx:
        answers = await tx.answers.find(project, list(keys.values()), own.clock.now())
    return ReusableCallAnswers(keys=keys, answers=answers)


def _rendered(asked: PreparedColumn, case: CaseContent | None) -> ModelCall | None:
    try:
        return asked.call(case.values if case else {})
    except CannotRender:
        return None


def _writer(own: Resources, project: ProjectId, taken: ClaimedChunk) -> RunWriter:
    key = (taken.run.id, taken.run.epoch)
    writer = _writers.get(key)
    if writer is None:
        writer = _writers[key] = RunWriter(own, project, taken.run)
    return writer


async def _beat(writer: RunWriter) -> None:
    """Write the heartbeat of the run at intervals, even while calls wait for a slow model or a rate limit."""
    while True:
        await asyncio.sleep(HEARTBEAT_S)
        try:
            await writer.report()
        except Exception as error:
            log.warning("heartbeat_missed", error=type(error).__name__)
