"""End one session, or all of a person's."""

from edison.domain.audit.audit_chain import entry
from edison.domain.people.access import Actor
from edison.services.context import Context


async def sign_out(ctx: Context, who: Actor) -> None:
    """End this session here and now; its token is refused from now on."""
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
