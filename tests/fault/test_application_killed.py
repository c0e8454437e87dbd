"""A worker is killed while applications are at work: what is committed stays, and what may have run is not repeated."""

import asyncio
import signal
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.answers import granted
from tests.support.applications import add_application
from tests.support.gateway import Gateway, a_simulated_world, a_worker
from tests.support.runs import a_run_bench
from tests.support.sql import rows
from tests.support.world import World

WITHIN_S = 60.0
CASES, COST = 60, 2000


@pytest.fixture
async def gateway(world: World) -> AsyncGenerator[Gateway]:
    async with a_simulated_world(world) as gateway:
        yield gateway


@pytest.mark.parametrize("repeatable", ["no", "yes"])
async def test_a_call_that_may_have_run_is_repeated_only_if_that_is_safe(
    gateway: Gateway, tmp_path: Path, repeatable: str
) -> None:
    slots = {"EDISON_CALLS_AT_ONCE": "8"}
    async with a_worker(gateway, tmp_path, EDISON_WORKER_NAME="first", **slots) as worker:
        runs = await a_run_bench(await gateway.bench(), cases=CASES, models=0)
        bench = runs.bench
        granted(await add_application(bench, cost="0.002", repeatable=repeatable), 201)
        runs = replace(runs, models=((await bench.model("helper 1.0"))["id"],))
        await gateway.sim.reset()
        await gateway.sim.behave(latency={"ms": 400})
        run = await runs.start()
        async with asyncio.timeout(WITHIN_S):
            while runs.counts(run.id).get("answered", 0) < 16:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.02)
        worker.send_signal(signal.SIGKILL)
        await worker.wait()

    query = (
        "SELECT ordinal, finished_at, output FROM cells WHERE run_id = %s AND state = 'answered'"
    )
    committed = set(rows(gateway.world.url, query, run.id))
    in_flight = runs.counts(run.id)["calling"]
    await gateway.sim.behave()
    async with a_worker(gateway, tmp_path, EDISON_WORKER_NAME="second", **slots):
        await runs.finished(run.id)

    calls = (await gateway.sim.calls())["by_key"]
    repeated = [key for key, count in calls.items() if count > 1]
    after = runs.counts(run.id)
    assert 0 < in_flight <= 8
    assert committed <= set(rows(gateway.world.url, query, run.id))
    assert sum(after.values()) == CASES
    if repeatable == "no":
        # Fewer than were in flight if the journal of the killed worker had their answers.
        assert repeated == []
        assert 0 < after["failed"] <= in_flight
        [(message,)] = set(
            rows(
                gateway.world.url,
                "SELECT error FROM cells WHERE run_id = %s AND state = 'failed'",
                run.id,
            )
        )
        assert "may have executed the request" in message
    else:
        assert after == {"answered": CASES}
        assert len(repeated) <= in_flight
    # Each call is paid once or in doubt once. A call that was killed before it arrived is in doubt, too.
    budget = runs.budget(run.id)
    assert budget["held"] == 0
    assert budget["settled"] == after["answered"] * COST
    unanswered = sum(calls.values()) - after["answered"]
    assert unanswered * COST <= budget["doubt"] <= in_flight * COST
    await runs.assert_sums_are_true(run.id)
