"""A worker dies while an assistant waits for an answer: what was made is kept, and nothing is paid for twice."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.support.answers import granted
from tests.support.gateway import Bench, a_simulated_world, a_worker
from tests.support.sql import rows, value
from tests.support.world import World

WITHIN_S = 90.0


async def seen(bench: Bench, assist: str, *states: str, made: int = 0) -> dict[str, Any]:
    async with asyncio.timeout(WITHIN_S):
        while True:
            found = granted(await bench.browser.get(f"{bench.path}/assists/{assist}"))
            if found["state"] in states and (found["result"] or {"made": 0})["made"] >= made:
                return found
            await asyncio.sleep(0.05)


@pytest.mark.nightly
async def test_an_assist_of_a_killed_worker_keeps_its_cases_and_pays_once(
    world: World, tmp_path: Path
) -> None:
    async with a_simulated_world(world) as gateway:
        async with a_worker(gateway, tmp_path, EDISON_WORKER_NAME="first") as worker:
            bench = await gateway.bench()
            granted(await bench.add_openai(), 201)
            await bench.priced("sim-medium")
            wish = {"hints": "customer support of an online shop", "variables": ["message"], "count": 60}  # fmt: skip
            body = {"kind": "generate_cases", "input": wish}
            await gateway.sim.behave(latency={"ms": 1500})
            started = granted(await bench.browser.post(f"{bench.path}/assists", json=body), 202)
            await seen(bench, started["id"], "working", made=20)
            async with asyncio.timeout(WITHIN_S):
                while (await gateway.sim.calls())["inside"] == 0:  # noqa: ASYNC110 - another process
                    await asyncio.sleep(0.05)
            worker.send_signal(signal.SIGKILL)
            await worker.wait()

        before = await seen(bench, started["id"], "working")
        await gateway.sim.behave()
        async with a_worker(gateway, tmp_path, EDISON_WORKER_NAME="second"):
            done = await seen(bench, started["id"], "failed")

        # Nobody asked again for what may have been paid for; what was made before is still there.
        assert "may have charged the call" in done["problem"]
        assert done["result"]["cases"] == before["result"]["cases"]
        assert set((await gateway.sim.calls())["by_key"].values()) == {1}
        # The lost call counts against the budget at its worst, and nothing is promised any more.
        held, doubt, settled = rows(
            world.url, "SELECT held, doubt, settled FROM budgets WHERE scope = 'project_month' AND doubt > 0"
        )[0]  # fmt: skip
        assert held == 0
        assert doubt > settled > 0
        assert (
            value(world.url, "SELECT count(*) FROM asks WHERE state IN ('waiting', 'calling')") == 0
        )
