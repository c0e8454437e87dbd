"""Bodies of the audit log and of events."""

from datetime import datetime
from typing import Any
from uuid import UUID

from edison.api.base_views import View
from edison.domain.audit.audit_chain import AuditEntry
from edison.domain.events import Event


class ActorView(View):
    kind: str
    id: UUID | None
    label: str


class AuditEntryView(View):
    id: UUID
    number: int
    at: datetime
    actor: ActorView
    action: str
    entity_type: str
    entity_id: str | None
    changes: dict[str, Any]
    metadata: dict[str, Any]
    hash: str

    @staticmethod
    def of(entry: AuditEntry) -> "AuditEntryView":
        return AuditEntryView(
            id=entry.id,
            number=entry.number,
            at=entry.at,
            actor=ActorView(kind=entry.actor_kind, id=entry.actor_id, label=entry.actor_label),
            action=entry.action,
            entity_type=entry.entity_type,
            entity_id=entry.entity_id,
            changes=entry.changes,
            metadata=entry.metadata,
            hash=entry.hash,
        )


class EventView(View):
    number: int
    type: str
    at: datetime
    actor: ActorView
    data: dict[str, Any]

    @staticmethod
    def of(event: Event) -> "EventView":
        return EventView(
            number=event.number,
            type=event.type,
            at=event.at,
            actor=ActorView(kind=event.actor_kind, id=event.actor_id, label=event.actor_label),
            data=event.data,
        )
