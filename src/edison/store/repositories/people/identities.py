"""Repositories of sign-ins with providers: identities, sign-ins in progress, and roles by group."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from edison.domain.ids import ProjectId, UserId
from edison.domain.people.access import Role
from edison.domain.people.account import User
from edison.domain.people.sign_in_methods import (
    ExternalPerson,
    GroupRole,
    Seat,
    SeatChange,
    SignInFlow,
    highest,
)
from edison.kit.digests import sha256_hex
from edison.store.repositories.base import Repository
from edison.store.repositories.people.accounts import to_user
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.people import (
    GroupRoleRow,
    IdentityRow,
    MemberRow,
    ProjectRow,
    SignInFlowRow,
    UserRow,
)


class Identities(Repository):
    """Repository of accounts at providers. Issuer and subject identify a person; the address does not."""

    async def user_of(self, person: ExternalPerson) -> User | None:
        row = await self._session.scalar(
            select(UserRow)
            .join(IdentityRow, IdentityRow.user_id == UserRow.id)
            .where(
                IdentityRow.issuer == person.issuer,
                IdentityRow.subject == person.subject,
                UserRow.deleted_at.is_(None),
            )
        )
        return to_user(row) if row else None

    async def add(self, person: ExternalPerson, user: UserId, at: datetime) -> None:
        await self._session.execute(
            insert(IdentityRow).values(
                issuer=person.issuer,
                subject=person.subject,
                user_id=user,
                groups=list(person.groups),
                created_at=at,
                signed_in_at=at,
            )
        )

    async def note_sign_in(self, person: ExternalPerson, at: datetime) -> None:
        """Save the time of a sign-in, and the groups that the provider stated."""
        await self._session.execute(
            update(IdentityRow)
            .where(IdentityRow.issuer == person.issuer, IdentityRow.subject == person.subject)
            .values(groups=list(person.groups), signed_in_at=at)
        )

    async def lock_subject(self, person: ExternalPerson) -> None:
        """Serialize the sign-ins of one person, so that two at once do not create two accounts."""
        await self._lock(f"identity:{person.issuer} {person.subject}")


class SignInFlows(Repository):
    """Repository of sign-ins that wait for the answer of a provider."""

    async def begin(self, state: str, browser: str, flow: SignInFlow) -> None:
        values = to_columns(
            SignInFlowRow, flow, state_digest=sha256_hex(state), browser_digest=sha256_hex(browser)
        )
        await self._session.execute(insert(SignInFlowRow).values(**values))

    async def take(self, state: str, browser: str, provider: str) -> SignInFlow | None:
        """Return and delete the sign-in of this browser with this provider, so that it is used once."""
        row = await self._session.scalar(
            delete(SignInFlowRow)
            .where(
                SignInFlowRow.state_digest == sha256_hex(state),
                SignInFlowRow.browser_digest == sha256_hex(browser),
                SignInFlowRow.provider == provider,
            )
            .returning(SignInFlowRow)
        )
        return from_row(SignInFlow, row) if row else None


class GroupRoles(Repository):
    """Repository of roles by group, and of the memberships that they give."""

    async def hold(self) -> None:
        """Serialize changes of groups and of their roles, which both decide about memberships."""
        await self._lock("group-roles")

    async def all(self) -> list[GroupRole]:
        rows = await self._session.execute(
            select(GroupRoleRow, ProjectRow.slug)
            .join(ProjectRow, ProjectRow.id == GroupRoleRow.project_id)
            .order_by(GroupRoleRow.issuer, GroupRoleRow.group_name, ProjectRow.slug)
        )
        return [
            GroupRole(
                issuer=row.issuer,
                group=row.group_name,
                project=ProjectId(row.project_id),
                slug=slug,
                role=Role(row.role),
            )
            for row, slug in rows
        ]

    async def replace_all(self, roles: Sequence[GroupRole]) -> None:
        await self._session.execute(delete(GroupRoleRow))
        for each in roles:
            await self._session.execute(
                insert(GroupRoleRow).values(
                    project_id=each.project,
                    issuer=each.issuer,
                    group_name=each.group,
                    role=str(each.role),
                )
            )

    async def wanted(self, user: UserId | None = None) -> dict[Seat, Role]:
        """Return the memberships that groups give to a person, or to all. The highest role counts."""
        query = (
            select(GroupRoleRow.project_id, IdentityRow.user_id, func.array_agg(GroupRoleRow.role))
            .join(
                IdentityRow,
                (IdentityRow.issuer == GroupRoleRow.issuer)
                & (GroupRoleRow.group_name == IdentityRow.groups.any_()),
            )
            .join(UserRow, UserRow.id == IdentityRow.user_id)
            .where(UserRow.deleted_at.is_(None))
            .group_by(GroupRoleRow.project_id, IdentityRow.user_id)
        )
        if user is not None:
            query = query.where(IdentityRow.user_id == user)
        found = await self._session.execute(query)
        return {
            (ProjectId(row[0]), UserId(row[1])): highest([Role(role) for role in row[2]])
            for row in found
        }

    async def stored(
        self, user: UserId | None, projects: Collection[ProjectId]
    ) -> tuple[dict[Seat, Role], set[Seat]]:
        """Return the memberships by group, and those given by hand; lock them.

        They are those of a person, or without one those by group and those in the projects.
        """
        query = select(MemberRow).order_by(MemberRow.project_id, MemberRow.user_id)
        if user is not None:
            query = query.where(MemberRow.user_id == user)
        else:
            query = query.where(or_(MemberRow.by_group, MemberRow.project_id.in_(projects)))
        by_group, by_hand = dict[Seat, Role](), set[Seat]()
        for row in await self._session.scalars(query.with_for_update()):
            seat = (ProjectId(row.project_id), UserId(row.user_id))
            if row.by_group:
                by_group[seat] = Role(row.role)
            else:
                by_hand.add(seat)
        return by_group, by_hand

    async def apply(self, change: SeatChange, at: datetime) -> None:
        ours = (
            MemberRow.project_id == change.project,
            MemberRow.user_id == change.user,
            MemberRow.by_group,
        )
        if change.new is None:
            await self._session.execute(delete(MemberRow).where(*ours))
        elif change.old is None:
            await self._session.execute(
                insert(MemberRow)
                .values(
                    project_id=change.project,
                    user_id=change.user,
                    role=str(change.new),
                    joined_at=at,
                    by_group=True,
                )
                # Somebody may have added the person by hand in this moment.
                .on_conflict_do_nothing()
            )
        else:
            await self._session.execute(update(MemberRow).where(*ours).values(role=str(change.new)))
