"""Notify people and channels of an event, in the transaction of the change that it reports."""

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from edison.domain.channels.channel import ChannelEvent
from edison.domain.events import NOTIFICATION_CREATED, user_topic
from edison.domain.ids import UserId
from edison.domain.notifications.notification import stored_payload
from edison.domain.notifications.notified_event import EVENTS, NotifiedEvent
from edison.engine.channels.enqueue_delivery import enqueue_delivery
from edison.engine.project_tx import ProjectTx
from edison.store.repositories.notifications.notifications import NewNotification

CHANNEL_EVENTS = frozenset(str(event) for event in ChannelEvent)


async def notify(
    tx: ProjectTx,
    event: NotifiedEvent,
    *,
    subject: UUID,
    version: int,
    payload: dict[str, Any],
    people: Collection[UserId] | None = None,
    channels: tuple[UUID, ...] = (),
    hold_until: datetime | None = None,
) -> None:
    """Add a notification for each addressed person, and queue the delivery to the project's channels.

    `people` are those whom the event concerns; None stands for all members with the event's least role. Each gets at
    most one notification per event, subject and version, by their own preferences, and the person who caused the
    event gets none. `domain/channels/notification_text.py` describes the payload. `channels` and `hold_until` apply to
    channels only: see `enqueue_delivery`.
    """
    if people is None or people:
        new = NewNotification(
            event=event,
            subject=subject,
            version=version,
            payload=stored_payload(payload),
            at=tx.now,
        )
        told = await tx.notifications.add(tx.project, new, EVENTS[event], people, tx.who.user)
        for user in told:
            tx.emit_event(
                NOTIFICATION_CREATED,
                topic=user_topic(user),
                project=str(tx.project),
                event=str(event),
            )
    if event in CHANNEL_EVENTS:
        await enqueue_delivery(
            tx,
            event=event,
            subject_id=subject,
            version=version,
            payload=payload,
            channels=channels,
            hold_until=hold_until,
        )
