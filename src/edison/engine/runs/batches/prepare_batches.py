"""Prepare the batches of a chunk: reserve money at the batch price, and record each batch before it is submitted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from edison.domain.budgets.budget import Balance, Room
from edison.domain.ids import BudgetId, ProjectId
from edison.domain.models.model_call import Failed, FailureCode
from edison.domain.money import MicroUsd
from edison.domain.runs.cell import NOTHING, CellState, Phase, Result, Worst
from edison.domain.runs.provider_batch import MOST_ROUNDS, AfterExpiry, BatchState, ProviderBatch
from edison.domain.runs.run_states import WORKING
from edison.engine.resources import Resources
from edison.engine.runs.batches.batch_calls import BatchCall, at_batch_price, batch_call
from edison.engine.runs.claim_chunk import ClaimedChunk
from edison.engine.runs.pause_for_budget import pause_for_budget
from edison.engine.runs.prepare_chunk import PreparedColumn
from edison.engine.runs.reservations import Finished
from edison.engine.runs.run_caller import ReusableCallAnswers
from edison.engine.runs.run_writer import RunWriter
from edison.engine.workflow_contracts import BatchOrder
from edison.kit.uuids import new_id
from edison.providers.facts.batch_facts import MOST_BYTES, batch_fact
from edison.store.repositories.budgets.budgets import Movement
from edison.store.repositories.runs.cell_arrays import Begun
from edison.store.unit_of_work import WriteTx

NOT_ANSWERED = Failed(
    code=FailureCode.TIMED_OUT,
    message=f"The provider did not answer in {MOST_ROUNDS} batches",
    attempts=MOST_ROUNDS,
)


@dataclass(slots=True)
class _Admitted:
    """The calls of a batch that fit into the budgets."""

    calls: list[BatchCall] = field(default_factory=list[BatchCall])
    budgets: tuple[BudgetId, ...] = ()
    # The balances into which the next call can never fit, and its cost.
    lacking: tuple[list[Balance], Worst] | None = None


class BatchPreparation:
    """Prepares the batches of one claimed chunk."""

    def __init__(
        self, own: Resources, project: ProjectId, taken: ClaimedChunk, writer: RunWriter
    ) -> None:
        self._own = own
        self._project = project
        self._run = taken.run
        self._plan = taken.run.plan
        self._found = taken.found
        self._columns = taken.ready.columns
        self._writer = writer

    async def prepare(self, known: ReusableCallAnswers) -> frozenset[int]:
        """Prepare batches for the open cells; return the cells that wait for this or an earlier batch."""
        found = self._found
        waiting = {
            ordinal for ordinal in found.ordinals if found.states.get(ordinal) is CellState.CALLING
        }
        async with self._own.work.read() as tx:
            rounds = await tx.provider_batches.rounds(
                self._project, self._run.id, found.ordinals, self._run.epoch
            )
        for column, asked in enumerate(self._columns):
            priced = at_batch_price(asked) if isinstance(asked, PreparedColumn) else None
            if priced is None:
                continue
            calls = self._open_calls(column, priced, known)
            for before in sorted({rounds.get(call.question.ordinal, 0) for call in calls}):
                if before and self._plan.after_expiry is AfterExpiry.LIVE:
                    continue
                some = [call for call in calls if rounds.get(call.question.ordinal, 0) == before]
                waiting.update(call.question.ordinal for call in some)
                if before >= MOST_ROUNDS:
                    await self._give_up(some)
                else:
                    await self._send(column, priced, some, before + 1)
        return frozenset(waiting)

    async def _send(
        self, column: int, asked: PreparedColumn, calls: Sequence[BatchCall], number: int
    ) -> None:
        for pack in _packs(calls, asked):
            if not await self._open(column, pack, number):
                return

    def _open_calls(
        self, column: int, asked: PreparedColumn, known: ReusableCallAnswers
    ) -> list[BatchCall]:
        """Return the calls for cells without an answer. Cells whose answer is known are left to the chunk."""
        found = self._found
        calls = [
            batch_call(self._own, self._plan, found, ordinal, asked)
            for ordinal in found.ordinals
            if self._plan.place(ordinal).column == column
            and found.states.get(ordinal, CellState.OPEN) is CellState.OPEN
        ]
        return [
            call for call in calls if call is not None and known.answer_for(call.question) is None
        ]

    async def _open(self, column: int, pack: Sequence[BatchCall], number: int) -> bool:
        """Record a batch with as many calls as the budgets have room for; return whether all have."""
        own, now = self._own, self._own.clock.now()
        async with own.work.write() as tx:
            admitted = await self._admit(tx, pack)
            if admitted.calls:
                await self._record(tx, column, admitted, number)
        if admitted.lacking is not None and not admitted.calls:
            with self._writer.halting():
                await pause_for_budget(own, self._project, self._run.id, *admitted.lacking, now)
        return len(admitted.calls) == len(pack)

    async def _admit(self, tx: WriteTx, pack: Sequence[BatchCall]) -> _Admitted:
        project, run, now = self._project, self._run, self._own.clock.now()
        number = self._found.number
        fence = await tx.chunks.fence(project, run.id, [number])
        if fence.state not in WORKING or fence.claims.get(number) != self._found.claim:
            return _Admitted()
        simulated = bool(await tx.catalog.simulated(project, [pack[0].question.asked.model]))
        await tx.budget_calendar.open(project, now, run.suite, simulated=simulated)
        ids = await tx.budgets.of_run(
            project, run.id, now, simulated=simulated, experiment=run.experiment, suite=run.suite
        )
        admitted = _Admitted(budgets=tuple(ids))
        balances = await tx.budgets.lock(project, sorted(ids))
        beside = Worst(cost=MicroUsd(0), tokens=0)
        for call in pack:
            worst = call.question.worst
            rooms = {balance.room_for(worst, beside) for balance in balances}
            if rooms - {Room.NOW}:
                admitted.lacking = (balances, worst) if Room.NEVER in rooms else None
                break
            beside = Worst(
                cost=MicroUsd(beside.cost + worst.cost), tokens=beside.tokens + worst.tokens
            )
            admitted.calls.append(call)
        return admitted

    async def _record(
        self, tx: WriteTx, column: int, admitted: _Admitted, round_number: int
    ) -> None:
        """Record a batch with its reservation, mark its cells, and queue its submission, all in one transaction."""
        project, run, now = self._project, self._run, self._own.clock.now()
        number = await tx.provider_batches.next_number(project)
        begun = [_begun(call, -number) for call in admitted.calls]
        taken = {ordinal for ordinal, _ in await tx.cells.begin(project, run.id, begun, now)}
        calls = [call for call in admitted.calls if call.question.ordinal in taken]
        if not calls:
            return
        cost = sum(call.question.worst.cost for call in calls)
        tokens = sum(call.question.worst.tokens for call in calls)
        model = calls[0].question.asked.model
        batch = ProviderBatch(
            id=new_id(),
            project=project,
            run=run.id,
            number=number,
            chunk=self._found.number,
            column=column,
            epoch=run.epoch,
            round=round_number,
            model=model,
            state=BatchState.PREPARED,
            cells=len(calls),
            budgets=admitted.budgets,
            turn=1,
            looks=0,
            created_at=now,
            submitting_at=None,
            submitted_at=None,
            ended_at=None,
            provider_id=None,
            input_file=None,
            done=0,
            cancelled=False,
            problem=None,
        )
        await tx.provider_batches.add(project, batch)
        await tx.budgets.reserve(project, admitted.budgets, cost, tokens)
        reserved = Movement(
            kind="reserve",
            phase=Phase.TARGET,
            model=model,
            calls=len(calls),
            held=cost,
        )
        await tx.budgets.write(project, run.id, [reserved], now, experiment=run.experiment)
        order: BatchOrder = {"project": str(project), "batch": str(batch.id), "turn": 1}
        await self._own.launcher.advance_batch(tx, order)

    async def _give_up(self, calls: Sequence[BatchCall]) -> None:
        """End cells that no batch has answered. Their calls were not charged."""
        for call in calls:
            await self._writer.finish(
                Finished(
                    ordinal=call.question.ordinal,
                    column=self._plan.place(call.question.ordinal).column,
                    claim=self._found.claim,
                    spent=None,
                    answer=Result(
                        state=CellState.FAILED,
                        outcome=NOT_ANSWERED,
                        parsed=None,
                        malformed=None,
                        bill=NOTHING,
                    ),
                )
            )


def _begun(call: BatchCall, claim: int) -> Begun:
    worst = call.question.worst
    return Begun(
        ordinal=call.question.ordinal,
        scorer=None,
        claim=claim,
        held=worst.cost,
        held_tokens=worst.tokens,
        nth=1,
    )


def _packs(calls: Sequence[BatchCall], asked: PreparedColumn) -> Iterator[list[BatchCall]]:
    """Divide calls into batches of limited size."""
    fact = batch_fact(asked.target.endpoint.provider)
    most = fact.most_requests if fact else 1
    pack: list[BatchCall] = []
    size = 0
    for call in calls:
        length = len(call.sent.request.body)
        if pack and (len(pack) >= most or size + length > MOST_BYTES):
            yield pack
            pack, size = [], 0
        pack.append(call)
        size += length
    if pack:
        yield pack
