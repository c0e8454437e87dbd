"""Repository of worker processes with a recent heartbeat, for health checks only."""

from datetime import datetime, timedelta

from sqlalchemy import delete, func, select, text
from sqlalchemy.dialects.postgresql import insert

from edison.store.repositories.base import Repository
from edison.store.tables.audit import WorkerRow

# Prefix of the name of a worker's advisory lock.
LOCK_SPACE = "edison-worker:"
IS_ALIVE_FOR = timedelta(seconds=30)


class Workers(Repository):
    async def report(self, worker: str, version: str, at: datetime) -> None:
        await self._session.execute(
            insert(WorkerRow)
            .values(id=worker, version=version, started_at=at, seen_at=at)
            .on_conflict_do_update(index_elements=[WorkerRow.id], set_={"seen_at": at})
        )

    async def alive(self, now: datetime) -> int:
        found = await self._session.scalar(
            select(func.count())
            .select_from(WorkerRow)
            .where(WorkerRow.seen_at >= now - IS_ALIVE_FOR)
        )
        return found or 0

    async def is_free(self, life: str) -> bool:
        """Return whether a worker is dead: a live worker holds a lock, which this tries to take until commit."""
        got = await self._session.scalar(
            text("SELECT pg_try_advisory_xact_lock(hashtextextended(:name, 0))"),
            {"name": LOCK_SPACE + life},
        )
        return bool(got)

    async def leave(self, worker: str) -> None:
        await self._session.execute(delete(WorkerRow).where(WorkerRow.id == worker))

    async def sweep(self, unseen_since: datetime) -> None:
        await self._session.execute(delete(WorkerRow).where(WorkerRow.seen_at < unseen_since))
