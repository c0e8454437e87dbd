"""A tiny provider that lets in so many requests within any second and refuses the others; started as a program."""

import asyncio
import random
import sys
import time
from collections import deque

from aiohttp import web


def application(per_second: int, retry_after_s: str, takes_s: float) -> web.Application:
    let_in: deque[float] = deque()

    async def answer(request: web.Request) -> web.Response:
        now = time.monotonic()
        while let_in and let_in[0] <= now - 1.0:
            let_in.popleft()
        if len(let_in) >= per_second:
            headers = {"Retry-After": retry_after_s} if retry_after_s else {}
            return web.Response(status=429, headers=headers)
        let_in.append(now)
        await asyncio.sleep(takes_s * random.uniform(0.5, 1.5))
        return web.Response(text="ok")

    app = web.Application()
    app.router.add_post("/", answer)
    return app


async def serve(per_second: int, retry_after_s: str, takes_s: float) -> None:
    runner = web.AppRunner(application(per_second, retry_after_s, takes_s), access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    # Whoever started this reads the port from the first line, and closes our input to end us.
    print(runner.addresses[0][1], flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), sys.argv[2], float(sys.argv[3])))
