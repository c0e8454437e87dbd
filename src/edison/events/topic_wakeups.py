"""Wakes followers of a topic. The event log is the truth; a notification only says that it is worth reading.

Text that is being said is the one thing that comes in the notification itself, because it is never stored.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import psycopg
import structlog

from edison.domain.runs.live_text import texts_of, topic_of
from edison.events.follower import Follower
from edison.events.shared_query import SharedQuery
from edison.store.database import libpq_url
from edison.store.repositories.audit.event_log import CHANNEL
from edison.store.repositories.runs.live_texts import LIVE_CHANNEL

log = structlog.get_logger(__name__)

RECONNECT_AFTER_S = 1.0


class TopicWakeups:
    """One listening connection for the whole process, however many streams follow."""

    def __init__(self, url: str) -> None:
        self._url = libpq_url(url)
        self._waiting: dict[str, set[Follower]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        # Counts notifications: a reading that began before one does not know what it was about.
        self.rung = 0
        self.together = SharedQuery()
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
    async def on(self, topic: str) -> AsyncGenerator[Follower]:
        """Give a follower that is woken whenever the topic may have something new."""
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
                    # What came while nobody listened is found by reading once.
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
        """Hand text to those who follow the run; nobody else's is even parsed."""
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
