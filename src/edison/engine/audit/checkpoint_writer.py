"""Sign the newest entry of each audit chain at intervals. Only workers have the signing key.

A chain that contradicts its newest checkpoint is not signed, because a new signature would hide the tampering.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import structlog

from edison.domain.audit.audit_chain import GENESIS, DeletedChain
from edison.domain.audit.audit_checkpoints import (
    HEAD,
    START,
    Checkpoint,
    checkpoint_to_json,
    hash_of_checkpoint,
)
from edison.domain.errors import Unavailable
from edison.kit.clock import Clock
from edison.store.audit_heads_file import AuditHeadsFile, DamagedHeadsFile, HeadLine
from edison.store.repositories.audit.audit_checkpoints import UnsignedHead
from edison.store.unit_of_work import UnitOfWork, WriteTx
from edison.vault.audit_keys import AuditSigner, AuditVerifier, audit_key_id

log = structlog.get_logger(__name__)


class CheckpointsContradict(RuntimeError):
    """Error: a stored checkpoint has an invalid signature, or differs from its copy in the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """The new checkpoints, and the problem of each chain that was not signed."""

    items: tuple[Checkpoint, ...] = ()
    refused: Mapping[str, str] = field(default_factory=dict[str, str])


class CheckpointWriter:
    """Signs checkpoints. `load_signer` is called for each round, so that a key rotation needs no restart."""

    def __init__(
        self,
        work: UnitOfWork,
        clock: Clock,
        load_signer: Callable[[], AuditSigner],
        file: AuditHeadsFile,
    ) -> None:
        self._work = work
        self._clock = clock
        self._load_signer = load_signer
        self._file = file

    async def watch(self, every_s: float) -> None:
        """Sign all chains immediately and then every `every_s` seconds, until cancelled."""
        while True:
            try:
                done = await self.sign_heads()
                for problem in done.refused.values():
                    log.error("audit_chain_not_signed", problem=problem)
            except Unavailable:
                pass
            except (CheckpointsContradict, DamagedHeadsFile) as problem:
                log.error("audit_not_signed", problem=str(problem))
            except Exception as error:
                # Report the failure: an unsigned log must not look like an unchanged one.
                log.error("audit_signing_interrupted", error=type(error).__name__)
            await asyncio.sleep(every_s)

    async def sign_heads(self) -> Signed:
        """Sign every chain with entries after its newest checkpoint, then copy the new checkpoints to the file."""
        signer = self._load_signer()
        done = Signed()
        async with self._work.write() as tx:
            # Otherwise another worker is signing.
            if await tx.audit_checkpoints.try_lock():
                newest = await self._trusted_newest(tx, signer)
                done = await self._sign_each(tx, signer, newest)
        for item in done.items:
            # If logs are collected elsewhere, the log line is one more copy outside of the database.
            log.info("audit_checkpoint", checkpoint=checkpoint_to_json(item))
        await self._copy_to_file(signer)
        return done

    async def sign_start(self, tx: WriteTx, scope: str, number: int) -> Checkpoint:
        """Sign that a chain begins after the given entry, because retention deletes the entry and all earlier ones.

        Call this in the transaction that deletes the entries. Without this checkpoint, verification reports tampering.
        """
        signer = self._load_signer()
        await tx.audit_checkpoints.lock()
        newest = await self._trusted_newest(tx, signer)
        signed = await tx.audit_checkpoints.newest_of(scope)
        hash_ = await tx.audit.hash_at(scope, number)
        if signed is None or hash_ is None or signed.entry_number < number:
            raise CheckpointsContradict(f"Entry {number} of chain {scope} has not been signed yet")
        # A chain that contradicts its newest checkpoint is evidence and must not be changed.
        place = (signed.entry_number, signed.entry_hash)
        check = await tx.audit.check_since(scope, *place, await tx.audit.head(scope))
        if check.broken_at is not None:
            raise CheckpointsContradict(check.sentence)
        return await self._add(tx, signer, newest, START, scope, (number, hash_))

    async def sign_end(self, tx: WriteTx, scope: str, chain: DeletedChain) -> Checkpoint:
        """Sign that the chain of a deleted project begins after its last entry, because all its entries are deleted."""
        signer = self._load_signer()
        await tx.audit_checkpoints.lock()
        newest = await self._trusted_newest(tx, signer)
        return await self._add(tx, signer, newest, START, scope, (chain.entries, chain.head))

    async def _sign_each(
        self, tx: WriteTx, signer: AuditSigner, newest: Checkpoint | None
    ) -> Signed:
        items, refused = list[Checkpoint](), dict[str, str]()
        for head in await tx.audit_checkpoints.unsigned(signer.key_id):
            problem = await self._problem_of(tx, head)
            if problem is None:
                place = (head.number, head.hash)
                newest = await self._add(tx, signer, newest, HEAD, head.scope, place)
                items.append(newest)
            else:
                refused[head.scope] = problem
        return Signed(items=tuple(items), refused=refused)

    async def _problem_of(self, tx: WriteTx, head: UnsignedHead) -> str | None:
        """Describe how the entries of a chain contradict its newest checkpoint; return None if they match."""
        was = head.signed
        number, hash_ = (0, GENESIS) if was is None else (was.entry_number, was.entry_hash)
        check = await tx.audit.check_since(head.scope, number, hash_, (head.number, head.hash))
        return None if check.broken_at is None else check.sentence

    async def _add(
        self,
        tx: WriteTx,
        signer: AuditSigner,
        newest: Checkpoint | None,
        kind: str,
        scope: str,
        place: tuple[int, str],
    ) -> Checkpoint:
        item = signer.sign(
            Checkpoint(
                number=1 if newest is None else newest.number + 1,
                kind=kind,
                scope=scope,
                entry_number=place[0],
                entry_hash=place[1],
                at=self._clock.now(),
                key_id=signer.key_id,
                previous_hash=GENESIS if newest is None else hash_of_checkpoint(newest),
            )
        )
        await tx.audit_checkpoints.add(item)
        return item

    async def _trusted_newest(self, tx: WriteTx, signer: AuditSigner) -> Checkpoint | None:
        """Return the newest checkpoint; raise an error if its signature is invalid or the copy in the file differs."""
        newest = await tx.audit_checkpoints.newest()
        copy = await asyncio.to_thread(self._file.newest)
        if copy is not None:
            stored = await tx.audit_checkpoints.get(copy.checkpoint.number)
            if stored != copy.checkpoint:
                raise CheckpointsContradict(
                    f"Checkpoint {copy.checkpoint.number} of {self._file.path} is not in the "
                    "database, or differs there. After restoring a backup, move the file away"
                )
        if newest is not None and not await self._is_ours(newest, signer):
            raise CheckpointsContradict(
                f"Checkpoint {newest.number} is not signed with a key of this installation"
            )
        return newest

    async def _is_ours(self, item: Checkpoint, signer: AuditSigner) -> bool:
        known = AuditVerifier(signer.publics).check(item)
        if known is None:
            # The key was removed from the vault since then.
            lines = await asyncio.to_thread(self._file.read)
            known = AuditVerifier({line.public for line in lines}).check(item)
        return known is True

    async def _copy_to_file(self, signer: AuditSigner) -> None:
        """Append the checkpoints that the file does not contain yet, including those of other workers."""
        copy = await asyncio.to_thread(self._file.newest)
        publics = {audit_key_id(public): public for public in signer.publics}
        verifier = AuditVerifier(signer.publics)
        async with self._work.read() as tx:
            async for batch in tx.audit_checkpoints.walk(
                0 if copy is None else copy.checkpoint.number
            ):
                lines = [
                    HeadLine(checkpoint=item, public=publics[item.key_id])
                    for item in batch
                    if verifier.check(item)
                ]
                await asyncio.to_thread(self._file.append, lines)
