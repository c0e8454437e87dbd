"""Repository of project members."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, or_, select
from sqlalchemy.dialects.postgresql import insert

from edison.domain.errors import AlreadyMember
from edison.domain.ids import ProjectId, UserId
from edison.domain.people.access import Role
from edison.domain.people.project import Member
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row
from edison.store.tables.people import MemberRow, UserRow


class Members(Repository):
    async def get(self, project: ProjectId, user: UserId, *, lock: bool = False) -> Member:
        query = select(MemberRow, UserRow).join(UserRow, UserRow.id == MemberRow.user_id)
        query = query.where(MemberRow.project_id == project, MemberRow.user_id == user)
        held = query.with_for_update(of=MemberRow) if lock else query
        return _to_member(*await self._one(held, "No such member in this project"))

    async def page(self, project: ProjectId, page: PageRequest, search: str | None) -> Page[Member]:
        """List members in the order they joined."""
        query = (
            select(MemberRow, UserRow)
            .join(UserRow, UserRow.id == MemberRow.user_id)
            .where(MemberRow.project_id == project)
        )
        if search:
            query = query.where(
                or_(
                    UserRow.email.icontains(search, autoescape=True),
                    UserRow.name.icontains(search, autoescape=True),
                )
            )
        keys = (MemberRow.joined_at, MemberRow.user_id)
        return await self._page(query, page, _to_member, *keys, ascending=True)

    async def role_now(self, project: ProjectId, user: UserId) -> Role | None:
        """Read a member's role and lock it until this transaction ends."""
        found = await self._session.scalar(
            select(MemberRow.role)
            .where(MemberRow.project_id == project, MemberRow.user_id == user)
            .with_for_update(read=True)
        )
        return Role(found) if found else None

    async def count_owners(self, project: ProjectId) -> int:
        """Count the owners and lock their rows, so that concurrent removals cannot remove the last two owners."""
        owners = await self._session.scalars(
            select(MemberRow.user_id)
            .where(MemberRow.project_id == project, MemberRow.role == Role.OWNER)
            .order_by(MemberRow.user_id)
            .with_for_update()
        )
        return len(owners.all())

    async def with_roles(self, project: ProjectId, roles: Sequence[Role]) -> list[UserId]:
        """Return the members with these roles in the order they joined."""
        found = await self._session.scalars(
            select(MemberRow.user_id)
            .where(MemberRow.project_id == project, MemberRow.role.in_([*map(str, roles)]))
            .order_by(MemberRow.joined_at, MemberRow.user_id)
        )
        return [UserId(user) for user in found]

    async def add(self, project: ProjectId, user: UserId, role: Role, at: datetime) -> None:
        """Add a member by hand. A membership that a group gave becomes one by hand."""
        added = await self._session.scalar(
            insert(MemberRow)
            .values(project_id=project, user_id=user, role=role, joined_at=at)
            .on_conflict_do_update(
                index_elements=[MemberRow.project_id, MemberRow.user_id],
                set_={"role": role, "by_group": False},
                where=MemberRow.by_group.is_(True),
            )
            .returning(MemberRow.user_id)
        )
        if added is None:
            raise AlreadyMember("This person is already a member", field="email")

    async def set_role(self, project: ProjectId, user: UserId, role: Role) -> None:
        """Set a role by hand; groups do not change it afterwards."""
        ours = (MemberRow.project_id == project, MemberRow.user_id == user)
        await self._update(MemberRow, *ours, role=role, by_group=False)

    async def remove(self, project: ProjectId, user: UserId) -> None:
        await self._session.execute(
            delete(MemberRow).where(MemberRow.project_id == project, MemberRow.user_id == user)
        )


def _to_member(row: MemberRow, user: UserRow) -> Member:
    return from_row(
        Member,
        row,
        user=row.user_id,
        email=user.email,
        name=user.name,
        email_confirmed=user.email_confirmed_at is not None,
    )
