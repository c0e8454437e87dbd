"""Tables of the audit log and the event log, each with a head row that holds the last number, and of workers."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, BigInteger, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class AuditRow(Table):
    """An audit entry.

    Triggers reject UPDATE, DELETE and TRUNCATE, except to erase a person or a project, or by retention.
    """

    __tablename__ = "audit_log"
    __table_args__ = (
        UniqueConstraint("scope", "number"),
        Index("ix_audit_log_entity", "scope", "entity_type", "entity_id", text("number DESC")),
        Index("ix_audit_log_action", "scope", "action", text("number DESC")),
        Index("ix_audit_log_actor", "actor_id", "action", text("at DESC")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    scope: Mapped[str]
    number: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[datetime]
    actor_kind: Mapped[str]
    actor_id: Mapped[UUID | None]
    actor_label: Mapped[str]
    action: Mapped[str]
    entity_type: Mapped[str]
    entity_id: Mapped[str | None]
    # JSON, not JSONB: the hash is over the exact text, and JSONB rewrites numbers.
    changes: Mapped[dict[str, Any]] = mapped_column(JSON)
    origin: Mapped[dict[str, Any]] = mapped_column(JSON)
    previous_hash: Mapped[str]
    hash: Mapped[str]
    # The data of a deleted person was redacted; a later entry of the chain confirms the remaining content.
    redacted: Mapped[bool] = mapped_column(server_default=text("false"))


class AuditHeadRow(Table):
    __tablename__ = "audit_heads"

    scope: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger)
    hash: Mapped[str]


class AuditCheckpointRow(Table):
    """A signed checkpoint of an audit chain. A trigger rejects UPDATE, DELETE and TRUNCATE."""

    __tablename__ = "audit_checkpoints"
    __table_args__ = (Index("ix_audit_checkpoints_scope", "scope", text("number DESC")),)

    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    kind: Mapped[str]
    scope: Mapped[str]
    entry_number: Mapped[int] = mapped_column(BigInteger)
    entry_hash: Mapped[str]
    at: Mapped[datetime]
    key_id: Mapped[str]
    previous_hash: Mapped[str]
    signature: Mapped[str]


class EventRow(Table):
    """An event. A trigger rejects UPDATE; retention may delete old events."""

    __tablename__ = "events"
    # Events are inserted in order of time, so a small BRIN index locates the old ones.
    __table_args__ = (Index("ix_events_at", "at", postgresql_using="brin"),)

    topic: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    type: Mapped[str]
    at: Mapped[datetime]
    actor_kind: Mapped[str]
    actor_id: Mapped[UUID | None]
    actor_label: Mapped[str]
    data: Mapped[dict[str, Any]] = mapped_column(JSONB)


class EventHeadRow(Table):
    __tablename__ = "event_heads"

    topic: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger)


class WorkerRow(Table):
    """A worker process with a recent heartbeat."""

    __tablename__ = "workers"

    id: Mapped[str] = mapped_column(primary_key=True)
    version: Mapped[str]
    started_at: Mapped[datetime]
    seen_at: Mapped[datetime]
