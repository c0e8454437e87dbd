"""Tables of accounts, their sessions and their failed attempts."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class UserRow(Table):
    __tablename__ = "users"
    __table_args__ = (
        CheckConstraint("role IN ('VIEWER','REVIEWER','EDITOR','ADMIN','OWNER')", name="role"),
        # One installation has one owner: whoever came first.
        Index(
            "uq_users_installation_owner",
            "role",
            unique=True,
            postgresql_where=text("role = 'OWNER'"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str | None]
    password_hash: Mapped[str]
    role: Mapped[str]
    created_at: Mapped[datetime]
    sessions_valid_from: Mapped[datetime]
    email_confirmed_at: Mapped[datetime | None]
    # The row of a deleted account stays, without anything personal, so that history has someone to name.
    deleted_at: Mapped[datetime | None]


class EmailConfirmationRow(Table):
    """The digest of the link in the newest confirmation mail of an account."""

    __tablename__ = "email_confirmations"

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), primary_key=True)
    digest: Mapped[str] = mapped_column(unique=True)
    expires_at: Mapped[datetime] = mapped_column(index=True)


class RevokedSessionRow(Table):
    """Sessions that were signed out, and tokens that were renewed, before they expired."""

    __tablename__ = "revoked_sessions"

    id: Mapped[str] = mapped_column(primary_key=True)
    expires_at: Mapped[datetime] = mapped_column(index=True)
    # A renewed token still counts for the moment of grace before this; without it nothing counts.
    revoked_from: Mapped[datetime | None]


class AttemptRow(Table):
    """Counters of attempts within a window, by scope and digest of the key."""

    __tablename__ = "attempts"

    scope: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    count: Mapped[int]
    expires_at: Mapped[datetime] = mapped_column(index=True)
