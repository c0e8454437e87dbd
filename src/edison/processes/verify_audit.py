"""Implementation of `edison audit verify`: recomputes all hash chains and compares them with signed checkpoints."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from edison.domain.audit.audit_chain import ChainCheck
from edison.domain.audit.audit_checkpoints import CheckpointTrail
from edison.processes.find_database import database_url
from edison.processes.own_key_ring import own_key_ring
from edison.settings import Settings
from edison.store.audit_heads_file import AuditHeadsFile, DamagedHeadsFile, HeadLine
from edison.store.database import Database
from edison.store.unit_of_work import ReadTx, UnitOfWork
from edison.vault.audit_keys import AuditSigner, AuditVerifier


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditReport:
    """Size of the audit log, and all inconsistencies found in it."""

    entries: int
    chains: int
    checkpoints: int
    # Entries after the newest checkpoint of their chain.
    unsigned: int
    newest_at: datetime | None
    # False: there is no key on this machine, so signatures were not checked.
    has_keys: bool
    problems: tuple[str, ...]

    @property
    def proves_something(self) -> bool:
        """Whether the log is empty, or has signed checkpoints and this machine has a key to verify them."""
        return not self.entries or (self.has_keys and self.checkpoints > 0)


def verify_audit(settings: Settings, copies: Sequence[Path] = ()) -> AuditReport:
    """Verify the audit log with the keys and checkpoint copies of this machine, and with the given copies."""
    return asyncio.run(_verify(settings, copies))


async def verify_in(tx: ReadTx, settings: Settings, copies: Sequence[Path] = ()) -> AuditReport:
    """Verify the audit log in a transaction that has not read anything yet."""
    await tx.audit.read_one_moment()
    kept, problems = await asyncio.to_thread(_read_copies, (settings.audit_heads, *copies))
    # Copies from other machines are evidence, but do not decide which keys are trusted.
    own_file = kept.get(settings.audit_heads, [])
    verifier = AuditVerifier({*_own_publics(settings), *(line.public for line in own_file)})
    trail = CheckpointTrail(verifier.check)
    if verifier:
        async for batch in tx.audit_checkpoints.walk():
            trail.feed(batch)
        trail.finish()
        for path, lines in kept.items():
            trail.compare((line.checkpoint for line in lines), str(path))
    checks = await tx.audit.check_all(trail)
    return AuditReport(
        entries=sum(check.entries for check in checks),
        chains=len(checks),
        checkpoints=trail.count,
        unsigned=sum(check.count - check.confirmed for check in checks),
        newest_at=trail.newest_at,
        has_keys=bool(verifier),
        problems=(*problems, *_sentences(checks), *trail.problems),
    )


async def _verify(settings: Settings, copies: Sequence[Path]) -> AuditReport:
    database = Database(database_url(settings), pool_size=1, application="edison-audit")
    try:
        async with UnitOfWork(database).read() as tx:
            return await verify_in(tx, settings, copies)
    finally:
        await database.close()


def _sentences(checks: Sequence[ChainCheck]) -> list[str]:
    return [check.sentence for check in checks if check.broken_at is not None]


def _read_copies(paths: Sequence[Path]) -> tuple[dict[Path, list[HeadLine]], list[str]]:
    kept: dict[Path, list[HeadLine]] = {}
    problems: list[str] = []
    for path in paths:
        try:
            kept[path] = AuditHeadsFile(path).read()
        except DamagedHeadsFile as problem:
            problems.append(str(problem))
    return kept, problems


def _own_publics(settings: Settings) -> tuple[str, ...]:
    """Return the public keys that verify checkpoints, derived from this machine's private keys, if it has any."""
    ring = own_key_ring(settings)
    return () if ring is None else AuditSigner(ring).publics
