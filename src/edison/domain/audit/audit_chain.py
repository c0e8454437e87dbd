"""Audit log as a hash chain: each entry contains the hash of the previous entry, which makes changes detectable."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from edison.domain.ids import ProjectId
from edison.domain.people.access import SYSTEM, Actor
from edison.kit.digests import canonical_json
from edison.kit.uuids import new_id

INSTALLATION = "installation"
GENESIS = "0" * 64
REDACTED = "audit.redacted"
PROJECT_DELETED = "project.deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """Record of an action: the actor, the action and the entity. `changes` holds old and new values, never secrets."""

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
    # A deleted person was removed from the entry. `hash` is still the one of the original content.
    redacted: bool = False


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
    """Create an audit entry for an action of `who`. Without a project, it belongs to the installation's chain."""
    origin = {
        "address": who.origin.address,
        "user_agent": who.origin.user_agent,
        "trace_id": who.origin.trace_id,
    }
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
        metadata=origin if any(origin.values()) else {},
    )


def chained(item: AuditEntry, number: int, previous_hash: str) -> AuditEntry:
    """Return the entry with its number in the chain, the hash of the previous entry, and its own hash."""
    placed = replace(item, number=number, previous_hash=previous_hash)
    return replace(placed, hash=hash_of(placed))


def redaction(scope: str, items: Iterable[AuditEntry], at: datetime) -> AuditEntry:
    """Create an audit entry that records the new digests of redacted entries of the same chain.

    A redacted entry no longer matches its original hash. The recorded digest proves that the redaction was intended.
    """
    digests = {str(item.number): hash_of(item) for item in items}
    return AuditEntry(
        id=new_id(),
        scope=scope,
        at=at,
        actor_kind=SYSTEM.kind,
        actor_id=None,
        actor_label=SYSTEM.label,
        action=REDACTED,
        entity_type="audit_log",
        entity_id=None,
        changes={"entries": {"old": None, "new": digests}},
    )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedChain:
    """Final state of a deleted project's chain, as recorded in the installation's chain."""

    entries: int
    head: str

    def covers(self, signed: Mapping[int, str]) -> bool:
        """Return whether the deleted chain contained every signed entry. `signed` maps entry numbers to hashes."""
        return (
            max(signed, default=0) <= self.entries
            and signed.get(self.entries, self.head) == self.head
        )


@dataclass(slots=True)
class ChainCheck:
    """Verifier of one chain. It reads the entries in order and records the first entry that does not match.

    Verification starts after entry `count`, which had the hash `last_hash`. `signed` maps entry numbers to the hashes
    in signed checkpoints.
    """

    scope: str
    count: int = 0
    last_hash: str = GENESIS
    signed: Mapping[int, str] = field(default_factory=dict[int, str])
    broken_at: int | None = None
    # The first wrong entry is between `broken_at` and this one: entries rewritten together are consistent.
    broken_until: int = 0
    how: str = ""
    # Up to this entry the content is confirmed by a signature.
    confirmed: int = 0
    entries: int = 0

    # Digests of redacted entries: computed now, and recorded by later entries of the chain.
    _redacted: dict[int, str] = field(default_factory=dict[int, str])
    _vouched: dict[int, str] = field(default_factory=dict[int, str])

    def __post_init__(self) -> None:
        self.confirmed = self.count

    @property
    def sentence(self) -> str:
        """Description of where the chain is broken, and how."""
        where = (
            f"at entry {self.broken_at}"
            if self.broken_until in (0, self.broken_at)
            else f"between entries {self.broken_at} and {self.broken_until}"
        )
        return f"chain {self.scope} is broken {where}" + (f": {self.how}" if self.how else "")

    def feed(self, items: Iterable[AuditEntry]) -> None:
        for item in items:
            if self.broken_at is None:
                self._look_at(item)
            self.count, self.last_hash = item.number, item.hash
            self.entries += 1

    def finish(self, head_number: int, head_hash: str) -> None:
        """Compare the last entry with the stored head and the newest checkpoint, to detect entries missing at the end.

        Also require that a later entry records the digest of each redacted entry.
        """
        if self.broken_at is not None:
            return
        changed = [
            number
            for number, digest in self._redacted.items()
            if self._vouched.get(number) != digest
        ]
        newest = max(self.signed, default=0)
        if changed:
            self._break(min(changed), 0, "it was redacted, and no later entry records its digest")
        elif newest > self.count:
            self._break(self.count + 1, newest, "entries that a worker has signed are missing")
        elif (head_number, head_hash) != (self.count, self.last_hash):
            self._break(self.count + 1, 0, "")

    def _look_at(self, item: AuditEntry) -> None:
        fits = item.number == self.count + 1 and item.previous_hash == self.last_hash
        found = hash_of(item)
        if item.redacted:
            self._redacted[item.number] = found
        elif item.hash != found:
            fits = False
        elif item.action == REDACTED and item.actor_kind == SYSTEM.kind:
            told = item.changes["entries"]["new"].items()
            self._vouched |= {int(number): digest for number, digest in told}
        if not fits:
            self._break(item.number, 0, "")
        elif item.number in self.signed:
            if self.signed[item.number] == item.hash:
                self.confirmed = item.number
            else:
                how = "the entries were rewritten after a worker had signed them"
                self._break(self.confirmed + 1, item.number, how)

    def _break(self, first: int, last: int, how: str) -> None:
        self.broken_at, self.broken_until, self.how = first, last, how
