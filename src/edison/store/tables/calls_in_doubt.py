"""The table of calls that had left when their worker stopped."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class CallInDoubtRow(Table):
    """A late answer removes its row, so that it settles its money once."""

    __tablename__ = "calls_in_doubt"
    __table_args__ = (
        CheckConstraint("worst >= 0 AND counted >= 0 AND counted_tokens >= 0", name="money"),
        Index("ix_calls_in_doubt_project", "project_id", "started_at"),
    )

    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    ordinal: Mapped[int] = mapped_column(primary_key=True)
    # -1: the answer itself was asked for.
    scorer: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    claim: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    model_id: Mapped[UUID] = mapped_column(ForeignKey("models.id"), index=True)
    phase: Mapped[str]
    started_at: Mapped[datetime]
    stopped_at: Mapped[datetime]
    worst: Mapped[int] = mapped_column(BigInteger)
    worst_tokens: Mapped[int] = mapped_column(BigInteger)
    # What the budgets count for it: the worst case, the probable amount, or what a late answer said.
    counted: Mapped[int] = mapped_column(BigInteger)
    counted_tokens: Mapped[int] = mapped_column(BigInteger)
