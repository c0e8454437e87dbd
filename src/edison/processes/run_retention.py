"""Implementation of `edison retention`."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from edison.domain.errors import EdisonError
from edison.engine.retention.nightly_retention import RetentionNight
from edison.kit.clock import SystemClock
from edison.processes.audit_maintenance import build_aged_entries
from edison.processes.find_database import database_url
from edison.settings import Settings
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork

T = TypeVar("T")


def delete_now(settings: Settings) -> Counter[str]:
    return _run(_delete(settings))


def preview_now(settings: Settings) -> list[str]:
    """Return one line for each project with data older than its retention period, and one for the audit log."""
    return _run(_preview(settings))


def _run(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except EdisonError as error:
        raise RuntimeError(error.message) from error


async def _delete(settings: Settings) -> Counter[str]:
    async with _night(settings) as night:
        gone = await night.run()
        gone["audit_entries"] += await build_aged_entries(settings, night.work).delete()
        return gone


async def _preview(settings: Settings) -> list[str]:
    lines: list[str] = []
    async with _night(settings) as night:
        async for age in night.ages():
            async with night.work.read() as tx:
                sums = await tx.aged_runs.sums(age.project, age.before)
                rows = await tx.aged_rows.counts(age.project, age.before)
                slug = (await tx.projects.get(age.project)).slug
            due = {kind: many for kind, many in {**sums, **rows}.items() if many}
            if due:
                said = ", ".join(f"{many:,} {kind.replace('_', ' ')}" for kind, many in due.items())
                lines.append(f"{slug}: {said}")
        if entries := await build_aged_entries(settings, night.work).count():
            lines.append(f"audit log: {entries:,} entries")
    return lines or ["Nothing is past its age limit."]


@asynccontextmanager
async def _night(settings: Settings) -> AsyncGenerator[RetentionNight]:
    database = Database(database_url(settings), pool_size=2, application="edison-retention")
    try:
        yield RetentionNight(
            work=UnitOfWork(database), clock=SystemClock(), archive=settings.archive_dir
        )
    finally:
        await database.close()
