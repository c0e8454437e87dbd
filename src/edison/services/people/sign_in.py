"""Open a session with email and password, and end a session."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from edison.domain.audit.audit_chain import entry
from edison.domain.errors import InvalidCredentials, InvalidEmail
from edison.domain.people.access import Actor
from edison.domain.people.account import User, normal_email, session_lifetime
from edison.kit.digests import sha256_hex
from edison.services.context import Context
from edison.services.people.attempt_limits import count_sign_in, forget_sign_in
from edison.services.people.identity import actor_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    user: User
    token: str
    expires_at: datetime
    lifetime: timedelta


def open_session(ctx: Context, user: User, lifetime: timedelta) -> SignedIn:
    lifetime = min(lifetime, ctx.accounts.session_ends_after)
    token, claims = ctx.sessions.issue(user, ctx.clock.now(), lifetime)
    return SignedIn(user=user, token=token, expires_at=claims.expires_at, lifetime=lifetime)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    email: str
    password: str
    remember_me: bool = False


async def sign_in(ctx: Context, who: Actor, cmd: SignIn) -> SignedIn:
    """Open a session. Timing and error are the same for a wrong email and a wrong password."""
    who.anyone()
    try:
        email = normal_email(cmd.email)
    except InvalidEmail:
        # Treat an invalid address like an unknown one, so that the response is the same. PostgreSQL rejects NUL.
        email = cmd.email[:255].lower().replace("\0", "")
    await count_sign_in(ctx, email, who.origin.address)
    async with ctx.read() as tx:
        user = await tx.users.by_email(email)
        stored = await tx.users.password_hash(email)
    matches = await ctx.passwords.matches(cmd.password, stored)
    if user is None or not matches:
        await _record_failure(ctx, who, email)
        raise InvalidCredentials("Invalid email or password")
    await forget_sign_in(ctx, email, who.origin.address)
    async with ctx.write() as tx:
        tx.record(
            entry(actor_of(user, who.origin), "user.login", ("user", user.id), at=ctx.clock.now())
        )
    return open_session(ctx, user, session_lifetime(remember=cmd.remember_me))


async def _record_failure(ctx: Context, who: Actor, email: str) -> None:
    """Record a failed attempt with a digest of the email, because people may type a password into that field."""
    async with ctx.write() as tx:
        tx.record(
            entry(
                who,
                "user.login_failed",
                ("email_sha256", sha256_hex(email)[:16]),
                at=ctx.clock.now(),
            )
        )


async def sign_out(ctx: Context, who: Actor) -> None:
    """End the current session. Its token is no longer accepted."""
    user = who.must_be_person()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        if who.session and who.session_ends_at:
            await tx.users.end_session(who.session, who.session_ends_at)
        tx.record(entry(who, "user.logout", ("user", user), at=now))


async def sign_out_everywhere(ctx: Context, who: Actor) -> None:
    user = who.must_be_person()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        await tx.users.end_sessions(user, now)
        tx.record(entry(who, "user.logout_everywhere", ("user", user), at=now))
