"""Secrets of channels on their way in: sealed at once, each for a row of its own."""

from edison.domain.ids import ChannelId, ProjectId
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.store.repositories.channels.channels import ChannelSecret
from edison.store.unit_of_work import WriteTx


def seal_secret(ctx: Context, purpose: str, text: str) -> ChannelSecret:
    place = new_id()
    return ChannelSecret(id=place, purpose=purpose, sealed=ctx.gateway.sealer.seal(text, place))


async def seal_url(
    ctx: Context, tx: WriteTx, project: ProjectId, channel: ChannelId, url: str
) -> None:
    await tx.channels.put_secret(project, channel, seal_secret(ctx, "url", url))
