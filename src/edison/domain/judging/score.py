"""Input of a scorer, and its two possible results: a score or an error."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from edison.domain.datasets.dataset import CaseValue
from edison.domain.models.model_call import FinishReason, ToolCall
from edison.domain.money import MicroUsd


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """An answer with its inputs and the expected answer, as input of a scorer. All texts are untrusted."""

    output: str
    # The part to score: inside <response>, or the JSON that was found; None if the answer is malformed.
    parsed: str | None
    malformed: str | None = None
    expected: str | None = None
    values: dict[str, CaseValue] = field(default_factory=dict[str, CaseValue])
    tags: tuple[str, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])
    tool_calls: tuple[ToolCall, ...] = ()
    finish: FinishReason = FinishReason.STOP
    latency_ms: float | None = None
    cost: MicroUsd | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """Score of an answer. `value` is between 0 and 1; `passed` is None if the scorer has no threshold."""

    value: float
    passed: bool | None
    reason: str
    details: dict[str, Any] = field(default_factory=dict[str, Any])
    # For a judge with a rubric: one value per criterion, in the rubric's order.
    criteria: tuple[float | None, ...] = ()


class ScoreProblem(StrEnum):
    # The case has nothing to compare with.
    NOT_APPLICABLE = "not_applicable"
    # The scorer could not run: a bad pattern, an unavailable sandbox, a grader without a grade.
    SCORER_ERROR = "scorer_error"
    # A model called by the scorer did not answer.
    JUDGE_ERROR = "judge_error"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotScored:
    problem: ScoreProblem
    reason: str


ScoreOutcome = Scored | NotScored
