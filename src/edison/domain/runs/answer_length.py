"""Expected length of answers in tokens, as a range: from earlier answers, else from a stated assumption."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from edison.domain.ids import ModelId, PromptId
from edison.domain.models.parameters import Parameters


class LengthSource(StrEnum):
    """Where an expected length comes from, the best source first."""

    # Earlier answers of the same target to the same prompt.
    PROMPT = "prompt"
    # Earlier answers of the same model to other prompts or with other parameters.
    MODEL = "model"
    # The expected answers of the cases.
    EXPECTED = "expected"
    ASSUMED = "assumed"


# How far the mean of a run may be from the mean, or from the extremes of earlier runs.
MARGINS: dict[LengthSource, tuple[float, float]] = {
    LengthSource.PROMPT: (0.8, 1.2),
    LengthSource.MODEL: (0.5, 1.5),
    LengthSource.EXPECTED: (0.5, 2.0),
    LengthSource.ASSUMED: (0.25, 2.5),
}
ASSUMED_ANSWER_TOKENS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerLength:
    """Expected mean length of the answers of a run, and the range that it probably lies in."""

    low: float
    likely: float
    high: float
    source: LengthSource

    def bounded(self, most: int) -> "AnswerLength":
        """Return the length with the limit of an answer; 0 is no limit."""
        if not most:
            return self
        return AnswerLength(
            low=min(self.low, most),
            likely=min(self.likely, most),
            high=min(self.high, most),
            source=self.source,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierAnswers:
    """Answers of one target to one prompt in recent runs, and the least and greatest mean length of a run."""

    model: ModelId
    prompt: PromptId
    parameters: Parameters
    answers: int
    tokens: int
    least: float
    most: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanTokens:
    """Mean tokens of earlier calls of one kind to a model."""

    prompt: float
    answer: float


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierCalls:
    """Answer lengths and latencies of earlier calls of a project."""

    answers: Sequence[EarlierAnswers] = ()
    latencies: Mapping[ModelId, float] = field(default_factory=dict[ModelId, float])
    judges: Mapping[ModelId, MeanTokens] = field(default_factory=dict[ModelId, MeanTokens])
    refiners: Mapping[ModelId, MeanTokens] = field(default_factory=dict[ModelId, MeanTokens])

    def length_of(
        self, model: ModelId, parameters: Parameters, prompt: PromptId | None
    ) -> AnswerLength | None:
        """Return the length of answers of a target, preferably to this prompt; None without earlier answers."""
        of_model = [one for one in self.answers if one.model == model]
        same = [one for one in of_model if (one.prompt, one.parameters) == (prompt, parameters)]
        if same:
            return _learned(same, LengthSource.PROMPT)
        return _learned(of_model, LengthSource.MODEL) if of_model else None


def _learned(found: Sequence[EarlierAnswers], source: LengthSource) -> AnswerLength:
    less, more = MARGINS[source]
    return AnswerLength(
        low=min(one.least for one in found) * less,
        likely=sum(one.tokens for one in found) / sum(one.answers for one in found),
        high=max(one.most for one in found) * more,
        source=source,
    )


def around(likely: float, source: LengthSource) -> AnswerLength:
    less, more = MARGINS[source]
    return AnswerLength(low=likely * less, likely=likely, high=likely * more, source=source)


ASSUMED_LENGTH = around(ASSUMED_ANSWER_TOKENS, LengthSource.ASSUMED)

_BASES = {
    LengthSource.PROMPT: "The length of answers is that of earlier answers of the same target to this prompt.",
    LengthSource.MODEL: "The length of answers is that of earlier answers of the same model to other prompts.",
    LengthSource.EXPECTED: "Assumed that answers are about as long as the expected answers of the cases.",
    LengthSource.ASSUMED: f"Assumed that an answer has about {ASSUMED_ANSWER_TOKENS} tokens"
    f" ({ASSUMED_LENGTH.low:.0f} to {ASSUMED_LENGTH.high:.0f}): no earlier answer of this model is known.",
}


def say_lengths(sources: Sequence[LengthSource]) -> str:
    """Name the least certain source of the lengths in a forecast."""
    order = list(LengthSource)
    return _BASES[max(sources, key=order.index)] if sources else ""
