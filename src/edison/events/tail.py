"""Wakes followers of a topic. The event log is the truth; a notification only says that it is worth reading."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import psycopg
import structlog

from edison.store.database import libpq_url
from edison.store.repositories.events import CHANNEL

log = structlog.get_logger(__name__)

RECONNECT_AFTER_S = 1.0


class Wakeups:
    """One listening connection for the whole process, however many streams follow."""

    def __init__(self, url: str) -> None:
        self._url = libpq_url(url)
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()
        self.closing = asyncio.Event()

    async def start(self) -> None:
        self._task = asyncio.create_task(self._listen(), name="event-wakeups")

    async def stop(self) -> None:
        """Stop listening and let every stream end, so that the process can go."""
        self.closing.set()
        self._wake_all()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    @asynccontextmanager
    async def on(self, topic: str) -> AsyncGenerator[asyncio.Event]:
        """Give an event that is set whenever the topic may have something new."""
        flag = asyncio.Event()
        self._waiting[topic].add(flag)
        try:
            yield flag
        finally:
            self._waiting[topic].discard(flag)
            if not self._waiting[topic]:
                del self._waiting[topic]

    async def _listen(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True, application_name="edison-events"
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self.listening.set()
                    # What came while nobody listened is found by reading once.
                    self._wake_all()
                    async for notice in connection.notifies():
                        for flag in self._waiting.get(notice.payload, ()):
                            flag.set()
            except psycopg.Error as error:
                log.warning("event_connection_lost", error=str(error))
            self.listening.clear()
            await asyncio.sleep(RECONNECT_AFTER_S)

    def _wake_all(self) -> None:
        for flags in self._waiting.values():
            for flag in flags:
                flag.set()
