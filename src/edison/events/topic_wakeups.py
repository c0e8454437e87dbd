"""Wake up the followers of a topic when the event log may have new events.

Followers then read the events from the log. Only live texts of running calls are sent in the notification itself,
because they are never stored.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import psycopg
import structlog

from edison.domain.runs.live_text import LIVE_TEXT_CELLS, CellText, texts_of, topic_of
from edison.store.database import libpq_url
from edison.store.repositories.audit.event_log import CHANNEL
from edison.store.repositories.runs.run_cases import LIVE_CHANNEL

T = TypeVar("T")


class SharedQuery:
    """Shares one query among concurrent callers with the same request; a cancelled caller does not cancel the query."""

    def __init__(self) -> None:
        self._going: dict[Hashable, asyncio.Future[Any]] = {}

    async def ask(self, what: Hashable, read: Callable[[], Awaitable[T]]) -> T:
        reading = self._going.get(what)
        if reading is None:
            reading = asyncio.ensure_future(read())
            self._going[what] = reading
            reading.add_done_callback(lambda done: self._ended(what, done))
        return await asyncio.shield(reading)

    def _ended(self, what: Hashable, done: asyncio.Future[Any]) -> None:
        del self._going[what]
        # All callers may have left by now; an error belongs to those who waited.
        if not done.cancelled():
            done.exception()


class Follower:
    """Buffer of one follower's notifications.

    It keeps only the newest text of each cell, so that slow readers use little memory.
    """

    def __init__(self) -> None:
        self._bell = asyncio.Event()
        self._texts: dict[int, CellText] = {}
        self.news = True

    def set(self) -> None:
        """Signal that the event log may have new events."""
        self.news = True
        self._bell.set()

    def hear(self, texts: list[CellText]) -> None:
        for text in texts:
            if text.ordinal in self._texts or len(self._texts) < LIVE_TEXT_CELLS:
                self._texts[text.ordinal] = text
        self._bell.set()

    def take_texts(self) -> list[CellText]:
        texts, self._texts = self._texts, {}
        return list(texts.values())

    async def wait(self, at_most_s: float) -> bool:
        """Wait for a signal; return False if none arrived in time."""
        try:
            await asyncio.wait_for(self._bell.wait(), at_most_s)
        except TimeoutError:
            return False
        self._bell.clear()
        return True


log = structlog.get_logger(__name__)

RECONNECT_AFTER_S = 1.0


class TopicWakeups:
    """One database connection that listens for notifications, shared by all followers of this process."""

    def __init__(self, url: str) -> None:
        self._url = libpq_url(url)
        self._waiting: dict[str, set[Follower]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        # Counts notifications: a query that began before one may miss its event.
        self.rung = 0
        self.together = SharedQuery()
        self.listening = asyncio.Event()
        self.closing = asyncio.Event()

    async def start(self) -> None:
        self._task = asyncio.create_task(self._listen(), name="event-wakeups")

    async def stop(self) -> None:
        """Stop listening and end all streams, so that the process can exit."""
        self.closing.set()
        self._wake_all()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    @asynccontextmanager
    async def on(self, topic: str) -> AsyncGenerator[Follower]:
        """Yield a follower that is woken whenever the topic may have new events."""
        follower = Follower()
        self._waiting[topic].add(follower)
        try:
            yield follower
        finally:
            self._waiting[topic].discard(follower)
            if not self._waiting[topic]:
                del self._waiting[topic]

    async def _listen(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True, application_name="edison-events"
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await connection.execute(f"LISTEN {LIVE_CHANNEL}")
                    self.listening.set()
                    # Events that arrived while nobody listened are found by reading once.
                    self._wake_all()
                    async for notice in connection.notifies():
                        if notice.channel == LIVE_CHANNEL:
                            self._pass_on(notice.payload)
                            continue
                        self.rung += 1
                        for follower in self._waiting.get(notice.payload, ()):
                            follower.set()
            except psycopg.Error as error:
                log.warning("event_connection_lost", error=str(error))
            self.listening.clear()
            await asyncio.sleep(RECONNECT_AFTER_S)

    def _pass_on(self, notice: str) -> None:
        """Pass a live text to the followers of its run; without followers the text is not parsed."""
        followers = self._waiting.get(topic_of(notice))
        if not followers:
            return
        try:
            texts = texts_of(notice)
        except (ValueError, TypeError) as error:
            log.warning("live_text_unreadable", error=str(error))
            return
        for follower in followers:
            follower.hear(texts)

    def _wake_all(self) -> None:
        self.rung += 1
        for followers in self._waiting.values():
            for follower in followers:
                follower.set()
