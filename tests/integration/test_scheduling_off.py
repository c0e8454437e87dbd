"""A worker that is told not to schedule starts nothing by itself; the next one that may, does."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from edison.vault.sealer import private_text
from tests.support.commands import Command
from tests.support.monitors import a_monitored_desk, put_on_schedule
from tests.support.sql import execute, rows
from tests.support.world import World, vault_private_key

# Ticks come every ten seconds.
WITHIN_S = 90.0


@asynccontextmanager
async def a_worker(world: World, home: Path, **settings: str) -> AsyncGenerator[None]:
    command = Command(
        home,
        world.url,
        EDISON_VAULT_KEYS=private_text(vault_private_key()),
        EDISON_MIGRATE_ON_START="false",
        **settings,
    )
    async with command.running("worker", ready="worker_started"):
        yield


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(WITHIN_S):
        while not holds():  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.2)


def ticks(world: World) -> int:
    """How often a worker has looked for what is due."""
    said = "name = 'tick_monitors' AND status = 'SUCCESS'"
    return rows(world.url, f"SELECT count(*) FROM dbos.workflow_status WHERE {said}")[0][0]


def started(world: World) -> int:
    return rows(world.url, "SELECT count(*) FROM executions")[0][0]


@pytest.mark.nightly
async def test_scheduling_can_be_switched_off_by_a_setting(world: World, tmp_path: Path) -> None:
    """PSM-OPS-6"""
    desk, suite = await a_monitored_desk(world)
    await put_on_schedule(desk, suite, cron="* * * * *")
    execute(world.url, "UPDATE monitors SET next_due_at = now() - interval '1 second'")

    async with a_worker(world, tmp_path / "off", EDISON_SCHEDULING="off"):
        await until(lambda: ticks(world) >= 2)
    assert started(world) == 0

    async with a_worker(world, tmp_path / "on"):
        await until(lambda: started(world) == 1)
