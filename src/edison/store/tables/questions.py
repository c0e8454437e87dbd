"""What people have found of questions that looked bad."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class QuestionDismissalRow(Table):
    """Someone has looked and finds the question all right in this wording; another wording is looked at anew."""

    __tablename__ = "question_dismissals"
    __table_args__ = (
        CheckConstraint("char_length(kind) BETWEEN 1 AND 50", name="kind"),
        Index("ix_question_dismissals_dataset", "project_id", "dataset_id"),
    )

    case_id: Mapped[UUID] = mapped_column(primary_key=True)
    revision: Mapped[UUID] = mapped_column(ForeignKey("cases.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    dataset_id: Mapped[UUID] = mapped_column(ForeignKey("datasets.id"), index=True)
    by_user: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    by_label: Mapped[str]
    at: Mapped[datetime]
