"""Changing the key: everything ends up under the new one, however often it is begun again."""

from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest

from edison.vault.key_ring import KeyRing, load_key_ring
from edison.vault.key_rotation import Resealed, SealedRow, reseal_all, usage
from edison.vault.sealer import new_private, sealed_with

NOW = datetime(2026, 1, 1, tzinfo=UTC)
OLD, NEW, LOST = new_private(), new_private(), new_private()


def ring(*keys: str) -> KeyRing:
    return load_key_ring(",".join(keys), Path("/nonexistent/vault.json"), NOW)


class Kept:
    """Rows in memory, in batches of two; `meanwhile` happens before a row is replaced."""

    def __init__(self, count: int, key: str) -> None:
        sealer = ring(key)
        self.rows = {
            UUID(int=number): sealer.seal(f"secret {number}", UUID(int=number))
            for number in range(1, count + 1)
        }
        self.meanwhile: Callable[[UUID], None] = lambda place: None

    async def batches(self) -> AsyncIterator[Sequence[SealedRow]]:
        places = sorted(self.rows)
        for start in range(0, len(places), 2):
            yield [
                SealedRow(place=place, sealed=self.rows[place])
                for place in places[start : start + 2]
            ]

    async def replace(self, row: SealedRow, sealed: str) -> bool:
        self.meanwhile(row.place)
        if self.rows[row.place] != row.sealed:
            return False
        self.rows[row.place] = sealed
        return True

    def opened(self, keys: KeyRing) -> list[str]:
        return [keys.open(sealed, place) for place, sealed in sorted(self.rows.items())]


async def test_everything_is_sealed_with_the_new_key() -> None:
    kept = Kept(5, OLD)

    done = await reseal_all(ring(NEW, OLD), kept)

    assert done == Resealed(count=5, unreadable={})
    assert await usage(kept) == {ring(NEW).newest.key_id: 5}
    assert kept.opened(ring(NEW)) == [f"secret {number}" for number in range(1, 6)]


async def test_a_second_run_changes_nothing() -> None:
    kept = Kept(3, OLD)
    await reseal_all(ring(NEW, OLD), kept)
    before = dict(kept.rows)

    assert await reseal_all(ring(NEW, OLD), kept) == Resealed(count=0, unreadable={})
    assert kept.rows == before


async def test_an_interrupted_run_is_finished_by_the_next() -> None:
    kept = Kept(5, OLD)

    def stop(place: UUID) -> None:
        if place == UUID(int=4):
            raise KeyboardInterrupt

    kept.meanwhile = stop
    with pytest.raises(KeyboardInterrupt):
        await reseal_all(ring(NEW, OLD), kept)
    assert kept.opened(ring(NEW, OLD)) == [f"secret {number}" for number in range(1, 6)]
    assert (await usage(kept))[ring(OLD).newest.key_id] == 2

    kept.meanwhile = lambda place: None
    assert (await reseal_all(ring(NEW, OLD), kept)).count == 2
    assert len(kept.opened(ring(NEW))) == 5


async def test_a_secret_that_changes_meanwhile_keeps_its_new_value() -> None:
    kept = Kept(3, OLD)
    two = UUID(int=2)
    changes = [ring(OLD).seal("changed", two)]

    def change(place: UUID) -> None:
        if place == two and changes:
            kept.rows[two] = changes.pop()

    kept.meanwhile = change
    await reseal_all(ring(NEW, OLD), kept)

    assert kept.opened(ring(NEW)) == ["secret 1", "changed", "secret 3"]


async def test_a_secret_whose_key_is_lost_is_left_and_counted() -> None:
    kept = Kept(4, OLD)
    three = UUID(int=3)
    lost = ring(LOST).seal("lost", three)
    kept.rows[three] = lost
    kept.rows[UUID(int=4)] = "nonsense"

    done = await reseal_all(ring(NEW, OLD), kept)

    assert done == Resealed(count=2, unreadable={sealed_with(lost): 1, "": 1})
    assert kept.rows[three] == lost


def test_a_row_does_not_show_what_it_holds() -> None:
    row = SealedRow(place=UUID(int=1), sealed="v1:abc:secret")

    assert "secret" not in repr(row)
