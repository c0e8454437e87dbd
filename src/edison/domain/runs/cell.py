"""Cells: one (version, target, case, trial) of a run, with at most one paid answer; and the cost of calls."""

from dataclasses import dataclass
from enum import StrEnum

from edison.domain.judging.score import ScoreOutcome
from edison.domain.models.model_call import Answered, CallOutcome, Failed, FailureCode
from edison.domain.models.price import Price
from edison.domain.money import ZERO, MicroUsd


class CellState(StrEnum):
    """State of a cell; a cell without a row is open. `calling` is committed before the request is sent."""

    OPEN = "open"
    CALLING = "calling"
    ANSWERED = "answered"
    MALFORMED = "malformed"
    FAILED = "failed"


HAS_ANSWER = frozenset({CellState.ANSWERED, CellState.MALFORMED})
FINISHED = HAS_ANSWER | {CellState.FAILED}


class Phase(StrEnum):
    """What money was spent for."""

    TARGET = "target"
    JUDGE = "judge"
    # Calls that Edison makes for itself, outside of runs.
    REFINE = "refine"
    ASSIST = "assist"


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """Highest possible cost of one attempt. Without a known price there is no worst case, and no run."""

    cost: MicroUsd
    tokens: int


def worst_case(price: Price, prompt_tokens: int, max_tokens: int) -> Worst:
    return Worst(cost=price.at_most(prompt_tokens, max_tokens), tokens=prompt_tokens + max_tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """Cost of a call. `doubt` is money that the provider may have charged without an answer."""

    cost: MicroUsd
    doubt: MicroUsd
    tokens: int
    doubt_tokens: int


NOTHING = Bill(cost=ZERO, doubt=ZERO, tokens=0, doubt_tokens=0)


def bill_of(outcome: CallOutcome, worst: Worst) -> Bill:
    """Return the cost of an outcome, never less than what the provider may charge."""
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
    """Return the cost beyond the reservation, if the provider billed more than the worst case."""
    return MicroUsd(max(0, bill.cost + bill.doubt - reserved))


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """Which target answered in place of the failed one, and why."""

    model: str
    model_name: str
    code: str
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Result of a cell, ready to be stored."""

    state: CellState
    outcome: CallOutcome
    parsed: str | None
    malformed: str | None
    bill: Bill
    stand_in: StandIn | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreResult:
    """Verdict of a scorer, ready to be stored; with its cost, if a model was called."""

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
    """Return whether an outcome ends a cell, or leaves it open because it is independent of the case."""
    return not (isinstance(outcome, Failed) and outcome.code in LEAVES_OPEN)
