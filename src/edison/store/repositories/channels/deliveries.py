"""Repository of deliveries: the ordered queue of each channel, and the log of sent messages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy import func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from edison.domain.channels.delivery import (
    OPEN,
    TEST_EVENT,
    Delivery,
    DeliveryAttempt,
    DeliveryState,
)
from edison.domain.errors import NotFound
from edison.domain.ids import ChannelId, DeliveryId, ProjectId
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row
from edison.store.tables.channels import ChannelRow, DeliveryRow

LOG = TypeAdapter(tuple[DeliveryAttempt, ...])
IS_OPEN = DeliveryRow.state.in_([str(state) for state in OPEN])


class Deliveries(Repository):
    async def add(self, project: ProjectId, delivery: Delivery) -> bool:
        """Add a delivery; return False if the channel already has a delivery for this event."""
        done = await self._session.execute(
            insert(DeliveryRow)
            .values(
                id=delivery.id,
                project_id=project,
                channel_id=delivery.channel,
                event=delivery.event,
                subject_id=delivery.subject,
                version=delivery.version,
                payload=delivery.payload,
                created_at=delivery.created_at,
                **_progress(delivery),
            )
            .on_conflict_do_nothing()
            .returning(DeliveryRow.id)
        )
        return done.first() is not None

    async def get(
        self, project: ProjectId, delivery: DeliveryId, *, lock: bool = False
    ) -> Delivery:
        query = select(DeliveryRow).where(
            DeliveryRow.project_id == project, DeliveryRow.id == delivery
        )
        if lock:
            query = query.with_for_update()
        row = await self._session.scalar(query.execution_options(populate_existing=True))
        if row is None:
            raise NotFound("No such delivery in this project")
        return _to_delivery(row)

    async def page(
        self, project: ProjectId, channel: ChannelId, page: PageRequest
    ) -> Page[Delivery]:
        """List the deliveries of a channel, newest first."""
        query = select(DeliveryRow).where(
            DeliveryRow.project_id == project, DeliveryRow.channel_id == channel
        )
        return await self._page(query, page, _to_delivery, DeliveryRow.id)

    async def waiting(self, project: ProjectId) -> dict[ChannelId, int]:
        """Return the number of unfinished deliveries by channel."""
        rows = await self._session.execute(
            select(DeliveryRow.channel_id, func.count())
            .where(DeliveryRow.project_id == project, IS_OPEN)
            .group_by(DeliveryRow.channel_id)
        )
        return {ChannelId(row[0]): int(row[1]) for row in rows}

    async def held_until(
        self, project: ProjectId, channel: ChannelId, subject: UUID, now: datetime
    ) -> datetime | None:
        """Return until when an earlier delivery about this subject is held, so that the next does not overtake it."""
        return await self._session.scalar(
            select(func.max(DeliveryRow.next_at)).where(
                DeliveryRow.project_id == project,
                DeliveryRow.channel_id == channel,
                DeliveryRow.subject_id == subject,
                DeliveryRow.state == DeliveryState.HELD,
                DeliveryRow.next_at > now,
            )
        )

    async def head(self, project: ProjectId, channel: ChannelId, now: datetime) -> Delivery | None:
        """Return the first delivery of the queue, due or not; held deliveries are skipped until their time comes."""
        row = await self._session.scalar(
            select(DeliveryRow)
            .where(
                DeliveryRow.project_id == project,
                DeliveryRow.channel_id == channel,
                DeliveryRow.event != TEST_EVENT,
                or_(
                    DeliveryRow.state == DeliveryState.WAITING,
                    (DeliveryRow.state == DeliveryState.HELD) & (DeliveryRow.next_at <= now),
                ),
            )
            .order_by(DeliveryRow.sequence)
            .limit(1)
            .execution_options(populate_existing=True)
        )
        return None if row is None else _to_delivery(row)

    async def write(self, project: ProjectId, delivery: Delivery) -> None:
        """Save the progress of a delivery."""
        await self._change(DeliveryRow, project, delivery.id, **_progress(delivery))

    async def give_up_all(self, project: ProjectId, channel: ChannelId, problem: str) -> None:
        await self._session.execute(
            update(DeliveryRow)
            .where(DeliveryRow.project_id == project, DeliveryRow.channel_id == channel, IS_OPEN)
            .values(state=str(DeliveryState.FAILED), last_problem=problem)
        )

    async def retry_now(self, project: ProjectId, channel: ChannelId, now: datetime) -> None:
        """Make failed deliveries due now; held deliveries do not change."""
        await self._session.execute(
            update(DeliveryRow)
            .where(
                DeliveryRow.project_id == project,
                DeliveryRow.channel_id == channel,
                DeliveryRow.state == DeliveryState.WAITING,
                DeliveryRow.next_at > now,
            )
            .values(next_at=now)
        )

    async def wake_due(
        self, now: datetime, woken_before: datetime, limit: int
    ) -> Sequence[tuple[ProjectId, ChannelId]]:
        """Mark and return channels with a due delivery and no worker; concurrent callers get different channels."""
        first = (
            select(DeliveryRow.next_at)
            .where(
                DeliveryRow.channel_id == ChannelRow.id,
                DeliveryRow.event != TEST_EVENT,
                or_(
                    DeliveryRow.state == DeliveryState.WAITING,
                    (DeliveryRow.state == DeliveryState.HELD) & (DeliveryRow.next_at <= now),
                ),
            )
            .order_by(DeliveryRow.sequence)
            .limit(1)
            .correlate(ChannelRow)
            .scalar_subquery()
        )
        some_due = select(DeliveryRow.channel_id).where(IS_OPEN, DeliveryRow.next_at <= now)
        rows = await self._session.execute(
            select(ChannelRow.project_id, ChannelRow.id)
            .where(
                ChannelRow.id.in_(some_due),
                ChannelRow.enabled,
                ChannelRow.removed_at.is_(None),
                or_(ChannelRow.claimed_until.is_(None), ChannelRow.claimed_until <= now),
                or_(ChannelRow.woken_at.is_(None), ChannelRow.woken_at <= woken_before),
                first <= now,
            )
            .order_by(ChannelRow.id)
            .limit(limit)
            .with_for_update(skip_locked=True, key_share=True)
        )
        found = [(ProjectId(row[0]), ChannelId(row[1])) for row in rows]
        if found:
            await self._session.execute(
                update(ChannelRow)
                .where(ChannelRow.id.in_([channel for _, channel in found]))
                .values(woken_at=now)
            )
        return found


def _progress(delivery: Delivery) -> dict[str, Any]:
    return {
        "sequence": delivery.sequence,
        "state": str(delivery.state),
        "attempts": delivery.attempts,
        "next_at": delivery.next_at,
        "due_at": delivery.due_at,
        "last_status": delivery.last_status,
        "last_problem": delivery.last_problem,
        "log": LOG.dump_python(delivery.log, mode="json"),
        "delivered_at": delivery.delivered_at,
    }


def _to_delivery(row: DeliveryRow) -> Delivery:
    return from_row(
        Delivery,
        row,
        channel=row.channel_id,
        subject=row.subject_id,
        log=LOG.validate_python(row.log),
    )
