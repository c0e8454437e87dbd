"""Signed checkpoints of the audit chains. Entries before a checkpoint cannot be rewritten without the signing key.

The checkpoints of all chains form a chain of their own, so that removing a checkpoint leaves a gap.
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from edison.domain.audit.audit_chain import GENESIS
from edison.kit.digests import canonical_json

FORMAT = "edison-audit-checkpoint-v1"
# The chain reached this entry.
HEAD = "head"
# Entries up to this one were removed by retention; the chain begins after it.
START = "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """Statement signed by a worker: at time `at`, entry `entry_number` of a chain had the hash `entry_hash`."""

    number: int
    kind: str
    scope: str
    entry_number: int
    entry_hash: str
    at: datetime
    key_id: str
    previous_hash: str
    signature: str = ""


# True: signed by a known key. False: the signature does not match. None: the key is unknown.
CheckSignature = Callable[[Checkpoint], bool | None]


def signed_text(item: Checkpoint) -> bytes:
    """Return the bytes of a checkpoint that the signature covers."""
    return f"{FORMAT}\n{canonical_json(_body(item))}".encode()


def hash_of_checkpoint(item: Checkpoint) -> str:
    """Return the hash of a checkpoint including its signature. The next checkpoint contains this hash."""
    return hashlib.sha256(signed_text(item) + b"\n" + item.signature.encode()).hexdigest()


def checkpoint_to_json(item: Checkpoint) -> dict[str, Any]:
    return {**_body(item), "signature": item.signature}


def checkpoint_from_json(found: dict[str, Any]) -> Checkpoint:
    """Parse a checkpoint. Raise KeyError, TypeError or ValueError if the JSON is not a checkpoint."""
    return Checkpoint(
        number=int(found["number"]),
        kind=str(found["kind"]),
        scope=str(found["scope"]),
        entry_number=int(found["entry"]),
        entry_hash=str(found["hash"]),
        at=datetime.fromisoformat(found["at"]),
        key_id=str(found["key"]),
        previous_hash=str(found["previous"]),
        signature=str(found["signature"]),
    )


def _body(item: Checkpoint) -> dict[str, Any]:
    return {
        "number": item.number,
        "kind": item.kind,
        "scope": item.scope,
        "entry": item.entry_number,
        "hash": item.entry_hash,
        "at": item.at.astimezone(UTC).isoformat(),
        "key": item.key_id,
        "previous": item.previous_hash,
    }


@dataclass(slots=True)
class CheckpointTrail:
    """Verifier of all checkpoints in order. It records the signed hashes and the problems found."""

    check: CheckSignature
    count: int = 0
    newest_at: datetime | None = None
    problems: list[str] = field(default_factory=list[str])
    # By chain: the hash that each signed entry must have.
    signed: dict[str, dict[int, str]] = field(default_factory=dict[str, dict[int, str]])
    # By chain: the last entry that was removed on purpose, and its hash.
    starts: dict[str, tuple[int, str]] = field(default_factory=dict[str, tuple[int, str]])
    _last_hash: str = GENESIS
    _hashes: dict[int, str] = field(default_factory=dict[int, str])
    # Signed by an unknown key; accepted once a known key has signed a later checkpoint.
    _waiting: list[Checkpoint] = field(default_factory=list[Checkpoint])

    def feed(self, items: Iterable[Checkpoint]) -> None:
        """Verify the next checkpoints from the database, ordered by number."""
        for item in items:
            if item.number != self.count + 1:
                self._wrong(f"Checkpoint {self.count + 1} was removed from the database")
                self._waiting.clear()
            elif item.previous_hash != self._last_hash:
                self._wrong(f"Checkpoint {self.count} or {item.number} was changed")
                self._waiting.clear()
            self._judge(item)
            self.count, self.newest_at = item.number, item.at
            self._last_hash = self._hashes[item.number] = hash_of_checkpoint(item)

    def finish(self) -> None:
        """End the verification of the database. Report trailing checkpoints that are signed with an unknown key."""
        if self._waiting:
            first = self._waiting[0]
            self._wrong(
                f"Checkpoint {first.number} and later ones are signed with key {first.key_id}, "
                "which is unknown"
            )
            self._waiting.clear()

    def compare(self, copies: Iterable[Checkpoint], where: str) -> None:
        """Verify copies of checkpoints from outside the database.

        Each copy must equal the checkpoint in the database.
        """
        for copy in copies:
            valid = self.check(copy)
            if not valid:
                how = "has no valid signature" if valid is False else "has an unknown key"
                self._wrong(f"Checkpoint {copy.number} in {where} {how}")
                continue
            known = self._hashes.get(copy.number)
            if known != hash_of_checkpoint(copy):
                how = "is missing from the database" if known is None else "differs"
                self._wrong(f"Checkpoint {copy.number} in {where} {how}")
            self._believe(copy)

    def _judge(self, item: Checkpoint) -> None:
        match self.check(item):
            case True:
                for earlier in (*self._waiting, item):
                    self._believe(earlier)
                self._waiting.clear()
            case False:
                self._wrong(f"Checkpoint {item.number} has no valid signature")
            case None:
                self._waiting.append(item)

    def _believe(self, item: Checkpoint) -> None:
        known = self.signed.setdefault(item.scope, {})
        # The first signature counts: a chain signed twice with different hashes was rewritten.
        known.setdefault(item.entry_number, item.entry_hash)
        start = self.starts.get(item.scope, (0, GENESIS))
        if item.kind == START and item.entry_number > start[0]:
            self.starts[item.scope] = (item.entry_number, item.entry_hash)

    def _wrong(self, problem: str) -> None:
        self.problems.append(problem)
