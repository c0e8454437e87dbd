"""A simulator on a free port, whose behaviour can be set and whose calls are counted."""

import asyncio
import sys
import threading
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from decimal import Decimal
from typing import Any

from aiohttp import ClientSession

from edison.simulator.behaviour import Behaviour
from edison.simulator.run_server import serving
from edison.simulator.server import Simulator
from tests.support.independent_bill import bill, price_of, published_prices

READY_WITHIN_S = 90.0


class Simulated:
    """Client of one running simulator."""

    def __init__(self, url: str) -> None:
        self.url = url

    async def calls(self, *, latencies: bool = False) -> dict[str, Any]:
        return await self._ask("GET", f"/simulator/calls?latencies={int(latencies)}")

    async def bill(self, input: Decimal, output: Decimal) -> int:
        """Return the cost of the simulator's answers at these rates in micro-dollars; each answer is rounded."""
        price = price_of(input, output)
        return sum(
            item["answers"] * bill(price, item["protocol"], item["usage"], batch=item["batch"])
            for item in await self.billed()
        )

    async def published_bill(self, provider: str) -> int:
        """Return the cost of the simulator's answers as this provider at its published prices."""
        prices = published_prices()
        return sum(
            item["answers"] * bill(prices[provider, item["model"]], item["protocol"], item["usage"])
            for item in await self.billed()
        )

    async def billed(self) -> list[dict[str, Any]]:
        """Return each usage reported on the wire with its number of answers. The simulator has no prices."""
        return (await self._ask("GET", "/simulator/bill"))["items"]

    async def behave(self, **behaviour: Any) -> dict[str, Any]:
        """Replace the whole behaviour, such as `behave(latency={"ms": 50}, faults=[{"kind": "500"}])`."""
        return await self._ask("PUT", "/simulator/behaviour", behaviour)

    async def behave_for(self, pattern: str, **rules: Any) -> dict[str, Any]:
        """Set the behaviour of the models of one pattern only."""
        return await self._ask("PUT", f"/simulator/behaviour?model={pattern}", rules)

    async def behaviour(self) -> dict[str, Any]:
        return await self._ask("GET", "/simulator/behaviour")

    async def reset(self) -> None:
        """Delete the recorded calls and reset the behaviour."""
        await self.behave()
        await self._ask("DELETE", "/simulator/calls")

    async def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        async with (
            ClientSession() as session,
            session.request(method, self.url + path, json=body) as response,
        ):
            assert response.status in (200, 204), await response.text()
            return await response.json() if response.status == 200 else None


@asynccontextmanager
async def simulator(
    *, seed: int = 7, behaviour: Behaviour | None = None
) -> AsyncGenerator[Simulated]:
    """Run it in a thread, so that blocking clients do not stop it. It answers at once by default."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="simulator", daemon=True)
    thread.start()
    server = serving(Simulator(seed=seed, behaviour=behaviour))
    try:
        started = asyncio.run_coroutine_threadsafe(server.__aenter__(), loop)
        url = await asyncio.wrap_future(started)
        try:
            yield Simulated(url)
        finally:
            stopped = asyncio.run_coroutine_threadsafe(server.__aexit__(None, None, None), loop)
            await asyncio.wrap_future(stopped)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        await asyncio.to_thread(thread.join)
        loop.close()


@asynccontextmanager
async def simulator_apart(*, seed: int = 7, latency_ms: float = 0) -> AsyncGenerator[Simulated]:
    """Run it in a separate process, for measurements that a shared interpreter would distort."""
    program = "from edison.cli.simulate_command import simulate; simulate()"
    options = ("--port", "0", "--seed", str(seed), "--latency-ms", str(latency_ms))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, *options, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), READY_WITHIN_S)
        # "Edison simulator at http://127.0.0.1:4711: answers are simulated"
        url = line.decode().split(" at ")[1].split(": ")[0]
        yield Simulated(url)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
