"""Where the cases of a dataset came from, one row for each version that was generated or merged."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class DatasetOriginRow(Table):
    """Never changes: what was done was done. What an assist made goes into a dataset once."""

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
