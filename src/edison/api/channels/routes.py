"""Routes of notification channels and deliveries."""

from uuid import UUID

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import PageView, WantedPage
from edison.api.channels.views import (
    AddChannelBody,
    AddedChannelView,
    ChangeChannelBody,
    ChannelsView,
    ChannelView,
    DeliveryView,
    RotatedKeyView,
)
from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import ChannelId, DeliveryId
from edison.services.channels import channel_commands, channel_messages, channel_setup

router = ApiRouter(tags=["channels"])
ROOM = "/projects/{project}/channels"


@router.get(ROOM)
async def list_channels(project: CurrentProject, who: CurrentActor, ctx: Services) -> ChannelsView:
    """List the channels that notifications of this project are sent to."""
    found = await channel_messages.list_channels(ctx, who, project)
    return ChannelsView(
        items=[ChannelView.of(card) for card in found],
        mail_configured=ctx.mail_configured,
        private_endpoints=ctx.gateway.private_endpoints,
    )


@router.post(ROOM, status_code=201, responses=problems(422))
async def add_channel(
    body: AddChannelBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AddedChannelView:
    """Add a channel. The signing key of a webhook is returned only in this response."""
    return AddedChannelView.of_added(
        await channel_setup.add_channel(ctx, who, body.to_command(project))
    )


@router.patch(ROOM + "/{channel}", responses=problems(422))
async def change_channel(
    channel: UUID,
    body: ChangeChannelBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> ChannelView:
    """Change a channel. Fields that are left out keep their values.

    Pending messages go to the new address. Turning a channel off discards its pending messages.
    """
    return ChannelView.of(
        await channel_commands.change_channel(ctx, who, body.to_command(project, channel))
    )


@router.delete(
    ROOM + "/{channel}", status_code=204, responses=Exactly(problems(400, 401, 403, 404))
)
async def remove_channel(
    channel: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Delete a channel with its address and key. Pending messages are not sent."""
    await channel_commands.remove_channel(ctx, who, project, ChannelId(channel))


@router.post(ROOM + "/{channel}/test", responses=problems(503))
async def test_channel(
    channel: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> DeliveryView:
    """Send a test message and wait for its result, which is in `state` and `last_problem`."""
    return DeliveryView.of(
        await channel_messages.test_channel(ctx, who, project, ChannelId(channel))
    )


@router.post(ROOM + "/{channel}/rotate-secret")
async def rotate_channel_secret(
    channel: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RotatedKeyView:
    """Create a new signing key, which is returned only once.

    For one day, messages are signed with the old and the new key.
    """
    return RotatedKeyView.of(
        await channel_commands.rotate_key(ctx, who, project, ChannelId(channel))
    )


@router.get(ROOM + "/{channel}/deliveries")
async def list_deliveries(
    channel: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[DeliveryView]:
    """List the messages sent to a channel, newest first, with the last delivery attempts of each message."""
    found = await channel_messages.list_deliveries(ctx, who, project, ChannelId(channel), page)
    return PageView(
        items=[DeliveryView.of(delivery) for delivery in found.items],
        next_cursor=found.next_cursor,
    )


@router.post("/projects/{project}/deliveries/{delivery}/again", status_code=202)
async def send_delivery_again(
    delivery: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> DeliveryView:
    """Send a delivery again, with the same id. It is added at the end of the channel's queue."""
    return DeliveryView.of(
        await channel_messages.send_again(ctx, who, project, DeliveryId(delivery))
    )
