"""List people, disable and enable accounts, end sessions and revoke tokens, as an owner of the installation."""

from edison.domain.errors import InvalidInput, MailNotConfigured, NotFound
from edison.domain.events import TOKEN_REVOKED
from edison.domain.ids import TokenId, UserId
from edison.domain.people.access import Actor
from edison.domain.people.person_record import (
    PersonFilter,
    PersonRecord,
    PersonSummary,
    PersonToken,
    SessionUse,
)
from edison.engine.project_tx import ProjectTx
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.people.installation_owners import (
    Administration,
    administer,
    must_leave_an_owner,
)
from edison.services.people.password_reset import order_password_reset


async def list_people(
    ctx: Context, who: Actor, page: PageRequest, search: str | None, state: PersonFilter | None
) -> Page[PersonSummary]:
    """List the people of the installation, newest account first."""
    who.must_own_installation()
    async with ctx.read() as tx:
        return await tx.people.page(page, search, state, ctx.clock.now())


async def read_person(ctx: Context, who: Actor, user: UserId) -> PersonRecord:
    who.must_own_installation()
    async with ctx.read() as tx:
        return await tx.people.record(user, ctx.clock.now())


async def disable_person(ctx: Context, who: Actor, user: UserId) -> PersonSummary:
    """Disable an account: its sessions end, and its API tokens are refused until it is enabled again.

    Scheduled work that the person created continues, because it belongs to the project.
    """
    who.must_own_installation()
    async with administer(ctx, who, user) as at:
        if user == who.user:
            raise InvalidInput("You cannot disable your own account")
        must_leave_an_owner(at.person, at.owners)
        if at.person.disabled_at is None:
            await at.tx.people.disable(user, at.now)
            at.record("user.disabled", {"disabled": {"old": False, "new": True}})
        return await at.tx.people.summary(user, at.now)


async def enable_person(ctx: Context, who: Actor, user: UserId) -> PersonSummary:
    """Enable an account. Its tokens work again; its sessions stay ended."""
    who.must_own_installation()
    async with administer(ctx, who, user) as at:
        if at.person.disabled_at is not None:
            await at.tx.people.enable(user)
            at.record("user.enabled", {"disabled": {"old": True, "new": False}})
        return await at.tx.people.summary(user, at.now)


async def require_password_change(ctx: Context, who: Actor, user: UserId) -> PersonSummary:
    """End all sessions of a person, whose next sign-in needs a new password."""
    who.must_own_installation()
    async with administer(ctx, who, user) as at:
        await at.tx.people.require_password_change(user, at.now)
        at.record("user.password_change_required")
        return await at.tx.people.summary(user, at.now)


async def mail_password_reset(ctx: Context, who: Actor, user: UserId) -> None:
    """Mail a link to the person that sets a new password."""
    who.must_own_installation()
    if not ctx.mail_configured:
        raise MailNotConfigured(
            "This installation sends no mail",
            advice="Set a password on the server: edison reset-password.",
        )
    async with administer(ctx, who, user) as at:
        at.person.must_be_enabled()
        await order_password_reset(ctx, at.tx, who, user)
        at.record("user.password_reset_mailed")


async def end_sessions(ctx: Context, who: Actor, user: UserId) -> None:
    """End all sessions of a person."""
    who.must_own_installation()
    async with administer(ctx, who, user) as at:
        await at.tx.users.end_sessions(user, at.now)
        at.record("user.sessions_ended")


async def end_session(ctx: Context, who: Actor, user: UserId, session: str) -> None:
    """End one session of a person."""
    who.must_own_installation()
    async with administer(ctx, who, user) as at:
        found: SessionUse = await at.tx.people.session(user, session, at.now)
        ends_at = found.started_at + ctx.accounts.session_ends_after
        await at.tx.users.end_session(session, max(ends_at, found.expires_at))
        at.record("user.session_ended", {"address": {"old": found.address, "new": None}})


async def revoke_tokens(
    ctx: Context, who: Actor, user: UserId, only: TokenId | None = None
) -> None:
    """Revoke the active API tokens that a person created, in all projects, or only one of them."""
    who.must_own_installation()
    async with administer(ctx, who, user) as at:
        tokens = await at.tx.people.tokens(user, at.now)
        wanted = [token for token in tokens if only in (None, token.id)]
        if only is not None and not wanted:
            raise NotFound("This person has no such token")
        for token in wanted:
            await _revoke(ctx, at, token)
        at.record("user.tokens_revoked", {"tokens": {"old": len(wanted), "new": 0}})


async def _revoke(ctx: Context, at: Administration, token: PersonToken) -> None:
    """Revoke a token; the project's own audit log says so too."""
    tx = ProjectTx(at.tx, at.who, token.project, at.now, ctx.launcher)
    await tx.tokens.revoke(token.project, token.id, at.now)
    tx.record_entry(TOKEN_REVOKED, ("token", token.id), {"name": {"old": token.name, "new": None}})
    tx.emit_event(TOKEN_REVOKED, name=token.name)
