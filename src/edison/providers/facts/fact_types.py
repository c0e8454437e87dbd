"""What providers document about single models: reasoning efforts, token limits and retirement, each with its source."""

import re
from dataclasses import dataclass
from datetime import date
from functools import cache

from edison.domain.models.parameters import ReasoningEffort


@dataclass(frozen=True, slots=True, kw_only=True)
class FactSource:
    """Where a fact was read, and when."""

    address: str
    read_on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFact:
    """Facts of a model and of its dated snapshots. None: no source was found that states it."""

    model: str
    # The efforts that the model accepts. Empty: it has no such parameter.
    efforts: tuple[ReasoningEffort, ...] | None = None
    # The effort of a call that sets none.
    default_effort: ReasoningEffort | None = None
    context_window: int | None = None
    max_output_tokens: int | None = None
    source: FactSource


@dataclass(frozen=True, slots=True, kw_only=True)
class RetirementFact:
    """When all models whose name begins with this text are shut down, and what their provider recommends instead."""

    names: str
    # None: shut down or deprecated, but no source with the date was found.
    on: date | None = None
    # The provider only promises to keep the model until this date; nothing was announced.
    only_earliest: bool = False
    replacement: str | None = None
    source: FactSource


# A date, a number of a snapshot, or what Bedrock and Vertex put after a name.
_SNAPSHOT = r"(?=$|-\d{3,}|-latest$|@|-v\d|:)"


def begins(names: str, name: str) -> bool:
    """Return whether a model's name, without a vendor or region before it, begins with one of these texts."""
    return bool(_compiled(names).search(name))


def is_snapshot_of(model: str, name: str) -> bool:
    """Return whether a name is that of the model itself or of one of its snapshots."""
    return begins(re.escape(model) + _SNAPSHOT, name)


@cache
def _compiled(names: str) -> re.Pattern[str]:
    # Bedrock puts region and vendor before the name, separated by dots; open models have a path.
    return re.compile(rf"^(?:[a-z-]+\.)*(?:{names})")
