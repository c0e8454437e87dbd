"""Rotate the vault's key: seal every secret again with the newest key.

The old key unseals until then, and an interrupted rotation can be repeated.
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
    """The result of a rotation. `unreadable`: key ids of secrets that no known key unseals, and their number."""

    count: int
    unreadable: dict[str, int]


class SealedRows(Protocol):
    """All sealed secrets, from all tables."""

    def batches(self) -> AsyncIterator[Sequence[SealedRow]]: ...

    async def replace(self, row: SealedRow, sealed: str) -> bool:
        """Replace `row.sealed` by the new text; return False if it has changed."""
        ...


async def reseal_all(ring: KeyRing, rows: SealedRows) -> Resealed:
    """Seal everything with the newest key, skipping what already is, so that it can be repeated."""
    total = 0
    unreadable: Counter[str] = Counter()
    for _ in range(MAX_PASSES):
        done, escaped, unreadable = await _one_pass(ring, rows)
        total += done
        if not done and not escaped:
            break
    return Resealed(count=total, unreadable=dict(unreadable))


async def usage(rows: SealedRows) -> Counter[str]:
    """Count the secrets by key id."""
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
