"""Tables of annotation queues: items, labels and reservations."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Double,
    ForeignKey,
    SmallInteger,
    UniqueConstraint,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class AnnotationQueueRow(Table):
    __tablename__ = "annotation_queues"
    __table_args__ = (
        CheckConstraint("ask IN ('thumbs','stars','rubric')", name="ask"),
        CheckConstraint("(ask = 'rubric') = (rubric IS NOT NULL)", name="rubric"),
        CheckConstraint("people >= 1 AND people <= 5", name="people"),
        CheckConstraint("(state = 'closed') = (closed_at IS NOT NULL)", name="state"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), index=True)
    name: Mapped[str]
    instructions: Mapped[str]
    ask: Mapped[str]
    rubric_id: Mapped[UUID | None]
    rubric_name: Mapped[str | None]
    rubric_version: Mapped[int | None]
    # The value at the creation of the queue, because a queue is read long after.
    rubric: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    people: Mapped[int] = mapped_column(SmallInteger)
    seed: Mapped[int] = mapped_column(BigInteger)
    state: Mapped[str]
    choice: Mapped[dict[str, Any]] = mapped_column(JSONB(none_as_null=True))
    created_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_by_label: Mapped[str]
    created_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]


class AnnotationItemRow(Table):
    """An item of a queue. `position` is the order for people; `ordinal` reveals the model and is never shown."""

    __tablename__ = "annotation_items"
    __table_args__ = (
        UniqueConstraint("queue_id", "ordinal"),
        UniqueConstraint("queue_id", "position"),
        CheckConstraint("grade >= 0 AND grade <= 1", name="grade"),
        CheckConstraint("decided IN ('agreed','adjudicated')", name="decided"),
        CheckConstraint(
            "num_nulls(grade, decided, decided_by_label, decided_at) IN (0, 4)", name="decision"
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    queue_id: Mapped[UUID] = mapped_column(ForeignKey("annotation_queues.id"))
    position: Mapped[int]
    ordinal: Mapped[int]
    # The attempt of the cell: when the cell is called again, labels of this answer no longer count.
    attempt: Mapped[int] = mapped_column(SmallInteger)
    decided: Mapped[str | None]
    grade: Mapped[float | None] = mapped_column(Double)
    stars: Mapped[int | None] = mapped_column(SmallInteger)
    criteria: Mapped[dict[str, float] | None] = mapped_column(JSONB(none_as_null=True))
    note: Mapped[str]
    decided_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    decided_by_label: Mapped[str | None]
    decided_at: Mapped[datetime | None]


class AnnotationRow(Table):
    """The label of one answer by one person."""

    __tablename__ = "annotations"
    __table_args__ = (
        CheckConstraint("grade >= 0 AND grade <= 1", name="grade"),
        CheckConstraint("stars >= 1 AND stars <= 5", name="stars"),
        CheckConstraint("skipped = (grade IS NULL)", name="skipped"),
    )

    item_id: Mapped[UUID] = mapped_column(ForeignKey("annotation_items.id"), primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), primary_key=True, index=True)
    queue_id: Mapped[UUID] = mapped_column(ForeignKey("annotation_queues.id"), index=True)
    user_label: Mapped[str]
    grade: Mapped[float | None] = mapped_column(Double)
    stars: Mapped[int | None] = mapped_column(SmallInteger)
    # By name of the criterion, from 0 to 1.
    criteria: Mapped[dict[str, float] | None] = mapped_column(JSONB(none_as_null=True))
    note: Mapped[str]
    skipped: Mapped[bool]
    at: Mapped[datetime]


class AnnotationSeatRow(Table):
    """A reservation of an answer for one person, for a limited time."""

    __tablename__ = "annotation_seats"

    item_id: Mapped[UUID] = mapped_column(ForeignKey("annotation_items.id"), primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), primary_key=True, index=True)
    queue_id: Mapped[UUID] = mapped_column(ForeignKey("annotation_queues.id"), index=True)
    until: Mapped[datetime]
