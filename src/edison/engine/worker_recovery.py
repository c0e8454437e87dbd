"""Resume the workflows of dead workers. DBOS itself resumes only the workflows of a worker with the same name.

Each worker holds an advisory lock on its name, on a separate connection. When the worker dies, PostgreSQL frees the
lock. Only the worker that then acquires the lock may resume the dead worker's workflows.
"""

import asyncio
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Protocol

import psycopg
import structlog

from edison.store.database import libpq_url
from edison.store.repositories.workers import LOCK_SPACE

log = structlog.get_logger(__name__)

LOOK_EVERY_S = 2.0
# A look at a name takes milliseconds.
NAME_TRIES, NAME_PAUSE_S = 5, 0.1
# A database restart frees every lock for a moment; live workers acquire theirs again well within this time.
DEAD_AFTER_LOOKS = 3


# Names are chosen by people; the suffix is unique to a process.
LIFE = "#"


def new_executor_id(name: str) -> str:
    """Return a unique id for this process, so that a restarted worker does not own its earlier workflows."""
    return f"{name}{LIFE}{secrets.token_hex(6)}"


def worker_name_of(life: str) -> str:
    return life.rpartition(LIFE)[0] or life


class NameTaken(RuntimeError):
    """Error: another living worker has this name."""


class Adoptable(Protocol):
    """Protocol of the engine methods that recovery needs."""

    async def workers_with_work(self) -> set[str]: ...

    async def resume_work_of(self, worker: str) -> int: ...


class Recovery:
    def __init__(self, url: str, life: str, engine: Adoptable) -> None:
        self._url = libpq_url(url)
        self._life = life
        self._name = worker_name_of(life)
        self._engine = engine
        self._looks: dict[str, int] = {}

    async def hold_name(self) -> psycopg.AsyncConnection[tuple[object, ...]]:
        """Lock the name of this worker and the id of this process; return the connection that holds the locks."""
        connection = await psycopg.AsyncConnection.connect(
            self._url, autocommit=True, application_name="edison-alive", connect_timeout=5
        )
        if not await self._get_name(connection):
            await connection.close()
            raise NameTaken(
                f"A worker named {self._name} is running already. Give this one another EDISON_WORKER_NAME."
            )
        await _try_lock(connection, self._life)
        return connection

    async def _get_name(self, connection: psycopg.AsyncConnection[tuple[object, ...]]) -> bool:
        """Try for a while: another worker that looks whether this name is alive holds the lock for a moment."""
        for _ in range(NAME_TRIES):
            if await _try_lock(connection, self._name):
                return True
            await asyncio.sleep(NAME_PAUSE_S)
        return False

    async def watch(self, alive: psycopg.AsyncConnection[tuple[object, ...]]) -> None:
        """Hold this worker's locks and resume the work of dead workers at intervals, until cancelled."""
        while True:
            try:
                async with alive:
                    while True:
                        await self.adopt_dead_workers(alive)
                        await asyncio.sleep(LOOK_EVERY_S)
            except Exception as error:
                # Continue after any error: without this watch, work of dead workers is not resumed.
                log.warning("recovery_interrupted", error=type(error).__name__)
            alive = await self._hold_name_again()

    async def adopt_dead_workers(self, alive: psycopg.AsyncConnection[tuple[object, ...]]) -> None:
        """Resume the work of each worker whose lock was free in several consecutive checks."""
        # Use the connection even if there is no other worker's work: only use shows that it was cut.
        await alive.execute("SELECT 1")
        free: set[str] = set()
        for worker in await self._engine.workers_with_work() - {self._name}:
            async with _locked(alive, worker) as got:
                if not got:
                    continue
                free.add(worker)
                self._looks[worker] = self._looks.get(worker, 0) + 1
                if self._looks[worker] >= DEAD_AFTER_LOOKS:
                    resumed = await self._engine.resume_work_of(worker)
                    log.warning("adopted_work", worker=worker, workflows=resumed)
        self._looks = {worker: self._looks[worker] for worker in free}

    async def _hold_name_again(self) -> psycopg.AsyncConnection[tuple[object, ...]]:
        while True:
            try:
                return await self.hold_name()
            except (psycopg.Error, NameTaken):
                await asyncio.sleep(0.5)


async def _try_lock(connection: psycopg.AsyncConnection[tuple[object, ...]], name: str) -> bool:
    found = await connection.execute(
        "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", (LOCK_SPACE + name,)
    )
    row = await found.fetchone()
    return bool(row and row[0])


@asynccontextmanager
async def _locked(
    connection: psycopg.AsyncConnection[tuple[object, ...]], name: str
) -> AsyncGenerator[bool]:
    got = await _try_lock(connection, name)
    try:
        yield got
    finally:
        if got:
            await connection.execute(
                "SELECT pg_advisory_unlock(hashtextextended(%s, 0))", (LOCK_SPACE + name,)
            )
