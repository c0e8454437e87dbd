"""The invited person's side: look at invites, accept or decline them.

An invite is accepted by whoever is signed in with the invited address, and either has the link of
this very invite or has shown that the address is theirs. Nobody becomes a member by what another
person does.
"""

from datetime import datetime

from edison.domain.audit.audit_chain import entry
from edison.domain.events import INVITE_DECLINED, MEMBER_ADDED, event, project_topic
from edison.domain.ids import InviteId, ProjectId
from edison.domain.people.access import Actor, Role
from edison.domain.people.account import User
from edison.domain.people.invite import (
    Invite,
    InviteOffer,
    ReceivedInvite,
    must_be_addressed_to,
    must_own_address,
)
from edison.domain.people.project import ProjectCard
from edison.services.context import Context
from edison.services.people.email_confirmation import record_confirmed_email
from edison.store.unit_of_work import WriteTx


async def join_by_invite(tx: WriteTx, who: Actor, user: User, invite: Invite, at: datetime) -> None:
    await tx.invites.accept(invite.project, invite.id, at)
    await add_member(tx, who, invite.project, user, invite.role, at)


async def add_member(
    tx: WriteTx, who: Actor, project: ProjectId, user: User, role: Role, at: datetime
) -> None:
    """Add a person with a role, recorded and told as one fact."""
    await tx.members.add(project, user.id, role, at)
    await tx.projects.touch(project, at)
    tx.record(
        entry(
            who,
            "member.added",
            ("member", user.id),
            at=at,
            project=project,
            changes={"role": {"old": None, "new": role}, "email": {"old": None, "new": user.email}},
        )
    )
    tx.emit(
        event(
            who,
            project_topic(project),
            MEMBER_ADDED,
            at,
            user_id=str(user.id),
            label=user.label,
            role=str(role),
        )
    )


async def read_offer(ctx: Context, who: Actor, secret: str) -> InviteOffer:
    """Show what a link offers; the secret in it is the permission."""
    who.anyone()
    async with ctx.read() as tx:
        return await tx.invites.offer(secret, ctx.clock.now())


async def accept_invite(ctx: Context, who: Actor, secret: str) -> ProjectCard:
    """Join by a link, with the account that was invited and no other."""
    person = who.must_be_person()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        offer = await tx.invites.offer(secret, now, lock=True)
        user = await tx.users.get(person)
        must_be_addressed_to(offer.invite, user)
        if offer.mailed:
            await record_confirmed_email(tx, who, user, now, by="invite_mail")
        await join_by_invite(tx, who, user, offer.invite, now)
        return await tx.projects.card(offer.invite.project, offer.invite.role)


async def list_received(ctx: Context, who: Actor) -> list[ReceivedInvite]:
    """List what waits for this account; nothing, as long as its address may be somebody else's."""
    person = who.must_be_person()
    async with ctx.read() as tx:
        user = await tx.users.get(person)
        if not user.email_confirmed:
            return []
        return await tx.invites.addressed_to(user.email, ctx.clock.now())


async def accept_received(ctx: Context, who: Actor, invite: InviteId) -> ProjectCard:
    """Join without a link, by a confirmed address."""
    person = who.must_be_person()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        user = await tx.users.get(person)
        must_own_address(user)
        found = (await tx.invites.received(invite, user.email, now, lock=True)).invite
        await join_by_invite(tx, who, user, found, now)
        return await tx.projects.card(found.project, found.role)


async def decline_received(ctx: Context, who: Actor, invite: InviteId) -> None:
    """Turn an invite down; its links stop working."""
    person = who.must_be_person()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        user = await tx.users.get(person)
        must_own_address(user)
        found = (await tx.invites.received(invite, user.email, now, lock=True)).invite
        await tx.invites.revoke(found.project, found.id, now)
        tx.record(
            entry(
                who,
                INVITE_DECLINED,
                ("invite", found.id),
                at=now,
                project=found.project,
                changes={"email": {"old": found.email, "new": None}},
            )
        )
        tx.emit(event(who, project_topic(found.project), INVITE_DECLINED, now, email=found.email))
