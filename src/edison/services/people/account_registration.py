"""Create an account. The first account becomes the owner of the installation."""

from dataclasses import dataclass

from edison.domain.audit.audit_chain import entry
from edison.domain.errors import EmailTaken, InviteForAnother, RegistrationClosed
from edison.domain.ids import UserId
from edison.domain.people.access import Actor, Role
from edison.domain.people.account import (
    SESSION_LIFETIME,
    Registration,
    User,
    check_confirmation,
    check_password,
    normal_email,
)
from edison.domain.people.invite import InviteOffer
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.people.attempt_limits import count_sign_up
from edison.services.people.email_confirmation import order_confirmation
from edison.services.people.identity import actor_of
from edison.services.people.invite_answers import join_by_invite
from edison.services.people.sign_in import SignedIn, must_allow_passwords, open_session
from edison.store.unit_of_work import WriteTx


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    email: str
    name: str | None
    password: str
    confirm_password: str
    invite: str | None = None


async def register(ctx: Context, who: Actor, cmd: Register) -> SignedIn:
    """Create an account and, if an invite is given, a project membership, in one transaction."""
    who.anyone()
    must_allow_passwords(ctx)
    email = normal_email(cmd.email)
    check_password(cmd.password)
    check_confirmation(cmd.password, cmd.confirm_password)
    await count_sign_up(ctx, who.origin.address)
    password_hash = await ctx.passwords.hash(cmd.password)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        if await tx.users.by_email(email):
            # Checked before the invite: after a lost response the account exists and the invite is used up.
            raise EmailTaken("Email already in use", field="email")
        offer = await tx.invites.offer(cmd.invite, now, lock=True) if cmd.invite else None
        role = await _installation_role(ctx, tx, offer)
        if offer and offer.invite.email != email:
            raise InviteForAnother("This invite is for another email address", field="email")
        # Only a mailed link proves that the person reads mail at the address; a link shown on a screen does
        # not. The owner of the installation may confirm any address, so also their own.
        confirmed = role is Role.OWNER or (offer is not None and offer.mailed)
        user = User(
            id=UserId(new_id()),
            email=email,
            name=cmd.name or None,
            role=role,
            created_at=now,
            email_confirmed_at=now if confirmed else None,
        )
        await tx.users.add(user, password_hash)
        newcomer = actor_of(user, who.origin)
        tx.record(
            entry(
                newcomer,
                "user.registered",
                ("user", user.id),
                at=now,
                changes={
                    "email": {"old": None, "new": email},
                    "role": {"old": None, "new": user.role},
                    "email_confirmed": {"old": None, "new": user.email_confirmed},
                },
            )
        )
        await order_confirmation(ctx, tx, newcomer, user)
        if offer:
            project_tx = ProjectTx(tx, newcomer, offer.invite.project, now, ctx.launcher)
            await join_by_invite(project_tx, user, offer.invite)
    return open_session(ctx, user, SESSION_LIFETIME)


async def first_account_role(tx: WriteTx) -> Role | None:
    """Return the role of the owner if there is no account yet; the others wait until this one is created."""
    if not await tx.users.any():
        await tx.users.first_account_lock()
        if not await tx.users.any():
            return Role.OWNER
    return None


async def _installation_role(ctx: Context, tx: WriteTx, offer: InviteOffer | None) -> Role:
    if first := await first_account_role(tx):
        return first
    policy = ctx.accounts.registration
    if policy is Registration.CLOSED or (policy is Registration.INVITE and offer is None):
        raise RegistrationClosed("Registration is closed on this installation")
    return Role.EDITOR
