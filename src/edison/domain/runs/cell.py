"""A cell: one (version, target, case, trial) of a run, with at most one paid answer; and what is known of its money."""

from dataclasses import dataclass
from enum import StrEnum

from edison.domain.judging.score import ScoreOutcome
from edison.domain.models.model_call import Answered, CallOutcome, Failed, FailureCode
from edison.domain.models.price import Price
from edison.domain.money import ZERO, MicroUsd


class CellState(StrEnum):
    """A cell without a row is open. `calling` is committed before the request leaves."""

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
    # Questions that Edison asks for itself, outside of runs.
    REFINE = "refine"
    ASSIST = "assist"


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """The most that one attempt can cost. A price that is not known has no worst case, and no run."""

    cost: MicroUsd
    tokens: int


def worst_case(price: Price, prompt_tokens: int, max_tokens: int) -> Worst:
    return Worst(cost=price.at_most(prompt_tokens, max_tokens), tokens=prompt_tokens + max_tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """What a call came to. `doubt` is money the provider may have taken without an answer for it."""

    cost: MicroUsd
    doubt: MicroUsd
    tokens: int
    doubt_tokens: int


NOTHING = Bill(cost=ZERO, doubt=ZERO, tokens=0, doubt_tokens=0)


def bill_of(outcome: CallOutcome, worst: Worst) -> Bill:
    """Turn an outcome into money, never less than what the provider may ask for."""
    if isinstance(outcome, Answered) and outcome.reused is not None:
        return NOTHING
    unsure = outcome.doubtful
    cost, tokens = outcome.cost, outcome.usage.total if outcome.usage else 0
    if cost is None and (isinstance(outcome, Answered) or outcome.usage is not None):
        # It was served, and nobody said how many tokens it took.
        unsure += 1
    return Bill(
        cost=cost or ZERO,
        doubt=MicroUsd(unsure * worst.cost),
        tokens=tokens,
        doubt_tokens=unsure * worst.tokens,
    )


def overrun_of(bill: Bill, reserved: int) -> MicroUsd:
    """What a call came to beyond what was reserved for it: the provider billed more than the worst case."""
    return MicroUsd(max(0, bill.cost + bill.doubt - reserved))


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """Who answered in place of the target, and why."""

    model: str
    model_name: str
    code: str
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a cell came to, ready to be written."""

    state: CellState
    outcome: CallOutcome
    parsed: str | None
    malformed: str | None
    bill: Bill
    stand_in: StandIn | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreResult:
    """A verdict ready to be written; with the money, if a model was asked."""

    verdict: ScoreOutcome
    outcome: CallOutcome | None = None
    bill: Bill = NOTHING
    # The money is counted, but the score is still to be had: the key was refused, or a judge is asked once more.
    left_open: bool = False
    # Of a dialogue that is not at its end: everything that was said, so that nobody pays for it again.
    said: tuple[str, ...] = ()
    # The answer breaks its contract: its grade is zero, whatever the verdict is.
    malformed: bool = False


# These say something about our key or our money, and nothing about the case.
LEAVES_OPEN = frozenset({FailureCode.INVALID_KEY, FailureCode.QUOTA, FailureCode.HELD_BACK})


def is_final(outcome: CallOutcome) -> bool:
    """Whether an outcome ends a cell, or leaves it open because nothing about the case is known by it."""
    return not (isinstance(outcome, Failed) and outcome.code in LEAVES_OPEN)
