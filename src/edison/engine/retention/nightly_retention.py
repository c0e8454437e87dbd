"""Nightly retention: delete the expired runs and rows of every project, then cells and scores of deleted runs.

The work is done in short transactions with pauses. Each transaction leaves a consistent state, so the process can be
killed, repeated, or run by two workers at the same time.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import structlog

from edison.domain.audit.audit_chain import AuditEntry, entry
from edison.domain.errors import Unavailable
from edison.domain.ids import RunId
from edison.domain.notifications.notification import READ_KEPT_FOR, UNREAD_KEPT_FOR
from edison.domain.people.access import SYSTEM
from edison.domain.retention.retention_rules import (
    PERSONAL_EVENT_DAYS,
    DueRun,
    RetentionAge,
    keeps_from,
)
from edison.engine.retention.run_archive_file import ArchiveDamaged, ArchiveFile
from edison.kit.clock import Clock
from edison.store.repositories.retention.aged_rows import AGED
from edison.store.unit_of_work import UnitOfWork, WriteTx

log = structlog.get_logger(__name__)

RUNS_AT_ONCE = 50
ROWS_AT_ONCE = 10_000
# Number of cells; each may have several scores.
CELLS_AT_ONCE = 20_000
# A pause after each transaction gives other work and vacuum time for the disk and for locks.
PAUSE_S = 0.02
DROP_ATTEMPTS = 5
NOT_WRITTEN = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionNight:
    work: UnitOfWork
    clock: Clock
    # Folder for archives of runs that are deleted; None: no archives.
    archive: Path | None = None
    pause_s: float = PAUSE_S

    async def run(self) -> Counter[str]:
        """Delete all expired data; return row counts by kind. The audit log has a separate retention job."""
        gone: Counter[str] = Counter()
        async for age in self.ages():
            gone.update(await self.delete_aged(age))
        gone["personal_events"] += await self._delete_personal_events()
        gone["notifications"] += await self._delete_notifications()
        gone.update(await self.empty_deleted_runs())
        log.info("retention_done", **dict(gone))
        return gone

    async def ages(self) -> AsyncIterator[RetentionAge]:
        """Yield the retention period of each project that has one, read just before it is applied."""
        async with self.work.read() as tx:
            projects = await tx.aged_rows.projects()
        for project in projects:
            async with self.work.read() as tx:
                days = (await tx.projects.get(project)).settings.retention_days
            before = keeps_from(days, self.clock.now())
            if before is not None:
                yield RetentionAge(project=project, before=before)

    async def delete_aged(self, age: RetentionAge) -> Counter[str]:
        gone: Counter[str] = Counter()
        gone["runs"], gone["not_archived"] = await self._delete_runs(age)
        for kind in AGED:
            gone[kind] += await self._repeat(
                lambda tx, kind=kind: tx.aged_rows.delete(
                    age.project, kind, age.before, ROWS_AT_ONCE
                )
            )
        gone["assistant_calls"] += await self._repeat(
            lambda tx: tx.aged_rows.clear_asks(age.project, age.before, ROWS_AT_ONCE)
        )
        return gone

    async def empty_deleted_runs(self) -> Counter[str]:
        """Delete the cells and scores of deleted runs; drop the partitions of months without runs."""
        gone: Counter[str] = Counter()
        gone["tables"] = await self._drop_months()
        while True:
            async with self.work.write() as tx:
                rows = await tx.deleted_runs.empty_some(
                    self.clock.now(), CELLS_AT_ONCE, RUNS_AT_ONCE
                )
            if rows is None:
                break
            gone["rows"] += rows
            await asyncio.sleep(self.pause_s)
        gone["tables"] += await self._drop_months()
        return gone

    async def _delete_runs(self, age: RetentionAge) -> tuple[int, int]:
        """Delete expired runs; return the number of deleted runs and of runs that could not be archived."""
        gone, unwritten = 0, set[DueRun]()
        while True:
            async with self.work.read() as tx:
                limit = RUNS_AT_ONCE + len(unwritten)
                due = await tx.aged_runs.due(age.project, age.before, limit)
            files, full = await self._archive_all(age, [run for run in due if run not in unwritten])
            unwritten.update(run for run, file in files.items() if file == NOT_WRITTEN)
            sure = await self._delete(
                age, {run: file for run, file in files.items() if file != NOT_WRITTEN}
            )
            gone += sure
            # Runs that could not be locked are being deleted by another worker.
            if full or not sure:
                return gone, len(unwritten)
            await asyncio.sleep(self.pause_s)

    async def _delete(self, age: RetentionAge, files: dict[DueRun, str | None]) -> int:
        async with self.work.write() as tx:
            sure = await tx.aged_runs.lock_due(age.project, age.before, list(files))
            if sure:
                now = self.clock.now()
                archives = [files[run] for run in sure]
                await tx.deleted_runs.delete(age.project, [run.id for run in sure], archives, now)
                tx.record(_entry(age, sure, now))
        return len(sure)

    async def _archive_all(
        self, age: RetentionAge, runs: list[DueRun]
    ) -> tuple[dict[DueRun, str | None], bool]:
        """Archive runs; return the file of each run, and whether archiving must stop because writing failed."""
        files: dict[DueRun, str | None] = {}
        for run in runs:
            try:
                files[run] = await self._archive(age, run)
            except OSError as error:
                files[run] = NOT_WRITTEN
                log.error("run_not_archived", run=str(run.id), error=str(error))
                # A damaged archive affects one run; after any other error the rest waits for the next night.
                if not isinstance(error, ArchiveDamaged):
                    return files, True
        return files, False

    async def _archive(self, age: RetentionAge, run: DueRun) -> str | None:
        """Archive one run in a file; raise OSError if the file is incomplete or unreadable."""
        if self.archive is None:
            return None
        name = f"{age.project}/run-{run.number}-{run.id}.jsonl.gz"
        async with self.work.read() as tx:
            with ArchiveFile(self.archive / name) as file:
                async for kind, rows in tx.run_archive.lines(age.project, RunId(run.id)):
                    await asyncio.to_thread(file.add, kind, rows)
                counted = await tx.run_archive.counts(age.project, RunId(run.id))
                if counted != dict(file.counts):
                    raise ArchiveDamaged(f"Run {run.number} changed while it was being archived")
                await asyncio.to_thread(file.finish)
        return name

    async def _drop_months(self) -> int:
        async with self.work.write() as tx:
            tables = await tx.deleted_runs.droppable()
        dropped = 0
        whole = {month for _, month in tables}
        for table, month in tables:
            if await self._drop(table):
                dropped += 1
            else:
                whole.discard(month)
        for month in sorted(whole):
            async with self.work.write() as tx:
                await tx.deleted_runs.mark_emptied(month, self.clock.now())
        return dropped

    async def _drop(self, table: str) -> bool:
        """Drop a monthly partition; return whether it was dropped. Retry if the table lock times out."""
        for _ in range(DROP_ATTEMPTS):
            try:
                async with self.work.write() as tx:
                    return await tx.deleted_runs.drop_month(table)
            except Unavailable:
                await asyncio.sleep(1.0)
        log.warning("month_not_dropped", table=table)
        return False

    async def _delete_personal_events(self) -> int:
        before = self.clock.now() - timedelta(days=PERSONAL_EVENT_DAYS)
        return await self._repeat(
            lambda tx: tx.aged_rows.delete_personal_events(before, ROWS_AT_ONCE)
        )

    async def _delete_notifications(self) -> int:
        now = self.clock.now()
        return await self._repeat(
            lambda tx: tx.notifications.delete_aged(
                now - READ_KEPT_FOR, now - UNREAD_KEPT_FOR, ROWS_AT_ONCE
            )
        )

    async def _repeat(self, delete: Callable[[WriteTx], Awaitable[int]]) -> int:
        """Delete rows in batches until a batch is not full; return the number of deleted rows."""
        gone = 0
        while True:
            async with self.work.write() as tx:
                some = await delete(tx)
            gone += some
            if some < ROWS_AT_ONCE:
                return gone
            await asyncio.sleep(self.pause_s)


def _entry(age: RetentionAge, runs: list[DueRun], now: datetime) -> AuditEntry:
    """Build the audit entry for deleted runs."""
    return entry(
        SYSTEM,
        "runs.deleted_by_age",
        ("project", age.project),
        at=now,
        project=age.project,
        changes={
            "runs": {"old": [run.number for run in runs], "new": None},
            "finished_before": {"old": None, "new": age.before.isoformat()},
        },
    )
