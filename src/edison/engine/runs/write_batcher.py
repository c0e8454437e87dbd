"""Combine the writes of many callers into few transactions. Each caller waits until its write is committed."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

import structlog

from edison.domain.errors import Unavailable

log = structlog.get_logger(__name__)

Item = TypeVar("Item")
Done = TypeVar("Done")

# Long enough for a restart or failover of the database; after that the chunk is left to another worker.
WAIT_FOR_DATABASE_S = 300.0
TRY_AGAIN_S = 0.5


class Batcher(Generic[Item, Done]):
    """Collects items and writes them in batches.

    `flush` writes a batch in one transaction and returns one value for each item, in the order of the items. If
    `give_up_s` is None, a batch is retried as long as the process lives, so that no paid answer is lost.
    """

    def __init__(
        self,
        flush: Callable[[Sequence[Item]], Awaitable[Sequence[Done]]],
        *,
        linger_s: float,
        at_most: int,
        give_up_s: float | None = WAIT_FOR_DATABASE_S,
    ) -> None:
        self._flush = flush
        self._linger_s = linger_s
        self._at_most = at_most
        self._give_up_s = give_up_s
        self._waiting: list[tuple[Item, asyncio.Future[Done]]] = []
        self._task: asyncio.Task[None] | None = None

    async def add(self, item: Item) -> Done:
        done: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="batcher")
        # Shielded, so that a paid answer is written even if its caller is cancelled.
        return await asyncio.shield(done)

    async def _run(self) -> None:
        while self._waiting:
            if len(self._waiting) < self._at_most:
                await asyncio.sleep(self._linger_s)
            batch, self._waiting = (
                self._waiting[: self._at_most],
                self._waiting[self._at_most :],
            )
            await self._settle(batch)

    async def _settle(self, batch: list[tuple[Item, asyncio.Future[Done]]]) -> None:
        try:
            results = await self._written([item for item, _ in batch])
        except Exception as error:
            if len(batch) > 1:
                # One invalid item must not fail the others, which were paid for.
                log.error("batch_split", items=len(batch), error=type(error).__name__)
                for one in batch:
                    await self._settle([one])
                return
            [(_, done)] = batch
            if not done.done():
                done.set_exception(error)
                # The caller may have been cancelled.
                done.exception()
        else:
            for (_, done), result in zip(batch, results, strict=True):
                if not done.done():
                    done.set_result(result)

    async def _written(self, items: Sequence[Item]) -> Sequence[Done]:
        began = asyncio.get_running_loop().time()
        while True:
            try:
                return await self._flush(items)
            except Unavailable:
                waited = asyncio.get_running_loop().time() - began
                if self._give_up_s is not None and waited >= self._give_up_s:
                    raise
                log.warning("batch_waits_for_database", items=len(items))
                await asyncio.sleep(TRY_AGAIN_S)
