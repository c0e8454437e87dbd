"""Repository of channels. Only a worker that is about to send reads sealed secrets."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, insert, or_, select, update

from edison.domain.channels.channel import Channel, ChannelEvent
from edison.domain.errors import DuplicateName, NotFound
from edison.domain.ids import ChannelId, ProjectId
from edison.store.repositories.base import Repository, unique
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.channels import ChannelRow, ChannelSecretRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelSecret:
    id: UUID
    # `url` or `key`.
    purpose: str
    sealed: str = field(repr=False)
    until: datetime | None = None


class Channels(Repository):
    async def add(self, project: ProjectId, channel: Channel) -> None:
        values = to_columns(
            ChannelRow, channel, project_id=project, last_sequence=0, **_settable(channel)
        )
        with _unique_name():
            await self._session.execute(insert(ChannelRow).values(values))

    async def change(self, project: ProjectId, channel: Channel) -> None:
        """Save the settings that people can change; the health of the channel is not changed."""
        with _unique_name():
            await self._change(ChannelRow, project, channel.id, **_settable(channel))

    async def get(self, project: ProjectId, channel: ChannelId, *, lock: bool = False) -> Channel:
        live = ChannelRow.removed_at.is_(None)
        return _to_channel(
            await self._get(ChannelRow, project, channel, "channel", live, lock=lock)
        )

    async def all(self, project: ProjectId) -> tuple[Channel, ...]:
        """Return all channels in order of creation, without paging because there are few."""
        rows = await self._session.scalars(
            select(ChannelRow)
            .where(ChannelRow.project_id == project, ChannelRow.removed_at.is_(None))
            .order_by(ChannelRow.id)
        )
        return tuple(_to_channel(row) for row in rows)

    async def still_there(
        self, project: ProjectId, wanted: Sequence[UUID]
    ) -> tuple[ChannelId, ...]:
        """Return which of these channels were not removed; disabled channels are included."""
        found = await self._session.scalars(
            select(ChannelRow.id).where(
                ChannelRow.project_id == project,
                ChannelRow.removed_at.is_(None),
                ChannelRow.id.in_(wanted),
            )
        )
        return tuple(ChannelId(channel) for channel in found)

    async def listening(
        self, project: ProjectId, event: str, only: Sequence[UUID]
    ) -> tuple[ChannelId, ...]:
        """Lock the channels that receive this event, in a fixed order that prevents deadlocks, and return them.

        The lock keeps the queues of the channels unchanged.
        """
        query = select(ChannelRow.id).where(
            ChannelRow.project_id == project,
            ChannelRow.removed_at.is_(None),
            ChannelRow.enabled,
            ChannelRow.events.contains([event]),
        )
        if only:
            query = query.where(ChannelRow.id.in_(only))
        found = await self._session.scalars(
            query.order_by(ChannelRow.id).with_for_update(key_share=True)
        )
        return tuple(ChannelId(channel) for channel in found)

    async def next_sequence(self, project: ProjectId, channel: ChannelId) -> int:
        found = await self._session.scalar(
            update(ChannelRow)
            .where(ChannelRow.project_id == project, ChannelRow.id == channel)
            .values(last_sequence=ChannelRow.last_sequence + 1)
            .returning(ChannelRow.last_sequence)
        )
        if found is None:
            raise NotFound("No such channel in this project")
        return found

    async def claim(
        self, project: ProjectId, channel: ChannelId, now: datetime, until: datetime
    ) -> bool:
        """Claim the channel for one sender until `until`; return False if it is already claimed."""
        found = await self._session.scalar(
            update(ChannelRow)
            .where(
                ChannelRow.project_id == project,
                ChannelRow.id == channel,
                ChannelRow.removed_at.is_(None),
                ChannelRow.enabled,
                or_(ChannelRow.claimed_until.is_(None), ChannelRow.claimed_until <= now),
            )
            .values(claimed_until=until, woken_at=None)
            .returning(ChannelRow.id)
        )
        return found is not None

    async def hold_claim(
        self, project: ProjectId, channel: ChannelId, was: datetime, until: datetime | None
    ) -> bool:
        """Extend our claim, or end it if `until` is None; return False if another sender has claimed the channel."""
        ours = ChannelRow.claimed_until == was
        return await self._change(ChannelRow, project, channel, ours, claimed_until=until)

    async def note_success(self, project: ProjectId, channel: ChannelId, at: datetime) -> None:
        await self._change(
            ChannelRow,
            project,
            channel,
            failing_since=None,
            failing_told=False,
            last_problem=None,
            last_delivered_at=at,
        )

    async def note_failure(
        self, project: ProjectId, channel: ChannelId, problem: str, since: datetime, *, told: bool
    ) -> None:
        await self._change(
            ChannelRow,
            project,
            channel,
            failing_since=since,
            failing_told=told,
            last_problem=problem,
        )

    async def switch_off(self, project: ProjectId, channel: ChannelId, problem: str) -> None:
        await self._change(ChannelRow, project, channel, enabled=False, last_problem=problem)

    async def reset_failures(self, project: ProjectId, channel: ChannelId) -> None:
        """Reset the failure count, after the address changed or the channel was enabled again."""
        await self._change(
            ChannelRow, project, channel, failing_since=None, failing_told=False, last_problem=None
        )

    async def remove(self, project: ProjectId, channel: ChannelId, at: datetime) -> None:
        """Mark the channel as removed and delete its secrets; the name is kept for the log."""
        await self._change(ChannelRow, project, channel, enabled=False, removed_at=at)
        await self._session.execute(
            delete(ChannelSecretRow).where(
                ChannelSecretRow.project_id == project, ChannelSecretRow.channel_id == channel
            )
        )

    async def put_secret(
        self,
        project: ProjectId,
        channel: ChannelId,
        secret: ChannelSecret,
        *,
        old_until: datetime | None = None,
    ) -> None:
        """Replace the channel's secret of this purpose; the old secret is valid until `old_until`, or ends now."""
        of_purpose = (
            ChannelSecretRow.project_id == project,
            ChannelSecretRow.channel_id == channel,
            ChannelSecretRow.purpose == secret.purpose,
        )
        # At most two keys are kept: the oldest of three is deleted now.
        gone = delete(ChannelSecretRow).where(*of_purpose)
        if old_until is not None:
            gone = gone.where(ChannelSecretRow.until.is_not(None))
        await self._session.execute(gone)
        await self._update(ChannelSecretRow, *of_purpose, until=old_until)
        values = to_columns(
            ChannelSecretRow, secret, project_id=project, channel_id=channel, until=None
        )
        await self._session.execute(insert(ChannelSecretRow).values(values))

    async def secrets(self, project: ProjectId, channel: ChannelId) -> tuple[ChannelSecret, ...]:
        """Return the sealed secrets of a channel, newest first, for the worker that unseals them."""
        rows = await self._session.scalars(
            select(ChannelSecretRow)
            .where(ChannelSecretRow.project_id == project, ChannelSecretRow.channel_id == channel)
            .order_by(ChannelSecretRow.id.desc())
        )
        return tuple(from_row(ChannelSecret, row) for row in rows)

    async def sealed_everywhere(self, after: UUID | None, limit: int) -> Sequence[ChannelSecret]:
        """Return the next sealed secrets of all projects, in order of id; only for key rotation."""
        query = select(ChannelSecretRow)
        if after is not None:
            query = query.where(ChannelSecretRow.id > after)
        rows = await self._session.scalars(query.order_by(ChannelSecretRow.id).limit(limit))
        return [from_row(ChannelSecret, row) for row in rows]

    async def reseal(self, secret: UUID, new: str, *, only_if: str) -> bool:
        """Replace a sealed secret, unless it is no longer equal to `only_if`."""
        ours = (ChannelSecretRow.id == secret, ChannelSecretRow.sealed == only_if)
        return await self._update(ChannelSecretRow, *ours, sealed=new) > 0

    async def count(self, project: ProjectId) -> int:
        return await self._count(
            ChannelRow, ChannelRow.project_id == project, ChannelRow.removed_at.is_(None)
        )


def _settable(channel: Channel) -> dict[str, Any]:
    return {
        "name": channel.name,
        "kind": str(channel.kind),
        "config": {"origin": channel.origin, "hint": channel.hint, "to": list(channel.to)},
        "allow_private": channel.allow_private,
        "enabled": channel.enabled,
        "events": [str(event) for event in channel.events],
    }


def _unique_name() -> AbstractContextManager[None]:
    taken = DuplicateName("Another channel of this project has this name", field="name")
    return unique("uq_channels_name", taken)


def _to_channel(row: ChannelRow) -> Channel:
    return from_row(
        Channel,
        row,
        origin=row.config["origin"],
        hint=row.config["hint"],
        to=tuple(row.config["to"]),
        events=tuple(ChannelEvent(event) for event in row.events),
    )
