"""A proxy between worker and simulator that records every request unchanged."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import ClientSession, web


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    method: str
    url: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Recorder:
    url: str = ""
    received: list[Received] = field(default_factory=list[Received])

    def calls(self) -> list[Received]:
        return [each for each in self.received if each.method == "POST"]


@asynccontextmanager
async def recording(simulator_url: str) -> AsyncGenerator[Recorder]:
    recorder = Recorder()
    session = ClientSession()

    async def handle(request: web.BaseRequest) -> web.Response:
        body = await request.read()
        headers = {name.lower(): value for name, value in request.headers.items()}
        recorder.received.append(
            Received(
                method=request.method,
                url=f"{recorder.url}{request.raw_path}",
                headers=headers,
                body=body,
            )
        )
        passed = {name: value for name, value in headers.items() if name not in ("host", "content-length")}  # fmt: skip
        async with session.request(
            request.method, f"{simulator_url}{request.raw_path}", data=body, headers=passed
        ) as answer:
            content = await answer.read()
            kind = answer.headers.get("content-type", "")
            return web.Response(status=answer.status, body=content, headers={"content-type": kind})

    runner = web.ServerRunner(web.Server(handle, access_log=None))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    recorder.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield recorder
    finally:
        await runner.cleanup()
        await session.close()
