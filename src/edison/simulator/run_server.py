"""Start and stop the simulator on a port."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncGenerator, Callable
from typing import Any

from aiohttp import web

from edison.simulator.server import Simulator

# Of one request. Requests with files are as large as providers allow.
MOST_BYTES = 64 * 1024 * 1024
# Calls that hang on purpose are not waited for.
STOPS_WITHIN_S = 0.2


@contextlib.asynccontextmanager
async def serving(
    simulator: Simulator, *, host: str = "127.0.0.1", port: int = 0
) -> AsyncGenerator[str]:
    """Serve until the context ends; yield the address. With port 0 the system chooses a free port."""
    loop = asyncio.get_running_loop()

    def request_of(
        message: Any, payload: Any, protocol: Any, writer: Any, task: Any
    ) -> web.BaseRequest:
        return web.BaseRequest(
            message, payload, protocol, writer, task, loop, client_max_size=MOST_BYTES
        )

    server = web.Server(
        simulator.handle,
        request_factory=request_of,
        # A client that disconnects ends its call, as at a provider.
        handler_cancellation=True,
        access_log=None,
        tcp_keepalive=True,
        keepalive_timeout=75,
    )
    runner = web.ServerRunner(server, shutdown_timeout=STOPS_WITHIN_S)
    await runner.setup()
    site = web.TCPSite(runner, host, port, backlog=4096)
    try:
        await site.start()
        # `localhost` may have two sockets; both have the requested port.
        at = runner.addresses[0]
        yield f"http://{host}:{at[1]}"
    finally:
        await runner.cleanup()


async def serve_until_stopped(
    simulator: Simulator, *, host: str, port: int, say: Callable[[str], None]
) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with serving(simulator, host=host, port=port) as address:
        say(address)
        await stop.wait()
