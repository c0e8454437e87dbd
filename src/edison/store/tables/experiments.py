"""Tables of experiments, their iterations and splits, suggestions and reviews."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table

# An absent value is NULL, not JSON null.
MAYBE_JSON = JSONB(none_as_null=True)
# An iteration that waits for a review is not active: the decision ends it before the next one begins.
ACTIVE = text("state IN ('pending','executing','judging','aggregating','refining','paused')")


class ExperimentRow(Table):
    """An experiment, a draft until it is started; the states are in `domain/experiments/experiment_states.py`."""

    __tablename__ = "experiments"
    __table_args__ = (
        UniqueConstraint("project_id", "number"),
        CheckConstraint(
            "state IN ('draft','running','paused','completed','archived')", name="state"
        ),
        CheckConstraint("char_length(name) <= 200", name="name"),
        Index("ix_experiments_project", "project_id", "state", text("updated_at DESC")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    number: Mapped[int]
    name: Mapped[str]
    description: Mapped[str]
    state: Mapped[str]
    plan: Mapped[dict[str, Any]] = mapped_column(JSONB)
    # The step at which the wizard was left.
    step: Mapped[int]
    # Incremented by each change of the plan, so that two people do not overwrite each other.
    revision: Mapped[int]
    prompt_id: Mapped[UUID | None] = mapped_column(ForeignKey("prompts.id"), index=True)
    dataset_id: Mapped[UUID | None] = mapped_column(ForeignKey("datasets.id"), index=True)
    # The models that take part, and those that were dropped, with the reason.
    targets: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    end_reason: Mapped[str | None]
    end_kind: Mapped[str | None]
    # The action that a person has to take.
    waiting_for: Mapped[str | None]
    champion_iteration: Mapped[UUID | None]
    check_run: Mapped[UUID | None] = mapped_column(ForeignKey("runs.id"), index=True)
    check_verdict: Mapped[dict[str, Any] | None] = mapped_column(MAYBE_JSON)
    created_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_by_label: Mapped[str]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    # Seed and sizes of the splits; `experiment_cases` holds the split of each case.
    case_draw: Mapped[dict[str, Any] | None] = mapped_column(MAYBE_JSON)


class ExperimentCaseRow(Table):
    """The split of a case in one experiment, and the revision of the case when the experiment started."""

    __tablename__ = "experiment_cases"
    __table_args__ = (
        UniqueConstraint("experiment_id", "case_id"),
        CheckConstraint("split IN ('train','validation','holdout')", name="split"),
        Index("ix_experiment_cases_project_id", "project_id"),
    )

    experiment_id: Mapped[UUID] = mapped_column(ForeignKey("experiments.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    case_id: Mapped[UUID]
    revision: Mapped[UUID]
    split: Mapped[str]


class IterationRow(Table):
    """An iteration of an experiment: a run, and the steps until the next iteration."""

    __tablename__ = "iterations"
    __table_args__ = (
        UniqueConstraint("experiment_id", "number"),
        UniqueConstraint("run_id"),
        CheckConstraint(
            "state IN ('pending','executing','judging','aggregating','refining','reviewing',"
            "'completed','failed','cancelled','paused')",
            name="state",
        ),
        CheckConstraint("number >= 1", name="number"),
        Index("uq_iterations_active", "experiment_id", unique=True, postgresql_where=ACTIVE),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    experiment_id: Mapped[UUID] = mapped_column(ForeignKey("experiments.id"))
    number: Mapped[int]
    state: Mapped[str]
    run_id: Mapped[UUID | None] = mapped_column(ForeignKey("runs.id"))
    # The run was deleted because of its age; its cost is in the ledger.
    deleted_run_id: Mapped[UUID | None]
    version_id: Mapped[UUID] = mapped_column(ForeignKey("prompt_versions.id"), index=True)
    version_number: Mapped[int]
    composite: Mapped[dict[str, Any] | None] = mapped_column(MAYBE_JSON)
    verdict: Mapped[dict[str, Any] | None] = mapped_column(MAYBE_JSON)
    gained: Mapped[bool | None]
    # A part of it failed; the results of the rest are kept.
    partial: Mapped[bool]
    problem: Mapped[str | None]
    notes: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    stages: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]


class SuggestionRow(Table):
    """A change of the prompt proposed by a refiner, to be decided by a person."""

    __tablename__ = "suggestions"
    __table_args__ = (
        CheckConstraint(
            "state IN ('pending','applied','rejected','blocked','superseded')", name="state"
        ),
        Index("ix_suggestions_project", "project_id", "state"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    experiment_id: Mapped[UUID] = mapped_column(ForeignKey("experiments.id"), index=True)
    iteration_id: Mapped[UUID] = mapped_column(ForeignKey("iterations.id"), index=True)
    revision: Mapped[int]
    state: Mapped[str]
    base_version: Mapped[UUID] = mapped_column(ForeignKey("prompt_versions.id"), index=True)
    diff: Mapped[str]
    proposed: Mapped[dict[str, Any]] = mapped_column(JSONB)
    note: Mapped[str]
    weak: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    exemplars: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    guardrails: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    attempts: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    automatic: Mapped[bool]
    cost_micro: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime]
    decided_at: Mapped[datetime | None]
    applied_version: Mapped[UUID | None] = mapped_column(
        ForeignKey("prompt_versions.id"), index=True
    )


class ReviewRow(Table):
    """A decision on a suggestion, with its author and reason."""

    __tablename__ = "reviews"
    __table_args__ = (CheckConstraint("decision IN ('approve','reject','edit')", name="decision"),)

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    suggestion_id: Mapped[UUID] = mapped_column(ForeignKey("suggestions.id"), index=True)
    reviewer: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    reviewer_label: Mapped[str]
    decision: Mapped[str]
    notes: Mapped[str]
    at: Mapped[datetime]
