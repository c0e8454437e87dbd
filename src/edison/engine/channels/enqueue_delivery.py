"""Queue notifications for channels in the transaction of the change they report, and retry due deliveries."""

import asyncio
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import structlog

from edison.domain.channels.delivery import Delivery, DeliveryState
from edison.domain.errors import Unavailable
from edison.domain.ids import ChannelId, DeliveryId, ProjectId
from edison.engine.launcher import Launcher
from edison.engine.project_tx import ProjectTx
from edison.kit.clock import Clock
from edison.kit.uuids import new_id
from edison.store.unit_of_work import UnitOfWork, WriteTx


async def enqueue_delivery(
    tx: ProjectTx,
    *,
    event: str,
    subject_id: UUID,
    version: int,
    payload: dict[str, Any],
    channels: tuple[UUID, ...] = (),
    hold_until: datetime | None = None,
) -> int:
    """Append a delivery to the queue of each channel; return the number of added deliveries (without duplicates).

    If `channels` is empty or all of them were removed, the delivery goes to all channels that subscribe to the event,
    so that an alert is not lost. `hold_until` is the earliest time to send. `domain/channels/notification_text.py`
    describes the payload.
    """
    told = 0
    named = await tx.channels.still_there(tx.project, channels) if channels else ()
    for channel in await tx.channels.listening(tx.project, event, named):
        held = await tx.deliveries.held_until(tx.project, channel, subject_id, tx.now)
        wait_for = max((moment for moment in (hold_until, held) if moment), default=tx.now)
        is_held = wait_for > tx.now
        delivery = Delivery(
            id=DeliveryId(new_id()),
            channel=channel,
            sequence=await tx.channels.next_sequence(tx.project, channel),
            event=event,
            subject=subject_id,
            version=version,
            payload=payload,
            state=DeliveryState.HELD if is_held else DeliveryState.WAITING,
            next_at=wait_for,
            due_at=wait_for,
            created_at=tx.now,
        )
        if await tx.deliveries.add(tx.project, delivery):
            told += 1
            if not is_held:
                await enqueue_sender(tx.launcher, tx, tx.project, channel)
    return told


async def enqueue_sender(
    launcher: Launcher, tx: WriteTx, project: ProjectId, channel: ChannelId
) -> None:
    await launcher.deliver(tx, {"project": str(project), "channel": str(channel)})


log = structlog.get_logger(__name__)

LOOK_EVERY_S = 2.0
# A sender that was enqueued and has not started by then may have died.
CALL_AGAIN_AFTER = timedelta(seconds=60)
CHANNELS_AT_ONCE = 100


class DeliveryWatch:
    def __init__(self, work: UnitOfWork, clock: Clock, launcher: Launcher) -> None:
        self._work = work
        self._clock = clock
        self._launcher = launcher

    async def watch(self) -> None:
        """Enqueue senders for due deliveries at intervals, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                await self.enqueue_due()
            except Unavailable:
                continue
            except Exception as error:
                # Keep the watch alive: without it no delivery is retried.
                log.warning("delivery_watch_interrupted", error=type(error).__name__)

    async def enqueue_due(self) -> int:
        """Enqueue a sender for each channel with due deliveries; return the number of channels."""
        now = self._clock.now()
        async with self._work.write() as tx:
            due = await tx.deliveries.wake_due(now, now - CALL_AGAIN_AFTER, CHANNELS_AT_ONCE)
            for project, channel in due:
                await enqueue_sender(self._launcher, tx, project, channel)
        return len(due)
