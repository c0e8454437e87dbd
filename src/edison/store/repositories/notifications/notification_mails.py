"""Repository of the mails that are being sent: one per person at a time, claimed by one worker."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, delete, select, text

from edison.domain.ids import NotificationId, UserId
from edison.domain.notifications.notification import Notification
from edison.store.repositories.base import Repository
from edison.store.repositories.notifications.notifications import to_notification
from edison.store.tables.notifications import NotificationMailRow, NotificationRow
from edison.store.tables.people import MemberRow, ProjectRow

OPEN_DUE = text(
    """
    INSERT INTO notification_mails (id, user_id, created_at, next_at, attempts)
    SELECT gen_random_uuid(), due.user_id, :now, :now, 0
    FROM (
        SELECT DISTINCT n.user_id FROM notifications n
        WHERE n.mail_due_at <= :now AND n.mail_id IS NULL
          AND NOT EXISTS (SELECT FROM notification_mails m WHERE m.user_id = n.user_id)
        LIMIT :limit
    ) due
    ORDER BY due.user_id
    ON CONFLICT (user_id) DO NOTHING
    RETURNING id
    """
)
CLAIM = text(
    """
    UPDATE notification_mails SET claimed_until = :until, attempts = attempts + 1
    WHERE id = (
        SELECT m.id FROM notification_mails m
        WHERE m.next_at <= :now AND (m.claimed_until IS NULL OR m.claimed_until <= :now)
        ORDER BY m.next_at, m.id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, user_id, created_at, attempts
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedMail:
    """A mail that this worker may send until `until`."""

    id: UUID
    user: UserId
    created_at: datetime
    attempts: int
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MailCandidate:
    """A notification that is due as mail, and whether the person is still a member of its project."""

    notification: Notification
    is_member: bool


class NotificationMails(Repository):
    async def open_due(self, now: datetime, limit: int) -> int:
        """Open a mail for each person with due notifications who has none yet; return their number."""
        return len((await self._session.execute(OPEN_DUE, {"now": now, "limit": limit})).all())

    async def claim(self, now: datetime, until: datetime) -> ClaimedMail | None:
        """Claim the mail that has waited longest; concurrent workers get different mails."""
        row = (await self._session.execute(CLAIM, {"now": now, "until": until})).one_or_none()
        if row is None:
            return None
        return ClaimedMail(
            id=row.id,
            user=UserId(row.user_id),
            created_at=row.created_at,
            attempts=row.attempts,
            until=until,
        )

    async def assigned(self, mail: ClaimedMail) -> list[MailCandidate]:
        """Return the notifications of a mail that was tried before, in order."""
        return await self._candidates(NotificationRow.mail_id == mail.id)

    async def due(self, mail: ClaimedMail, now: datetime, limit: int) -> list[MailCandidate]:
        """Return the person's due notifications that are in no mail, in order."""
        return await self._candidates(
            NotificationRow.user_id == mail.user,
            NotificationRow.mail_due_at <= now,
            NotificationRow.mail_id.is_(None),
            limit=limit,
        )

    async def assign(self, mail: ClaimedMail, notifications: Sequence[NotificationId]) -> None:
        """Fix the content of a mail, so that a repetition has the same content as the same Message-ID."""
        await self._update(NotificationRow, NotificationRow.id.in_(notifications), mail_id=mail.id)

    async def drop(self, notifications: Sequence[NotificationId]) -> None:
        """Never mail these notifications."""
        if notifications:
            ours = NotificationRow.id.in_(notifications)
            await self._update(NotificationRow, ours, mail_due_at=None, mail_id=None)

    async def hold(self, notification: NotificationId, due_at: datetime) -> None:
        await self._update(
            NotificationRow, NotificationRow.id == notification, mail_due_at=due_at, mail_id=None
        )

    async def close(self, mail: ClaimedMail, mailed_at: datetime | None) -> bool:
        """End a mail that was sent, or abandoned if `mailed_at` is None; return False if another worker claimed it."""
        ended = await self._session.execute(
            delete(NotificationMailRow).where(*_ours(mail)).returning(NotificationMailRow.id)
        )
        if ended.first() is None:
            return False
        values = {"mail_due_at": None, "mail_id": None, "mailed_at": mailed_at}
        await self._update(NotificationRow, NotificationRow.mail_id == mail.id, **values)
        return True

    async def postpone(self, mail: ClaimedMail, until: datetime, problem: str | None) -> None:
        """Release the claim of a mail, which is tried again at `until`."""
        await self._update(
            NotificationMailRow,
            *_ours(mail),
            next_at=until,
            claimed_until=None,
            last_problem=problem,
        )

    async def _candidates(
        self, *conditions: ColumnElement[bool], limit: int | None = None
    ) -> list[MailCandidate]:
        rows = await self._session.execute(
            select(NotificationRow, ProjectRow.name, ProjectRow.slug, MemberRow.role.is_not(None))
            .join(ProjectRow, ProjectRow.id == NotificationRow.project_id)
            .outerjoin(
                MemberRow,
                (MemberRow.project_id == NotificationRow.project_id)
                & (MemberRow.user_id == NotificationRow.user_id),
            )
            .where(*conditions)
            .order_by(NotificationRow.id)
            .limit(limit)
            .execution_options(populate_existing=True)
        )
        return [
            MailCandidate(notification=to_notification(row, name, slug), is_member=is_member)
            for row, name, slug, is_member in rows
        ]


def _ours(mail: ClaimedMail) -> tuple[ColumnElement[bool], ...]:
    return (NotificationMailRow.id == mail.id, NotificationMailRow.claimed_until == mail.until)
