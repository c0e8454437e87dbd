"""A worker or the database goes away while a paid call is on its way: nobody pays twice, and no answer is lost."""

import asyncio
import signal
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.support.answers import granted, refused
from tests.support.gateway import Bench, Gateway, a_simulated_world, a_worker
from tests.support.postgres import TestServer
from tests.support.sql import rows, value
from tests.support.world import World

WITHIN_S = 60.0


@pytest.fixture
async def gateway(world: World) -> AsyncGenerator[Gateway]:
    async with a_simulated_world(world) as gateway:
        yield gateway


async def a_bench(gateway: Gateway) -> tuple[Bench, dict[str, Any]]:
    """A project with a key and a model that costs something."""
    bench = await gateway.bench()
    granted(await bench.add_openai(), 201)
    return bench, await bench.priced("sim-medium")


async def until_inside(gateway: Gateway) -> None:
    """Until the provider is at work on a call."""
    async with asyncio.timeout(WITHIN_S):
        while not (await gateway.sim.calls())["inside"]:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)


async def test_a_call_of_a_killed_worker_is_not_made_again(
    gateway: Gateway, tmp_path: Path
) -> None:
    """EDGE-16.4.1"""
    async with a_worker(gateway, tmp_path, EDISON_WORKER_NAME="first") as worker:
        bench, model = await a_bench(gateway)
        [credential] = await bench.credentials()
        await gateway.sim.behave(latency={"ms": 8000})
        asked = granted(await bench.begin(model, fresh=False), 202)
        await until_inside(gateway)
        worker.send_signal(signal.SIGKILL)
        await worker.wait()

    place = f"{bench.path}/tries/{asked['id']}"
    assert granted(await bench.browser.get(place))["state"] == "calling"
    # Until it is known what became of the call, its key stays.
    key = f"{bench.path}/credentials/{credential['id']}"
    refused(await bench.browser.delete(key), 409, "CREDENTIAL_IN_USE")
    await gateway.sim.behave()
    async with a_worker(gateway, tmp_path, EDISON_WORKER_NAME="second"):
        done = await bench.outcome(asked["id"])

        assert done["answer"] is None
        assert "may have charged the call" in done["failure"]["message"]
        assert (await gateway.sim.calls())["by_key"] == {f"try-{asked['id']}": 1}
        usage = await bench.usage(model)
        assert (usage["calls"], usage["failed"], usage["cost_unknown"]) == (1, 1, 1)
        assert usage["cost_usd"] == 0
        assert [told["ok"] for told in bench.told("try.finished")] == [False]

        # Whoever wants it asks again, and nothing of the lost call is used for it.
        assert (await bench.answer(model, fresh=False))["reused"] is None
        granted(await bench.browser.delete(key), 204)
    assert rows(bench.world.url, "SELECT 1 FROM tries WHERE state <> 'done'") == []


@pytest.mark.nightly
async def test_a_call_that_had_not_left_is_made_after_the_restart(
    gateway: Gateway, tmp_path: Path
) -> None:
    async with a_worker(gateway, tmp_path, EDISON_WORKER_NAME="first") as worker:
        bench, model = await a_bench(gateway)
        worker.send_signal(signal.SIGKILL)
        await worker.wait()
    # For half a minute a dead worker is taken for a living one; then nobody could ask.
    asked = granted(await bench.begin(model), 202)

    async with a_worker(gateway, tmp_path, EDISON_WORKER_NAME="second"):
        done = await bench.outcome(asked["id"])

    assert done["answer"]["text"]
    assert (await gateway.sim.calls())["by_key"] == {f"try-{asked['id']}": 1}


@contextmanager
def without_database(postgres: TestServer, name: str) -> Generator[None]:
    """End every connection and refuse new ones, as a restarting server does."""
    with psycopg.connect(postgres.admin_url, autocommit=True) as admin:
        admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false".encode())
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,)
        )
        try:
            yield
        finally:
            admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true".encode())


@pytest.mark.nightly
async def test_an_answer_that_comes_while_the_database_is_away_is_kept(
    gateway: Gateway, tmp_path: Path, postgres: TestServer
) -> None:
    """The call is paid for: its worker holds on to the answer until it can be written down."""
    name = value(gateway.world.url, "SELECT current_database()")
    async with a_worker(gateway, tmp_path):
        bench, model = await a_bench(gateway)
        await gateway.sim.behave(latency={"ms": 3000})
        asked = granted(await bench.begin(model), 202)
        await until_inside(gateway)
        with without_database(postgres, name):
            async with asyncio.timeout(WITHIN_S):
                while not (await gateway.sim.calls())["answered"]:  # noqa: ASYNC110 - as above
                    await asyncio.sleep(0.05)
            await asyncio.sleep(3)

        done = await bench.outcome(asked["id"])

        assert done["answer"]["text"]
        assert (await gateway.sim.calls())["by_key"] == {f"try-{asked['id']}": 1}
        usage = await bench.usage(model)
        assert (usage["calls"], usage["cost_unknown"]) == (1, 0)
        assert usage["cost_usd"] > 0
        # And the worker goes on working.
        await gateway.sim.behave()
        assert (await bench.answer(model))["text"]
