"""A dead worker's work is taken over, a living worker's never, and a cut connection is not a death."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import psycopg
import pytest

from edison.engine.worker_recovery import DEAD_AFTER_LOOKS, NameTaken, Recovery
from edison.store.database import libpq_url
from tests.support.sql import rows, value

# Only an end to waiting for what never comes.
PATIENCE_S = 60.0

Alive = psycopg.AsyncConnection[tuple[object, ...]]


class OpenWork:
    """Stands in for the engine: who has work, and whose was resumed how often."""

    def __init__(self, *workers: str) -> None:
        self.workers = set(workers)
        self.resumed: list[str] = []

    async def workers_with_work(self) -> set[str]:
        return set(self.workers)

    async def resume_work_of(self, worker: str) -> int:
        self.resumed.append(worker)
        self.workers.discard(worker)
        return 1


@asynccontextmanager
async def watching(recovery: Recovery, alive: Alive) -> AsyncGenerator[None]:
    task = asyncio.create_task(recovery.watch(alive))
    try:
        yield
        assert not task.done()
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def cut(url: str) -> None:
    """End every connection that says a worker is alive, as a restart of the database does."""
    ended = rows(
        url,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
        "WHERE application_name = 'edison-alive' AND datname = current_database()",
    )
    assert ended
    assert all(done for (done,) in ended)


def names_held(url: str) -> int:
    return value(
        url,
        "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' "
        "AND granted AND application_name = 'edison-alive' AND datname = current_database()",
    )


async def until_held(url: str, count: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while await asyncio.to_thread(names_held, url) != count:  # noqa: ASYNC110 - in another process
            await asyncio.sleep(0.05)


async def test_a_name_must_be_free_for_three_looks_before_its_work_is_resumed(
    database_url: str,
) -> None:
    work = OpenWork("dead", "ours")
    recovery = Recovery(database_url, "ours", work)
    async with await recovery.hold_name() as alive:
        for _ in range(DEAD_AFTER_LOOKS - 1):
            await recovery.adopt_dead_workers(alive)
            assert work.resumed == []

        await recovery.adopt_dead_workers(alive)
        await recovery.adopt_dead_workers(alive)

    assert DEAD_AFTER_LOOKS == 3
    assert work.resumed == ["dead"]


async def test_a_name_that_was_taken_in_between_is_counted_anew(database_url: str) -> None:
    """As after a restart of the database, when everyone alive takes their name back."""
    work = OpenWork("slow")
    recovery = Recovery(database_url, "ours", work)
    async with await recovery.hold_name() as alive:
        await recovery.adopt_dead_workers(alive)
        await recovery.adopt_dead_workers(alive)
        async with await Recovery(database_url, "slow", OpenWork()).hold_name():
            await recovery.adopt_dead_workers(alive)
        # PostgreSQL frees the name a moment after the connection closed.
        await until_held(database_url, 1)
        await recovery.adopt_dead_workers(alive)
        await recovery.adopt_dead_workers(alive)
        assert work.resumed == []

        await recovery.adopt_dead_workers(alive)

    assert work.resumed == ["slow"]


async def test_a_living_workers_work_is_never_resumed(database_url: str) -> None:
    work = OpenWork("living", "ours")
    recovery = Recovery(database_url, "ours", work)
    async with (
        await recovery.hold_name() as alive,
        await Recovery(database_url, "living", OpenWork()).hold_name(),
    ):
        for _ in range(3 * DEAD_AFTER_LOOKS):
            await recovery.adopt_dead_workers(alive)

    assert work.resumed == []


async def test_looking_leaves_no_name_taken(database_url: str) -> None:
    """Else a worker that comes back could not start."""
    recovery = Recovery(database_url, "ours", OpenWork("dead"))
    async with await recovery.hold_name() as alive:
        await recovery.adopt_dead_workers(alive)

        async with await Recovery(database_url, "dead", OpenWork()).hold_name():
            assert names_held(database_url) == 2


async def test_two_living_workers_cannot_have_one_name(database_url: str) -> None:
    async with await Recovery(database_url, "ours", OpenWork()).hold_name():
        with pytest.raises(NameTaken, match="EDISON_WORKER_NAME"):
            await Recovery(database_url, "ours", OpenWork()).hold_name()

    await until_held(database_url, 0)
    await (await Recovery(database_url, "ours", OpenWork()).hold_name()).close()


@pytest.mark.parametrize("others", [(), ("dead",)], ids=["alone", "with work of another"])
async def test_a_worker_whose_connection_was_cut_takes_its_name_back(
    database_url: str, monkeypatch: pytest.MonkeyPatch, others: tuple[str, ...]
) -> None:
    """Also when nobody else has work and there is nothing else to ask the database for."""
    monkeypatch.setattr("edison.engine.worker_recovery.LOOK_EVERY_S", 0.05)
    recovery = Recovery(database_url, "ours", OpenWork("ours", *others))
    async with watching(recovery, await recovery.hold_name()):
        await until_held(database_url, 1)
        cut(database_url)
        await until_held(database_url, 1)

        with pytest.raises(NameTaken):
            await Recovery(database_url, "ours", OpenWork()).hold_name()


async def test_a_cut_connection_is_not_a_death(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both workers lose their connection; neither's work is resumed by the other."""
    monkeypatch.setattr("edison.engine.worker_recovery.LOOK_EVERY_S", 1.0)
    work = OpenWork("one", "two")
    one, two = Recovery(database_url, "one", work), Recovery(database_url, "two", work)
    async with watching(one, await one.hold_name()), watching(two, await two.hold_name()):
        cut(database_url)
        await until_held(database_url, 2)
        await asyncio.sleep(4 * 1.0)

    assert work.resumed == []


async def test_the_name_is_free_once_the_worker_is_gone(database_url: str) -> None:
    alive = await Recovery(database_url, "ours", OpenWork()).hold_name()
    with psycopg.connect(libpq_url(database_url)) as watcher:
        assert watcher.execute("SELECT 1").fetchone()
    await alive.close()
    await until_held(database_url, 0)

    await (await Recovery(database_url, "ours", OpenWork()).hold_name()).close()
