"""Read and rename the account of the signed-in person, and change its password."""

from dataclasses import dataclass, replace

from edison.domain.audit.audit_chain import entry
from edison.domain.errors import InvalidInput
from edison.domain.people.access import Actor
from edison.domain.people.account import SESSION_LIFETIME, User, check_confirmation, check_password
from edison.services.context import Context
from edison.services.people.attempt_limits import count_sign_in, forget_sign_in
from edison.services.people.sign_in import SignedIn, must_allow_passwords, open_session


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePassword:
    current_password: str
    password: str
    confirm_password: str


async def get_me(ctx: Context, who: Actor) -> User:
    user = who.must_be_person()
    async with ctx.read() as tx:
        return await tx.users.get(user)


async def rename_me(ctx: Context, who: Actor, name: str | None) -> User:
    user = who.must_be_person()
    async with ctx.write() as tx:
        before = await tx.users.get(user)
        after = replace(before, name=name or None)
        await tx.users.rename(user, after.name)
        tx.record(
            entry(
                who,
                "user.renamed",
                ("user", user),
                at=ctx.clock.now(),
                changes={"name": {"old": before.name, "new": after.name}},
            )
        )
    return after


async def change_password(ctx: Context, who: Actor, cmd: ChangePassword) -> SignedIn:
    """Set a new password, end all sessions, and open a new session for this browser."""
    user_id = who.must_be_person()
    must_allow_passwords(ctx)
    check_password(cmd.password)
    check_confirmation(cmd.password, cmd.confirm_password)
    async with ctx.read() as tx:
        user = await tx.users.get(user_id)
        stored = await tx.users.password_hash(user.email)
    # Limit attempts here too, so that an open session cannot be used to guess the password.
    await count_sign_in(ctx, user.email, who.origin.address)
    if not await ctx.passwords.matches(cmd.current_password, stored):
        raise InvalidInput("The current password is wrong", field="current_password")
    await forget_sign_in(ctx, user.email, who.origin.address)
    password_hash = await ctx.passwords.hash(cmd.password)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        await tx.users.set_password(user_id, password_hash)
        await tx.users.end_sessions(user_id, now)
        if who.session and who.session_ends_at:
            await tx.users.end_session(who.session, who.session_ends_at)
        tx.record(entry(who, "user.password_changed", ("user", user_id), at=now))
    return open_session(ctx, user, SESSION_LIFETIME)
