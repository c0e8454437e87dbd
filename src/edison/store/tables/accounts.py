"""Tables of accounts, their sessions and their failed attempts."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, Index, text
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


class RevokedSessionRow(Table):
    """Sessions that were signed out before their token expired."""

    __tablename__ = "revoked_sessions"

    id: Mapped[str] = mapped_column(primary_key=True)
    expires_at: Mapped[datetime] = mapped_column(index=True)


class AttemptRow(Table):
    """Counters of attempts within a window, by scope and digest of the key."""

    __tablename__ = "attempts"

    scope: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    count: Mapped[int]
    expires_at: Mapped[datetime] = mapped_column(index=True)
