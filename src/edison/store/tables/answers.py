"""Table of answers that may be used again."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class AnswerRow(Table):
    """One answer of one project, by the hash of what was asked."""

    __tablename__ = "answers"
    __table_args__ = (Index("ix_answers_expires_at", "expires_at"),)

    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    model: Mapped[str]
    answer: Mapped[dict[str, Any]] = mapped_column(JSONB)
    # Who paid for it first.
    origin: Mapped[str]
    answered_at: Mapped[datetime]
    expires_at: Mapped[datetime]
