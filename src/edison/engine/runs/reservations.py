"""What goes through a run's pen: calls that want to leave, and what came of them."""

from dataclasses import dataclass, replace
from enum import StrEnum

from edison.domain.ids import BudgetId, ModelId
from edison.domain.runs.cell import Phase, Result, ScoreResult, Worst
from edison.store.repositories.models.reusable_answers import StoredAnswer
from edison.store.repositories.runs.cell_arrays import Begun


class CallAdmission(StrEnum):
    GO = "go"
    # No room now, but there may be when other calls have settled.
    LATER = "later"
    # The run was paused, cancelled or stopped for want of money.
    HALTED = "halted"
    # Someone else has this chunk, or the cell has an answer.
    TAKEN = "taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservationRequest:
    """A call that wants to leave."""

    chunk: int
    begun: Begun
    phase: Phase
    model: ModelId
    worst: Worst


@dataclass(frozen=True, slots=True, kw_only=True)
class CallReservation:
    """What was promised for a call, and against which budgets; nothing for an answer from the store."""

    phase: Phase
    model: ModelId
    held: int = 0
    held_tokens: int = 0
    # Reserved too, but released already: it was counted as doubt.
    released: int = 0
    budgets: tuple[BudgetId, ...] = ()

    def as_released(self) -> "CallReservation":
        return replace(self, held=0, held_tokens=0, released=self.held)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """What came of a cell: its answer with the scores that need no model, or a score alone."""

    ordinal: int
    column: int
    claim: int
    spent: CallReservation | None
    answer: Result | None = None
    scores: tuple[tuple[int, ScoreResult], ...] = ()
    fresh: StoredAnswer | None = None

    @property
    def is_paid(self) -> bool:
        """Whether money was promised for it; an answer from the store costs nothing."""
        return self.spent is not None and bool(self.spent.budgets)

    @property
    def key(self) -> tuple[int, int | None, int]:
        """Names its call: ordinal, scorer, claim."""
        scorer = None if self.answer is not None else self.scores[0][0]
        return self.ordinal, scorer, self.claim
