"""Open a session with email and password, and end a session."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from edison.domain.audit.audit_chain import entry
from edison.domain.errors import (
    InvalidCredentials,
    InvalidEmail,
    InvalidInput,
    PasswordChangeRequired,
    PasswordsOff,
)
from edison.domain.people.access import Actor
from edison.domain.people.account import (
    User,
    check_confirmation,
    check_password,
    normal_email,
    session_lifetime,
)
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
    """Start a session; every way of signing in ends here. Raise an error if the account is disabled."""
    user.must_be_enabled()
    lifetime = min(lifetime, ctx.accounts.session_ends_after)
    token, claims = ctx.sessions.issue(user, ctx.clock.now(), lifetime)
    return SignedIn(user=user, token=token, expires_at=claims.expires_at, lifetime=lifetime)


def must_allow_passwords(ctx: Context) -> None:
    """Raise an error if people sign in with providers only."""
    if not ctx.accounts.passwords:
        raise PasswordsOff("This installation does not accept passwords")


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    email: str
    password: str
    remember_me: bool = False
    # Only for an account whose password must be changed.
    new_password: str | None = None
    confirm_password: str | None = None


async def sign_in(ctx: Context, who: Actor, cmd: SignIn) -> SignedIn:
    """Open a session. Timing and error are the same for a wrong email and a wrong password."""
    who.anyone()
    must_allow_passwords(ctx)
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
    # Only a person with the right password learns that the account is disabled or needs a new password.
    if user.disabled_at is not None:
        await _record_refusal(ctx, actor_of(user, who.origin))
        user.must_be_enabled()
    password_hash = await _required_change(ctx, user, cmd)
    now, person = ctx.clock.now(), actor_of(user, who.origin)
    async with ctx.write() as tx:
        if password_hash is not None:
            await tx.users.set_password(user.id, password_hash)
            await tx.users.end_sessions(user.id, now)
            tx.record(entry(person, "user.password_changed", ("user", user.id), at=now))
        tx.record(entry(person, "user.login", ("user", user.id), at=now))
    return open_session(ctx, user, session_lifetime(remember=cmd.remember_me))


async def _required_change(ctx: Context, user: User, cmd: SignIn) -> str | None:
    """Return the hash of the new password if the password of the account must be changed."""
    if not user.password_change_required:
        if cmd.new_password is not None:
            raise InvalidInput("This account needs no new password", field="new_password")
        return None
    if cmd.new_password is None:
        raise PasswordChangeRequired("Choose a new password to sign in", field="new_password")
    check_password(cmd.new_password)
    check_confirmation(cmd.new_password, cmd.confirm_password or "")
    if cmd.new_password == cmd.password:
        raise InvalidInput("The new password is the current one", field="new_password")
    return await ctx.passwords.hash(cmd.new_password)


async def _record_refusal(ctx: Context, person: Actor) -> None:
    """Record that a person with the right password was refused, because the account is disabled."""
    async with ctx.write() as tx:
        tx.record(entry(person, "user.login_refused", ("user", str(person.id)), at=ctx.clock.now()))


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
