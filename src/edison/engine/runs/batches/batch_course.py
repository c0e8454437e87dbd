"""The course of one batch: submitted once, looked up after a crash, polled, cancelled, and joined to its cells."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import structlog

from edison.domain.errors import NotFound
from edison.domain.events import RUN_CHANGED, run_topic
from edison.domain.ids import ProjectId
from edison.domain.models.model_call import Failed, FailureCode
from edison.domain.models.provider import Endpoint
from edison.domain.runs.cell import LEAVES_OPEN
from edison.domain.runs.parameter_note import stopped_column
from edison.domain.runs.provider_batch import (
    LOOKS,
    UNKNOWN_FOR,
    BatchState,
    ProviderBatch,
    is_halted,
)
from edison.domain.runs.run_states import WORKING, PauseReason
from edison.engine.resources import Resources
from edison.engine.runs.batches.batch_calls import BatchCall, LoadedBatch, batch_call, load_batch
from edison.engine.runs.batches.join_results import NOT_EXECUTED, ResultJoin, release_cells
from edison.engine.runs.count_doubt import record_calls_in_doubt
from edison.engine.runs.enqueue_chunks import launch_chunks
from edison.engine.runs.halt_run import halt_run
from edison.engine.runs.prepare_chunk import PreparedColumn
from edison.engine.runs.run_transitions import pause_run_in_transaction
from edison.engine.runs.run_writer import RunWriter
from edison.providers.batch_client import LostSubmission
from edison.providers.wire.batch_wire import BatchReport

log = structlog.get_logger(__name__)

# The provider's queue is full; other batches must end first.
QUEUE_WAIT = timedelta(minutes=5)
IN_DOUBT = (
    "The provider cannot say what became of a batch of {cells} calls. Their cost is counted as in doubt. "
    "Check the batches in the provider's console before you resume the run, which sends the calls again."
)


class BatchMoved(Exception):
    """Another worker has taken up the batch."""


class BatchCourse:
    def __init__(self, own: Resources, loaded: LoadedBatch, asked: PreparedColumn) -> None:
        self._own = own
        self._loaded = loaded
        self._batch = loaded.batch
        self._asked = asked
        self._endpoint: Endpoint = asked.target.endpoint

    async def advance(self) -> None:
        """Do the next step of the batch. A repetition after a crash begins with what was committed."""
        match self._batch.state:
            case BatchState.PREPARED:
                await self._submit()
            case BatchState.SUBMITTING:
                await self._look_up()
            case BatchState.SUBMITTED:
                await self._poll()
            case BatchState.ENDED:
                pass

    async def _submit(self) -> None:
        batch, calls = self._batch, self._calls()
        if not calls:
            await self._end(NOT_EXECUTED)
            return
        # Committed before anything is sent: a worker that finds this state looks for the batch first.
        await self._change(state=str(BatchState.SUBMITTING), submitting_at=self._now())
        requests = [call.sent for call in calls]
        file = await self._own.batches.upload(self._endpoint, batch.marker, requests)
        if isinstance(file, Failed):
            # An uploaded file starts nothing, so the batch was certainly not submitted.
            await self._refused(file)
            return
        await self._change(input_file=file or None)
        report = await self._own.batches.submit(self._endpoint, batch.marker, file, requests)
        if isinstance(report, BatchReport):
            await self._submitted(report)
        elif report.doubtful:
            log.warning("batch_submission_unknown", batch=str(batch.id), code=str(report.code))
            await self._change(problem=report.message, due_at=self._now() + self._own.batch_poll)
        else:
            await self._refused(report)

    async def _look_up(self) -> None:
        """Find out whether a batch was submitted, and submit it again only if it certainly was not."""
        batch, now = self._batch, self._now()
        since = batch.submitting_at or batch.created_at
        async with self._own.work.read() as tx:
            known = await tx.provider_batches.provider_ids(batch.project, batch.run)
        wanted = LostSubmission(
            marker=batch.marker,
            file=batch.input_file,
            keys=frozenset(call.question.key for call in self._calls()),
            known=known,
            since=since,
        )
        found = await self._own.batches.find(self._endpoint, wanted)
        if isinstance(found, BatchReport):
            await self._submitted(found)
        elif isinstance(found, Failed):
            if now - since > UNKNOWN_FOR:
                await end_in_doubt(self._own, batch)
            else:
                await self._change(problem=found.message, due_at=now + self._own.batch_poll)
        elif batch.looks + 1 < LOOKS:
            await self._change(looks=batch.looks + 1, due_at=now + self._own.batch_poll)
        else:
            await self._submit_again()

    async def _submit_again(self) -> None:
        """Prepare a batch again that the provider does not list."""
        if file := self._batch.input_file:
            # Without its file, a submission that is still on its way fails.
            failed = await self._own.batches.discard(self._endpoint, file)
            if failed is not None:
                due = self._now() + self._own.batch_poll
                await self._change(problem=failed.message, due_at=due)
                return
        await self._prepared_again(self._now())

    async def _prepared_again(self, due: datetime) -> None:
        await self._change(
            state=str(BatchState.PREPARED),
            looks=0,
            input_file=None,
            provider_id=None,
            submitting_at=None,
            submitted_at=None,
            due_at=due,
        )

    async def _submitted(self, report: BatchReport) -> None:
        now = self._now()
        await self._change(
            state=str(BatchState.SUBMITTED),
            provider_id=report.id,
            submitted_at=report.created_at or now,
            problem=None,
            due_at=now + self._own.batch_poll,
        )

    async def _refused(self, failed: Failed) -> None:
        """Handle a submission that the provider refused, so that no call was executed."""
        if failed.retryable or failed.code is FailureCode.UNAVAILABLE:
            wait = timedelta(seconds=failed.retry_after_s or 0)
            await self._change(problem=failed.message)
            await self._prepared_again(self._now() + max(wait, self._own.batch_poll))
            return
        if failed.code in LEAVES_OPEN:
            project, run = self._batch.project, self._loaded.run
            writer = RunWriter(self._own, project, run)
            await halt_run(self._own, project, run.id, writer, self._asked, failed)
            await self._end(NOT_EXECUTED, failed.message)
            return
        await self._end(failed, failed.message)

    async def _poll(self) -> None:
        batch = self._batch
        report = await self._own.batches.look(self._endpoint, batch.provider_id or "")
        if isinstance(report, Failed):
            await self._failed_poll(report)
        elif report.phase == "working":
            await self._wait(report)
        else:
            # Only now: a poll of a batch that works needs none of its cells.
            self._loaded = await load_batch(self._own, batch.project, batch, cells=True)
            if report.phase == "rejected":
                await self._rejected(report)
            else:
                await self._join(report)

    async def _failed_poll(self, failed: Failed) -> None:
        if failed.status == 404 or self._batch.is_lost(self._now()):
            await end_in_doubt(self._own, self._batch)
        else:
            await self._later(problem=failed.message)

    async def _wait(self, report: BatchReport) -> None:
        batch, run = self._batch, self._loaded.run
        cancelled = batch.cancelled
        if is_halted(run.state, run.pause_reason) and not cancelled:
            failed = await self._own.batches.cancel(self._endpoint, report.id)
            cancelled = failed is None
        await self._later(done=max(batch.done, report.done), cancelled=cancelled, problem=None)
        if report.done > batch.done:
            async with self._own.change(batch.project) as tx:
                topic = run_topic(run.id)
                tx.emit_event(RUN_CHANGED, topic=topic, run=str(run.id), changed=["batch"])

    async def _rejected(self, report: BatchReport) -> None:
        """Handle a batch that the provider accepted and then rejected as a whole, without executing a call."""
        failed = report.failure or NOT_EXECUTED
        if failed.code is FailureCode.RATE_LIMITED:
            await self._change(problem=failed.message)
            await self._prepared_again(self._now() + QUEUE_WAIT)
            return
        await self._end(failed, failed.message)

    async def _join(self, report: BatchReport) -> None:
        failed = await ResultJoin(self._own, self._loaded, self._asked).join(report)
        if failed is None:
            await close_batch(self._own, self._batch)
            await self._tidy(report)
        else:
            await self._failed_poll(failed)

    async def _tidy(self, report: BatchReport) -> None:
        """Delete the files of a joined batch at the provider, because they hold the project's texts."""
        for file in (self._batch.input_file, *report.results):
            if file:
                failed = await self._own.batches.discard(self._endpoint, file)
                if failed is not None:
                    log.warning("batch_file_not_deleted", code=str(failed.code))

    async def _end(self, failed: Failed, problem: str | None = None) -> None:
        """End a batch of which no call was executed."""
        await release_cells(self._own, self._loaded, failed)
        await close_batch(self._own, self._batch, problem)

    async def _later(self, **values: Any) -> None:
        now = self._now()
        await self._change(due_at=self._batch.next_poll(self._own.batch_poll, now), **values)

    async def _change(self, **values: Any) -> None:
        batch = self._batch
        async with self._own.work.write() as tx:
            if not await tx.provider_batches.change(batch.project, batch, **values):
                raise BatchMoved

    def _calls(self) -> list[BatchCall]:
        loaded = self._loaded
        calls = [
            batch_call(self._own, loaded.run.plan, loaded.found, ordinal, self._asked)
            for ordinal in sorted(loaded.held)
        ]
        return [call for call in calls if call is not None]

    def _now(self) -> datetime:
        return self._own.clock.now()


