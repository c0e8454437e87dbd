"""Change a channel, rotate its signing key, and remove it."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from edison.channels.webhook_signature import new_signing_key
from edison.domain.channels.channel import (
    Channel,
    ChannelEvent,
    ChannelKind,
    checked_events,
    checked_recipients,
    shown_of,
)
from edison.domain.errors import InvalidInput
from edison.domain.events import CHANNEL_CHANGED, CHANNEL_REMOVED
from edison.domain.ids import ChannelId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.channels.enqueue_delivery import enqueue_sender
from edison.engine.project_tx import ProjectTx
from edison.services.channels.channel_messages import ChannelCard, card_of
from edison.services.channels.channel_setup import check_place, seal_secret, seal_url
from edison.services.context import Context
from edison.services.permission_check import confirm_permission, require_live_project

# Time for a receiver to switch to the new signing key; until then messages are signed with both.
OLD_KEY_LASTS = timedelta(days=1)
SWITCHED_OFF = "The channel was switched off"
REMOVED = "The channel was removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeChannel:
    """A change of a channel; None keeps a value."""

    project: ProjectId
    channel: ChannelId
    name: str | None = None
    url: str | None = field(default=None, repr=False)
    to: tuple[str, ...] | None = None
    allow_private: bool | None = None
    enabled: bool | None = None
    events: tuple[ChannelEvent, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RotatedKey:
    card: ChannelCard
    signing_key: str = field(repr=False)
    old_until: datetime


async def change_channel(ctx: Context, who: Actor, cmd: ChangeChannel) -> ChannelCard:
    """Change a channel. Waiting messages go to the new address; if the channel is switched off, they are dropped."""
    who.must(Permission.MANAGE_SETTINGS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.MANAGE_SETTINGS)
        was = await tx.channels.get(cmd.project, cmd.channel, lock=True)
        new = _changed(was, cmd)
        if (new.allow_private, cmd.url) != (was.allow_private, None) or (
            new.enabled and not was.enabled
        ):
            check_place(ctx, new, cmd.url)
        changes = _changes(was, new, moved=cmd.url is not None)
        if changes:
            await tx.channels.change(cmd.project, new)
            if cmd.url:
                await seal_url(ctx, tx, new.id, cmd.url)
            await _settle(tx, was, new, moved=bool(changes.keys() & PLACES))
            tx.note(
                CHANNEL_CHANGED,
                ("channel", new.id),
                changes,
                name=new.name,
                changed=sorted(changes),
            )
        return await card_of(tx, cmd.project, new.id)


async def rotate_key(
    ctx: Context, who: Actor, project: ProjectId, channel: ChannelId
) -> RotatedKey:
    """Create a new signing key, which is shown once. For a day, messages are signed with the old and the new key."""
    who.must(Permission.MANAGE_SETTINGS, project)
    now = ctx.clock.now()
    key, old_until = new_signing_key(), now + OLD_KEY_LASTS
    async with ctx.change(who, project, now) as tx:
        await require_live_project(tx, Permission.MANAGE_SETTINGS)
        was = await tx.channels.get(project, channel, lock=True)
        if was.kind is not ChannelKind.WEBHOOK:
            raise InvalidInput("Only webhook channels have a signing key", field="kind")
        await tx.channels.put_secret(
            project, channel, seal_secret(ctx, "key", key), old_until=old_until
        )
        tx.record_entry("channel.key_rotated", ("channel", channel))
        tx.emit_event(CHANNEL_CHANGED, id=str(channel), name=was.name, changed=["signing_key"])
        card = await card_of(tx, project, channel)
    return RotatedKey(card=card, signing_key=key, old_until=old_until)


async def remove_channel(ctx: Context, who: Actor, project: ProjectId, channel: ChannelId) -> None:
    """Remove a channel, its secrets and its waiting messages."""
    who.must(Permission.MANAGE_SETTINGS, project)
    async with ctx.change(who, project) as tx:
        await confirm_permission(tx, Permission.MANAGE_SETTINGS)
        was = await tx.channels.get(project, channel, lock=True)
        await tx.deliveries.give_up_all(project, channel, REMOVED)
        await tx.channels.remove(project, channel, tx.now)
        tx.note(
            CHANNEL_REMOVED,
            ("channel", channel),
            {"name": {"old": was.name, "new": None}},
            name=was.name,
        )


PLACES = frozenset({"address", "to", "allow_private"})


def _changed(was: Channel, cmd: ChangeChannel) -> Channel:
    new = replace(
        was,
        name=was.name if cmd.name is None else cmd.name,
        allow_private=was.allow_private if cmd.allow_private is None else cmd.allow_private,
        enabled=was.enabled if cmd.enabled is None else cmd.enabled,
        events=was.events if cmd.events is None else checked_events(cmd.events),
    )
    if cmd.url is not None:
        if not was.kind.has_url:
            raise InvalidInput("An email channel cannot have a URL", field="url")
        origin, hint = shown_of(cmd.url)
        new = replace(new, origin=origin, hint=hint)
    if cmd.to is not None:
        if was.kind.has_url:
            raise InvalidInput("Only an email channel has recipients", field="to")
        new = replace(new, to=checked_recipients(cmd.to))
    return new


def _changes(was: Channel, new: Channel, *, moved: bool) -> dict[str, dict[str, object]]:
    pairs: dict[str, tuple[object, object]] = {
        "name": (was.name, new.name),
        "to": (list(was.to), list(new.to)),
        "allow_private": (was.allow_private, new.allow_private),
        "enabled": (was.enabled, new.enabled),
        "events": ([str(item) for item in was.events], [str(item) for item in new.events]),
    }
    found = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
    if moved:
        # The web process cannot decrypt the sealed address, so it cannot compare it.
        found["address"] = (was.address, new.address)
    return {name: {"old": old, "new": now} for name, (old, now) in found.items()}


async def _settle(tx: ProjectTx, was: Channel, new: Channel, *, moved: bool) -> None:
    """Send the waiting messages to the new address, or drop them if the channel was switched off."""
    if was.enabled and not new.enabled:
        await tx.deliveries.give_up_all(tx.project, new.id, SWITCHED_OFF)
    if moved or (new.enabled and not was.enabled):
        await tx.channels.reset_failures(tx.project, new.id)
        await tx.deliveries.retry_now(tx.project, new.id, tx.now)
        await enqueue_sender(tx.launcher, tx, tx.project, new.id)
