"""Limit the concurrent model calls of a worker, and delay other work while monitors are being started.

Runs take turns, so that a large run does not starve a small one. The limit shrinks while the event loop is late:
answers that wait for a busy loop are lost if the worker is killed, and their measured latency includes the wait.
"""

import asyncio
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from uuid import UUID

# How often the lateness of the event loop is measured, and the lateness above which slots are reduced.
LOOK_EVERY_S = 0.05
LOOKS_PER_CHANGE = 5
TOO_LATE_S = 0.06
IN_TIME_S = 0.03
SHRINKS_BY = 0.8
GROWS_BY = 1 / 16
AT_LEAST = 1 / 8


class FairSlots:
    def __init__(self, slots: int) -> None:
        self._most = slots
        self._limit = slots
        self._used = 0
        # Waiting callers by run; the runs are in the order of their next turn.
        self._waiting: dict[UUID, deque[asyncio.Future[None]]] = {}
        self._looking = False
        self._late: list[float] = []

    @property
    def limit(self) -> int:
        """Current limit of concurrent slots."""
        return self._limit

    def one(self, run: UUID) -> "HeldSlot":
        """Return a context manager that holds one slot for the run."""
        return HeldSlot(self, run)

    async def acquire(self, run: UUID) -> None:
        if not self._looking:
            self._look_again(asyncio.get_running_loop())
        if self._used < self._limit and not self._waiting:
            self._used += 1
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
        self._used -= 1
        self._hand_out()

    def adapt(self, late_s: float) -> None:
        """Reduce the limit when the event loop is late, and raise the limit again when the loop is in time."""
        if late_s > TOO_LATE_S:
            self._limit = max(1, int(self._most * AT_LEAST), int(self._limit * SHRINKS_BY))
        elif late_s < IN_TIME_S:
            self._limit = min(self._most, self._limit + max(1, int(self._most * GROWS_BY)))
        self._hand_out()

    def _look_again(self, loop: asyncio.AbstractEventLoop) -> None:
        self._looking = True
        loop.call_later(LOOK_EVERY_S, self._look, loop, loop.time() + LOOK_EVERY_S)

    def _look(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        self._late.append(loop.time() - due)
        if len(self._late) == LOOKS_PER_CHANGE:
            self.adapt(sum(self._late) / LOOKS_PER_CHANGE)
            self._late.clear()
        # Stop measuring while the worker is idle.
        self._looking = False
        if self._used or self._waiting or self._limit < self._most:
            self._look_again(loop)

    def _hand_out(self) -> None:
        while self._used < self._limit and self._waiting:
            run, queue = next(iter(self._waiting.items()))
            del self._waiting[run]
            turn = queue.popleft()
            if queue:
                self._waiting[run] = queue
            if not turn.done():
                self._used += 1
                turn.set_result(None)


class HeldSlot:
    """Context manager that holds one slot. It is a class, because a generator would be slower for every call."""

    __slots__ = ("_run", "_slots")

    def __init__(self, slots: FairSlots, run: UUID) -> None:
        self._slots = slots
        self._run = run

    async def __aenter__(self) -> None:
        await self._slots.acquire(self._run)

    async def __aexit__(self, *_: object) -> None:
        self._slots.release()


LOOK_AGAIN_S = 0.25
# Upper bound, so that work continues even if a start hangs.
WAIT_AT_MOST_S = 60.0


class StartGate:
    def __init__(self) -> None:
        self._starting = 0

    @contextmanager
    def starting(self) -> Generator[None]:
        self._starting += 1
        try:
            yield
        finally:
            self._starting -= 1

    async def over(self) -> None:
        """Wait until this worker has finished starting executions, for at most `WAIT_AT_MOST_S`."""
        waited = 0.0
        while self._starting and waited < WAIT_AT_MOST_S:
            await asyncio.sleep(LOOK_AGAIN_S)
            waited += LOOK_AGAIN_S
