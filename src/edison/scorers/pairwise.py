"""Pairwise judge: decides which of two answers to the same case is better.

It judges both orders and is not told which models gave the answers.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Annotated, Any, Literal, cast
from uuid import UUID

from pydantic import Field

from edison.domain.judging.judge import JudgeVersion
from edison.domain.judging.rubric import Rubric
from edison.domain.judging.score import NotScored, Sample, Scored, ScoreOutcome
from edison.domain.models.model_call import Message, OutputFormat
from edison.scorers.judge import NO_REFERENCE, blocks_of
from edison.scorers.judge_conversation import (
    JudgeContext,
    JudgeQuestion,
    UnusableVerdict,
    candidate_of,
    closed,
    files_of_case,
    judge_error,
    level_in,
    levels_of,
    object_in,
    part_of,
    read_judge_answers,
    words,
)
from edison.scorers.judge_prompts import in_pairs
from edison.scorers.scorer_plugin import MAX_REASON, ScorerSpec, not_applicable, scorer

Side = Literal["a", "b"]
Winner = Literal["a", "b", "tie"]
# From the view of b.
VALUES: dict[str, float] = {"a": 0.0, "tie": 0.5, "b": 1.0}
MAX_REASONS = 3


class PairwiseSpec(ScorerSpec, frozen=True):
    kind: Literal["pairwise"] = "pairwise"
    judge: Annotated[UUID, Field(title="Judge", description="A pairwise judge")]
    version: Annotated[
        int | None,
        Field(ge=1, title="Version", description="None: the newest version when a run starts"),
    ] = None
    a: Annotated[
        int | None,
        Field(ge=0, title="Compared with", description="A column; None: every pair of columns"),
    ] = None
    b: Annotated[
        int | None,
        Field(ge=0, title="Column", description="The column whose wins count as 1"),
    ] = None


@scorer(PairwiseSpec, title="Pairwise judge", calls_model=True)
def pairwise(spec: PairwiseSpec, sample: Sample) -> ScoreOutcome:
    """A judge of the project decides which of two columns answered the case better, judging both orders."""
    return judge_error("A judge calls a model and only works in a run")


def pairwise_next(
    spec: PairwiseSpec, context: JudgeContext, said: Sequence[str]
) -> JudgeQuestion | ScoreOutcome:
    """Return the request for the next order, or the score; an answer wins only if it wins in both orders."""
    version, b, a = context.judge, context.sample, context.other
    if version is None or version.rubric is None:
        return judge_error("The judge was removed")
    if a is None:
        return not_applicable("There is no other answer to compare with")
    known = _without_asking(a, b)
    if known is not None:
        return known
    if version.content.uses_reference and b.expected is None:
        return not_applicable(NO_REFERENCE)
    orders: list[dict[str, Any]] = []
    place = 0
    for first in _orders(context.cell):
        order = _Order(version, version.rubric, first, a, b)
        found, used = read_judge_answers(order.ask(), said[place:], order.read)
        if isinstance(found, JudgeQuestion | NotScored):
            return found
        orders.append(found)
        place += used
    return _verdict(orders)


class _Order:
    """One of the two orders of a pair."""

    def __init__(
        self, version: JudgeVersion, rubric: Rubric, first: Side, a: Sample, b: Sample
    ) -> None:
        self._version = version
        self._rubric = rubric
        self._first: Side = first
        self._second: Side = "b" if first == "a" else "a"
        self._a = a
        self._b = b

    def ask(self) -> JudgeQuestion:
        texts = {"a": candidate_of(self._a), "b": candidate_of(self._b)}
        shown = {"output_a": texts[self._first], "output_b": texts[self._second]}
        walls, blocks = blocks_of(self._version, self._b, shown)
        told = in_pairs(self._version, self._rubric, blocks)
        return JudgeQuestion(
            messages=(
                Message(role="system", content=f"You are an impartial judge. {walls.rule}"),
                Message(role="user", content=told, files=files_of_case(self._b, told)),
            ),
            output=OutputFormat(kind="schema", name="comparison", schema=_schema(self._rubric)),
        )

    def read(self, said: str) -> dict[str, Any]:
        found = object_in(said)
        label = found.get("winner")
        label = label.strip().casefold() if isinstance(label, str) else ""
        sides: dict[str, Winner] = {"a": self._first, "b": self._second, "tie": "tie"}
        if label not in sides:
            raise UnusableVerdict('"winner" is not one of "A", "B" and "tie"')
        given = part_of(found, "scores")
        scores = {
            side: {each.name: level_in(part_of(given, name), each) for each in self._rubric.criteria}
            for name, side in (("A", self._first), ("B", self._second))
        }  # fmt: skip
        reasons: Any = found.get("reasons")
        listed = cast("list[Any]", reasons)[:MAX_REASONS] if isinstance(reasons, list) else []
        return {
            "first": self._first,
            "winner": sides[label],
            "why": " ".join(filter(None, map(words, listed))),
            "scores": scores,
        }


def _schema(rubric: Rubric) -> dict[str, Any]:
    scores = closed({each.name: levels_of(each) for each in rubric.criteria})
    return closed(
        {
            "winner": {"type": "string", "enum": ["A", "B", "tie"]},
            "reasons": {"type": "array", "items": {"type": "string"}},
            "scores": closed({"A": scores, "B": scores}),
        }
    )


def _orders(cell: str) -> tuple[Side, Side]:
    """Return the order of the two answers in the first request; it depends on the cell, to balance position bias."""
    return ("a", "b") if blake2b(cell.encode(), digest_size=1).digest()[0] % 2 else ("b", "a")


def _without_asking(a: Sample, b: Sample) -> Scored | None:
    """Decide without a call if an answer is malformed: it loses; two malformed answers tie. Otherwise return None."""
    broken = (a.malformed is not None or a.parsed is None, b.malformed is not None or b.parsed is None)  # fmt: skip
    match broken:
        case (False, False):
            return None
        case (True, True):
            winner, reason = "tie", "Both answers are malformed"
        case (True, False):
            winner, reason = "b", "The other answer is malformed"
        case _:
            winner, reason = "a", "This answer is malformed"
    return Scored(
        value=VALUES[winner],
        passed=None,
        reason=reason,
        details={"winner": winner, "flipped": False, "orders": [], "malformed": True},
    )


def _verdict(orders: list[dict[str, Any]]) -> Scored:
    said = [order["winner"] for order in orders]
    flipped = said[0] != said[1]
    winner: str = "tie" if flipped else said[0]
    words_for = {"a": "The other answer is better", "b": "This answer is better", "tie": "A tie"}
    reason = (
        "The verdict changed with the order, so it counts as a tie"
        if flipped
        else words_for[winner]
    )
    why = orders[0]["why"]
    return Scored(
        value=VALUES[winner],
        passed=None,
        reason=(f"{reason}. {why}" if why and not flipped else reason)[:MAX_REASON],
        details={"winner": winner, "flipped": flipped, "orders": orders},
    )
