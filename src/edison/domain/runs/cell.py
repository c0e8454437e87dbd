"""Cells of a run (one version, target, case and trial, with at most one paid answer), and the cost of calls."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from edison.domain.judging.score import ScoreOutcome
from edison.domain.models.model_call import Answered, CallOutcome, Failed, FailureCode
from edison.domain.models.price import Price
from edison.domain.money import ZERO, MicroUsd


class CellState(StrEnum):
    """State of a cell. A cell without a database row is open. `calling` is committed before the request is sent."""

    OPEN = "open"
    CALLING = "calling"
    ANSWERED = "answered"
    MALFORMED = "malformed"
    FAILED = "failed"


HAS_ANSWER = frozenset({CellState.ANSWERED, CellState.MALFORMED})
FINISHED = HAS_ANSWER | {CellState.FAILED}


class Phase(StrEnum):
    """Purpose of a paid call."""

    TARGET = "target"
    JUDGE = "judge"
    # Calls that Edison makes for itself, outside of runs.
    REFINE = "refine"
    ASSIST = "assist"


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """Highest possible cost of one call. It is unknown without a price, and then the run cannot start."""

    cost: MicroUsd
    tokens: int


def worst_case(price: Price, prompt_tokens: int, max_tokens: int) -> Worst:
    return Worst(cost=price.at_most(prompt_tokens, max_tokens), tokens=prompt_tokens + max_tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """Cost of a call. `doubt` is the amount that the provider may have charged without returning an answer."""

    cost: MicroUsd
    doubt: MicroUsd
    tokens: int
    doubt_tokens: int


NOTHING = Bill(cost=ZERO, doubt=ZERO, tokens=0, doubt_tokens=0)


def bill_of(outcome: CallOutcome, worst: Worst) -> Bill:
    """Return the cost of an outcome. Every attempt that may have been charged adds the worst case to `doubt`."""
    if isinstance(outcome, Answered) and outcome.reused is not None:
        return NOTHING
    unsure = outcome.doubtful
    cost, tokens = outcome.cost, outcome.usage.total if outcome.usage else 0
    if cost is None and (isinstance(outcome, Answered) or outcome.usage is not None):
        # The call was served, but its usage was not reported.
        unsure += 1
    return Bill(
        cost=cost or ZERO,
        doubt=MicroUsd(unsure * worst.cost),
        tokens=tokens,
        doubt_tokens=unsure * worst.tokens,
    )


def overrun_of(bill: Bill, reserved: int) -> MicroUsd:
    """Return the amount by which the cost exceeds the reservation."""
    return MicroUsd(max(0, bill.cost + bill.doubt - reserved))


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """Fallback target that answered instead of the failed target, and the reason."""

    model: str
    model_name: str
    code: str
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Result of a cell, as it is stored."""

    state: CellState
    outcome: CallOutcome
    parsed: str | None
    malformed: str | None
    bill: Bill
    stand_in: StandIn | None = None
    # What the caller of an application run stores with the output.
    metadata: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreResult:
    """Score of one scorer, as it is stored, with its cost if a model was called."""

    verdict: ScoreOutcome
    outcome: CallOutcome | None = None
    bill: Bill = NOTHING
    # The cost is counted, but the score is pending: the key was rejected, or a judge is called again.
    left_open: bool = False
    # Messages of an unfinished dialogue, so that they need not be paid again.
    said: tuple[str, ...] = ()
    # The answer violates its contract: its grade is zero, whatever the verdict is.
    malformed: bool = False


# Failures of our key or budget, which are independent of the case.
LEAVES_OPEN = frozenset({FailureCode.INVALID_KEY, FailureCode.QUOTA, FailureCode.HELD_BACK})


def is_final(outcome: CallOutcome) -> bool:
    """Return whether the outcome ends the cell.

    Failures that are unrelated to the case, such as an invalid key or an exceeded quota, leave the cell open.
    """
    return not (isinstance(outcome, Failed) and outcome.code in LEAVES_OPEN)
