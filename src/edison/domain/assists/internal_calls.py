"""Model calls that Edison makes itself, to refine a prompt or to assist a person."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from edison.domain.ids import AskId, BudgetId, ModelId, UserId
from edison.domain.models.model_call import CallOutcome, ModelCall
from edison.domain.money import ZERO, MicroUsd
from edison.domain.runs.cell import Phase

# A refiner call that was lost with its worker is sent once more; then it counts as failed.
MOST_REFINE_ATTEMPTS = 2


class Purpose(StrEnum):
    REFINE = "refine"
    ASSIST = "assist"

    @property
    def phase(self) -> Phase:
        return Phase.REFINE if self is Purpose.REFINE else Phase.ASSIST


class InternalCallState(StrEnum):
    """State of an internal call.

    `calling` is stored before the request is sent, so that a crash causes no second charge.
    """

    WAITING = "waiting"
    CALLING = "calling"
    DONE = "done"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class InternalCall:
    id: AskId
    # Experiment whose budget is charged, in addition to the project's.
    experiment: UUID | None
    purpose: Purpose
    kind: str
    subject: UUID | None
    model: ModelId
    input: dict[str, Any] = field(default_factory=dict[str, Any])
    call: ModelCall | None
    state: InternalCallState = InternalCallState.WAITING
    # How often the call was sent.
    attempt: int = 0
    budgets: tuple[BudgetId, ...] = ()
    held: MicroUsd = ZERO
    held_tokens: int = 0
    outcome: CallOutcome | None = None
    result: dict[str, Any] | None = None
    problem: str | None = None
    # Cost over all attempts, including amounts in doubt.
    cost: MicroUsd = ZERO
    tokens: int = 0
    done: int = 0
    total: int = 1
    asked_by: UserId | None = None
    asked_by_label: str
    asked_at: datetime
    finished_at: datetime | None = None


def may_ask_again(ask: InternalCall) -> bool:
    """Return whether a call may be sent (and paid) again after its worker stopped before the answer was stored."""
    return ask.purpose is Purpose.REFINE and ask.attempt < MOST_REFINE_ATTEMPTS
