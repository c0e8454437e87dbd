"""Reset a forgotten password with a mailed link.

Whether an address has an account must not be visible: the answer, the database writes and the queued work are the same
for every address. A worker finds out that there is no account, and mails nothing.
"""

from dataclasses import dataclass

from edison.domain.audit.audit_chain import entry
from edison.domain.errors import InvalidEmail, MailNotConfigured, PasswordResetInvalid
from edison.domain.ids import UserId
from edison.domain.people.access import Actor
from edison.domain.people.account import check_confirmation, check_password, normal_email
from edison.kit.digests import sha256_hex
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.people.attempt_limits import (
    SIGN_IN_BY_EMAIL,
    count_password_reset,
    may_mail_password_reset,
)
from edison.services.people.email_confirmation import record_confirmed_email
from edison.services.people.identity import actor_of
from edison.services.people.sign_in import must_allow_passwords
from edison.store.unit_of_work import WriteTx


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetPassword:
    token: str
    password: str
    confirm_password: str


async def request_password_reset(ctx: Context, who: Actor, email: str) -> None:
    """Mail a link that sets a new password, if the address has an enabled account."""
    who.anyone()
    must_allow_passwords(ctx)
    if not ctx.mail_configured:
        raise MailNotConfigured(
            "This installation sends no mail",
            advice="Ask an owner of this installation for a new password.",
        )
    await count_password_reset(ctx, who.origin.address)
    try:
        email = normal_email(email)
    except InvalidEmail:
        # Treat an invalid address like an unknown one, so that the response is the same. PostgreSQL rejects NUL.
        email = email[:255].lower().replace("\0", "")
    allowed = await may_mail_password_reset(ctx, email)
    digest = sha256_hex(email)[:16]
    async with ctx.write() as tx:
        user = await tx.users.by_email(email)
        # People may type anything into the field, so only a digest is recorded.
        asked = ("email_sha256", digest)
        tx.record(entry(who, "user.password_reset_requested", asked, at=ctx.clock.now()))
        if allowed:
            await order_password_reset(ctx, tx, who, user.id if user else UserId(new_id()))


async def order_password_reset(ctx: Context, tx: WriteTx, who: Actor, user: UserId) -> None:
    """Queue a password reset mail in the caller's transaction."""
    await ctx.launcher.send_mail(
        tx,
        {
            "kind": "password_reset",
            "project": "",
            "subject": str(user),
            "actor": who.label,
            "trace_id": who.origin.trace_id,
        },
    )


async def reset_password(ctx: Context, who: Actor, cmd: ResetPassword) -> None:
    """Set a new password with the secret of the newest mailed link, and end all sessions."""
    who.anyone()
    must_allow_passwords(ctx)
    check_password(cmd.password)
    check_confirmation(cmd.password, cmd.confirm_password)
    await count_password_reset(ctx, who.origin.address)
    password_hash, now = await ctx.passwords.hash(cmd.password), ctx.clock.now()
    async with ctx.write() as tx:
        account = await tx.password_resets.use(sha256_hex(cmd.token), now)
        if account is None:
            raise PasswordResetInvalid("This link is not valid or has expired")
        user = await tx.users.get(account)
        user.must_be_enabled()
        person = actor_of(user, who.origin)
        await tx.users.set_password(account, password_hash)
        await tx.users.end_sessions(account, now)
        await tx.attempts.forget(SIGN_IN_BY_EMAIL, user.email)
        # Only a person who reads mail at the address has the link.
        await record_confirmed_email(tx, person, user, now, by="password_reset_mail")
        tx.record(entry(person, "user.password_reset", ("user", account), at=now))
