"""Datasets: cases with stable ids, in versions that never change. A run pins one version."""

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
    """`holdout` is never shown to whoever proposes changes, and its cases cannot be edited while it is locked."""

    NONE = "none"
    TRAIN = "train"
    HOLDOUT = "holdout"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseContent:
    """One row. A value is a text, or a list of messages that takes the place of a whole message."""

    values: dict[str, str | tuple[Message, ...]]
    expected: str | None = None
    tags: tuple[str, ...] = ()
    difficulty: int | None = None
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])
    split: Split = Split.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    # Stable over all versions of the dataset.
    id: CaseId
    # This wording of it; a new one with each edit.
    revision: UUID
    # Where it stands in the dataset; grows, with gaps.
    position: int
    # The dataset versions it is part of: from `since`, up to but not including `until`.
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
    # The newest version, and how many cases it has.
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
    # What was done: "Imported 50 cases from questions.csv".
    note: str
    author_label: str
    created_at: datetime


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
