"""Table of internal calls, which Edison makes to improve a prompt or for an assist."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, Uuid, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table
from edison.store.tables.experiments import MAYBE_JSON


class AskRow(Table):
    """An internal call.

    `calling` is saved before the request is sent: after a crash, the call may have been charged.
    """

    __tablename__ = "asks"
    __table_args__ = (
        CheckConstraint("purpose IN ('refine','assist')", name="purpose"),
        CheckConstraint("state IN ('waiting','calling','done','cancelled')", name="state"),
        Index("ix_asks_project", "project_id", text("asked_at DESC")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    experiment_id: Mapped[UUID | None] = mapped_column(ForeignKey("experiments.id"), index=True)
    purpose: Mapped[str]
    kind: Mapped[str]
    # The object of the call: an iteration, a dataset.
    subject: Mapped[UUID | None] = mapped_column(index=True)
    model_id: Mapped[UUID] = mapped_column(ForeignKey("models.id"), index=True)
    input: Mapped[dict[str, Any]] = mapped_column(JSONB)
    call: Mapped[dict[str, Any] | None] = mapped_column(MAYBE_JSON)
    state: Mapped[str]
    attempt: Mapped[int]
    # The budgets with a reservation, and its amount.
    budgets: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid()))
    held: Mapped[int] = mapped_column(BigInteger)
    held_tokens: Mapped[int] = mapped_column(BigInteger)
    outcome: Mapped[dict[str, Any] | None] = mapped_column(MAYBE_JSON)
    result: Mapped[dict[str, Any] | None] = mapped_column(MAYBE_JSON)
    problem: Mapped[str | None]
    cost_micro: Mapped[int] = mapped_column(BigInteger)
    tokens: Mapped[int] = mapped_column(BigInteger)
    done: Mapped[int]
    total: Mapped[int]
    asked_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    asked_by_label: Mapped[str]
    asked_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
