"""Find batches that are due, and chunks that wait for nothing, and queue the work on them."""

import asyncio

import structlog

from edison.domain.errors import Unavailable
from edison.domain.ids import ProjectId
from edison.domain.people.access import SYSTEM
from edison.engine.launcher import Launcher
from edison.engine.project_tx import open_project_tx
from edison.engine.runs.enqueue_chunks import launch_chunks
from edison.engine.workflow_contracts import BatchOrder
from edison.kit.clock import Clock
from edison.store.unit_of_work import UnitOfWork

log = structlog.get_logger(__name__)

LOOK_EVERY_S = 3.0
AT_ONCE = 50


class BatchWatch:
    def __init__(self, work: UnitOfWork, clock: Clock, launcher: Launcher) -> None:
        self._work = work
        self._clock = clock
        self._launcher = launcher

    async def watch(self) -> None:
        """Queue due batches at intervals, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                await self.queue_due()
                await self.wake_idle()
            except Unavailable:
                continue
            except Exception as error:
                # Keep the watch alive: without it no batch is polled.
                log.warning("batch_watch_interrupted", error=type(error).__name__)

    async def queue_due(self) -> int:
        """Queue the batches that are due, each once; return their number."""
        async with self._work.write() as tx:
            due = await tx.provider_batches.take_due(self._clock.now(), AT_ONCE)
            for batch in due:
                order: BatchOrder = {
                    "project": str(batch.project_id),
                    "batch": str(batch.id),
                    "turn": batch.turn,
                }
                await self._launcher.advance_batch(tx, order)
        return len(due)

    async def wake_idle(self) -> None:
        """Launch chunks that wait without an open batch: for money, or because a batch ended meanwhile."""
        async with self._work.read() as tx:
            idle = await tx.provider_batches.idle(AT_ONCE)
        for project, run in idle:
            now = self._clock.now()
            async with open_project_tx(
                self._work, SYSTEM, ProjectId(project), now, self._launcher
            ) as tx:
                await tx.runs.get(project, run, lock=True)
                await tx.provider_batches.wake_chunks(project, run)
                await launch_chunks(tx, run)
