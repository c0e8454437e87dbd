"""Make one paid model call outside of runs, such as a call of an assist or of the refiner.

Money is reserved just before the call is sent, and settled when the outcome is stored. If a call fails but may have
been charged, its cost is counted as in doubt.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import structlog

from edison.domain.assists.internal_calls import InternalCall, InternalCallState, may_ask_again
from edison.domain.budgets.budget import WHOSE, Balance, Room, Scope
from edison.domain.errors import Unavailable
from edison.domain.ids import AskId, BudgetId, ProjectId
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.model_call import CallOutcome, Failed, FailureCode, ModelCall
from edison.domain.models.token_counts import at_most_tokens
from edison.domain.models.usage_tally import tally_of
from edison.domain.money import ZERO
from edison.domain.runs.cell import Worst, bill_of, overrun_of, worst_case
from edison.domain.runs.cell_request import sent_parameters
from edison.domain.runs.run_plan import USUAL_MAX_TOKENS
from edison.engine.budgets.overrun_alert import alert_overrun
from edison.engine.models.resolve_target import ready_target
from edison.engine.models.save_outcome import STOPS, TRY_EVERY_S, TRY_FOR, stop_credential
from edison.engine.project_tx import ProjectTx
from edison.engine.resources import Resources
from edison.providers.gateway import CallTarget
from edison.store.repositories.budgets.budgets import Movement

log = structlog.get_logger(__name__)

NOTHING_ELSE = Worst(cost=ZERO, tokens=0)
# Pause before checking again whether calls in progress have released budget.
ROOM_AGAIN_S = 0.5
LOST = Failed(
    code=FailureCode.PROVIDER_ERROR,
    message="The worker stopped before the answer arrived. The provider may have charged the call. "
    "Repeat the call if you need the answer.",
    attempts=1,
    doubtful=1,
)
CANCELLED = Failed(
    code=FailureCode.HELD_BACK, message="The call was cancelled before it was sent", attempts=0
)


async def make_internal_call(own: Resources, project: ProjectId, wanted: AskId) -> CallOutcome:
    """Make the call, or return its stored outcome.

    Safe to repeat: if a worker died during the call, the cost is counted as in doubt.
    """
    async with own.change(project) as tx:
        item = await tx.asks.get(project, wanted, lock=True)
        if item.state is InternalCallState.CALLING:
            item = await _book_doubt(tx, item)
    if item.outcome is not None:
        return item.outcome
    if item.state is InternalCallState.CANCELLED:
        return CANCELLED
    paid = _Paid(own=own, project=project, ask=item)
    outcome = await paid.call()
    return await paid.keep(outcome)


async def _book_doubt(tx: ProjectTx, item: InternalCall) -> InternalCall:
    """Count the reserved cost of a call as in doubt, because the provider may have charged the call."""
    # Lock order of all transactions: the model's hourly sums before balances.
    await tx.spending.add(tx.project, item.model, tally_of(LOST), tx.now)
    if item.budgets and item.held:
        line = Movement(
            kind="doubt",
            phase=item.purpose.phase,
            model=item.model,
            calls=1,
            held=-item.held,
            held_tokens=-item.held_tokens,
            doubt=item.held,
            doubt_tokens=item.held_tokens,
        )
        await tx.budgets.move(tx.project, item.budgets, [line])
        await tx.budgets.write(tx.project, None, [line], tx.now, experiment=item.experiment)
    await tx.asks.mark_in_doubt(tx.project, item.id)
    if not may_ask_again(item):
        # Its cost was counted as doubt above, so the outcome adds none.
        bill = bill_of(LOST, NOTHING_ELSE)
        await tx.asks.finish(
            tx.project, item.id, LOST, bill, tx.now, attempt=item.attempt, sent=False
        )
    return await tx.asks.get(tx.project, item.id)


@dataclass(slots=True, kw_only=True)
class _Paid:
    """A model call in progress and the money reserved for it."""

    own: Resources
    project: ProjectId
    ask: InternalCall
    worst: Worst = NOTHING_ELSE
    model: CatalogModel | None = None
    holds: int = 0
    budgets: tuple[BudgetId, ...] = ()
    room: Room = field(default=Room.NOW)
    # The budget that has no room.
    scope: Scope = field(default=Scope.PROJECT_MONTH)

    async def call(self) -> CallOutcome:
        own, now = self.own, self.own.clock.now()
        if self.ask.call is None:
            return Failed(
                code=FailureCode.BAD_REQUEST, message="The call has no content", attempts=0
            )
        async with own.work.read() as tx:
            found = await ready_target(own, tx, self.project, self.ask.model, now)
        if isinstance(found, Failed):
            return found
        target, self.model = found
        parameters = sent_parameters(
            self.ask.call.parameters,
            self.ask.call.parameters,
            self.model.capabilities.max_output_tokens,
        )
        call = ModelCall(
            model=target.model,
            messages=self.ask.call.messages,
            parameters=parameters,
            tools=self.ask.call.tools,
            output=self.ask.call.output,
            task=self.ask.call.task,
            adaptable=self.ask.call.adaptable,
        )
        assert target.price is not None
        self.worst = worst_case(
            target.price, at_most_tokens(call), parameters.max_tokens or USUAL_MAX_TOKENS
        )
        return await self._when_there_is_room(target, call)

    async def _when_there_is_room(self, target: CallTarget, call: ModelCall) -> CallOutcome:
        """Make the call; while the budget has no room, wait for other calls to release theirs, up to a deadline."""
        give_up = asyncio.get_running_loop().time() + self.own.policy.deadline_s
        while True:
            outcome = await self.own.gateway.call(
                target,
                call,
                key=f"ask-{self.ask.id}-{self.ask.attempt + 1}",
                policy=self.own.policy,
                admit=self._admit,
            )
            held_back = isinstance(outcome, Failed) and outcome.code is FailureCode.HELD_BACK
            if not held_back or self.holds:
                return outcome
            if await self._was_cancelled():
                return CANCELLED
            waits = self.room is Room.LATER and asyncio.get_running_loop().time() < give_up
            if not waits or self.own.stopping.is_set():
                return budget_exhausted_failure(self.scope)
            await asyncio.sleep(ROOM_AGAIN_S)

    async def _admit(self, doubtful: int) -> bool:
        """Reserve the worst-case cost of an attempt, unless an earlier, uncharged attempt has left its reservation."""
        if doubtful < self.holds:
            return True
        now = self.own.clock.now()
        experiment = self.ask.experiment
        async with self.own.work.write() as tx:
            # Lock order: the row of the call first, then budgets.
            await tx.asks.get(self.project, self.ask.id, lock=True)
            simulated = bool(await tx.catalog.simulated(self.project, [self.ask.model]))
            if experiment is not None:
                # The first call may be made for a draft.
                await tx.budgets.open_of_experiment(self.project, experiment)
            await tx.budget_calendar.open(self.project, now, simulated=simulated)
            ids = self.budgets or tuple(
                await tx.budgets.of_experiment(self.project, experiment, now, simulated=simulated)
            )
            balances = await tx.budgets.lock(self.project, ids)
            self._look(balances)
            if self.room is not Room.NOW:
                return False
            begun = await tx.asks.mark_calling(
                self.project,
                self.ask.id,
                budgets=ids,
                held=self.worst.cost,
                held_tokens=self.worst.tokens,
                again=self.holds > 0,
            )
            if not begun:
                return False
            await tx.budgets.reserve(self.project, ids, self.worst.cost, self.worst.tokens)
            line = Movement(
                kind="reserve",
                phase=self.ask.purpose.phase,
                model=self.ask.model,
                calls=1,
                held=self.worst.cost,
            )
            await tx.budgets.write(self.project, None, [line], now, experiment=experiment)
        self.holds += 1
        self.budgets = ids
        return True

    def _look(self, balances: Sequence[Balance]) -> None:
        """Set `room` and `scope` from the budget balance with the least room."""
        self.room = Room.NOW
        for balance in balances:
            room = balance.room_for(self.worst, NOTHING_ELSE)
            if room is Room.NEVER or (room is Room.LATER and self.room is Room.NOW):
                self.room, self.scope = room, balance.scope

    async def _was_cancelled(self) -> bool:
        async with self.own.work.read() as tx:
            now = await tx.asks.get(self.project, self.ask.id)
        return now.state is InternalCallState.CANCELLED

    async def keep(self, outcome: CallOutcome) -> CallOutcome:
        """Store the outcome, retrying while the database is unavailable. Nothing is stored for an unsent call."""
        if failed_for_budget(outcome):
            return outcome
        for left in range(TRY_FOR, 0, -1):
            try:
                async with self.own.change(self.project) as tx:
                    return outcome if await self._write(tx, outcome) else LOST
            except Unavailable:
                if left == 1:
                    raise
                log.warning("outcome_waits_for_database", ask=str(self.ask.id))
                await asyncio.sleep(TRY_EVERY_S)
        raise AssertionError("unreachable")

    async def _write(self, tx: ProjectTx, outcome: CallOutcome) -> bool:
        """Write the outcome; return False if another worker has already taken over the call."""
        bill = bill_of(outcome, self.worst)
        kept = await tx.asks.finish(
            self.project,
            self.ask.id,
            outcome,
            bill,
            tx.now,
            attempt=self.ask.attempt + (1 if self.holds else 0),
            sent=self.holds > 0,
        )
        if not kept:
            return False
        if self.model is not None and isinstance(outcome, Failed) and outcome.code in STOPS:
            await stop_credential(tx, self.model, outcome)
        if not self.holds:
            return True
        await tx.spending.add(self.project, self.ask.model, tally_of(outcome), tx.now)
        line = Movement(
            kind="settle",
            phase=self.ask.purpose.phase,
            model=self.ask.model,
            calls=1,
            held=-self.holds * self.worst.cost,
            held_tokens=-self.holds * self.worst.tokens,
            settled=bill.cost,
            doubt=bill.doubt,
            doubt_tokens=bill.doubt_tokens,
            overrun=overrun_of(bill, self.holds * self.worst.cost),
        ).using(outcome.usage)
        await tx.budgets.move(self.project, self.budgets, [line])
        await tx.budgets.write(self.project, None, [line], tx.now, experiment=self.ask.experiment)
        if line.overrun:
            await alert_overrun(tx, line, run=None)
        return True


def failed_for_budget(outcome: CallOutcome) -> bool:
    """Return whether the call was not sent, because the budget was exhausted or the call was cancelled."""
    return isinstance(outcome, Failed) and outcome.code is FailureCode.HELD_BACK


def budget_exhausted_failure(scope: Scope) -> Failed:
    return Failed(
        code=FailureCode.HELD_BACK,
        message=f"The next call may not fit into {WHOSE[scope]}. Raise the budget and try again",
        # Our own code instead of a provider's: it names the budget.
        provider_code=str(scope),
        attempts=0,
    )
