"""Repository of API tokens, including the lookup by secret for authentication."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Select, select

from edison.domain.errors import NotFound
from edison.domain.ids import ProjectId, TokenId, UserId
from edison.domain.people.access import Role
from edison.domain.people.api_token import ApiToken, effective_role
from edison.kit.digests import sha256_hex
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.people import ApiTokenRow, MemberRow, UserRow

# The time of use is saved only this often, because otherwise every read would be a write.
USE_IS_NOTED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenGrant:
    """The access that a presented token grants now."""

    id: TokenId
    name: str
    project: ProjectId
    role: Role
    use_is_stale: bool


class Tokens(Repository):
    async def get(self, project: ProjectId, token: TokenId) -> ApiToken:
        query = _with_creator(project).where(ApiTokenRow.id == token)
        return _to_token(*await self._one(query, "No such token in this project"))

    async def creator(self, project: ProjectId, token: TokenId) -> UserId:
        """Return the person who created the token."""
        found = await self._session.scalar(
            select(ApiTokenRow.created_by).where(
                ApiTokenRow.project_id == project, ApiTokenRow.id == token
            )
        )
        if found is None:
            raise NotFound("No such token in this project")
        return UserId(found)

    async def creators_of(self, project: ProjectId, names: Collection[str]) -> set[UserId]:
        """Return the people who created tokens with these names, also of tokens that were revoked."""
        found = await self._session.scalars(
            select(ApiTokenRow.created_by).where(
                ApiTokenRow.project_id == project, ApiTokenRow.name.in_(names)
            )
        )
        return {UserId(user) for user in found}

    async def page(self, project: ProjectId, page: PageRequest) -> Page[ApiToken]:
        return await self._page(_with_creator(project), page, _to_token, ApiTokenRow.id)

    async def grant(self, secret: str, now: datetime) -> TokenGrant | None:
        """Look up a token by its secret.

        Its creator must have an enabled account and still be a member, with at least the token's role.
        """
        found = await self._session.execute(
            select(ApiTokenRow, MemberRow.role)
            .join(
                MemberRow,
                (MemberRow.project_id == ApiTokenRow.project_id)
                & (MemberRow.user_id == ApiTokenRow.created_by),
            )
            .join(UserRow, UserRow.id == ApiTokenRow.created_by)
            .where(
                ApiTokenRow.digest == sha256_hex(secret),
                UserRow.disabled_at.is_(None),
                ApiTokenRow.revoked_at.is_(None),
                ApiTokenRow.expires_at > now,
            )
        )
        row = found.one_or_none()
        if row is None:
            return None
        token: ApiTokenRow = row[0]
        used = token.last_used_at
        return TokenGrant(
            id=TokenId(token.id),
            name=token.name,
            project=ProjectId(token.project_id),
            role=effective_role(Role(token.role), Role(row[1])),
            use_is_stale=used is None or now - used > USE_IS_NOTED_EVERY,
        )

    async def note_use(self, project: ProjectId, token: TokenId, at: datetime) -> None:
        await self._change(ApiTokenRow, project, token, last_used_at=at)

    async def add(self, project: ProjectId, token: ApiToken, by: UserId, digest: str) -> None:
        values = to_columns(ApiTokenRow, token, project_id=project, digest=digest, created_by=by)
        await self._add(ApiTokenRow(**values))

    async def revoke(self, project: ProjectId, token: TokenId, at: datetime) -> None:
        valid = ApiTokenRow.revoked_at.is_(None)
        await self._change(ApiTokenRow, project, token, valid, revoked_at=at)


def _with_creator(project: ProjectId) -> Select[ApiTokenRow, UserRow]:
    return (
        select(ApiTokenRow, UserRow)
        .join(UserRow, UserRow.id == ApiTokenRow.created_by)
        .where(ApiTokenRow.project_id == project)
    )


def _to_token(row: ApiTokenRow, creator: UserRow) -> ApiToken:
    return from_row(ApiToken, row, created_by=creator.name or creator.email)
