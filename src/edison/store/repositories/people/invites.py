"""Repository of pending invites, including lookups by secret and by email address in all projects."""

from datetime import datetime

from sqlalchemy import ColumnElement, Select, exists, or_, select

from edison.domain.errors import InviteInvalid
from edison.domain.ids import InviteId, ProjectId, UserId
from edison.domain.people.invite import Invite, InviteOffer, ReceivedInvite
from edison.kit.digests import sha256_hex
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import AnyRow, Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.people import InviteRow, ProjectRow, UserRow

# An upper bound of the answer, above any realistic number of invites.
MOST_RECEIVED = 100
PENDING = (InviteRow.accepted_at.is_(None), InviteRow.revoked_at.is_(None))


class Invites(Repository):
    async def get(self, project: ProjectId, invite: InviteId) -> Invite:
        query = _with_inviter().where(
            InviteRow.project_id == project, InviteRow.id == invite, *PENDING
        )
        return _to_invite(*await self._one(query, "No such invite in this project"))

    async def page(self, project: ProjectId, page: PageRequest) -> Page[Invite]:
        query = _with_inviter().where(InviteRow.project_id == project, *PENDING)
        return await self._page(query, page, _to_invite, InviteRow.id)

    async def offer(self, secret: str, now: datetime, *, lock: bool = False) -> InviteOffer:
        """Return the pending invite of a link; the error for an invalid link does not say why it is invalid."""
        digest = sha256_hex(secret)
        account = exists().where(UserRow.email == InviteRow.email)
        inviter = select(UserRow).subquery()
        query = (
            select(InviteRow, inviter.c.name, inviter.c.email, ProjectRow.name, account)
            .join(ProjectRow, ProjectRow.id == InviteRow.project_id)
            .join(inviter, inviter.c.id == InviteRow.invited_by)
            .where(
                or_(InviteRow.link_digest == digest, InviteRow.mail_digest == digest),
                InviteRow.expires_at > now,
                ProjectRow.archived_at.is_(None),
                # A person whose account was disabled must not open doors with invites from before.
                inviter.c.disabled_at.is_(None),
                *PENDING,
            )
        )
        found = await self._session.execute(query.with_for_update(of=InviteRow) if lock else query)
        row = found.one_or_none()
        if row is None:
            raise InviteInvalid("This invite link is not valid or has expired")
        return InviteOffer(
            invite=_invite(row[0], row[1] or row[2]),
            project_name=row[3],
            account_exists=row[4],
            mailed=row[0].mail_digest == digest,
        )

    async def addressed_to(self, email: str, now: datetime) -> list[ReceivedInvite]:
        """List the pending invites for this email address, newest first."""
        rows = await self._session.execute(
            _received().where(*_open(email, now)).order_by(InviteRow.id.desc()).limit(MOST_RECEIVED)
        )
        return [_to_received(row) for row in rows]

    async def received(
        self, invite: InviteId, email: str, now: datetime, *, lock: bool = False
    ) -> ReceivedInvite:
        """Return the pending invite with this id, if it is for this email address."""
        query = _received().where(InviteRow.id == invite, *_open(email, now))
        held = query.with_for_update(of=InviteRow) if lock else query
        return _to_received(await self._one(held, "You have no such invite"))

    async def add(
        self, project: ProjectId, invite: Invite, by: UserId, link_digest: str | None
    ) -> None:
        values = to_columns(
            InviteRow, invite, project_id=project, link_digest=link_digest, invited_by=by
        )
        await self._add(InviteRow(**values))

    async def withdraw(self, project: ProjectId, email: str, at: datetime) -> None:
        """End all pending invites for this email address, when it gets a new invite or becomes a member."""
        ours = (InviteRow.project_id == project, InviteRow.email == email, *PENDING)
        await self._update(InviteRow, *ours, revoked_at=at)

    async def renew(
        self, project: ProjectId, invite: InviteId, link_digest: str, expires_at: datetime
    ) -> None:
        await self._change(
            InviteRow, project, invite, link_digest=link_digest, expires_at=expires_at
        )

    async def set_mail_digest(self, project: ProjectId, invite: InviteId, digest: str) -> None:
        await self._change(InviteRow, project, invite, mail_digest=digest)

    async def accept(self, project: ProjectId, invite: InviteId, at: datetime) -> None:
        await self._change(InviteRow, project, invite, accepted_at=at)

    async def revoke(self, project: ProjectId, invite: InviteId, at: datetime) -> None:
        await self._change(InviteRow, project, invite, revoked_at=at)


def _received() -> Select[InviteRow, UserRow, str]:
    return (
        select(InviteRow, UserRow, ProjectRow.name)
        .join(UserRow, UserRow.id == InviteRow.invited_by)
        .join(ProjectRow, ProjectRow.id == InviteRow.project_id)
    )


def _open(email: str, now: datetime) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for invites that this email address can accept; the inviter is part of the query."""
    return (
        InviteRow.email == email,
        InviteRow.expires_at > now,
        ProjectRow.archived_at.is_(None),
        UserRow.disabled_at.is_(None),
        *PENDING,
    )


def _to_received(row: AnyRow) -> ReceivedInvite:
    return ReceivedInvite(invite=_to_invite(row[0], row[1]), project_name=row[2])


def _with_inviter() -> Select[InviteRow, UserRow]:
    return select(InviteRow, UserRow).join(UserRow, UserRow.id == InviteRow.invited_by)


def _to_invite(row: InviteRow, inviter: UserRow) -> Invite:
    return _invite(row, inviter.name or inviter.email)


def _invite(row: InviteRow, invited_by: str) -> Invite:
    return from_row(Invite, row, project=row.project_id, invited_by=invited_by)