async def advance(own: Resources, project: ProjectId, wanted: UUID, turn: int) -> None:
    """Take a batch one step further, unless another worker has taken it up or it has ended."""
    async with own.work.read() as tx:
        try:
            batch = await tx.provider_batches.get(project, wanted)
        except NotFound:
            return
    if batch.turn != turn or batch.state is BatchState.ENDED:
        return
    polled = batch.state is BatchState.SUBMITTED
    loaded = await load_batch(own, project, batch, cells=not polled)
    asked, run = loaded.asked, loaded.run
    stopped = (
        run.state not in WORKING
        or isinstance(asked, Failed)
        or stopped_column(run.parameter_notes, batch.column) is not None
    )
    if batch.state is BatchState.PREPARED and stopped:
        await release_cells(own, loaded, NOT_EXECUTED)
        await close_batch(own, batch)
    elif isinstance(asked, PreparedColumn):
        try:
            await BatchCourse(own, loaded, asked).advance()
        except BatchMoved:
            log.warning("batch_taken_up_elsewhere", batch=str(batch.id), turn=turn)
    elif batch.is_lost(own.clock.now()):
        await end_in_doubt(own, batch)
    else:
        # The credential or the model is not usable now; what was submitted is joined when it is again.
        await postpone(own, project, wanted, turn, asked.message)


