"""List, create and revoke API tokens. A program uses a token to act in one project."""

from dataclasses import dataclass
from datetime import timedelta

from edison.domain.errors import InvalidInput
from edison.domain.events import TOKEN_CREATED, TOKEN_REVOKED
from edison.domain.ids import ProjectId, TokenId
from edison.domain.people.access import Actor, Permission, Role, may_grant
from edison.domain.people.api_token import MAX_DAYS, TOKEN_PREFIX, ApiToken, new_secret
from edison.kit.pagination import Page, PageRequest
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.permission_check import confirm_permission


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken:
    project: ProjectId
    name: str
    role: Role
    expires_in_days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshToken:
    token: ApiToken
    secret: str


async def list_tokens(
    ctx: Context, who: Actor, project: ProjectId, page: PageRequest
) -> Page[ApiToken]:
    who.must(Permission.MANAGE_TOKENS, project)
    async with ctx.read() as tx:
        return await tx.tokens.page(project, page)


async def create_token(ctx: Context, who: Actor, cmd: CreateToken) -> FreshToken:
    """Create a token. Its secret is returned only once."""
    who.must(Permission.MANAGE_TOKENS, cmd.project)
    creator = who.must_be_person()
    if cmd.role is Role.OWNER:
        raise InvalidInput("The role of a token must be from VIEWER to ADMIN", field="role")
    if not 1 <= cmd.expires_in_days <= MAX_DAYS:
        raise InvalidInput(f"Choose 1 to {MAX_DAYS} days", field="expires_in_days")
    now = ctx.clock.now()
    secret = new_secret(TOKEN_PREFIX)
    token = ApiToken(
        id=TokenId(new_id()),
        name=cmd.name,
        role=cmd.role,
        hint=secret.hint,
        created_by=who.label,
        created_at=now,
        expires_at=now + timedelta(days=cmd.expires_in_days),
    )
    async with ctx.change(who, cmd.project, now) as tx:
        (await tx.projects.get(cmd.project)).must_be_live()
        may_grant(await confirm_permission(tx, Permission.MANAGE_TOKENS), cmd.role)
        await tx.tokens.add(cmd.project, token, creator, secret.digest)
        tx.record_entry(
            "token.created",
            ("token", token.id),
            {
                "name": {"old": None, "new": token.name},
                "role": {"old": None, "new": token.role},
                "expires_at": {"old": None, "new": token.expires_at.isoformat()},
            },
        )
        tx.emit_event(TOKEN_CREATED, name=token.name, role=str(token.role))
    return FreshToken(token=token, secret=secret.text)


async def revoke_token(ctx: Context, who: Actor, project: ProjectId, token_id: TokenId) -> None:
    who.must(Permission.MANAGE_TOKENS, project)
    async with ctx.change(who, project) as tx:
        token = await tx.tokens.get(project, token_id)
        if token.revoked_at is not None:
            return
        await tx.tokens.revoke(project, token_id, tx.now)
        tx.record_entry(
            "token.revoked", ("token", token_id), {"name": {"old": token.name, "new": None}}
        )
        tx.emit_event(TOKEN_REVOKED, name=token.name)
