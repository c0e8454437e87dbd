"""Tables of datasets. Cases are added and ended, but never changed, so that old versions stay the same."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    SmallInteger,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table

LIVE = text("removed_at IS NULL")


class DatasetRow(Table):
    """A dataset. A removed dataset is kept, because runs refer to its cases."""

    __tablename__ = "datasets"
    __table_args__ = (
        CheckConstraint("kind IN ('golden','synthetic','adversarial','regression')", name="kind"),
        CheckConstraint("version >= 0 AND cases BETWEEN 0 AND 100000", name="counts"),
        Index("uq_datasets_project_name", "project_id", "name", unique=True, postgresql_where=LIVE),
        Index("ix_datasets_project", "project_id", text("id DESC")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    name: Mapped[str]
    kind: Mapped[str]
    description: Mapped[str]
    columns: Mapped[list[str]] = mapped_column(ARRAY(Text))
    # 0 before the first case; `cases` counts the cases of this version.
    version: Mapped[int]
    cases: Mapped[int]
    holdout_locked: Mapped[bool]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]


class DatasetVersionRow(Table):
    """A dataset version, inserted after its cases: a trigger rejects new cases of an existing version."""

    __tablename__ = "dataset_versions"
    __table_args__ = (
        CheckConstraint("number > 0 AND cases >= 0", name="counts"),
        Index("ix_dataset_versions_project", "project_id"),
    )

    dataset_id: Mapped[UUID] = mapped_column(ForeignKey("datasets.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    cases: Mapped[int]
    note: Mapped[str]
    author_label: Mapped[str]
    created_at: Mapped[datetime]


class CaseRow(Table):
    """One revision of a case, part of the versions from `since` up to but not including `until`."""

    __tablename__ = "cases"
    __table_args__ = (
        CheckConstraint("since > 0 AND (until IS NULL OR until > since)", name="versions"),
        CheckConstraint("difficulty BETWEEN 1 AND 5", name="difficulty"),
        CheckConstraint("split IN ('none','train','holdout')", name="split"),
        CheckConstraint("cardinality(tags) <= 50", name="tags"),
        CheckConstraint("jsonb_typeof(values) = 'object'", name="values_object"),
        CheckConstraint("jsonb_typeof(metadata) = 'object'", name="metadata_object"),
        Index("uq_cases_revision", "case_id", "since", unique=True),
        Index("uq_cases_newest", "case_id", unique=True, postgresql_where=text("until IS NULL")),
        Index("ix_cases_dataset", "dataset_id", "position", "case_id", "since"),
        Index("ix_cases_tags", "tags", postgresql_using="gin"),
        Index("ix_cases_project", "project_id"),
        Index(
            "ix_cases_difficulty",
            "dataset_id",
            "difficulty",
            postgresql_where=text("until IS NULL AND difficulty IS NOT NULL"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    case_id: Mapped[UUID]
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    dataset_id: Mapped[UUID] = mapped_column(ForeignKey("datasets.id"))
    position: Mapped[int] = mapped_column(BigInteger)
    since: Mapped[int]
    until: Mapped[int | None]
    values: Mapped[dict[str, Any]] = mapped_column(JSONB)
    expected: Mapped[str | None]
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text))
    difficulty: Mapped[int | None] = mapped_column(SmallInteger)
    # `metadata` is a reserved attribute of SQLAlchemy tables.
    about: Mapped[dict[str, Any]] = mapped_column("metadata", JSONB)
    split: Mapped[str]
    # All texts in lower case, for search.
    search: Mapped[str]


class UploadRow(Table):
    """An uploaded file that is not imported yet."""

    __tablename__ = "uploads"
    __table_args__ = (
        Index("ix_uploads_project", "project_id", text("id DESC")),
        Index("ix_uploads_expires_at", "expires_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    name: Mapped[str]
    content: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]


class DatasetOriginRow(Table):
    """The origin of cases; immutable. The result of an assist can be added to a dataset only once."""

    __tablename__ = "dataset_origins"
    __table_args__ = (
        CheckConstraint("kind IN ('generated','merged')", name="kind"),
        CheckConstraint(
            "CASE kind WHEN 'generated' THEN assist_id IS NOT NULL AND model_name IS NOT NULL "
            "ELSE source_dataset_id IS NOT NULL AND source_version IS NOT NULL END",
            name="whence",
        ),
        CheckConstraint(
            "added > 0 AND asked >= 0 AND made >= 0 AND duplicates >= 0 AND unusable >= 0",
            name="counts",
        ),
        ForeignKeyConstraint(
            ["dataset_id", "version"], ["dataset_versions.dataset_id", "dataset_versions.number"]
        ),
        UniqueConstraint("dataset_id", "version"),
        UniqueConstraint("dataset_id", "assist_id"),
        Index("ix_dataset_origins_project_id", "project_id", "model_name"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    dataset_id: Mapped[UUID] = mapped_column(ForeignKey("datasets.id"))
    version: Mapped[int]
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    kind: Mapped[str]
    added: Mapped[int]
    asked: Mapped[int]
    made: Mapped[int]
    duplicates: Mapped[int]
    unusable: Mapped[int]
    cost_micro: Mapped[int] = mapped_column(BigInteger)
    assist_id: Mapped[UUID | None] = mapped_column(ForeignKey("asks.id"), index=True)
    model_id: Mapped[UUID | None] = mapped_column(ForeignKey("models.id"), index=True)
    model_name: Mapped[str | None]
    instructions: Mapped[str]
    types: Mapped[list[str]] = mapped_column(ARRAY(Text))
    topic: Mapped[str]
    difficulty: Mapped[str | None]
    source_dataset_id: Mapped[UUID | None] = mapped_column(ForeignKey("datasets.id"), index=True)
    source_version: Mapped[int | None]
    by_label: Mapped[str]
    at: Mapped[datetime]


class StoredFileRow(Table):
    """A file of a project, by the SHA-256 of its bytes. It is never changed."""

    __tablename__ = "files"
    __table_args__ = (
        CheckConstraint("digest ~ '^[0-9a-f]{64}$'", name="digest"),
        CheckConstraint("size > 0 AND size = octet_length(content)", name="size"),
    )

    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), primary_key=True)
    digest: Mapped[str] = mapped_column(primary_key=True)
    # Recognized from the bytes, not from the name.
    media_type: Mapped[str]
    name: Mapped[str]
    size: Mapped[int]
    width: Mapped[int]
    height: Mapped[int]
    pages: Mapped[int]
    seconds: Mapped[float]
    content: Mapped[bytes] = mapped_column(LargeBinary)
    by_label: Mapped[str]
    created_at: Mapped[datetime]
