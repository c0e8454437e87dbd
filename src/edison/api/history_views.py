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
        return AuditEntryView.copy_attributes(
            entry,
            actor=ActorView(kind=entry.actor_kind, id=entry.actor_id, label=entry.actor_label),
        )


class EventView(View):
    number: int
    type: str
    at: datetime
    actor: ActorView
    data: dict[str, Any]

    @staticmethod
    def of(event: Event) -> "EventView":
        return EventView.copy_attributes(
            event,
            actor=ActorView(kind=event.actor_kind, id=event.actor_id, label=event.actor_label),
        )