async def end_in_doubt(own: Resources, batch: ProviderBatch) -> None:
    """Count the calls of a lost batch as in doubt, and pause the run: nothing is sent again without a person."""
    loaded, now = await load_batch(own, batch.project, batch, cells=True), own.clock.now()
    run, problem = loaded.run, IN_DOUBT.format(cells=f"{len(loaded.held):,}")
    log.error("batch_lost", batch=str(batch.id), cells=len(loaded.held))
    async with own.change(batch.project, now) as tx:
        # Before the cells, as in every transaction of a run.
        await pause_run_in_transaction(tx, run.id, PauseReason.BATCH, problem)
        ordinals = run.plan.ordinals_of(batch.chunk)
        lost = await tx.cells.abandon_batch(batch.project, run.id, ordinals, batch.claim)
        await record_calls_in_doubt(tx, batch.project, run, loaded.ready, lost, now)
    await close_batch(own, batch, problem)


async def close_batch(own: Resources, batch: ProviderBatch, problem: str | None = None) -> None:
    """End a batch all of whose cells are settled, and let their chunk go on."""
    now = own.clock.now()
    async with own.change(batch.project, now) as tx:
        # Locked before its chunks, as by everyone who launches them.
        await tx.runs.get(batch.project, batch.run, lock=True)
        ended = await tx.provider_batches.change(
            batch.project,
            batch,
            state=str(BatchState.ENDED),
            ended_at=now,
            due_at=None,
            problem=problem,
        )
        if ended:
            await tx.provider_batches.wake_chunks(batch.project, batch.run)
            await launch_chunks(tx, batch.run)


async def postpone(
    own: Resources, project: ProjectId, wanted: UUID, turn: int, problem: str
) -> None:
    async with own.work.write() as tx:
        try:
            batch = await tx.provider_batches.get(project, wanted, lock=True)
        except NotFound:
            return
        if batch.turn == turn and batch.state is not BatchState.ENDED:
            due = batch.next_poll(own.batch_poll, own.clock.now())
            await tx.provider_batches.change(project, batch, due_at=due, problem=problem)
