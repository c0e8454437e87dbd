"""Look at a project's channels and at what was sent: everything but their secrets."""

from dataclasses import dataclass

from edison.domain.channels.channel import Channel
from edison.domain.channels.delivery import Delivery
from edison.domain.ids import ChannelId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelCard:
    """A channel with how many messages are on their way to it."""

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
    """What was sent to a channel, the newest first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.channels.get(project, channel)
        return await tx.deliveries.page(project, channel, page)


async def card_of(tx: ReadTx, project: ProjectId, channel: ChannelId) -> ChannelCard:
    waiting = await tx.deliveries.waiting(project)
    return ChannelCard(
        channel=await tx.channels.get(project, channel), waiting=waiting.get(channel, 0)
    )
