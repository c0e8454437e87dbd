"""Inputs of the run writer: requests to reserve money for calls, and outcomes of calls."""

from dataclasses import dataclass, replace
from enum import StrEnum

from edison.domain.ids import BudgetId, ModelId
from edison.domain.runs.cell import Phase, Result, ScoreResult, Worst
from edison.store.repositories.models.reusable_answers import StoredAnswer
from edison.store.repositories.runs.cell_arrays import Begun


class CallAdmission(StrEnum):
    GO = "go"
    # No budget now, but there may be when other calls have settled.
    LATER = "later"
    # The run was paused, cancelled or stopped for lack of budget.
    HALTED = "halted"
    # Another worker has this chunk, or the cell has an answer.
    TAKEN = "taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservationRequest:
    """Request to reserve the worst-case cost of a call."""

    chunk: int
    begun: Begun
    phase: Phase
    model: ModelId
    worst: Worst


@dataclass(frozen=True, slots=True, kw_only=True)
class CallReservation:
    """The amount reserved for a call, and the budgets it was reserved in; zero for a reused answer."""

    phase: Phase
    model: ModelId
    held: int = 0
    held_tokens: int = 0
    # Already released from the reservation, because it was counted as in doubt.
    released: int = 0
    budgets: tuple[BudgetId, ...] = ()

    def as_released(self) -> "CallReservation":
        return replace(self, held=0, held_tokens=0, released=self.held)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The outcome of a call for a cell: an answer with its scores by scorers without a model, or one score."""

    ordinal: int
    column: int
    claim: int
    spent: CallReservation | None
    answer: Result | None = None
    scores: tuple[tuple[int, ScoreResult], ...] = ()
    fresh: StoredAnswer | None = None

    @property
    def is_paid(self) -> bool:
        """Whether money was reserved for the call; a reused answer costs nothing."""
        return self.spent is not None and bool(self.spent.budgets)

    @property
    def key(self) -> tuple[int, int | None, int]:
        """Key of the call: cell ordinal, scorer number (None for the answer), and claim."""
        scorer = None if self.answer is not None else self.scores[0][0]
        return self.ordinal, scorer, self.claim
