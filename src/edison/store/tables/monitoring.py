"""Table of monitors, which run suites on a schedule."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, Uuid, func, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table

LIVE = text("removed_at IS NULL")
WAITING = text("starts_at IS NOT NULL")


class MonitorRow(Table):
    """A monitor. A removed monitor is kept, because executions and alerts refer to it."""

    __tablename__ = "monitors"
    __table_args__ = (
        CheckConstraint("char_length(name) BETWEEN 1 AND 100", name="name"),
        CheckConstraint("missed IN ('run_once','skip')", name="missed"),
        CheckConstraint("jitter_s BETWEEN 0 AND 3600", name="jitter"),
        CheckConstraint("enabled OR next_due_at IS NULL", name="disabled"),
        CheckConstraint("num_nulls(next_due_at, starts_at) IN (0, 2)", name="due"),
        Index(
            "uq_monitors_name",
            "suite_id",
            func.lower(text("name")),
            unique=True,
            postgresql_where=LIVE,
        ),
        Index("ix_monitors_project", "project_id", text("updated_at DESC"), "id"),
        Index("ix_monitors_due", "starts_at", postgresql_where=WAITING),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    suite_id: Mapped[UUID] = mapped_column(ForeignKey("suites.id"), index=True)
    name: Mapped[str]
    cron: Mapped[str]
    timezone: Mapped[str]
    enabled: Mapped[bool]
    jitter_s: Mapped[int]
    missed: Mapped[str]
    rules: Mapped[dict[str, Any]] = mapped_column(JSONB)
    baseline: Mapped[dict[str, Any]] = mapped_column(JSONB)
    quiet: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    channels: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid()))
    next_due_at: Mapped[datetime | None]
    # `next_due_at` plus the jitter of this monitor; workers search by it.
    starts_at: Mapped[datetime | None]
    last_due_at: Mapped[datetime | None]
    last_started_at: Mapped[datetime | None]
    revision: Mapped[int]
    created_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_by_label: Mapped[str]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]
