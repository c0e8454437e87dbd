"""Repository of people for owners of the installation: the list, a person's page, and the owners."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, func, or_, select
from sqlalchemy.orm import aliased

from edison.domain.errors import NotFound
from edison.domain.ids import ProjectId, UserId
from edison.domain.people.access import Role
from edison.domain.people.person_record import (
    PersonFilter,
    PersonProject,
    PersonRecord,
    PersonSummary,
    PersonToken,
    SessionUse,
)
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository
from edison.store.repositories.people.accounts import to_user
from edison.store.repositories.row_mapping import from_row
from edison.store.tables.monitoring import MonitorRow
from edison.store.tables.people import (
    ApiTokenRow,
    MemberRow,
    ProjectRow,
    RevokedSessionRow,
    SessionRow,
    UserRow,
)

# An upper bound of each list on a person's page. The counts are exact.
MOST_SHOWN = 100
CONDITIONS: dict[PersonFilter, ColumnElement[bool]] = {
    PersonFilter.ENABLED: UserRow.disabled_at.is_(None),
    PersonFilter.DISABLED: UserRow.disabled_at.is_not(None),
    PersonFilter.OWNER: UserRow.role == Role.OWNER,
}


class PersonDirectory(Repository):
    async def page(
        self, page: PageRequest, search: str | None, state: PersonFilter | None, now: datetime
    ) -> Page[PersonSummary]:
        """List people, newest account first."""
        query = _people(now)
        if search:
            query = query.where(
                or_(
                    UserRow.email.icontains(search, autoescape=True),
                    UserRow.name.icontains(search, autoescape=True),
                )
            )
        if state:
            query = query.where(CONDITIONS[state])
        return await self._page(query, page, _to_summary, UserRow.id)

    async def summary(self, user: UserId, now: datetime) -> PersonSummary:
        row = await self._one(_people(now).where(UserRow.id == user), "No such account")
        return _to_summary(*row)

    async def record(self, user: UserId, now: datetime) -> PersonRecord:
        return PersonRecord(
            summary=await self.summary(user, now),
            projects=await self.projects(user),
            sessions=await self._sessions(user, now),
            tokens=await self.tokens(user, now, most=MOST_SHOWN),
            monitor_count=await self._count(
                MonitorRow,
                MonitorRow.created_by == user,
                MonitorRow.enabled,
                MonitorRow.removed_at.is_(None),
            ),
        )

    async def projects(self, user: UserId) -> list[PersonProject]:
        """List the person's projects, by name; all of them, because deletion has to name all."""
        other = aliased(MemberRow)
        shared = exists().where(
            other.project_id == MemberRow.project_id,
            other.role == Role.OWNER,
            other.user_id != MemberRow.user_id,
        )
        rows = await self._session.execute(
            select(ProjectRow, MemberRow.role, ~shared)
            .join(MemberRow, MemberRow.project_id == ProjectRow.id)
            .where(MemberRow.user_id == user)
            .order_by(ProjectRow.name, ProjectRow.id)
        )
        return [
            from_row(PersonProject, row, role=Role(role), only_owner=role == Role.OWNER and alone)
            for row, role, alone in rows
        ]

    async def _sessions(self, user: UserId, now: datetime) -> list[SessionUse]:
        rows = await self._session.execute(
            select(SessionRow)
            .join(UserRow, UserRow.id == SessionRow.user_id)
            .where(SessionRow.user_id == user, *_open_session(now))
            .order_by(SessionRow.last_seen_at.desc(), SessionRow.id)
            .limit(MOST_SHOWN)
        )
        return [from_row(SessionUse, row, user=UserId(row.user_id)) for row in rows.scalars()]

    async def session(self, user: UserId, session: str, now: datetime) -> SessionUse:
        row = await self._session.scalar(
            select(SessionRow)
            .join(UserRow, UserRow.id == SessionRow.user_id)
            .where(SessionRow.user_id == user, SessionRow.id == session, *_open_session(now))
        )
        if row is None:
            raise NotFound("This person has no such session")
        return from_row(SessionUse, row, user=UserId(row.user_id))

    async def tokens(
        self, user: UserId, now: datetime, *, most: int | None = None
    ) -> list[PersonToken]:
        """List the active tokens that the person created, newest first."""
        rows = await self._session.execute(
            select(ApiTokenRow, ProjectRow.name)
            .join(ProjectRow, ProjectRow.id == ApiTokenRow.project_id)
            .where(ApiTokenRow.created_by == user, *_active_token(now))
            .order_by(ApiTokenRow.id.desc())
            .limit(most)
        )
        return [
            from_row(PersonToken, row, project=ProjectId(row.project_id), project_name=name)
            for row, name in rows
        ]

    async def lock_owners(self) -> set[UserId]:
        """Return the enabled owners of the installation.

        Their rows stay locked until the transaction ends, so that two changes cannot remove the last two owners.
        """
        found = await self._session.scalars(
            select(UserRow.id)
            .where(UserRow.role == Role.OWNER, UserRow.disabled_at.is_(None))
            .order_by(UserRow.id)
            .with_for_update(key_share=True)
        )
        return {UserId(user) for user in found}

    async def disable(self, user: UserId, at: datetime) -> None:
        """Disable an account and end its sessions, which stay ended when it is enabled again."""
        await self._update(UserRow, UserRow.id == user, disabled_at=at, sessions_valid_from=at)

    async def enable(self, user: UserId) -> None:
        await self._update(UserRow, UserRow.id == user, disabled_at=None)

    async def require_password_change(self, user: UserId, at: datetime) -> None:
        """Require a new password at the next sign-in, and end the sessions, so that there is a next one."""
        await self._update(
            UserRow, UserRow.id == user, password_change_required=True, sessions_valid_from=at
        )

    async def set_role(self, user: UserId, role: Role) -> None:
        await self._update(UserRow, UserRow.id == user, role=role)


def _people(now: datetime) -> Select[*tuple[Any, ...]]:
    projects = select(func.count()).select_from(MemberRow).where(MemberRow.user_id == UserRow.id)
    sessions = (
        select(func.count())
        .select_from(SessionRow)
        .where(SessionRow.user_id == UserRow.id, *_open_session(now))
    )
    tokens = (
        select(func.count())
        .select_from(ApiTokenRow)
        .where(ApiTokenRow.created_by == UserRow.id, *_active_token(now))
    )
    counts = [each.correlate(UserRow).scalar_subquery() for each in (projects, sessions, tokens)]
    return select(UserRow, *counts).where(UserRow.deleted_at.is_(None))


def _open_session(now: datetime) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for sessions that are accepted; the account must be part of the query."""
    revoked = exists().where(RevokedSessionRow.id == SessionRow.id)
    return (
        SessionRow.expires_at > now,
        SessionRow.started_at >= UserRow.sessions_valid_from,
        ~revoked,
    )


def _active_token(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return (ApiTokenRow.revoked_at.is_(None), ApiTokenRow.expires_at > now)


def _to_summary(row: UserRow, projects: int, sessions: int, tokens: int) -> PersonSummary:
    return PersonSummary(
        user=to_user(row),
        last_seen_at=row.last_seen_at,
        project_count=projects,
        session_count=sessions,
        token_count=tokens,
    )
