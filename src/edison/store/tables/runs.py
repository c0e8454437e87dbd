"""Tables of runs, cells and scores.

Cells, scores and related rows are partitioned by the id of the run, which begins with its creation time.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    REAL,
    BigInteger,
    CheckConstraint,
    Double,
    ForeignKey,
    Identity,
    Index,
    SmallInteger,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table

BY_RUN = {"postgresql_partition_by": "RANGE (run_id)"}
WORKING = text("state IN ('pending','executing','judging','aggregating')")
ACTIVE = text("state NOT IN ('completed','failed','cancelled') AND series IS NOT NULL")


class RunRow(Table):
    """A run. A trigger enforces the state transitions of `domain/runs/run_states.py`."""

    __tablename__ = "runs"
    __table_args__ = (
        UniqueConstraint("project_id", "number"),
        CheckConstraint("finished_at IS NULL OR finished_at >= created_at", name="dates"),
        CheckConstraint("cells > 0 AND chunk_size > 0", name="sizes"),
        CheckConstraint("count_doubt IN ('worst','probable')", name="count_doubt"),
        CheckConstraint("num_nulls(kept_at, kept_by_label) IN (0, 2)", name="kept"),
        Index("ix_runs_project", "project_id", text("id DESC")),
        Index("ix_runs_prompt", "prompt_id", text("id DESC")),
        Index("ix_runs_dataset", "dataset_id", text("id DESC")),
        Index("ix_runs_working", "heartbeat_at", postgresql_where=WORKING),
        Index(
            "uq_runs_idempotency_key",
            "project_id",
            "idempotency_key",
            unique=True,
            postgresql_where=text("idempotency_key IS NOT NULL"),
        ),
        Index("uq_runs_series", "series", unique=True, postgresql_where=ACTIVE),
        Index("ix_runs_resume", "resume_at", postgresql_where=text("resume_at IS NOT NULL")),
        Index(
            "ix_runs_finished",
            "project_id",
            "finished_at",
            postgresql_where=text("finished_at IS NOT NULL"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    number: Mapped[int]
    name: Mapped[str]
    state: Mapped[str]
    pause_reason: Mapped[str | None]
    problem: Mapped[str | None]
    trigger: Mapped[str]
    plan: Mapped[dict[str, Any]] = mapped_column(JSONB)
    prompt_id: Mapped[UUID | None] = mapped_column(ForeignKey("prompts.id"))
    dataset_id: Mapped[UUID | None] = mapped_column(ForeignKey("datasets.id"))
    # Only one run of a series is active at a time; an experiment's iterations are a series.
    series: Mapped[str | None]
    # Chosen by the caller: starting a run again with the same key returns this run.
    idempotency_key: Mapped[str | None]
    cells: Mapped[int]
    chunk_size: Mapped[int]
    epoch: Mapped[int]
    turn: Mapped[int] = mapped_column(BigInteger)
    created_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_by_label: Mapped[str]
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    heartbeat_at: Mapped[datetime | None]
    # Paused because the daily budget is spent: when the run resumes by itself, the next day.
    resume_at: Mapped[datetime | None]
    # How calls are counted whose worker stopped before it reported their cost.
    count_doubt: Mapped[str] = mapped_column(server_default=text("'worst'"))
    # The person who exempted the run from deletion by age.
    kept_at: Mapped[datetime | None]
    kept_by_label: Mapped[str | None]
    # The gate passed on the main branch: the latest such run is the baseline `main`.
    on_main_at: Mapped[datetime | None]
    # Parameters that were not sent as they were set, and targets that a refused parameter stopped.
    parameter_notes: Mapped[list[dict[str, Any]]] = mapped_column(
        JSONB, server_default=text("'[]'")
    )


class RunCaseRow(Table):
    """The case revision of one row of a run."""

    __tablename__ = "run_cases"
    __table_args__ = BY_RUN

    run_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    # NULL in a run without a dataset.
    revision: Mapped[UUID | None]


class RunChunkRow(Table):
    """A chunk of a run. `claim` counts its claims: only the worker with the latest claim may write."""

    __tablename__ = "run_chunks"

    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    done: Mapped[bool]
    epoch: Mapped[int]
    claim: Mapped[int]
    # The worker that holds the chunk now.
    worker: Mapped[str | None]
    failures: Mapped[int] = mapped_column(SmallInteger)
    # Waits for batches at a provider, for money for the next one, or for outputs of an application; not launched
    # meanwhile.
    waiting: Mapped[bool] = mapped_column(server_default=text("false"))


class RunScorerRow(Table):
    """A scorer of a run; it may be added long after the answers."""

    __tablename__ = "run_scorers"
    # The passport of a judge reads all runs that used it.
    __table_args__ = (Index("ix_run_scorers_judge", text("(spec ->> 'judge')")),)

    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    number: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    name: Mapped[str]
    spec: Mapped[dict[str, Any]] = mapped_column(JSONB)
    added_at: Mapped[datetime]


class CellRow(Table):
    __tablename__ = "cells"
    __table_args__ = (
        CheckConstraint(
            "state IN ('open','calling','answered','malformed','failed')", name="state"
        ),
        CheckConstraint("cost >= 0 AND held >= 0 AND doubt >= 0", name="money"),
        CheckConstraint("prompt_tokens >= 0 AND completion_tokens >= 0", name="tokens"),
        BY_RUN,
    )

    run_id: Mapped[UUID] = mapped_column(primary_key=True)
    ordinal: Mapped[int] = mapped_column(primary_key=True)
    state: Mapped[str]
    claim: Mapped[int]
    attempt: Mapped[int] = mapped_column(SmallInteger)
    held: Mapped[int] = mapped_column(BigInteger)
    held_tokens: Mapped[int]
    # How often money was reserved for the call; more than once if an attempt may have been charged without an answer.
    holds: Mapped[int] = mapped_column(SmallInteger)
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    cost: Mapped[int | None] = mapped_column(BigInteger)
    doubt: Mapped[int] = mapped_column(BigInteger)
    prompt_tokens: Mapped[int | None]
    completion_tokens: Mapped[int | None]
    latency_ms: Mapped[float | None] = mapped_column(REAL)
    first_token_ms: Mapped[float | None] = mapped_column(REAL)
    attempts: Mapped[int | None] = mapped_column(SmallInteger)
    finish: Mapped[str | None]
    reused: Mapped[str | None]
    error_code: Mapped[str | None]
    error: Mapped[str | None]
    malformed: Mapped[str | None]
    parsed: Mapped[str | None]
    output: Mapped[str | None]
    # Usage as sent by the provider, tool calls, dropped parameters, the name of the model that answered.
    more: Mapped[dict[str, Any] | None] = mapped_column(JSONB)


class CellHistoryRow(Table):
    """An earlier answer of a cell that was repeated."""

    __tablename__ = "cell_history"
    __table_args__ = BY_RUN

    run_id: Mapped[UUID] = mapped_column(primary_key=True)
    ordinal: Mapped[int] = mapped_column(primary_key=True)
    attempt: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    cell: Mapped[dict[str, Any]] = mapped_column(JSONB)
    replaced_at: Mapped[datetime]


class CellMarkRow(Table):
    """People's grade and flag of a cell. Few cells have any, so the table is not partitioned."""

    __tablename__ = "cell_marks"
    __table_args__ = (
        CheckConstraint("grade >= 0 AND grade <= 1", name="grade"),
        CheckConstraint(
            "num_nulls(grade, attempt, graded_by_label, graded_at) IN (0, 4)", name="graded"
        ),
        CheckConstraint("flagged = (flagged_at IS NOT NULL)", name="flagged"),
        CheckConstraint("flagged OR note = ''", name="note"),
        CheckConstraint("stars >= 1 AND stars <= 5", name="stars"),
    )

    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    ordinal: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    # The attempt that was graded: when the cell is called again, the grade no longer counts.
    attempt: Mapped[int | None] = mapped_column(SmallInteger)
    grade: Mapped[float | None] = mapped_column(Double)
    graded_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    graded_by_label: Mapped[str | None]
    graded_at: Mapped[datetime | None]
    stars: Mapped[int | None] = mapped_column(SmallInteger)
    # By name of the criterion, from 0 to 1.
    criteria: Mapped[dict[str, float] | None] = mapped_column(JSONB(none_as_null=True))
    # The reason for the grade; `note` is the reason for the flag.
    comment: Mapped[str] = mapped_column(server_default=text("''"))
    # How many people's labels the grade combines, and the queue item it comes from.
    people: Mapped[int] = mapped_column(SmallInteger, server_default=text("1"))
    annotation_item_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("annotation_items.id"), index=True
    )
    flagged: Mapped[bool]
    note: Mapped[str]
    flagged_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    flagged_by_label: Mapped[str | None]
    flagged_at: Mapped[datetime | None]


