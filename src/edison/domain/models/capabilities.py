"""What a model can do, as data: from the provider, from the built-in table, or as a project corrected it."""

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from edison.domain.errors import InvalidInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """None means nobody knows; then it is tried, and what the model refuses is remembered."""

    temperature: bool | None = None
    top_p: bool | None = None
    top_k: bool | None = None
    penalties: bool | None = None
    seed: bool | None = None
    stop: bool | None = None
    json_mode: bool | None = None
    schema: bool | None = None
    tools: bool | None = None
    streaming: bool | None = None
    reasoning: bool | None = None
    context_window: int | None = None
    max_output_tokens: int | None = None

    def corrected(self, by: dict[str, Any]) -> "Capabilities":
        """Apply a project's own knowledge over what was listed."""
        return replace(self, **{name: value for name, value in by.items() if name in NAMES})

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


UNKNOWN = Capabilities()
NAMES = frozenset(item.name for item in fields(Capabilities))
COUNTS = frozenset({"context_window", "max_output_tokens"})

# Which parameters each capability stands for.
PARAMETERS_OF: dict[str, tuple[str, ...]] = {
    "temperature": ("temperature",),
    "top_p": ("top_p",),
    "top_k": ("top_k",),
    "penalties": ("frequency_penalty", "presence_penalty"),
    "seed": ("seed",),
    "stop": ("stop",),
    "reasoning": ("reasoning_effort",),
}


def check_corrections(by: dict[str, Any]) -> None:
    """Refuse what is no capability, or says about one what cannot be said about it."""
    for name, value in by.items():
        field = f"capabilities.{name}"
        if name not in NAMES:
            raise InvalidInput("There is no such capability", field=field)
        is_bool = isinstance(value, bool)
        if name in COUNTS:
            if value is not None and (is_bool or not isinstance(value, int) or value < 1):
                raise InvalidInput("This is a number of tokens", field=field)
        elif value is not None and not is_bool:
            raise InvalidInput("A model has it or has it not", field=field)


def refused_parameters(known: Capabilities) -> frozenset[str]:
    """Name the parameters that this model is known not to take."""
    values = known.as_dict()
    return frozenset(
        parameter
        for capability, parameters in PARAMETERS_OF.items()
        if values[capability] is False
        for parameter in parameters
    )
