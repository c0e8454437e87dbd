"""Make one call of a run: wait for a slot, reserve money, and call the model.

If the call does not fit into the budget now, it waits and tries again.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta

from edison.domain.ids import BudgetId, ProjectId, RunId
from edison.domain.models.model_call import (
    Answered,
    CallOutcome,
    CallPolicy,
    Failed,
    FailureCode,
)
from edison.domain.runs.cell import Worst
from edison.engine.resources import Resources
from edison.engine.runs.call_request import CallRequest
from edison.engine.runs.parameter_notes import ParameterNotes
from edison.engine.runs.publish_live_text import LiveText
from edison.engine.runs.reservations import CallAdmission, CallReservation, ReservationRequest
from edison.engine.runs.run_writer import RunWriter
from edison.providers.cached_answers import from_store, to_store
from edison.store.repositories.models.reusable_answers import StoredAnswer
from edison.store.repositories.runs.cell_arrays import Begun

# Pause before the next attempt to reserve money. Calls of this worker signal when they settle, those of other
# workers do not. The pause grows, because a thousand calls that retry five times a second would keep a worker busy.
ROOM_AGAIN_S = 0.2
ROOM_AGAIN_AT_MOST_S = 2.0
# Pause before a provider that is backing off is called again, while the call has time left.
PAUSE_AT_LEAST_S = 0.5
PAUSE_AT_MOST_S = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReusableCallAnswers:
    """Stored answers to identical requests."""

    # By ordinal, without the cells that were requested again: they need a new answer.
    keys: dict[int, str] = field(default_factory=dict[int, str])
    answers: dict[str, StoredAnswer] = field(default_factory=dict[str, StoredAnswer])

    def answer_for(self, question: CallRequest) -> StoredAnswer | None:
        if question.scorer is not None or question.stands_in:
            return None
        return self.answers.get(self.keys.get(question.ordinal, ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class CallReply:
    """The outcome of a call and its reservation. `outcome` is None if the call was not sent: the run is halted."""

    outcome: CallOutcome | None
    spent: CallReservation
    worst: Worst
    fresh: StoredAnswer | None = None


@dataclass(slots=True)
class _Pledge:
    """Reserves money for one call: once, and again after each failed attempt that may have been charged."""

    writer: RunWriter
    question: CallRequest
    worst: Worst
    stopping: threading.Event
    holds: int = 0
    budgets: tuple[BudgetId, ...] = ()
    last: CallAdmission = field(default=CallAdmission.GO)

    async def admit(self, doubtful: int) -> bool:
        if self.stopping.is_set():
            # The worker is stopping and only finishes calls in progress; the next worker retries.
            self.last = CallAdmission.HALTED
            return False
        if doubtful < self.holds:
            return True
        asked = self.question
        self.last, budgets = await self.writer.reserve_call(
            ReservationRequest(
                chunk=asked.chunk,
                begun=Begun(
                    ordinal=asked.ordinal,
                    scorer=asked.scorer,
                    claim=asked.claim,
                    held=self.worst.cost,
                    held_tokens=self.worst.tokens,
                    nth=self.holds + 1,
                ),
                phase=asked.asked.phase,
                model=asked.asked.model,
                worst=self.worst,
            )
        )
        if self.last is not CallAdmission.GO:
            return False
        self.holds += 1
        self.budgets = budgets
        return True

    @property
    def spent(self) -> CallReservation:
        return CallReservation(
            phase=self.question.asked.phase,
            model=self.question.asked.model,
            held=self.holds * self.worst.cost,
            held_tokens=self.holds * self.worst.tokens,
            budgets=self.budgets,
        )


class Caller:
    """Calls models for one chunk."""

    def __init__(
        self,
        own: Resources,
        project: ProjectId,
        run: RunId,
        writer: RunWriter,
        *,
        policy: CallPolicy,
        reuse_for: timedelta,
        known: ReusableCallAnswers,
        notes: ParameterNotes,
        live: LiveText | None = None,
    ) -> None:
        self._own = own
        self._project = project
        self._run = run
        self._writer = writer
        self._policy = policy
        self._reuse_for = reuse_for
        self._known = known
        self._notes = notes
        self._live = live
        # By target or scorer of this chunk: why it makes no more calls.
        self._refused: dict[int, Failed] = {}

    @asynccontextmanager
    async def asking(self, question: CallRequest) -> AsyncGenerator[CallReply]:
        """Yield a reused answer or the model's answer. The caller must store it before leaving the `with` block.

        A call that was sent keeps its slot until the context manager exits. So the number of calls in progress or not
        committed never exceeds the number of slots, which limits the loss if the worker is killed.
        """
        worst = question.worst
        nothing = CallReservation(phase=question.asked.phase, model=question.asked.model)
        if stored := self._known.answer_for(question):
            yield CallReply(outcome=from_store(stored), spent=nothing, worst=worst)
            return
        give_up = asyncio.get_running_loop().time() + self._policy.deadline_s
        patience = ROOM_AGAIN_S
        while True:
            pledge = _Pledge(
                writer=self._writer, question=question, worst=worst, stopping=self._own.stopping
            )
            async with self._own.slots.one(self._run):
                outcome = await self._call(question, pledge)
                if outcome is not None and pledge.holds:
                    yield CallReply(
                        outcome=outcome,
                        spent=pledge.spent,
                        worst=worst,
                        fresh=self._fresh(question, outcome),
                    )
                    return
            if outcome is not None and await self._may_wait(
                outcome, pledge.last, give_up, patience
            ):
                patience = min(2 * patience, ROOM_AGAIN_AT_MOST_S)
                continue
            if outcome is not None and _is_held_back(outcome):
                outcome = None
            yield CallReply(outcome=outcome, spent=nothing, worst=worst)
            return

    async def _call(self, question: CallRequest, pledge: _Pledge) -> CallOutcome | None:
        if self._writer.halted or self._own.stopping.is_set():
            return None
        if (refused := self._refused.get(id(question.asked))) is not None:
            return replace(refused, attempts=0, latency_ms=None)
        if self._live is not None and question.scorer is None:
            outcome = await self._call_aloud(question, pledge, self._live)
        else:
            outcome = await self._own.gateway.call(
                question.asked.target,
                question.call,
                key=question.key,
                policy=self._policy,
                admit=pledge.admit,
            )
        if isinstance(outcome, Failed) and outcome.code is FailureCode.PARAMETER_REFUSED:
            # The next calls have the same parameters, so they would be refused, too.
            self._refused[id(question.asked)] = outcome
        await self._notes.take(question, outcome)
        return outcome

    async def _call_aloud(
        self, question: CallRequest, pledge: _Pledge, live: LiveText
    ) -> CallOutcome:
        """Call the model with streaming, and publish the streamed text."""
        saying = live.of(question.ordinal, question.attempt)

        async def admit(doubtful: int) -> bool:
            # Each attempt begins here, so the text of an earlier attempt is discarded.
            saying.restart()
            return await pledge.admit(doubtful)

        try:
            return await self._own.gateway.call(
                question.asked.target,
                question.call,
                key=question.key,
                policy=self._policy,
                on_text=saying.append,
                admit=admit,
            )
        finally:
            saying.end()

    async def _may_wait(
        self, outcome: CallOutcome, last: CallAdmission, give_up: float, patience: float
    ) -> bool:
        """Wait for budget or for the provider's backoff if that can help; return whether to retry the call."""
        if not isinstance(outcome, Failed):
            return False
        if outcome.code is FailureCode.HELD_BACK and last is CallAdmission.LATER:
            await self._writer.room_may_have_come(patience)
            return True
        if outcome.code is FailureCode.UNAVAILABLE:
            pause = min(max(outcome.retry_after_s or 0.0, PAUSE_AT_LEAST_S), PAUSE_AT_MOST_S)
            if asyncio.get_running_loop().time() + pause < give_up:
                await asyncio.sleep(pause)
                return True
        return False

    def _fresh(self, question: CallRequest, outcome: CallOutcome) -> StoredAnswer | None:
        # Scorer answers are never reused, so they are not stored for reuse.
        if not self._reuse_for or question.scorer is not None or not isinstance(outcome, Answered):
            return None
        known = None if question.stands_in else self._known.keys.get(question.ordinal)
        return to_store(
            known or question.answer_key(self._project),
            outcome,
            model=question.call.model,
            origin=f"run {self._run}",
            now=self._own.clock.now(),
            keep_for=self._reuse_for,
        )


def _is_held_back(outcome: CallOutcome) -> bool:
    return isinstance(outcome, Failed) and outcome.code is FailureCode.HELD_BACK


def policy_for(usual: CallPolicy, timeout_s: float | None) -> CallPolicy:
    return usual if timeout_s is None else replace(usual, timeout_s=timeout_s)