class ScoreRow(Table):
    __tablename__ = "scores"
    __table_args__ = (
        CheckConstraint("state IN ('open','calling','scored','not_scored')", name="state"),
        CheckConstraint("value >= 0 AND value <= 1", name="value"),
        CheckConstraint("cost >= 0 AND held >= 0 AND doubt >= 0", name="money"),
        BY_RUN,
    )

    run_id: Mapped[UUID] = mapped_column(primary_key=True)
    ordinal: Mapped[int] = mapped_column(primary_key=True)
    scorer: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    state: Mapped[str]
    claim: Mapped[int]
    held: Mapped[int] = mapped_column(BigInteger)
    held_tokens: Mapped[int]
    # How often money was reserved for the call; more than once if an attempt may have been charged without an answer.
    holds: Mapped[int] = mapped_column(SmallInteger)
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    value: Mapped[float | None] = mapped_column(Double)
    passed: Mapped[bool | None]
    problem: Mapped[str | None]
    reason: Mapped[str | None]
    cost: Mapped[int | None] = mapped_column(BigInteger)
    doubt: Mapped[int] = mapped_column(BigInteger)
    prompt_tokens: Mapped[int | None]
    completion_tokens: Mapped[int | None]
    latency_ms: Mapped[float | None] = mapped_column(REAL)
    output: Mapped[str | None]
    more: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    # From 0 to 1, in the order of the judge's rubric; an element is NULL where the judge gave no score.
    criteria: Mapped[list[float | None] | None] = mapped_column(ARRAY(REAL))


