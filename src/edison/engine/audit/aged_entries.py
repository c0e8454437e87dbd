"""Delete expired audit entries once a day, so that the remaining log can still be verified.

A worker first signs a checkpoint after the last expired entry of a chain, then deletes the expired entries in batches.
If the worker is interrupted, verification ignores the expired entries, and the next day's job deletes them.
"""

import asyncio
from dataclasses import dataclass, field
from datetime import date

import structlog

from edison.domain.audit.audit_chain import INSTALLATION
from edison.domain.errors import Unavailable
from edison.domain.retention.retention_rules import keeps_from
from edison.engine.audit.checkpoint_writer import CheckpointsContradict, CheckpointWriter
from edison.kit.clock import Clock
from edison.store.audit_heads_file import DamagedHeadsFile
from edison.store.unit_of_work import UnitOfWork

log = structlog.get_logger(__name__)

LOOK_EVERY_S = 600.0
ENTRIES_AT_ONCE = 10_000


@dataclass(slots=True, kw_only=True)
class AgedAuditEntries:
    work: UnitOfWork
    clock: Clock
    writer: CheckpointWriter
    # 0: the log is never deleted.
    days: int
    _done_on: date | None = field(default=None, init=False)

    async def watch(self) -> None:
        """Delete expired entries once a day, until cancelled."""
        while True:
            today = self.clock.now().date()
            try:
                if self._done_on != today:
                    await self.delete()
                    self._done_on = today
            except Unavailable:
                pass
            except (CheckpointsContradict, DamagedHeadsFile) as problem:
                # The problem concerns the checkpoints of all chains, so nothing is deleted.
                log.error("audit_not_deleted_by_age", problem=str(problem))
            except Exception as error:
                log.error("audit_deletion_interrupted", error=type(error).__name__)
            await asyncio.sleep(LOOK_EVERY_S)

    async def count(self) -> int:
        """Return how many entries have expired."""
        before = keeps_from(self.days, self.clock.now())
        if before is None:
            return 0
        async with self.work.read() as tx:
            return await tx.audit.count_until(await tx.audit.aged(before))

    async def delete(self) -> int:
        """Delete all expired entries; return their number. Skip a chain if its new start cannot be signed."""
        before = keeps_from(self.days, self.clock.now())
        if before is None:
            return 0
        async with self.work.read() as tx:
            aged = await tx.audit.aged(before)
        if not aged:
            return 0
        # A chain must not start after its newest checkpoint.
        await self.writer.sign_heads()
        gone = 0
        for scope, until in aged.items():
            try:
                gone += await self._delete(scope, until)
            except CheckpointsContradict as problem:
                log.error("audit_chain_not_shortened", problem=str(problem))
        log.info("audit_deleted_by_age", entries=gone, chains=len(aged))
        return gone

    async def _delete(self, scope: str, until: int) -> int:
        async with self.work.write() as tx:
            # Another worker may have signed this start already; then only the entries are deleted.
            await tx.audit_checkpoints.lock()
            if await tx.audit_checkpoints.start_of(scope) < until:
                if scope == INSTALLATION:
                    for chain, deleted in (await tx.audit.deletions(until)).items():
                        await self.writer.sign_end(tx, chain, deleted)
                await self.writer.sign_start(tx, scope, until)
        gone = 0
        while True:
            async with self.work.write() as tx:
                some = await tx.audit.delete_before_start(scope, until, ENTRIES_AT_ONCE)
            gone += some
            if some < ENTRIES_AT_ONCE:
                return gone
