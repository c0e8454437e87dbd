"""The audit log as a chain: each entry carries the hash of the one before, so that a change shows."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from edison.domain.access import Actor, ProjectId
from edison.kit.hashing import canonical_json
from edison.kit.ids import new_id

INSTALLATION = "installation"
GENESIS = "0" * 64


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """Who did what to which thing; `changes` holds old and new values, never secrets."""

    id: UUID
    scope: str
    at: datetime
    actor_kind: str
    actor_id: UUID | None
    actor_label: str
    action: str
    entity_type: str
    entity_id: str | None
    changes: dict[str, Any] = field(default_factory=dict[str, Any])
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])
    number: int = 0
    previous_hash: str = GENESIS
    hash: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilter:
    action: str | None = None
    actor: str | None = None
    entity_type: str | None = None
    since: datetime | None = None
    until: datetime | None = None


def entry(
    who: Actor,
    action: str,
    entity: tuple[str, object],
    *,
    at: datetime,
    project: ProjectId | None = None,
    changes: dict[str, Any] | None = None,
) -> AuditEntry:
    """Make an entry of what `who` did; without a project it belongs to the installation."""
    origin = {"address": who.origin.address, "user_agent": who.origin.user_agent}
    return AuditEntry(
        id=new_id(),
        scope=str(project) if project else INSTALLATION,
        at=at,
        actor_kind=who.kind,
        actor_id=who.id,
        actor_label=who.label,
        action=action,
        entity_type=entity[0],
        entity_id=None if entity[1] is None else str(entity[1]),
        changes=changes or {},
        metadata={**origin, "trace_id": who.origin.trace_id} if any(origin.values()) else {},
    )


def chained(item: AuditEntry, number: int, previous_hash: str) -> AuditEntry:
    """Give an entry its place in the chain."""
    placed = replace(item, number=number, previous_hash=previous_hash)
    return replace(placed, hash=hash_of(placed))


def hash_of(item: AuditEntry) -> str:
    body = canonical_json(
        {
            "scope": item.scope,
            "number": item.number,
            "at": item.at.astimezone(UTC).isoformat(),
            "actor": [item.actor_kind, str(item.actor_id or ""), item.actor_label],
            "action": item.action,
            "entity": [item.entity_type, item.entity_id],
            "changes": item.changes,
            "metadata": item.metadata,
            "previous": item.previous_hash,
        }
    )
    return hashlib.sha256(body.encode()).hexdigest()


@dataclass(slots=True)
class ChainCheck:
    """Walks one scope's entries in order and remembers the first that does not fit."""

    scope: str
    count: int = 0
    last_hash: str = GENESIS
    broken_at: int | None = None

    def feed(self, items: Iterable[AuditEntry]) -> None:
        for item in items:
            fits = item.number == self.count + 1 and item.previous_hash == self.last_hash
            if self.broken_at is None and not (fits and item.hash == hash_of(item)):
                self.broken_at = item.number
            self.count, self.last_hash = item.number, item.hash

    def finish(self, head_number: int, head_hash: str) -> None:
        """Compare with the stored head, which shows entries cut off at the end."""
        if self.broken_at is None and (head_number, head_hash) != (self.count, self.last_hash):
            self.broken_at = self.count + 1