class RunColumnRow(Table):
    """Sums over the cells of a column, updated with each batch, so that pages need not count cells."""

    __tablename__ = "run_columns"

    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    number: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    answered: Mapped[int]
    malformed: Mapped[int]
    failed: Mapped[int]
    reused: Mapped[int]
    prompt_tokens: Mapped[int] = mapped_column(BigInteger)
    completion_tokens: Mapped[int] = mapped_column(BigInteger)
    # Includes the cost of cells that were repeated since.
    cost: Mapped[int] = mapped_column(BigInteger)
    saved: Mapped[int] = mapped_column(BigInteger)
    doubt: Mapped[int] = mapped_column(BigInteger)
    latency_ms: Mapped[float] = mapped_column(Double)
    latencies: Mapped[int]


class RunScoreRow(Table):
    """Sums over one scorer's scores of a column."""

    __tablename__ = "run_scores"

    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    number: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    scorer: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    scored: Mapped[int]
    passed: Mapped[int]
    not_passed: Mapped[int]
    errors: Mapped[int]
    not_applicable: Mapped[int]
    total: Mapped[float] = mapped_column(Double)
    squares: Mapped[float] = mapped_column(Double)
    # Scores of malformed answers, whose grade is zero; they are excluded from the mean of grades.
    malformed_scored: Mapped[int] = mapped_column(server_default=text("0"))
    malformed_total: Mapped[float] = mapped_column(Double, server_default=text("0"))
    cost: Mapped[int] = mapped_column(BigInteger)
    doubt: Mapped[int] = mapped_column(BigInteger)


class RunLatencyRow(Table):
    """A latency histogram per column; the buckets are in `domain/models/usage_tally.py`."""

    __tablename__ = "run_latencies"

    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    number: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    bucket: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    cells: Mapped[int]


class CallInDoubtRow(Table):
    """A call in doubt. A late answer deletes the row, so that the call is settled only once."""

    __tablename__ = "calls_in_doubt"
    __table_args__ = (
        CheckConstraint("worst >= 0 AND counted >= 0 AND counted_tokens >= 0", name="money"),
        Index("ix_calls_in_doubt_project", "project_id", "started_at"),
    )

    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    ordinal: Mapped[int] = mapped_column(primary_key=True)
    # -1: the call for the answer itself.
    scorer: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    claim: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    model_id: Mapped[UUID] = mapped_column(ForeignKey("models.id"), index=True)
    phase: Mapped[str]
    started_at: Mapped[datetime]
    stopped_at: Mapped[datetime]
    worst: Mapped[int] = mapped_column(BigInteger)
    worst_tokens: Mapped[int] = mapped_column(BigInteger)
    # The amount that the budgets count: the worst case, the probable amount, or the cost of a late answer.
    counted: Mapped[int] = mapped_column(BigInteger)
    counted_tokens: Mapped[int] = mapped_column(BigInteger)


class ProviderBatchRow(Table):
    """A batch at a provider. The row exists before the batch is submitted, so that a crash causes no second one."""

    __tablename__ = "provider_batches"
    __table_args__ = (
        CheckConstraint("state IN ('prepared','submitting','submitted','ended')", name="state"),
        CheckConstraint("cells > 0 AND done >= 0", name="counts"),
        CheckConstraint("state <> 'submitted' OR provider_id IS NOT NULL", name="named"),
        Index("ix_provider_batches_due", "due_at", postgresql_where=text("state <> 'ended'")),
        Index("ix_provider_batches_run", "run_id", "chunk"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"))
    model_id: Mapped[UUID] = mapped_column(ForeignKey("models.id"), index=True)
    # The cells in the batch have the negative number as their claim.
    number: Mapped[int] = mapped_column(Identity(), unique=True)
    chunk: Mapped[int]
    # The column of the run.
    place: Mapped[int] = mapped_column(SmallInteger)
    epoch: Mapped[int]
    # In how many batches its cells are by now, with this one.
    round: Mapped[int] = mapped_column(SmallInteger)
    state: Mapped[str]
    cells: Mapped[int]
    # The balances that the reservation counts against; they may be those of an earlier day.
    budgets: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid()))
    turn: Mapped[int]
    looks: Mapped[int] = mapped_column(SmallInteger)
    # When a worker takes it up again; NULL: a worker is at it, or it has ended.
    due_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    submitting_at: Mapped[datetime | None]
    submitted_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    provider_id: Mapped[str | None]
    input_file: Mapped[str | None]
    done: Mapped[int]
    cancelled: Mapped[bool]
    problem: Mapped[str | None]
