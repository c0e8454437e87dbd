"""Send a test message, resend a message, and list channels and deliveries.

Only workers send messages, because only they can decrypt the secrets of a channel.
"""

import asyncio
from dataclasses import dataclass, replace

from edison.domain.channels.channel import Channel
from edison.domain.channels.delivery import TEST_EVENT, Delivery, DeliveryState
from edison.domain.channels.notification_text import test_payload
from edison.domain.errors import NoWorker, Unavailable, WrongState
from edison.domain.ids import ChannelId, DeliveryId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.channels.enqueue_delivery import enqueue_sender
from edison.kit.pagination import Page, PageRequest
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.store.unit_of_work import ReadTx

LOOK_EVERY_S = 0.1


async def test_channel(
    ctx: Context, who: Actor, project: ProjectId, channel: ChannelId
) -> Delivery:
    """Send a test message ahead of the queue. A failure is returned in the delivery, not raised."""
    who.must(Permission.MANAGE_SETTINGS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.MANAGE_SETTINGS)
        found = await tx.channels.get(project, channel)
        if not await tx.workers.alive(tx.now):
            raise NoWorker("No worker is running, and only workers can send")
        place = new_id()
        wanted = Delivery(
            id=DeliveryId(place),
            channel=channel,
            # A test is not part of the channel's sequence.
            sequence=0,
            event=TEST_EVENT,
            subject=place,
            version=1,
            payload=test_payload(found.name),
            state=DeliveryState.WAITING,
            next_at=tx.now,
            due_at=tx.now,
            created_at=tx.now,
        )
        await tx.deliveries.add(project, wanted)
        await ctx.launcher.test_channel(tx, {"project": str(project), "delivery": str(wanted.id)})
        change = {"name": {"old": None, "new": found.name}}
        tx.record_entry("channel.tested", ("channel", channel), change)
    return await _wait_for(ctx, project, wanted.id)


async def send_again(
    ctx: Context, who: Actor, project: ProjectId, delivery: DeliveryId
) -> Delivery:
    """Queue a sent or failed message again. It keeps its id, so that the receiver can detect the duplicate."""
    who.must(Permission.MANAGE_SETTINGS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.MANAGE_SETTINGS)
        # Lock the channel before the delivery: workers use the same order.
        was = await tx.deliveries.get(project, delivery)
        channel = await tx.channels.get(project, was.channel, lock=True)
        was = await tx.deliveries.get(project, delivery, lock=True)
        if was.state not in {DeliveryState.DELIVERED, DeliveryState.FAILED}:
            raise WrongState(
                "The message is already being sent", advice="Wait until the message has arrived."
            )
        if was.event == TEST_EVENT:
            raise WrongState(
                "A test message cannot be sent again", advice="Send another test instead."
            )
        if not channel.enabled:
            raise WrongState("The channel is switched off", advice="Switch the channel on first.")
        again = replace(
            was,
            sequence=await tx.channels.next_sequence(project, channel.id),
            state=DeliveryState.WAITING,
            attempts=0,
            next_at=tx.now,
            due_at=tx.now,
            delivered_at=None,
        )
        await tx.deliveries.write(project, again)
        await enqueue_sender(ctx.launcher, tx, project, channel.id)
        tx.record_entry(
            "delivery.sent_again",
            ("delivery", delivery),
            {"channel": {"old": None, "new": channel.name}},
        )
    return again


async def _wait_for(ctx: Context, project: ProjectId, delivery: DeliveryId) -> Delivery:
    try:
        async with asyncio.timeout(ctx.gateway.test_within_s):
            while True:
                async with ctx.read() as tx:
                    found = await tx.deliveries.get(project, delivery)
                if found.state is not DeliveryState.WAITING:
                    return found
                await asyncio.sleep(LOOK_EVERY_S)
    except TimeoutError as error:
        raise Unavailable(
            "The test takes longer than expected. Check its result in a minute"
        ) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelCard:
    """A channel with the number of its waiting messages."""

    channel: Channel
    waiting: int


async def list_channels(ctx: Context, who: Actor, project: ProjectId) -> tuple[ChannelCard, ...]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.channels.all(project)
        waiting = await tx.deliveries.waiting(project)
    return tuple(
        ChannelCard(channel=channel, waiting=waiting.get(channel.id, 0)) for channel in found
    )


async def list_deliveries(
    ctx: Context, who: Actor, project: ProjectId, channel: ChannelId, page: PageRequest
) -> Page[Delivery]:
    """List the deliveries of a channel, newest first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.channels.get(project, channel)
        return await tx.deliveries.page(project, channel, page)


async def card_of(tx: ReadTx, project: ProjectId, channel: ChannelId) -> ChannelCard:
    waiting = await tx.deliveries.waiting(project)
    return ChannelCard(
        channel=await tx.channels.get(project, channel), waiting=waiting.get(channel, 0)
    )
