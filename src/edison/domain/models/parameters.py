"""Sampling parameters of a model call. All are optional; unset parameters are not sent."""

from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from edison.domain.errors import InvalidInput

# In ascending order. Each model accepts some of them: see `providers/facts`.
ReasoningEffort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]

MAX_TOKENS_AT_MOST = 1_000_000
STOPS_AT_MOST = 4

# Never dropped when a model rejects it, because the budget's worst case is computed with it.
KEPT = frozenset({"max_tokens"})

_BOUNDS = (
    ("temperature", 0, 2, "Temperature must be between 0 and 2"),
    ("top_p", 0, 1, "Top P must be between 0 and 1"),
    ("frequency_penalty", -2, 2, "Penalties must be between -2 and 2"),
    ("presence_penalty", -2, 2, "Penalties must be between -2 and 2"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    temperature: float | None = None
    max_tokens: int | None = None
    top_p: float | None = None
    top_k: int | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()
    reasoning_effort: ReasoningEffort | None = None

    def given(self) -> dict[str, Any]:
        """Return the parameters that are set, by name."""
        return {
            name: value
            for name in _IN_ORDER
            if (value := getattr(self, name)) is not None and value != ()
        }

    def without(self, names: frozenset[str]) -> "Parameters":
        """Return a copy in which the named parameters are not set. Unknown names are ignored."""
        return replace(self, **{name: getattr(NOTHING_SET, name) for name in names & NAMES})

    def check(self, place: str = "") -> None:
        """Raise InvalidInput for values that no provider accepts. `place` is a prefix of the field name."""
        for name, low, high, message in _BOUNDS:
            value = getattr(self, name)
            if value is not None and not low <= value <= high:
                raise InvalidInput(message, field=place + name)
        if self.max_tokens is not None and self.max_tokens < 1:
            raise InvalidInput("maxTokens must be positive", field=place + "max_tokens")
        if self.max_tokens is not None and self.max_tokens > MAX_TOKENS_AT_MOST:
            raise InvalidInput("maxTokens is too large", field=place + "max_tokens")
        if self.top_k is not None and self.top_k < 1:
            raise InvalidInput("Top K must be positive", field=place + "top_k")
        if len(self.stop) > STOPS_AT_MOST or not all(self.stop):
            raise InvalidInput(
                f"At most {STOPS_AT_MOST} stop sequences, none empty", field=place + "stop"
            )


NOTHING_SET = Parameters()
_IN_ORDER = tuple(item.name for item in fields(Parameters))
NAMES = frozenset(_IN_ORDER)
