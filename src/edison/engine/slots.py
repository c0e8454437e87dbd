"""How many calls a worker makes at once, shared among its runs in turn.

So a large run does not starve a small one.
"""

import asyncio
from collections import deque
from uuid import UUID


class FairSlots:
    def __init__(self, slots: int) -> None:
        self._free = slots
        # Whoever waits, by run; the runs in the order of their next turn.
        self._waiting: dict[UUID, deque[asyncio.Future[None]]] = {}

    def one(self, run: UUID) -> "Slot":
        """Hold one slot for the length of a block."""
        return Slot(self, run)

    async def acquire(self, run: UUID) -> None:
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
                self.release()
            raise

    def release(self) -> None:
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


class Slot:
    """Made for each call, so it is no generator: that would cost more than the slot."""

    __slots__ = ("_run", "_slots")

    def __init__(self, slots: FairSlots, run: UUID) -> None:
        self._slots = slots
        self._run = run

    async def __aenter__(self) -> None:
        await self._slots.acquire(self._run)

    async def __aexit__(self, *_: object) -> None:
        self._slots.release()
