"""Authenticate requests: convert a session cookie or a bearer token to an actor."""

from dataclasses import dataclass, replace
from datetime import datetime

from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, RequestOrigin
from edison.domain.people.account import RENEWAL_GRACE, SESSION_IS_NOTED_EVERY, User, wants_renewal
from edison.domain.people.api_token import TOKEN_PREFIX
from edison.domain.people.person_record import SessionUse
from edison.services.context import Context
from edison.vault.session_tokens import SessionClaims


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestCredentials:
    """The session cookie and the bearer token of a request."""

    session: str | None = None
    bearer: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Identified:
    """The actor, the project in the request path (if the actor can see it), and a session that is due for renewal."""

    actor: Actor
    project: ProjectId | None = None
    renewable: tuple[User, SessionClaims] | None = None


async def identify(
    ctx: Context, shown: RequestCredentials, origin: RequestOrigin, project_reference: str | None
) -> Identified:
    """Return the actor of a request, with the actor's role in the project."""
    if shown.bearer is not None:
        return await _by_token(ctx, shown.bearer, origin, project_reference)
    if shown.session is not None:
        return await _by_session(ctx, shown.session, origin, project_reference)
    return Identified(actor=Actor(kind="anonymous", origin=origin))


def actor_of(user: User, origin: RequestOrigin) -> Actor:
    return Actor(
        kind="user",
        id=user.id,
        label=user.label,
        user=user.id,
        installation_role=user.role,
        origin=origin,
    )


async def _by_session(
    ctx: Context, token: str, origin: RequestOrigin, project_reference: str | None
) -> Identified:
    now = ctx.clock.now()
    claims = ctx.sessions.read(token, now)
    if claims is None or now >= _end_of(ctx, claims):
        return Identified(actor=Actor(kind="anonymous", origin=origin))
    async with ctx.read() as tx:
        accepted = await tx.users.signed_in(
            claims.user,
            session=claims.session,
            token=claims.token,
            started_at=claims.started_at,
            now=now,
        )
        found = None
        if accepted and project_reference:
            found = await tx.projects.membership(project_reference, claims.user)
    if accepted is None:
        return Identified(actor=Actor(kind="anonymous", origin=origin))
    user, noted_at = accepted
    if noted_at is None or now - noted_at > SESSION_IS_NOTED_EVERY:
        async with ctx.write() as tx:
            await tx.sessions.note_use(_use_of(claims, origin, now))
    actor = replace(
        actor_of(user, origin),
        session=claims.session,
        session_expires_at=claims.expires_at,
        session_ends_at=_end_of(ctx, claims),
        roles={found[0]: found[1]} if found else {},
    )
    due = wants_renewal(claims.expires_at, now, _end_of(ctx, claims))
    return Identified(
        actor=actor,
        project=found[0] if found else None,
        renewable=(user, claims) if due else None,
    )


def _use_of(claims: SessionClaims, origin: RequestOrigin, now: datetime) -> SessionUse:
    return SessionUse(
        id=claims.session,
        user=claims.user,
        started_at=claims.started_at,
        last_seen_at=now,
        expires_at=claims.expires_at,
        address=origin.address,
        user_agent=origin.user_agent,
    )


def _end_of(ctx: Context, claims: SessionClaims) -> datetime:
    return claims.started_at + ctx.accounts.session_ends_after


async def renew_session(ctx: Context, found: Identified) -> tuple[str, datetime] | None:
    """Renew a session: create a new token and revoke the current one.

    The caller must send the new token to the browser. The old token stops working after a short grace period, so that
    concurrent requests with the old token do not sign the person out.
    """
    if found.renewable is None:
        return None
    user, claims = found.renewable
    now = ctx.clock.now()
    async with ctx.write() as tx:
        await tx.users.end_token(claims.token, claims.expires_at, revoked_from=now + RENEWAL_GRACE)
    token, fresh = ctx.sessions.renew(user, claims, now, _end_of(ctx, claims))
    return token, fresh.expires_at


async def _by_token(
    ctx: Context, secret: str, origin: RequestOrigin, project_reference: str | None
) -> Identified:
    nobody = Identified(actor=Actor(kind="anonymous", origin=origin))
    if not secret.startswith(TOKEN_PREFIX):
        return nobody
    now = ctx.clock.now()
    async with ctx.read() as tx:
        grant = await tx.tokens.grant(secret, now)
        named = await tx.projects.resolve(project_reference) if project_reference else None
    if grant is None:
        return nobody
    if grant.use_is_stale:
        async with ctx.write() as tx:
            await tx.tokens.note_use(grant.project, grant.id, now)
    actor = Actor(
        kind="token",
        id=grant.id,
        label=grant.name,
        roles={grant.project: grant.role},
        origin=origin,
    )
    return Identified(actor=actor, project=grant.project if named == grant.project else None)
