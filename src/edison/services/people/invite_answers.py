"""Read, accept and decline invites, as the invited person.

To accept, a person must be signed in with the invited address, and must either have the link of the invite or have
confirmed the address. No one becomes a member by another person's action.
"""

from edison.domain.events import INVITE_DECLINED, MEMBER_ADDED
from edison.domain.ids import InviteId
from edison.domain.people.access import Actor
from edison.domain.people.account import User
from edison.domain.people.invite import (
    Invite,
    InviteOffer,
    ReceivedInvite,
    must_be_addressed_to,
    must_own_address,
)
from edison.domain.people.project import ProjectCard
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context
from edison.services.people.email_confirmation import record_confirmed_email


async def join_by_invite(tx: ProjectTx, user: User, invite: Invite) -> None:
    """Accept an invite: add the person as a member with the role of the invite."""
    await tx.invites.accept(tx.project, invite.id, tx.now)
    await tx.members.add(tx.project, user.id, invite.role, tx.now)
    await tx.projects.touch(tx.project, tx.now)
    changes = {"role": {"old": None, "new": invite.role}, "email": {"old": None, "new": user.email}}
    tx.record_entry("member.added", ("member", user.id), changes)
    tx.emit_event(MEMBER_ADDED, user_id=str(user.id), label=user.label, role=str(invite.role))


async def read_offer(ctx: Context, who: Actor, secret: str) -> InviteOffer:
    """Read the invite that belongs to the secret of a link. No other permission is required."""
    who.anyone()
    async with ctx.read() as tx:
        return await tx.invites.offer(secret, ctx.clock.now())


async def accept_invite(ctx: Context, who: Actor, secret: str) -> ProjectCard:
    """Accept an invite by its link. The account must have the invited address."""
    person = who.must_be_person()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        offer = await tx.invites.offer(secret, now, lock=True)
        user = await tx.users.get(person)
        must_be_addressed_to(offer.invite, user)
        if offer.mailed:
            await record_confirmed_email(tx, who, user, now, by="invite_mail")
        project_tx = ProjectTx(tx, who, offer.invite.project, now, ctx.launcher)
        await join_by_invite(project_tx, user, offer.invite)
        return await tx.projects.card(offer.invite.project, offer.invite.role)


async def list_received(ctx: Context, who: Actor) -> list[ReceivedInvite]:
    """List the pending invites of the signed-in account; empty until its address is confirmed."""
    person = who.must_be_person()
    async with ctx.read() as tx:
        user = await tx.users.get(person)
        if not user.email_confirmed:
            return []
        return await tx.invites.addressed_to(user.email, ctx.clock.now())


async def accept_received(ctx: Context, who: Actor, invite: InviteId) -> ProjectCard:
    """Accept an invite without its link. The account's address must be confirmed."""
    person = who.must_be_person()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        user = await tx.users.get(person)
        must_own_address(user)
        found = (await tx.invites.received(invite, user.email, now, lock=True)).invite
        project_tx = ProjectTx(tx, who, found.project, now, ctx.launcher)
        await join_by_invite(project_tx, user, found)
        return await tx.projects.card(found.project, found.role)


async def decline_received(ctx: Context, who: Actor, invite: InviteId) -> None:
    """Decline an invite. Its links stop working."""
    person = who.must_be_person()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        user = await tx.users.get(person)
        must_own_address(user)
        found = (await tx.invites.received(invite, user.email, now, lock=True)).invite
        await tx.invites.revoke(found.project, found.id, now)
        project_tx = ProjectTx(tx, who, found.project, now, ctx.launcher)
        changes = {"email": {"old": found.email, "new": None}}
        project_tx.record_entry(INVITE_DECLINED, ("invite", found.id), changes)
        project_tx.emit_event(INVITE_DECLINED, email=found.email)
