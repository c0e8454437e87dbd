"""Add a channel. Its signing key is shown once; its URL is encrypted and never shown again."""

from dataclasses import dataclass, field

from edison.channels.webhook_signature import new_signing_key
from edison.domain.channels.channel import (
    MOST_CHANNELS,
    Channel,
    ChannelEvent,
    ChannelKind,
    checked_events,
    checked_recipients,
    shown_of,
)
from edison.domain.errors import ForbiddenAddress, InvalidInput
from edison.domain.events import CHANNEL_ADDED
from edison.domain.ids import ChannelId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.network.address_guard import Blocked, check_url
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.store.repositories.channels.channels import ChannelSecret

ADVICE = "Use a public https address, or allow private addresses for this channel."


def check_place(ctx: Context, channel: Channel, url: str | None) -> None:
    """Raise an error if the address of a channel is not allowed: the new URL, or the origin of the stored URL."""
    if channel.kind is ChannelKind.EMAIL:
        if not ctx.mail_configured:
            raise InvalidInput(
                "This installation has no mail server",
                field="kind",
                advice="The operator of this installation must set EDISON_SMTP_HOST for web and workers.",
            )
        return
    if channel.allow_private and not ctx.gateway.private_endpoints:
        raise ForbiddenAddress(
            "This installation does not allow channels to reach private addresses",
            field="allow_private",
            advice="The operator of this installation can allow this with EDISON_PRIVATE_ENDPOINTS.",
        )
    try:
        check_url(url or channel.origin, allow_private=channel.allow_private)
    except Blocked as error:
        raise ForbiddenAddress(error.reason, field="url", advice=ADVICE) from error


def seal_secret(ctx: Context, purpose: str, text: str) -> ChannelSecret:
    place = new_id()
    return ChannelSecret(id=place, purpose=purpose, sealed=ctx.gateway.sealer.seal(text, place))


async def seal_url(ctx: Context, tx: ProjectTx, channel: ChannelId, url: str) -> None:
    await tx.channels.put_secret(tx.project, channel, seal_secret(ctx, "url", url))


@dataclass(frozen=True, slots=True, kw_only=True)
class AddChannel:
    project: ProjectId
    name: str
    kind: ChannelKind
    url: str | None = field(default=None, repr=False)
    to: tuple[str, ...] = ()
    allow_private: bool = False
    enabled: bool = True
    events: tuple[ChannelEvent, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedChannel:
    channel: Channel
    signing_key: str | None = field(default=None, repr=False)


async def add_channel(ctx: Context, who: Actor, cmd: AddChannel) -> AddedChannel:
    who.must(Permission.MANAGE_SETTINGS, cmd.project)
    now = ctx.clock.now()
    _check_form(cmd)
    origin, hint = shown_of(cmd.url) if cmd.url else ("", "")
    channel = Channel(
        id=ChannelId(new_id()),
        name=cmd.name,
        kind=cmd.kind,
        allow_private=cmd.allow_private,
        enabled=cmd.enabled,
        events=checked_events(cmd.events),
        created_by=who.user,
        created_by_label=who.label,
        created_at=now,
        origin=origin,
        hint=hint,
        to=() if cmd.kind.has_url else checked_recipients(cmd.to),
    )
    check_place(ctx, channel, cmd.url)
    key = new_signing_key() if cmd.kind is ChannelKind.WEBHOOK else None
    async with ctx.change(who, cmd.project, now) as tx:
        await require_live_project(tx, Permission.MANAGE_SETTINGS)
        if await tx.channels.count(cmd.project) >= MOST_CHANNELS:
            raise InvalidInput(f"A project has at most {MOST_CHANNELS} channels")
        await tx.channels.add(cmd.project, channel)
        if cmd.url:
            await seal_url(ctx, tx, channel.id, cmd.url)
        if key:
            await tx.channels.put_secret(cmd.project, channel.id, seal_secret(ctx, "key", key))
        tx.note(
            CHANNEL_ADDED,
            ("channel", channel.id),
            {
                "name": {"old": None, "new": channel.name},
                "kind": {"old": None, "new": str(channel.kind)},
                "address": {"old": None, "new": channel.address},
                "allow_private": {"old": None, "new": channel.allow_private},
            },
            name=channel.name,
            channel_kind=str(channel.kind),
        )
    return AddedChannel(channel=channel, signing_key=key)


def _check_form(cmd: AddChannel) -> None:
    """Raise an error unless the request has either a URL or mail addresses, but not both."""
    if cmd.kind.has_url and cmd.to:
        raise InvalidInput("Only an email channel has recipients", field="to")
    if cmd.kind.has_url and not cmd.url:
        raise InvalidInput("The channel needs a URL", field="url")
    if cmd.url and not cmd.kind.has_url:
        raise InvalidInput("An email channel cannot have a URL", field="url")
