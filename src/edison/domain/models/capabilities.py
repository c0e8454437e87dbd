"""Capabilities of a model: listed by the provider, from the built-in table, or corrected by a project."""

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from edison.domain.errors import InvalidInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """Capabilities of a model. If a capability is unknown (None), the feature is tried, and a rejection is stored."""

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
    # Kinds of files that messages can have.
    images: bool | None = None
    pdfs: bool | None = None
    audio: bool | None = None
    context_window: int | None = None
    max_output_tokens: int | None = None

    def corrected(self, by: dict[str, Any]) -> "Capabilities":
        """Return the capabilities with a project's corrections applied."""
        return replace(self, **{name: value for name, value in by.items() if name in NAMES})

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


UNKNOWN = Capabilities()
NAMES = frozenset(item.name for item in fields(Capabilities))
COUNTS = frozenset({"context_window", "max_output_tokens"})

# Parameters that each capability controls.
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
    """Raise InvalidInput for unknown capabilities and for values of the wrong type."""
    for name, value in by.items():
        field = f"capabilities.{name}"
        if name not in NAMES:
            known = ", ".join(sorted(NAMES))
            raise InvalidInput(f"Unknown capability. The known ones are: {known}", field=field)
        is_bool = isinstance(value, bool)
        if name in COUNTS:
            if value is not None and (is_bool or not isinstance(value, int) or value < 1):
                raise InvalidInput("This must be a number of tokens", field=field)
        elif value is not None and not is_bool:
            raise InvalidInput("This must be true or false", field=field)


def refused_parameters(known: Capabilities) -> frozenset[str]:
    """Return the parameters that a model with these capabilities rejects."""
    values = known.as_dict()
    return frozenset(
        parameter
        for capability, parameters in PARAMETERS_OF.items()
        if values[capability] is False
        for parameter in parameters
    )
