"""Implementation of `edison keys`: lists, rotates and prunes the keys that encrypt stored secrets."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from edison.domain.audit.audit_chain import entry
from edison.domain.errors import EdisonError
from edison.domain.ids import CredentialId
from edison.domain.people.access import SYSTEM
from edison.kit.clock import SystemClock
from edison.processes.find_database import database_url
from edison.settings import Settings
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork
from edison.vault.key_file import KeyFile
from edison.vault.key_ring import KeyRing, load_key_ring, new_key
from edison.vault.key_rotation import Resealed, SealedRow, reseal_all, usage
from edison.vault.sealer import split_keys

T = TypeVar("T")

BATCH = 200

HOW_TO_ROTATE_GIVEN_KEYS = (
    "The keys come from EDISON_VAULT_KEYS, and every secret is encrypted with the first one. "
    "To rotate: run `edison keys new`, put the new key first in EDISON_VAULT_KEYS before the "
    "others, restart web and workers, then run `edison keys rotate` again"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyLine:
    """Public information about one key. `created_at` is None if the key is not in the key file."""

    id: str
    created_at: datetime | None
    secrets: int
    newest: bool
    # False: secrets are encrypted with it, but the key is missing.
    here: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotation:
    key: str
    resealed: Resealed
    # False: an interrupted rotation was finished, or secrets were encrypted with an existing key.
    new_key: bool


def list_keys(settings: Settings) -> list[KeyLine]:
    return _run(_list(settings))


def rotate_keys(settings: Settings) -> Rotation:
    """Add a key and re-encrypt all secrets with it, or resume an interrupted rotation."""
    return _run(_rotate(settings))


def prune_keys(settings: Settings) -> tuple[str, ...]:
    """Remove keys that encrypt no secret; raise an error if a secret still needs an old key."""
    return _run(_prune(settings))


def _run(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except EdisonError as error:
        raise RuntimeError(error.message) from error


class _StoredSecrets:
    """All encrypted secrets of the installation, read one page per transaction."""

    def __init__(self, work: UnitOfWork) -> None:
        self._work = work

    async def batches(self) -> AsyncIterator[Sequence[SealedRow]]:
        for page in (self._of_credentials, self._of_channels):
            found = await page(None)
            while found:
                yield found
                found = await page(found[-1].place)

    async def replace(self, row: SealedRow, sealed: str) -> bool:
        async with self._work.write() as tx:
            place, was = CredentialId(row.place), row.sealed
            # Ids are unique in all tables, so only one of the two matches.
            return await tx.credentials.reseal(
                place, sealed, only_if=was
            ) or await tx.channels.reseal(place, sealed, only_if=was)

    async def _of_credentials(self, after: UUID | None) -> Sequence[SealedRow]:
        async with self._work.read() as tx:
            found = await tx.credentials.sealed_everywhere(
                None if after is None else CredentialId(after), BATCH
            )
        return [SealedRow(place=secret.credential, sealed=secret.text) for secret in found]

    async def _of_channels(self, after: UUID | None) -> Sequence[SealedRow]:
        async with self._work.read() as tx:
            found = await tx.channels.sealed_everywhere(after, BATCH)
        return [SealedRow(place=secret.id, sealed=secret.sealed) for secret in found]


async def _list(settings: Settings) -> list[KeyLine]:
    ring = _ring(settings)
    ages = (
        {} if _given(settings) else {key.id: key.created_at for key in _file(settings).read().keys}
    )
    async with _database(settings) as work:
        used = await usage(_StoredSecrets(work))
    lines = [
        KeyLine(id=id, created_at=ages.get(id), secrets=used.pop(id, 0), newest=number == 0)
        for number, id in enumerate(ring.ids)
    ]
    lost = [
        KeyLine(id=id or "(unreadable)", created_at=None, secrets=count, newest=False, here=False)
        for id, count in sorted(used.items())
    ]
    return [*lines, *lost]


async def _rotate(settings: Settings) -> Rotation:
    ring = _ring(settings)
    async with _database(settings) as work:
        rows = _StoredSecrets(work)
        added = False
        if _given(settings):
            if not _older(ring, await usage(rows)):
                raise RuntimeError(HOW_TO_ROTATE_GIVEN_KEYS)
        else:
            file = _file(settings)
            added = not file.read().rotating
            if added:
                file.add(new_key(SystemClock().now()))
            ring = _ring(settings)
        resealed = await reseal_all(ring, rows)
        if not _given(settings):
            _file(settings).finish_rotation()
        await _record(work, "vault.rotated", ring.newest.key_id, {"secrets": resealed.count})
    return Rotation(key=ring.newest.key_id, resealed=resealed, new_key=added)


async def _prune(settings: Settings) -> tuple[str, ...]:
    ring = _ring(settings)
    async with _database(settings) as work:
        older = _older(ring, await usage(_StoredSecrets(work)))
        if older:
            raise RuntimeError(
                f"{sum(older.values())} secrets are still encrypted with {', '.join(sorted(older))}. "
                "Run `edison keys rotate` first; secrets that it cannot decrypt must be entered again"
            )
        unused = ring.ids[1:]
        if _given(settings):
            if unused:
                raise RuntimeError(
                    "No secret is encrypted with these keys. Remove them from "
                    f"EDISON_VAULT_KEYS yourself: {', '.join(unused)}"
                )
        elif unused:
            _file(settings).remove(frozenset(unused))
            await _record(work, "vault.pruned", ring.newest.key_id, {"removed": list(unused)})
    return unused


def _older(ring: KeyRing, used: Counter[str]) -> dict[str, int]:
    """Return the older keys that still encrypt secrets, with the number of secrets of each key."""
    return {id: used[id] for id in ring.ids[1:] if used[id]}


def _ring(settings: Settings) -> KeyRing:
    return load_key_ring(_given(settings), settings.vault_key_file, SystemClock().now())


def _given(settings: Settings) -> str | None:
    keys = settings.vault_keys
    text = keys.get_secret_value() if keys else None
    return text if split_keys(text) else None


def _file(settings: Settings) -> KeyFile:
    return KeyFile(settings.vault_key_file)


@asynccontextmanager
async def _database(settings: Settings) -> AsyncGenerator[UnitOfWork]:
    database = Database(database_url(settings), pool_size=1, application="edison-keys")
    try:
        yield UnitOfWork(database)
    finally:
        await database.close()


async def _record(work: UnitOfWork, action: str, key: str, facts: dict[str, object]) -> None:
    async with work.write() as tx:
        at = SystemClock().now()
        tx.record(entry(SYSTEM, action, ("vault_key", key), at=at, changes=facts))
