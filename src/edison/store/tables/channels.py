"""Tables of notification channels, their sealed secrets, and deliveries."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class ChannelRow(Table):
    """A notification channel. A removed channel keeps its name for the log, but not its secrets."""

    __tablename__ = "channels"
    __table_args__ = (
        CheckConstraint("kind IN ('webhook','slack','teams','email')", name="kind"),
        CheckConstraint("char_length(name) BETWEEN 1 AND 100", name="name"),
        Index(
            "uq_channels_name",
            "project_id",
            text("lower(name)"),
            unique=True,
            postgresql_where=text("removed_at IS NULL"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    name: Mapped[str]
    kind: Mapped[str]
    config: Mapped[dict[str, Any]] = mapped_column(JSONB)
    allow_private: Mapped[bool]
    enabled: Mapped[bool]
    events: Mapped[list[str]] = mapped_column(ARRAY(Text()))
    # The last sequence number assigned in the queue of this channel.
    last_sequence: Mapped[int] = mapped_column(BigInteger)
    # Until when one worker has claimed the channel, and when a worker was last requested.
    claimed_until: Mapped[datetime | None]
    woken_at: Mapped[datetime | None]
    failing_since: Mapped[datetime | None]
    failing_told: Mapped[bool]
    last_problem: Mapped[str | None]
    last_delivered_at: Mapped[datetime | None]
    created_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    created_by_label: Mapped[str]
    created_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]


class ChannelSecretRow(Table):
    """A secret, sealed for this row only. A replaced signing key is valid until `until`."""

    __tablename__ = "channel_secrets"
    __table_args__ = (CheckConstraint("purpose IN ('url','key')", name="purpose"),)

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id"), index=True)
    purpose: Mapped[str]
    sealed: Mapped[str]
    until: Mapped[datetime | None]


class DeliveryRow(Table):
    __tablename__ = "deliveries"
    __table_args__ = (
        CheckConstraint("state IN ('waiting','held','delivered','failed')", name="state"),
        UniqueConstraint("channel_id", "event", "subject_id", "version"),
        Index("ix_deliveries_log", "channel_id", text("id DESC")),
        Index(
            "ix_deliveries_open",
            "channel_id",
            "sequence",
            postgresql_where=text("state IN ('waiting','held')"),
        ),
        Index(
            "ix_deliveries_due",
            "next_at",
            postgresql_where=text("state IN ('waiting','held')"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id"))
    sequence: Mapped[int] = mapped_column(BigInteger)
    event: Mapped[str]
    subject_id: Mapped[UUID]
    version: Mapped[int]
    payload: Mapped[dict[str, Any]] = mapped_column(JSONB)
    state: Mapped[str]
    attempts: Mapped[int]
    next_at: Mapped[datetime]
    # When the first attempt was due; a day later the delivery is abandoned.
    due_at: Mapped[datetime]
    last_status: Mapped[int | None]
    last_problem: Mapped[str | None]
    log: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    created_at: Mapped[datetime]
    delivered_at: Mapped[datetime | None]
