"""Follows an event stream over real HTTP and records what it receives."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.support.answers import refused
from tests.support.world import Person

# A timeout for something that never happens; long, because machines may be busy.
PATIENCE_S = 180.0


@dataclass(frozen=True, slots=True)
class Passing:
    """A frame without an event number, and the number of events before it."""

    type: str
    data: dict[str, Any]
    after: int


@dataclass
class Follower:
    """Events received so far; `until` waits for more."""

    headers: httpx.Headers
    events: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    passing: list[Passing] = field(default_factory=list[Passing])
    ended: bool = False
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def numbers(self) -> list[int]:
        return [event["number"] for event in self.events]

    @property
    def types(self) -> list[str]:
        return [event["type"] for event in self.events]

    async def until(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE_S), self._news:
            await self._news.wait_for(lambda: len(self.events) >= count)

    async def until_said(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE_S), self._news:
            await self._news.wait_for(lambda: len(self.passing) >= count)

    async def until_told(self, kind: str) -> None:
        async with asyncio.timeout(PATIENCE_S), self._news:
            await self._news.wait_for(lambda: kind in self.types)

    async def until_ended(self) -> None:
        async with asyncio.timeout(PATIENCE_S), self._news:
            await self._news.wait_for(lambda: self.ended)

    async def read(self, answer: httpx.Response) -> None:
        sent: dict[str, str] = {}
        async for line in answer.aiter_lines():
            if line.startswith(":"):
                continue
            if line:
                name, _, text = line.partition(": ")
                sent[name] = text
                continue
            if "data" in sent and "id" not in sent:
                # Text of an answer in progress, which is not in the event log.
                async with self._news:
                    self.passing.append(
                        Passing(sent["event"], json.loads(sent["data"]), len(self.events))
                    )
                    self._news.notify_all()
            elif "data" in sent:
                event = json.loads(sent["data"])
                assert (sent["id"], sent["event"]) == (str(event["number"]), event["type"])
                async with self._news:
                    self.events.append(event)
                    self._news.notify_all()
            sent = {}
        async with self._news:
            self.ended = True
            self._news.notify_all()


@asynccontextmanager
async def following(
    address: str, person: Person, path: str, **headers: str
) -> AsyncGenerator[Follower]:
    """Connect the stream, and read it until the block ends."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.browser.cookies.jar)
    timeout = httpx.Timeout(PATIENCE_S, read=2 * PATIENCE_S)
    async with (
        httpx.AsyncClient(base_url=address, timeout=timeout) as client,
        client.stream("GET", path, headers={**headers, "cookie": cookies}) as answer,
    ):
        assert answer.status_code == 200, await answer.aread()
        follower = Follower(answer.headers)
        reading = asyncio.create_task(follower.read(answer))
        try:
            yield follower
        finally:
            reading.cancel()
            await asyncio.wait([reading])


async def cannot_follow(
    address: str, person: Person | None, path: str, status: int, code: str
) -> None:
    """Check that the stream is rejected with an error."""
    cookies = person.browser.cookies.jar if person else ()
    cookie = "; ".join(f"{each.name}={each.value}" for each in cookies)
    async with httpx.AsyncClient(base_url=address, headers={"cookie": cookie}) as client:
        refused(await client.get(path), status, code)
