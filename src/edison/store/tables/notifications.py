"""Tables of people's notifications, of their preferences, and of mails that are being sent."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table

IN_BELL = text("bell")
UNREAD = text("bell AND read_at IS NULL")
WANTS_MAIL = text("mail_due_at IS NOT NULL")
IN_A_MAIL = text("mail_id IS NOT NULL")


class NotificationRow(Table):
    """A notification of one person. The key makes a repeated event add nothing."""

    __tablename__ = "notifications"
    __table_args__ = (
        UniqueConstraint("user_id", "event", "subject_id", "version"),
        Index("ix_notifications_list", "user_id", text("id DESC"), postgresql_where=IN_BELL),
        Index("ix_notifications_unread", "user_id", "project_id", postgresql_where=UNREAD),
        Index("ix_notifications_mail_due", "mail_due_at", "user_id", postgresql_where=WANTS_MAIL),
        Index("ix_notifications_mail", "mail_id", postgresql_where=IN_A_MAIL),
        Index("ix_notifications_subject", "project_id", "event", "subject_id"),
        Index("ix_notifications_age", "created_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"))
    event: Mapped[str]
    subject_id: Mapped[UUID]
    version: Mapped[int]
    payload: Mapped[dict[str, Any]] = mapped_column(JSONB)
    # Whether it is listed; otherwise it is only mailed.
    bell: Mapped[bool]
    created_at: Mapped[datetime]
    read_at: Mapped[datetime | None]
    # When the mail is due; null if no mail is wanted, or it was sent or abandoned.
    mail_due_at: Mapped[datetime | None]
    # The mail that is being sent with this notification.
    mail_id: Mapped[UUID | None]
    mailed_at: Mapped[datetime | None]


class NotificationMailRow(Table):
    """A mail that is being sent to a person. The row is deleted when the mail was sent or abandoned."""

    __tablename__ = "notification_mails"

    # Part of the Message-ID, so that a mailbox can detect a mail that was sent twice.
    id: Mapped[UUID] = mapped_column(primary_key=True)
    # One mail at a time, so that a person's mails arrive in order.
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), unique=True)
    created_at: Mapped[datetime]
    next_at: Mapped[datetime] = mapped_column(index=True)
    # Until when one worker has claimed the mail.
    claimed_until: Mapped[datetime | None]
    attempts: Mapped[int]
    last_problem: Mapped[str | None]


class NotificationPreferencesRow(Table):
    """The choices of a person that differ from the usual ones."""

    __tablename__ = "notification_preferences"

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), primary_key=True)
    timezone: Mapped[str]
    quiet: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    # By event: {"bell": true, "mail": "off"}.
    events: Mapped[dict[str, Any]] = mapped_column(JSONB)
    updated_at: Mapped[datetime]


class ProjectNotificationPreferencesRow(Table):
    """The choices of a person in one project."""

    __tablename__ = "project_notification_preferences"
    __table_args__ = (CheckConstraint("jsonb_typeof(events) = 'object'", name="events"),)

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), primary_key=True)
    project_id: Mapped[UUID] = mapped_column(
        ForeignKey("projects.id"), primary_key=True, index=True
    )
    muted: Mapped[bool]
    events: Mapped[dict[str, Any]] = mapped_column(JSONB)
    updated_at: Mapped[datetime]
