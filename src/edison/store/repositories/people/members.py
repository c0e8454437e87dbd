"""Members of one project."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, or_, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert

from edison.domain.errors import AlreadyMember, NotFound
from edison.domain.ids import ProjectId, UserId
from edison.domain.people.access import Role
from edison.domain.people.project import Member
from edison.kit.pagination import Page, PageRequest, page_of
from edison.store.repositories.base import Repository
from edison.store.tables.accounts import UserRow
from edison.store.tables.people import MemberRow


class Members(Repository):
    async def get(self, project: ProjectId, user: UserId, *, lock: bool = False) -> Member:
        query = select(MemberRow, UserRow).join(UserRow, UserRow.id == MemberRow.user_id)
        query = query.where(MemberRow.project_id == project, MemberRow.user_id == user)
        found = await self._session.execute(query.with_for_update(of=MemberRow) if lock else query)
        row = found.one_or_none()
        if row is None:
            raise NotFound("No such member in this project")
        return _to_member(row[0], row[1])

    async def page(self, project: ProjectId, page: PageRequest, search: str | None) -> Page[Member]:
        """List members in the order they joined."""
        query = (
            select(MemberRow, UserRow)
            .join(UserRow, UserRow.id == MemberRow.user_id)
            .where(MemberRow.project_id == project)
            .order_by(MemberRow.joined_at, MemberRow.user_id)
            .limit(page.limit + 1)
        )
        if search:
            query = query.where(
                or_(
                    UserRow.email.icontains(search, autoescape=True),
                    UserRow.name.icontains(search, autoescape=True),
                )
            )
        if page.after:
            query = query.where(
                tuple_(MemberRow.joined_at, MemberRow.user_id)
                > tuple_(*page.key(datetime.fromisoformat, UUID))
            )
        rows = (await self._session.execute(query)).all()
        members = [_to_member(row[0], row[1]) for row in rows]
        return page_of(members, page.limit, lambda member: (member.joined_at, member.user))

    async def role_now(self, project: ProjectId, user: UserId) -> Role | None:
        """Read a member's role and keep it as it is until this transaction ends."""
        found = await self._session.scalar(
            select(MemberRow.role)
            .where(MemberRow.project_id == project, MemberRow.user_id == user)
            .with_for_update(read=True)
        )
        return Role(found) if found else None

    async def count_owners(self, project: ProjectId) -> int:
        """Count owners, holding their rows so that two removals cannot both see a second owner."""
        owners = await self._session.scalars(
            select(MemberRow.user_id)
            .where(MemberRow.project_id == project, MemberRow.role == Role.OWNER)
            .order_by(MemberRow.user_id)
            .with_for_update()
        )
        return len(owners.all())

    async def owner_addresses(self, project: ProjectId) -> list[str]:
        rows = await self._session.scalars(
            select(UserRow.email)
            .join(MemberRow, MemberRow.user_id == UserRow.id)
            .where(MemberRow.project_id == project, MemberRow.role == Role.OWNER)
        )
        return list(rows)

    async def with_roles(self, project: ProjectId, roles: Sequence[Role]) -> list[UserId]:
        """In the order they joined."""
        found = await self._session.scalars(
            select(MemberRow.user_id)
            .where(MemberRow.project_id == project, MemberRow.role.in_([*map(str, roles)]))
            .order_by(MemberRow.joined_at, MemberRow.user_id)
        )
        return [UserId(user) for user in found]

    async def add(self, project: ProjectId, user: UserId, role: Role, at: datetime) -> None:
        added = await self._session.scalar(
            insert(MemberRow)
            .values(project_id=project, user_id=user, role=role, joined_at=at)
            .on_conflict_do_nothing()
            .returning(MemberRow.user_id)
        )
        if added is None:
            raise AlreadyMember("This person is a member already", field="email")

    async def set_role(self, project: ProjectId, user: UserId, role: Role) -> None:
        await self._session.execute(
            update(MemberRow)
            .where(MemberRow.project_id == project, MemberRow.user_id == user)
            .values(role=role)
        )

    async def remove(self, project: ProjectId, user: UserId) -> None:
        await self._session.execute(
            delete(MemberRow).where(MemberRow.project_id == project, MemberRow.user_id == user)
        )

    async def count(self, project: ProjectId) -> int:
        found = await self._session.scalar(
            select(func.count()).select_from(MemberRow).where(MemberRow.project_id == project)
        )
        return found or 0


def _to_member(row: MemberRow, user: UserRow) -> Member:
    return Member(
        user=UserId(row.user_id),
        email=user.email,
        name=user.name,
        role=Role(row.role),
        joined_at=row.joined_at,
        email_confirmed=user.email_confirmed_at is not None,
    )
