"""Tables of prompts: drafts, immutable versions, and the labels that point to versions."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table

LIVE = text("removed_at IS NULL")


class PromptRow(Table):
    """A prompt. A removed prompt is kept, because runs refer to its versions."""

    __tablename__ = "prompts"
    __table_args__ = (
        CheckConstraint("kind IN ('generator','grader')", name="kind"),
        CheckConstraint("char_length(name) BETWEEN 1 AND 255", name="name"),
        CheckConstraint("char_length(description) <= 2000", name="description"),
        CheckConstraint("revision >= 1 AND latest >= 0", name="counts"),
        CheckConstraint("(latest = 0) = (latest_digest IS NULL)", name="latest_digest"),
        Index("uq_prompts_name", "project_id", "name", unique=True, postgresql_where=LIVE),
        Index(
            "ix_prompts_list",
            "project_id",
            text("updated_at DESC"),
            text("id DESC"),
            postgresql_where=LIVE,
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    name: Mapped[str]
    kind: Mapped[str]
    description: Mapped[str]
    # Not JSONB, which would reorder keys: models answer in the order of a schema.
    draft: Mapped[dict[str, Any]] = mapped_column(JSON)
    draft_digest: Mapped[str]
    preview: Mapped[str]
    revision: Mapped[int]
    latest: Mapped[int]
    latest_digest: Mapped[str | None]
    created_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]


class PromptVersionRow(Table):
    """A prompt version. A trigger rejects UPDATE and DELETE."""

    __tablename__ = "prompt_versions"
    __table_args__ = (
        CheckConstraint("number >= 1", name="number"),
        CheckConstraint("char_length(changelog) <= 500", name="changelog"),
        CheckConstraint(
            "origin IN ('saved','run','restored','forked','imported','suggested')", name="origin"
        ),
        UniqueConstraint("prompt_id", "number"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    prompt_id: Mapped[UUID] = mapped_column(ForeignKey("prompts.id"))
    number: Mapped[int]
    parent_id: Mapped[UUID | None] = mapped_column(ForeignKey("prompt_versions.id"), index=True)
    content: Mapped[dict[str, Any]] = mapped_column(JSON)
    digest: Mapped[str]
    changelog: Mapped[str]
    origin: Mapped[str]
    author_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    author_label: Mapped[str]
    created_at: Mapped[datetime]


class PromptLabelRow(Table):
    """A label that points to a version. `latest` is not stored, because it always means the newest version."""

    __tablename__ = "prompt_labels"
    __table_args__ = (
        CheckConstraint(
            "label ~ '^[a-z0-9][a-z0-9._-]{0,49}$' AND label <> 'latest'", name="label"
        ),
        ForeignKeyConstraint(
            ["prompt_id", "number"], ["prompt_versions.prompt_id", "prompt_versions.number"]
        ),
        Index("ix_prompt_labels_version", "prompt_id", "number"),
    )

    prompt_id: Mapped[UUID] = mapped_column(primary_key=True)
    label: Mapped[str] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    number: Mapped[int]
    set_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    set_at: Mapped[datetime]
