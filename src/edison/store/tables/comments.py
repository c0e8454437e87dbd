"""Table of comments in threads."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, Uuid, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table

FIRST = text("id = thread")


class CommentRow(Table):
    """A comment. Its subject is one of several kinds of rows, so there is no foreign key to it."""

    __tablename__ = "comments"
    __table_args__ = (
        CheckConstraint(
            "kind IN ('cell','case','version','run','experiment','board','suggestion')", name="kind"
        ),
        CheckConstraint("(kind IN ('cell','case','version')) = (part <> '')", name="part"),
        CheckConstraint(
            "(resolved_at IS NULL) = (resolved_by_label IS NULL) AND (resolved_at IS NULL OR id = thread)",
            name="resolved",
        ),
        CheckConstraint(
            "deleted_at IS NULL OR (text = '' AND mentions = '{}' AND id = thread)", name="deleted"
        ),
        Index("ix_comments_subject", "subject_id", "kind", "part"),
        Index("ix_comments_thread", "thread", "id"),
        Index("ix_comments_list", "project_id", text("id DESC"), postgresql_where=FIRST),
        Index("ix_comments_mentions", "mentions", postgresql_using="gin"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    thread: Mapped[UUID] = mapped_column(ForeignKey("comments.id"))
    kind: Mapped[str]
    subject_id: Mapped[UUID]
    part: Mapped[str]
    author: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    author_label: Mapped[str]
    text: Mapped[str]
    mentions: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid()))
    created_at: Mapped[datetime]
    edited_at: Mapped[datetime | None]
    deleted_at: Mapped[datetime | None]
    resolved_at: Mapped[datetime | None]
    resolved_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    resolved_by_label: Mapped[str | None]
