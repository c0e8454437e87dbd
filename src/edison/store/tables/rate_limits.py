"""Tables of rate limiters and circuit breakers, which all processes share."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import Float

from edison.store.tables.base import Table


class PaceRow(Table):
    """The state of one rate limiter, changed as a whole under the lock of the row."""

    __tablename__ = "limiter_paces"

    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), primary_key=True)
    credential_id: Mapped[UUID] = mapped_column(primary_key=True)
    model: Mapped[str] = mapped_column(primary_key=True)
    state: Mapped[dict[str, Any]] = mapped_column(JSONB)
    updated_at: Mapped[datetime]


class CircuitRow(Table):
    """The circuit breaker of one credential; without a row it is closed and has no failures."""

    __tablename__ = "circuits"
    __table_args__ = (
        CheckConstraint("state IN ('closed','open','half_open')", name="state"),
        CheckConstraint("failures >= 0 AND successes >= 0", name="counts"),
    )

    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), primary_key=True)
    credential_id: Mapped[UUID] = mapped_column(primary_key=True)
    state: Mapped[str]
    failures: Mapped[int]
    successes: Mapped[int]
    next_attempt_at: Mapped[datetime | None]
    trials: Mapped[list[float]] = mapped_column(ARRAY(Float))
    updated_at: Mapped[datetime]
