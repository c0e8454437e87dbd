"""Join the results of a batch to its cells. It settles each call once, however often the join is repeated."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import structlog

from edison.domain.errors import Unavailable
from edison.domain.models.model_call import Answered, CallOutcome, Failed, FailureCode
from edison.domain.money import MicroUsd
from edison.domain.runs.cell import NOTHING, CellState, Phase, Result, Worst, bill_of, is_final
from edison.engine.resources import Resources
from edison.engine.runs.batches.batch_calls import BatchCall, LoadedBatch, batch_call
from edison.engine.runs.halt_run import halt_run
from edison.engine.runs.parameter_notes import ParameterNotes
from edison.engine.runs.prepare_chunk import PreparedColumn
from edison.engine.runs.reservations import CallReservation, Finished
from edison.engine.runs.run_writer import RunWriter
from edison.providers.cached_answers import to_store
from edison.providers.call_attempt import outcome_of_response
from edison.providers.wire.batch_wire import BatchItem, BatchReport
from edison.sandbox.schema_checks import parse_answer
from edison.store.repositories.models.reusable_answers import StoredAnswer

log = structlog.get_logger(__name__)

AT_ONCE = 200
NOT_EXECUTED = Failed(
    code=FailureCode.TIMED_OUT,
    message="The provider did not execute the call before the batch ended, and does not charge for it",
)
LACKS_RESULT = Failed(
    code=FailureCode.PROVIDER_ERROR,
    message="The provider ended the batch without a result for this call, and may charge for it",
    doubtful=1,
)


class ResultJoin:
    """Joins the results of one ended batch."""

    def __init__(self, own: Resources, loaded: LoadedBatch, asked: PreparedColumn) -> None:
        self._own = own
        self._loaded = loaded
        self._asked = asked
        # A failure of the key or the account, which halts the run.
        self._halting: Failed | None = None
        batch, run = loaded.batch, loaded.run
        self._writer = RunWriter(own, batch.project, run)
        self._notes = ParameterNotes(own, batch.project, run.id, len(run.plan.columns))

    async def join(self, report: BatchReport) -> Failed | None:
        """Store all results; return why they cannot be read. Calls that were not executed leave their cells open."""
        calls = self._calls()
        pending: list[tuple[BatchCall, CallOutcome]] = []
        known = 0
        async for item in self._own.batches.results(self._asked.target.endpoint, report):
            if isinstance(item, Failed):
                return item
            known += not item.skipped
            call = calls.pop(item.key, None)
            if call is None:
                # Stored before a crash, or a cell that was repeated since.
                continue
            pending.append((call, self._outcome(call, item)))
            if len(pending) >= AT_ONCE:
                await self._store(pending)
                pending = []
        await self._store(pending)
        missing = list(calls.values())
        # Answered and charged, but without a result: nobody knows which ones.
        unsure = (
            len(missing) if report.phase == "complete" else max(0, (report.charged or 0) - known)
        )
        await self._store([(call, LACKS_RESULT) for call in missing[:unsure]])
        await self._store([(call, NOT_EXECUTED) for call in missing[unsure:]])
        if self._halting is not None:
            run = self._loaded.run.id
            project = self._loaded.batch.project
            await halt_run(self._own, project, run, self._writer, self._asked, self._halting)
        return None

    def _calls(self) -> dict[str, BatchCall]:
        """Return the unanswered calls by their names in the batch."""
        loaded = self._loaded
        calls = [
            batch_call(self._own, loaded.run.plan, loaded.found, ordinal, self._asked)
            for ordinal in sorted(loaded.held)
        ]
        return {call.question.key: call for call in calls if call is not None}

    def _outcome(self, call: BatchCall, item: BatchItem) -> CallOutcome:
        if item.skipped:
            return NOT_EXECUTED
        asked = self._asked
        outcome = outcome_of_response(
            asked.target.endpoint, call.question.call, asked.price, item.status, item.body
        )
        return replace(outcome, dropped=call.dropped)

    async def _store(self, items: list[tuple[BatchCall, CallOutcome]]) -> None:
        async with asyncio.TaskGroup() as group:
            for call, outcome in items:
                group.create_task(self._store_one(call, outcome))

    async def _store_one(self, call: BatchCall, outcome: CallOutcome) -> None:
        await self._notes.take(call.question, outcome)
        if isinstance(outcome, Failed) and not is_final(outcome):
            self._halting = outcome
        finished = await self._finished(call, outcome)
        try:
            await self._writer.finish(finished)
        except Unavailable:
            raise
        except Exception as error:
            if not isinstance(outcome, Answered):
                raise
            log.exception("answer_not_storable", ordinal=call.question.ordinal)
            failed = Failed(
                code=FailureCode.PROVIDER_ERROR,
                message=f"The model's answer cannot be stored ({type(error).__name__})",
                cost=outcome.cost,
            )
            await self._writer.finish(await self._finished(call, failed))

    async def _finished(self, call: BatchCall, outcome: CallOutcome) -> Finished:
        finished = _unanswered(self._loaded, call.question.ordinal, outcome)
        if not isinstance(outcome, Answered) or finished.answer is None:
            return finished
        asked = self._asked
        parsed = await parse_answer(asked.contract, asked.content.output.schema, outcome.text)
        state = CellState.ANSWERED if parsed.problem is None else CellState.MALFORMED
        answer = replace(finished.answer, state=state, parsed=parsed.text, malformed=parsed.problem)
        return replace(finished, answer=answer, fresh=self._fresh(call, outcome))

    def _fresh(self, call: BatchCall, outcome: CallOutcome) -> StoredAnswer | None:
        keep_for: timedelta = self._loaded.ready.reuse_for
        if not keep_for or not isinstance(outcome, Answered):
            return None
        return to_store(
            call.question.answer_key(self._loaded.batch.project),
            outcome,
            model=call.question.call.model,
            origin=f"run {self._loaded.run.id}",
            now=self._own.clock.now(),
            keep_for=keep_for,
        )


async def release_cells(own: Resources, loaded: LoadedBatch, failed: Failed) -> None:
    """Give all cells of a batch the same failure. No call of the batch was executed."""
    writer = RunWriter(own, loaded.batch.project, loaded.run)
    async with asyncio.TaskGroup() as group:
        for ordinal in loaded.held:
            group.create_task(writer.finish(_unanswered(loaded, ordinal, failed)))


def _unanswered(loaded: LoadedBatch, ordinal: int, outcome: CallOutcome) -> Finished:
    """Return what is stored for a call of the batch, as far as it does not depend on an answer."""
    batch = loaded.batch
    held, tokens = loaded.held[ordinal]
    worst = Worst(cost=MicroUsd(held), tokens=tokens)
    return Finished(
        ordinal=ordinal,
        column=batch.column,
        claim=batch.claim,
        spent=CallReservation(
            phase=Phase.TARGET,
            model=batch.model,
            held=held,
            held_tokens=tokens,
            budgets=batch.budgets,
        ),
        answer=Result(
            state=_failure_state(outcome),
            outcome=outcome,
            parsed=None,
            malformed=None,
            bill=NOTHING if outcome is NOT_EXECUTED else bill_of(outcome, worst),
        ),
    )


def _failure_state(outcome: CallOutcome) -> CellState:
    """Return the state of a cell without an answer: open if another batch may answer it."""
    again = isinstance(outcome, Failed) and outcome.retryable and not outcome.doubtful
    return CellState.OPEN if again or not is_final(outcome) else CellState.FAILED
