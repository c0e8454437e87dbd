"""What many followers want to know at the same moment is asked once."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class SharedQuery:
    """Shares a reading among those who ask for the same while it goes on; who leaves does not end it for the others."""

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
        # Everyone may have left by now; a failure is theirs who asked.
        if not done.cancelled():
            done.exception()
