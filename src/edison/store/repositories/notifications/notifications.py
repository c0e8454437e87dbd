"""Repository of people's notifications. A person reads only those of projects with a current membership."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import ColumnElement, CursorResult, func, select, text

from edison.domain.ids import NotificationId, ProjectId, UserId
from edison.domain.notifications.notification import MOST_COUNTED, Notification
from edison.domain.notifications.notified_event import EventFacts, NotifiedEvent
from edison.domain.people.access import Role
from edison.kit.pagination import Page, PageRequest
from edison.kit.postgres_json import json_text
from edison.kit.uuids import new_id
from edison.store.repositories.base import AnySelect, Repository
from edison.store.repositories.row_mapping import from_row
from edison.store.tables.notifications import NotificationRow
from edison.store.tables.people import MemberRow, ProjectRow

# One statement for any number of people. The ids of one event share their beginning, which is the time.
NOTIFY = text(
    """
    INSERT INTO notifications
        (id, project_id, user_id, event, subject_id, version, payload, bell, created_at, mail_due_at)
    SELECT CAST(left(CAST(:base AS text), 19) || right(CAST(gen_random_uuid() AS text), 17) AS uuid),
        m.project_id, m.user_id, :event, :subject, :version, CAST(:payload AS jsonb), w.bell, :now,
        CASE WHEN w.mail <> 'off' THEN CAST(:now AS timestamptz) END
    FROM project_members m
    JOIN users u ON u.id = m.user_id
    LEFT JOIN notification_preferences p ON p.user_id = m.user_id
    LEFT JOIN project_notification_preferences o ON o.user_id = m.user_id AND o.project_id = m.project_id
    CROSS JOIN LATERAL (
        SELECT coalesce(
                CAST(o.events->CAST(:event AS text)->>'bell' AS boolean),
                CAST(p.events->CAST(:event AS text)->>'bell' AS boolean), :bell) AS bell,
            coalesce(
                o.events->CAST(:event AS text)->>'mail',
                p.events->CAST(:event AS text)->>'mail', :mail) AS mail
    ) w
    WHERE m.project_id = :project
      AND u.disabled_at IS NULL AND u.deleted_at IS NULL
      AND coalesce(o.muted, false) = false
      AND (w.bell OR w.mail <> 'off')
      AND m.role = ANY (CAST(:roles AS text[]))
      AND (CAST(:people AS uuid[]) IS NULL OR m.user_id = ANY (CAST(:people AS uuid[])))
      AND m.user_id IS DISTINCT FROM CAST(:actor AS uuid)
    ORDER BY m.user_id
    ON CONFLICT (user_id, event, subject_id, version) DO NOTHING
    RETURNING user_id, bell
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewNotification:
    """The content of a notification, the same for all people who get it."""

    event: NotifiedEvent
    subject: UUID
    version: int
    payload: dict[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationFilter:
    unread: bool = False
    project: ProjectId | None = None


EVERY_NOTIFICATION = NotificationFilter()


class Notifications(Repository):
    async def add(
        self,
        project: ProjectId,
        new: NewNotification,
        facts: EventFacts,
        people: Collection[UserId] | None,
        actor: UserId | None,
    ) -> list[UserId]:
        """Add one notification per person in one statement; return who has a new one in the bell.

        Without `people`, all members with the event's least role are notified. Never notified are `actor`, disabled
        people, those who want nothing of this event, and those who already have the notification.
        """
        least = facts.least_role if people is None else Role.VIEWER
        rows = await self._session.execute(
            NOTIFY,
            {
                "base": str(new_id()),
                "project": project,
                "event": str(new.event),
                "subject": new.subject,
                "version": new.version,
                "payload": json_text(new.payload),
                "now": new.at,
                "bell": facts.usual.bell,
                "mail": str(facts.usual.mail),
                "roles": [str(role) for role in Role if role.at_least(least)],
                "people": None if people is None else sorted(set(people)),
                "actor": actor,
            },
        )
        return [UserId(row.user_id) for row in rows if row.bell]

    async def withdraw_mails(self, project: ProjectId, event: NotifiedEvent, subject: UUID) -> None:
        """Send no mail about a subject that needs no action any more. The bell keeps the notification."""
        await self._update(
            NotificationRow,
            NotificationRow.project_id == project,
            NotificationRow.event == str(event),
            NotificationRow.subject_id == subject,
            NotificationRow.mail_due_at.is_not(None),
            NotificationRow.mail_id.is_(None),
            mail_due_at=None,
        )

    async def page(
        self, user: UserId, wanted: NotificationFilter, page: PageRequest
    ) -> Page[Notification]:
        """List the notifications in a person's bell, newest first."""
        query = _readable(user).where(*_conditions(wanted))
        return await self._page(query, page, to_notification, NotificationRow.id)

    async def get(self, user: UserId, notification: NotificationId) -> Notification:
        row = await self._one(
            _readable(user).where(NotificationRow.id == notification), "No such notification"
        )
        return to_notification(*row)

    async def count_unread(self, user: UserId) -> int:
        """Count the unread notifications, up to `MOST_COUNTED`."""
        some = (
            _readable(user)
            .with_only_columns(NotificationRow.id)
            .where(NotificationRow.read_at.is_(None))
            .limit(MOST_COUNTED)
        )
        return await self._session.scalar(select(func.count()).select_from(some.subquery())) or 0

    async def mark_read(
        self, user: UserId, notification: NotificationId, at: datetime, *, read: bool
    ) -> None:
        """Mark one notification as read or unread; raise NotFound if the person cannot read it."""
        await self.get(user, notification)
        ours = (NotificationRow.user_id == user, NotificationRow.id == notification)
        if read:
            await self._update(
                NotificationRow, *ours, NotificationRow.read_at.is_(None), read_at=at
            )
        else:
            await self._update(NotificationRow, *ours, read_at=None)

    async def mark_all_read(
        self, user: UserId, wanted: NotificationFilter, until: datetime, at: datetime
    ) -> int:
        """Mark the notifications that were created up to `until` as read, so that newer ones stay unread."""
        readable = select(MemberRow.project_id).where(MemberRow.user_id == user)
        return await self._update(
            NotificationRow,
            NotificationRow.user_id == user,
            NotificationRow.bell,
            NotificationRow.project_id.in_(readable),
            NotificationRow.created_at <= until,
            *_conditions(NotificationFilter(unread=True, project=wanted.project)),
            read_at=at,
        )

    async def delete_aged(self, read_before: datetime, unread_before: datetime, limit: int) -> int:
        """Delete a batch of old notifications of all people; return their number."""
        done = await self._session.execute(
            DELETE_AGED, {"read": read_before, "unread": unread_before, "limit": limit}
        )
        return cast(CursorResult[Any], done).rowcount


# A notification that is only mailed is never read.
DELETE_AGED = text(
    """
    DELETE FROM notifications WHERE ctid = ANY (ARRAY(
        SELECT n.ctid FROM notifications n
        WHERE n.created_at < :read
          AND (n.created_at < :unread OR n.read_at IS NOT NULL OR (NOT n.bell AND n.mail_due_at IS NULL))
        LIMIT :limit FOR UPDATE SKIP LOCKED
    ))
    """
)


def _readable(user: UserId) -> AnySelect:
    """Select the bell of a person, without the notifications of projects that the person left."""
    return (
        select(NotificationRow, ProjectRow.name, ProjectRow.slug)
        .join(ProjectRow, ProjectRow.id == NotificationRow.project_id)
        .join(
            MemberRow,
            (MemberRow.project_id == NotificationRow.project_id)
            & (MemberRow.user_id == NotificationRow.user_id),
        )
        .where(NotificationRow.user_id == user, NotificationRow.bell)
    )


def _conditions(wanted: NotificationFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.unread:
        found.append(NotificationRow.read_at.is_(None))
    if wanted.project is not None:
        found.append(NotificationRow.project_id == wanted.project)
    return found


def to_notification(row: NotificationRow, project_name: str, project_slug: str) -> Notification:
    return from_row(
        Notification,
        row,
        project=ProjectId(row.project_id),
        project_name=project_name,
        project_slug=project_slug,
        subject=row.subject_id,
    )
