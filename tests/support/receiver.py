"""A real HTTP server on this machine that receives messages, and can fail, hang or stop listening."""

import asyncio
import base64
import hashlib
import hmac
import json
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

PATH = "/hooks/a-long-path-that-is-a-key-wxyz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.body)

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    def is_signed_with(self, key: str) -> bool:
        """Verify the signature by the specification, without Edison's code."""
        raw = base64.b64decode(key.removeprefix("whsec_"))
        content = f"{self.id}.{self.headers['webhook-timestamp']}.".encode() + self.body
        digest = hmac.digest(raw, content, hashlib.sha256)
        wanted = f"v1,{base64.b64encode(digest).decode()}"
        return wanted in self.headers["webhook-signature"].split(" ")


@dataclass(slots=True)
class Receiver:
    port: int
    # Status and headers of its responses; a message counts as received if the response was 2xx.
    status: int = 204
    answer: str = ""
    headers: dict[str, str] = field(default_factory=dict[str, str])
    taken: list[Received] = field(default_factory=list[Received])
    seen: list[Received] = field(default_factory=list[Received])
    # While it is cleared, requests wait.
    free: asyncio.Event = field(default_factory=asyncio.Event)
    _runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{PATH}"

    async def start(self) -> None:
        """Listen on the same port as before."""
        self.free.set()
        app = web.Application()
        app.router.add_post(PATH, self._take)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()

    async def stop(self) -> None:
        """Stop listening: connections are refused."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def take(self, count: int) -> list[Received]:
        """Wait until it has received this many messages."""
        async with asyncio.timeout(60):
            while len(self.taken) < count:  # noqa: ASYNC110 - another process sends
                await asyncio.sleep(0.02)
        return self.taken

    async def _take(self, request: web.Request) -> web.Response:
        names = {name.lower(): value for name, value in request.headers.items()}
        received = Received(headers=names, body=await request.read())
        self.seen.append(received)
        await self.free.wait()
        if 200 <= self.status < 300:
            self.taken.append(received)
        return web.Response(status=self.status, text=self.answer, headers=self.headers)


@asynccontextmanager
async def a_receiver() -> AsyncGenerator[Receiver]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        receiver = Receiver(port=probe.getsockname()[1])
    await receiver.start()
    try:
        yield receiver
    finally:
        await receiver.stop()
