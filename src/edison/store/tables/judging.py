"""Tables of rubrics and judges: each has a name, and versions that never change."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table

LIVE = text("removed_at IS NULL")


class RubricRow(Table):
    """A rubric. A removed rubric is kept, because judges refer to its versions."""

    __tablename__ = "rubrics"
    __table_args__ = (
        CheckConstraint("char_length(name) BETWEEN 1 AND 100", name="name"),
        CheckConstraint("latest >= 0", name="latest"),
        Index("uq_rubrics_name", "project_id", "name", unique=True, postgresql_where=LIVE),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    name: Mapped[str]
    latest: Mapped[int]
    created_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]


class RubricVersionRow(Table):
    """A rubric version. A trigger rejects UPDATE and DELETE."""

    __tablename__ = "rubric_versions"
    __table_args__ = (CheckConstraint("number >= 1", name="number"),)

    rubric_id: Mapped[UUID] = mapped_column(ForeignKey("rubrics.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    digest: Mapped[str]
    author_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    author_label: Mapped[str]
    created_at: Mapped[datetime]


class JudgeRow(Table):
    """A judge. A removed judge is kept, because runs refer to its versions."""

    __tablename__ = "judges"
    __table_args__ = (
        CheckConstraint("char_length(name) BETWEEN 1 AND 100", name="name"),
        CheckConstraint("latest >= 0", name="latest"),
        Index("uq_judges_name", "project_id", "name", unique=True, postgresql_where=LIVE),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    name: Mapped[str]
    latest: Mapped[int]
    created_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]


class JudgeVersionRow(Table):
    """A judge version, with the name of its model, which may be removed later. A trigger rejects UPDATE and DELETE."""

    __tablename__ = "judge_versions"
    __table_args__ = (
        CheckConstraint("number >= 1", name="number"),
        CheckConstraint("mode IN ('pointwise','free_text','pairwise')", name="mode"),
        CheckConstraint("(mode = 'free_text') = (rubric_id IS NULL)", name="rubric"),
        CheckConstraint("num_nulls(rubric_id, rubric_version) IN (0, 2)", name="rubric_version"),
        ForeignKeyConstraint(
            ["rubric_id", "rubric_version"], ["rubric_versions.rubric_id", "rubric_versions.number"]
        ),
        Index("ix_judge_versions_rubric", "rubric_id", "rubric_version"),
    )

    judge_id: Mapped[UUID] = mapped_column(ForeignKey("judges.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    mode: Mapped[str]
    model_id: Mapped[UUID] = mapped_column(ForeignKey("models.id"), index=True)
    model_name: Mapped[str]
    rubric_id: Mapped[UUID | None]
    rubric_version: Mapped[int | None]
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    digest: Mapped[str]
    author_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    author_label: Mapped[str]
    created_at: Mapped[datetime]
