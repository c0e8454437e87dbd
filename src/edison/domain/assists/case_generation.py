"""Rules for generating cases: difficulty, variables, required input, context limit, and failure messages."""

from collections.abc import Sequence
from typing import Literal

from edison.domain.errors import InvalidInput
from edison.domain.models.model_call import Failed, FailureCode

Level = Literal["easy", "medium", "hard", "mixed"]
ANY_LEVEL: Level = "mixed"
LEVELS: dict[Level, tuple[int, int]] = {
    "easy": (1, 2),
    "medium": (3, 3),
    "hard": (4, 5),
    "mixed": (1, 5),
}
# Name of the value if the user gave none.
QUESTION = "question"

FAILED = "Generation failed"
_WORDS: dict[FailureCode, str] = {
    FailureCode.TIMED_OUT: "the model timed out",
    FailureCode.RATE_LIMITED: "the provider's rate limit was reached",
    FailureCode.QUOTA: "the provider's quota is used up",
    FailureCode.INVALID_KEY: "the key was not accepted",
    FailureCode.REFUSED: "the content filter or the model itself refused",
    FailureCode.TOO_LONG: "the generation prompt is too long for the model's context",
    FailureCode.UNREACHABLE: "the provider could not be reached",
    FailureCode.FORBIDDEN_ADDRESS: "the provider's address is not allowed",
    FailureCode.UNAVAILABLE: "the provider is not available",
    FailureCode.HELD_BACK: "the budget is spent",
}
FILTERED = "the content filter stopped the answer"


def in_level(difficulty: int, level: Level) -> int:
    """Clamp a difficulty to the range of the requested level. The level "mixed" leaves it unchanged."""
    if level == ANY_LEVEL:
        return difficulty
    low, high = LEVELS[level]
    return min(max(difficulty, low), high)


def variables_for(named: Sequence[str], columns: Sequence[str], most: int) -> tuple[str, ...]:
    """Return the variables of generated cases: those in the request, else the dataset's columns, else "question"."""
    found = tuple(dict.fromkeys(named)) or tuple(columns) or (QUESTION,)
    if len(found) > most:
        raise InvalidInput(
            f"Name the values of a case: the dataset has {len(found)} columns, "
            f"but at most {most} can be generated",
            field="input.variables",
        )
    return found


def require_enough_detail(*, hints: str, fewest: int, others: bool) -> None:
    """Raise if the hints are shorter than `fewest` characters, unless `others` says that other details are given."""
    if not others and len(hints) < fewest:
        raise InvalidInput(
            f"Say what the cases are about: in hints of at least {fewest} characters, "
            "a topic, types or instructions",
            field="input.hints",
        )


def must_fit_context(model: str, tokens: int, window: int | None) -> None:
    """Raise if the prompt exceeds the model's context window. If the window is unknown, the provider checks it."""
    if window is not None and tokens > window:
        raise InvalidInput(
            f"{FAILED}: the generation prompt is too long for {model}. "
            f"With room for the answer it takes about {tokens:,} tokens, and the context has {window:,}",
            field="input.instructions",
            advice="Shorten the generation prompt, or choose a model with a larger context.",
            tokens=tokens,
            context_window=window,
        )


def failed(why: str) -> str:
    return f"{FAILED}: {why}"


def failure_in_words(found: Failed) -> str:
    """Describe a failed call: the kind of failure, followed by the provider's message."""
    kind, said = _WORDS.get(found.code), " ".join(found.message.split())
    return failed(". ".join(part for part in (kind, said) if part) or "the provider gave no reason")


def name_for(topic: str, types: Sequence[str], hints: str) -> str:
    """Return the default name for a dataset of generated questions."""
    if topic:
        return f"Questions about {topic}"
    if types:
        return f"Questions: {', '.join(types)}"
    words = hints.split()
    return f"Questions: {' '.join(words[:8])}" if words else "Generated questions"
