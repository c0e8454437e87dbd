"""Datasets: cases with stable ids in immutable versions. A run uses one version."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from edison.domain.ids import AssistId, CaseId, DatasetId, ModelId, OriginId
from edison.domain.models.model_call import Message
from edison.domain.money import ZERO, MicroUsd


class DatasetKind(StrEnum):
    GOLDEN = "golden"
    SYNTHETIC = "synthetic"
    ADVERSARIAL = "adversarial"
    REGRESSION = "regression"


class Split(StrEnum):
    """`holdout` is never shown to a refiner, and its cases cannot be edited while it is locked."""

    NONE = "none"
    TRAIN = "train"
    HOLDOUT = "holdout"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseContent:
    """One row. A value is a text, or a list of messages that replaces a whole message."""

    values: dict[str, str | tuple[Message, ...]]
    expected: str | None = None
    tags: tuple[str, ...] = ()
    difficulty: int | None = None
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])
    split: Split = Split.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    # Stable across all versions of the dataset.
    id: CaseId
    # Id of this content; each edit creates a new one.
    revision: UUID
    # Position in the dataset; increasing, with gaps.
    position: int
    # Dataset versions that contain it: from `since`, up to but not including `until`.
    since: int
    until: int | None
    content: CaseContent


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    id: DatasetId
    name: str
    kind: DatasetKind
    description: str
    # Names of the values that cases have, in the order of the first import.
    columns: tuple[str, ...]
    # The newest version, and its number of cases.
    version: int
    cases: int
    holdout_locked: bool
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetVersion:
    dataset: DatasetId
    number: int
    cases: int
    # Description of the change, such as "Imported 50 cases from questions.csv".
    note: str
    author_label: str
    created_at: datetime


class OriginKind(StrEnum):
    GENERATED = "generated"
    MERGED = "merged"


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetOrigin:
    """Where the new cases of one version came from: those whose first content is of this version."""

    id: OriginId
    dataset: DatasetId
    version: int
    kind: OriginKind
    by_label: str
    at: datetime
    # Number of added cases; a person may have removed some before.
    added: int
    # Generated: how many were requested and created. Merged: how many the source has, and how many were added.
    asked: int
    made: int
    # Not added: duplicates, and cases that were not valid.
    duplicates: int
    unusable: int = 0
    cost: MicroUsd = ZERO
    # Only for generated cases.
    assist: AssistId | None = None
    model: ModelId | None = None
    model_name: str | None = None
    instructions: str = ""
    types: tuple[str, ...] = ()
    topic: str = ""
    difficulty: str | None = None
    # Only for merged cases.
    source: DatasetId | None = None
    source_name: str | None = None
    source_version: int | None = None
