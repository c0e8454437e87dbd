"""Looks for channels with something due that nobody works on: a retry, the end of quiet hours, a worker that died."""

import asyncio
from datetime import timedelta

import structlog

from edison.domain.errors import Unavailable
from edison.engine.channels.enqueue_delivery import enqueue_sender
from edison.engine.launcher import Launcher
from edison.kit.clock import Clock
from edison.store.unit_of_work import UnitOfWork

log = structlog.get_logger(__name__)

LOOK_EVERY_S = 2.0
# Who was called and has not come by then may have died on the way.
CALL_AGAIN_AFTER = timedelta(seconds=60)
CHANNELS_AT_ONCE = 100


class DeliveryWatch:
    def __init__(self, work: UnitOfWork, clock: Clock, launcher: Launcher) -> None:
        self._work = work
        self._clock = clock
        self._launcher = launcher

    async def watch(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                await self.enqueue_due()
            except Unavailable:
                continue
            except Exception as error:
                # Without a watch nothing is tried again.
                log.warning("delivery_watch_interrupted", error=type(error).__name__)

    async def enqueue_due(self) -> int:
        """Return for how many channels a sender was called."""
        now = self._clock.now()
        async with self._work.write() as tx:
            due = await tx.deliveries.wake_due(now, now - CALL_AGAIN_AFTER, CHANNELS_AT_ONCE)
            for project, channel in due:
                await enqueue_sender(self._launcher, tx, project, channel)
        return len(due)
