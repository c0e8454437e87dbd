"""Tables of suites (saved recipes of runs), executions and canaries."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class SuiteRow(Table):
    """A suite. A suite with executions can be archived but not deleted, because executions refer to it."""

    __tablename__ = "suites"
    __table_args__ = (
        CheckConstraint("char_length(name) BETWEEN 1 AND 200", name="name"),
        CheckConstraint("char_length(description) <= 2000", name="description"),
        CheckConstraint("state IN ('active','paused','archived')", name="state"),
        CheckConstraint("pause_reason IN ('budget','person')", name="pause_reason"),
        CheckConstraint("(state = 'paused') = (pause_reason IS NOT NULL)", name="paused"),
        CheckConstraint("revision >= 1", name="revision"),
        CheckConstraint("daily_limit_micro > 0", name="daily_limit"),
        Index("uq_suites_name", "project_id", text("lower(name)"), unique=True),
        Index("ix_suites_list", "project_id", text("updated_at DESC"), text("id DESC")),
        Index("ix_suites_resume", "paused_until", postgresql_where=text("state = 'paused'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    name: Mapped[str]
    description: Mapped[str]
    recipe: Mapped[dict[str, Any]] = mapped_column(JSONB)
    # Incremented by each change by a person, so that two people do not overwrite each other.
    revision: Mapped[int]
    state: Mapped[str]
    pause_reason: Mapped[str | None]
    # Paused by its budget: until the next day begins (UTC).
    paused_until: Mapped[datetime | None]
    daily_limit_micro: Mapped[int | None] = mapped_column(BigInteger)
    # The first prompt and the dataset of the recipe, for lists and filters.
    prompt_id: Mapped[UUID | None] = mapped_column(ForeignKey("prompts.id"), index=True)
    dataset_id: Mapped[UUID | None] = mapped_column(ForeignKey("datasets.id"), index=True)
    created_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_by_label: Mapped[str]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class ExecutionRow(Table):
    """One run of a suite. A constraint allows one execution per due time of a monitor."""

    __tablename__ = "executions"
    __table_args__ = (
        CheckConstraint("trigger IN ('manual','schedule','api')", name="trigger"),
        CheckConstraint(
            "state IN ('running','completed','failed','cancelled','refused','missed')",
            name="state",
        ),
        CheckConstraint("state IN ('refused','missed') OR run_id IS NOT NULL", name="run"),
        CheckConstraint("(finished_at IS NULL) = (state = 'running')", name="finished"),
        UniqueConstraint("suite_id", "number"),
        UniqueConstraint("monitor_id", "due_at"),
        UniqueConstraint("run_id"),
        UniqueConstraint("canary_run_id"),
        Index("ix_executions_project", "project_id", text("created_at DESC")),
        Index("ix_executions_at_work", "monitor_id", postgresql_where=text("state = 'running'")),
        Index("ix_executions_running", "project_id", postgresql_where=text("state = 'running'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    suite_id: Mapped[UUID] = mapped_column(ForeignKey("suites.id"))
    # Kept when the monitor is removed: its findings are history.
    monitor_id: Mapped[UUID | None]
    number: Mapped[int]
    trigger: Mapped[str]
    due_at: Mapped[datetime | None]
    state: Mapped[str]
    reason: Mapped[str | None]
    problem: Mapped[str | None]
    run_id: Mapped[UUID | None] = mapped_column(ForeignKey("runs.id"))
    canary_run_id: Mapped[UUID | None] = mapped_column(ForeignKey("runs.id"))
    forecast_micro: Mapped[int | None] = mapped_column(BigInteger)
    override: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    changes: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    created_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_by_label: Mapped[str]
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


class CanaryRow(Table):
    """The canary of a suite: frozen answers, stored with their original scores in the run `frozen_run_id`."""

    __tablename__ = "canaries"

    suite_id: Mapped[UUID] = mapped_column(ForeignKey("suites.id"), primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    frozen_from_run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), index=True)
    frozen_run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), unique=True)
    source: Mapped[dict[str, Any]] = mapped_column(JSONB)
    created_at: Mapped[datetime]
