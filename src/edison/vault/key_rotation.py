"""Rotation of the vault's key: seals every secret again with the newest key.

The old key stays usable until then, and an interrupted rotation can be repeated.
"""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from edison.vault.key_ring import CannotOpen, KeyRing
from edison.vault.sealer import sealed_with

# A pass may miss secrets that are sealed meanwhile; more passes than this indicate an error.
MAX_PASSES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedRow:
    place: UUID
    sealed: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resealed:
    """The result of a rotation. `unreadable` counts the secrets that no known key unseals, by key id."""

    count: int
    unreadable: dict[str, int]


class SealedRows(Protocol):
    """Access to all sealed secrets in all tables."""

    def batches(self) -> AsyncIterator[Sequence[SealedRow]]: ...

    async def replace(self, row: SealedRow, sealed: str) -> bool:
        """Replace the secret of a row; return False if it no longer equals `row.sealed`."""
        ...


async def reseal_all(ring: KeyRing, rows: SealedRows) -> Resealed:
    """Seal all secrets with the newest key, skipping those that already are, so that the call can be repeated."""
    total = 0
    unreadable: Counter[str] = Counter()
    for _ in range(MAX_PASSES):
        done, escaped, unreadable = await _one_pass(ring, rows)
        total += done
        if not done and not escaped:
            break
    return Resealed(count=total, unreadable=dict(unreadable))


async def usage(rows: SealedRows) -> Counter[str]:
    """Count the sealed secrets by key id."""
    found: Counter[str] = Counter()
    async for batch in rows.batches():
        found.update(sealed_with(row.sealed) for row in batch)
    return found


async def _one_pass(ring: KeyRing, rows: SealedRows) -> tuple[int, int, Counter[str]]:
    done = escaped = 0
    unreadable: Counter[str] = Counter()
    async for batch in rows.batches():
        for row in batch:
            if sealed_with(row.sealed) == ring.newest.key_id:
                continue
            try:
                text = ring.open(row.sealed, row.place)
            except CannotOpen:
                unreadable[sealed_with(row.sealed)] += 1
                continue
            if await rows.replace(row, ring.seal(text, row.place)):
                done += 1
            else:
                escaped += 1
    return done, escaped, unreadable
