"""Confirm that an email address belongs to the person who has the account.

The link must be mailed to the address and opened while signed in to the account. Without the sign-in, someone could
create an account with another person's address, and that person could confirm it by clicking on the link.
"""

from datetime import datetime

from edison.domain.audit.audit_chain import entry
from edison.domain.errors import ConfirmationInvalid, MailNotConfigured
from edison.domain.events import EMAIL_CONFIRMED, event, user_topic
from edison.domain.ids import UserId
from edison.domain.people.access import Actor
from edison.domain.people.account import User
from edison.kit.digests import sha256_hex
from edison.services.context import Context
from edison.services.people.attempt_limits import count_confirmation_mail
from edison.store.unit_of_work import WriteTx


async def record_confirmed_email(
    tx: WriteTx, who: Actor, user: User, at: datetime, *, by: str
) -> None:
    """Record that an email address is confirmed, and how; do nothing if it is already confirmed."""
    if not await tx.users.confirm_email(user.id, at):
        return
    tx.record(
        entry(
            who,
            "user.email_confirmed",
            ("user", user.id),
            at=at,
            changes={"email_confirmed": {"old": None, "new": by}},
        )
    )
    if who.user != user.id:
        tx.emit(event(who, user_topic(user.id), EMAIL_CONFIRMED, at))


async def send_confirmation(ctx: Context, who: Actor) -> None:
    """Mail a confirmation link to the signed-in person, unless the address is already confirmed."""
    person = who.must_be_person()
    if not ctx.mail_configured:
        raise MailNotConfigured("This installation sends no mail")
    async with ctx.read() as tx:
        user = await tx.users.get(person)
    if user.email_confirmed:
        return
    await count_confirmation_mail(ctx, person)
    async with ctx.write() as tx:
        await order_confirmation(ctx, tx, who, user)


async def order_confirmation(ctx: Context, tx: WriteTx, who: Actor, user: User) -> None:
    """Queue a confirmation mail in the caller's transaction, if a mail server is configured."""
    if not ctx.mail_configured or user.email_confirmed:
        return
    await ctx.launcher.send_mail(
        tx,
        {
            "kind": "confirm_email",
            "project": "",
            "subject": str(user.id),
            "actor": who.label,
            "trace_id": who.origin.trace_id,
        },
    )


async def confirm_own_email(ctx: Context, who: Actor, secret: str) -> User:
    """Confirm the address of the signed-in account with the secret of its newest mailed link."""
    person = who.must_be_person()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        user = await tx.users.get(person)
        if not user.email_confirmed:
            if not await tx.users.confirmation_matches(person, sha256_hex(secret), now):
                raise ConfirmationInvalid(
                    "This confirmation link is not valid for your account, or has expired"
                )
            await record_confirmed_email(tx, who, user, now, by="mail")
        return await tx.users.get(person)


async def vouch_for_email(ctx: Context, who: Actor, user: UserId) -> User:
    """Confirm the address of another account. Only for an owner of the installation."""
    who.must_own_installation()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        await record_confirmed_email(
            tx, who, await tx.users.get(user), now, by="installation_owner"
        )
        return await tx.users.get(user)
