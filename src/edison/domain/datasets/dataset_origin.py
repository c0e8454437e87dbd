"""Where cases of a dataset came from: a model that made them, or another dataset."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from edison.domain.ids import AssistId, DatasetId, ModelId, OriginId
from edison.domain.money import ZERO, MicroUsd


class OriginKind(StrEnum):
    GENERATED = "generated"
    MERGED = "merged"


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetOrigin:
    """How one version got its new cases. They are those whose first wording is of this version."""

    id: OriginId
    dataset: DatasetId
    version: int
    kind: OriginKind
    by_label: str
    at: datetime
    # How many cases came in; a person may have left some out.
    added: int
    # Generated: how many were asked for and made. Merged: how many the source has, and how many came in.
    asked: int
    made: int
    # Left out: there already, or not fit to be a case.
    duplicates: int
    unusable: int = 0
    cost: MicroUsd = ZERO
    # Of generated cases.
    assist: AssistId | None = None
    model: ModelId | None = None
    model_name: str | None = None
    instructions: str = ""
    types: tuple[str, ...] = ()
    topic: str = ""
    difficulty: str | None = None
    # Of merged cases.
    source: DatasetId | None = None
    source_name: str | None = None
    source_version: int | None = None
