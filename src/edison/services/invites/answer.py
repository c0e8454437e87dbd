"""The invited person's side: look at an invite, accept it."""

from edison.domain.access import Actor
from edison.domain.errors import InviteForAnother
from edison.domain.invites import InviteOffer
from edison.domain.projects import ProjectCard
from edison.services.context import Context
from edison.services.invites.join import join_by_invite


async def read_offer(ctx: Context, who: Actor, secret: str) -> InviteOffer:
    """Show what a link offers; the secret in it is the permission."""
    who.anyone()
    async with ctx.read() as tx:
        return await tx.invites.offer(secret, ctx.clock.now())


async def accept(ctx: Context, who: Actor, secret: str) -> ProjectCard:
    """Join with the account that was invited, and no other."""
    person = who.must_be_person()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        offer = await tx.invites.offer(secret, now, lock=True)
        user = await tx.users.get(person)
        if user.email != offer.invite.email:
            raise InviteForAnother(
                f"This invite is for {offer.invite.email}; you are signed in as {user.email}"
            )
        await join_by_invite(tx, who, user, offer.invite, now)
        return await tx.projects.card(offer.invite.project, offer.invite.role)
