"""Rotate the vault's key: everything is sealed anew.

The old key opens until then, and stopping halfway is harmless.
"""

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from edison.vault.key_ring import CannotOpen, KeyRing
from edison.vault.sealer import sealed_with

# What is sealed while a pass is under way may escape it; more passes than this mean something is wrong.
MAX_PASSES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedRow:
    place: UUID
    sealed: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resealed:
    """What a rotation did. `unreadable`: key ids of secrets that no key here opens, and how many."""

    count: int
    unreadable: dict[str, int]


class SealedRows(Protocol):
    """Everything sealed, wherever it is kept."""

    def batches(self) -> AsyncIterator[Sequence[SealedRow]]: ...

    async def replace(self, row: SealedRow, sealed: str) -> bool:
        """Put the new text in place of `row.sealed`; False if that is no longer what is there."""
        ...


async def reseal_all(ring: KeyRing, rows: SealedRows) -> Resealed:
    """Seal everything with the newest key. What already is stays, so it can be run again."""
    total = 0
    unreadable: Counter[str] = Counter()
    for _ in range(MAX_PASSES):
        done, escaped, unreadable = await _one_pass(ring, rows)
        total += done
        if not done and not escaped:
            break
    return Resealed(count=total, unreadable=dict(unreadable))


async def usage(rows: SealedRows) -> Counter[str]:
    """How many secrets each key seals, by key id."""
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
