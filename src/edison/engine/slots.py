"""How many calls a worker makes at once, shared among its runs in turn, so that a large run does not starve a small one."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from uuid import UUID


class FairSlots:
    def __init__(self, slots: int) -> None:
        self._free = slots
        # Whoever waits, by run; the runs in the order of their next turn.
        self._waiting: dict[UUID, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def one(self, run: UUID) -> AsyncGenerator[None]:
        """Hold one slot."""
        await self._acquire(run)
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, run: UUID) -> None:
        if self._free and not self._waiting:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(run, deque()).append(turn)
        self._hand_out()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release()
            raise

    def _release(self) -> None:
        self._free += 1
        self._hand_out()

    def _hand_out(self) -> None:
        while self._free and self._waiting:
            run, queue = next(iter(self._waiting.items()))
            del self._waiting[run]
            turn = queue.popleft()
            if queue:
                self._waiting[run] = queue
            if not turn.done():
                self._free -= 1
                turn.set_result(None)
