"""Tables of credentials, models, prices, playground calls, usage and reusable answers."""

from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Computed,
    ForeignKey,
    Index,
    Numeric,
    SmallInteger,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table

# Dollars per million tokens, to a billionth of a dollar.
RATE = Numeric(18, 9)
LIVE = text("removed_at IS NULL")


class CredentialRow(Table):
    """A provider credential. A removed credential keeps its name for the history, but not its secret."""

    __tablename__ = "credentials"
    __table_args__ = (
        CheckConstraint("status IN ('testing','ready','invalid','paused')", name="status"),
        CheckConstraint("removed_at IS NULL OR sealed IS NULL", name="removed_has_no_secret"),
        Index("uq_credentials_label", "project_id", "label", unique=True, postgresql_where=LIVE),
        Index(
            "uq_credentials_default",
            "project_id",
            "provider",
            unique=True,
            postgresql_where=text("is_default AND removed_at IS NULL"),
        ),
        Index("ix_credentials_project", "project_id", text("id DESC")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    provider: Mapped[str]
    label: Mapped[str]
    config: Mapped[dict[str, str]] = mapped_column(JSONB)
    # Loaded only by name: web processes may not read it.
    sealed: Mapped[str | None] = mapped_column(deferred=True, deferred_raiseload=True)
    has_secret: Mapped[bool | None] = mapped_column(Computed("sealed IS NOT NULL", persisted=True))
    variables: Mapped[dict[str, str]] = mapped_column(JSONB)
    hint: Mapped[str]
    is_default: Mapped[bool]
    allow_private: Mapped[bool]
    status: Mapped[str]
    problem_code: Mapped[str | None]
    problem: Mapped[str | None]
    tested_at: Mapped[datetime | None]
    created_by: Mapped[UUID] = mapped_column(ForeignKey("users.id"), index=True)
    created_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]


class ModelRow(Table):
    __tablename__ = "models"
    __table_args__ = (
        CheckConstraint("source IN ('listing','suggested','manual')", name="source"),
        CheckConstraint("api IN ('automatic','chat_completions','responses')", name="api"),
        Index("uq_models_name", "credential_id", "name", unique=True, postgresql_where=LIVE),
        Index("ix_models_project", "project_id", "name", "id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    credential_id: Mapped[UUID] = mapped_column(ForeignKey("credentials.id"), index=True)
    name: Mapped[str]
    title: Mapped[str]
    source: Mapped[str]
    listed: Mapped[dict[str, Any]] = mapped_column(JSONB)
    corrections: Mapped[dict[str, Any]] = mapped_column(JSONB)
    dropped: Mapped[dict[str, str]] = mapped_column(JSONB)
    limits: Mapped[dict[str, Any]] = mapped_column(JSONB)
    # The API over which the model is called, as a user chose it.
    api: Mapped[str] = mapped_column(server_default=text("'automatic'"))
    deprecated: Mapped[bool]
    missing: Mapped[bool]
    created_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]


class ModelPriceRow(Table):
    """A price choice for a model: list price, own price or free.

    Rows are never changed, so that old costs can be explained.
    """

    __tablename__ = "model_prices"
    __table_args__ = (
        CheckConstraint("choice IN ('list','override','free')", name="choice"),
        Index("ix_model_prices_model", "model_id", text("effective_from DESC"), text("id DESC")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    model_id: Mapped[UUID] = mapped_column(ForeignKey("models.id"))
    choice: Mapped[str]
    input: Mapped[Decimal | None] = mapped_column(RATE)
    output: Mapped[Decimal | None] = mapped_column(RATE)
    cache_read: Mapped[Decimal | None] = mapped_column(RATE)
    cache_write: Mapped[Decimal | None] = mapped_column(RATE)
    # Dollars for one call of an application, instead of rates per token.
    per_call: Mapped[Decimal | None] = mapped_column(RATE)
    effective_from: Mapped[datetime]
    set_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    set_at: Mapped[datetime]


class TryRow(Table):
    __tablename__ = "tries"
    __table_args__ = (
        CheckConstraint("state IN ('waiting','calling','done')", name="state"),
        Index("ix_tries_model", "project_id", "model_id", text("id DESC")),
        Index("ix_tries_open", "credential_id", postgresql_where=text("state <> 'done'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    credential_id: Mapped[UUID] = mapped_column(ForeignKey("credentials.id"))
    model_id: Mapped[UUID] = mapped_column(ForeignKey("models.id"), index=True)
    call: Mapped[dict[str, Any]] = mapped_column(JSONB)
    fresh: Mapped[bool]
    state: Mapped[str]
    outcome: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    asked_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    asked_by_label: Mapped[str]
    asked_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


class ModelHourRow(Table):
    __tablename__ = "model_hours"

    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), primary_key=True)
    model_id: Mapped[UUID] = mapped_column(ForeignKey("models.id"), primary_key=True, index=True)
    hour: Mapped[datetime] = mapped_column(primary_key=True)
    calls: Mapped[int] = mapped_column(BigInteger)
    failed: Mapped[int] = mapped_column(BigInteger)
    reused: Mapped[int] = mapped_column(BigInteger)
    cost_unknown: Mapped[int] = mapped_column(BigInteger)
    cost: Mapped[int] = mapped_column(BigInteger)
    saved: Mapped[int] = mapped_column(BigInteger)
    prompt_tokens: Mapped[int] = mapped_column(BigInteger)
    completion_tokens: Mapped[int] = mapped_column(BigInteger)


class ModelLatencyRow(Table):
    """A latency histogram per model and hour; the buckets are in `domain/models/usage_tally.py`."""

    __tablename__ = "model_latencies"

    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), primary_key=True)
    model_id: Mapped[UUID] = mapped_column(ForeignKey("models.id"), primary_key=True, index=True)
    hour: Mapped[datetime] = mapped_column(primary_key=True)
    bucket: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    calls: Mapped[int] = mapped_column(BigInteger)


class AnswerRow(Table):
    """One reusable answer of a project, by the hash of its request."""

    __tablename__ = "answers"
    __table_args__ = (Index("ix_answers_expires_at", "expires_at"),)

    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    model: Mapped[str]
    answer: Mapped[dict[str, Any]] = mapped_column(JSONB)
    # The call that paid for it.
    origin: Mapped[str]
    answered_at: Mapped[datetime]
    expires_at: Mapped[datetime]
