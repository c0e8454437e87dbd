"""Invite people to a project: who has an account joins at once, who has not gets a link."""

from dataclasses import dataclass

from edison.domain.access import Actor, Permission, ProjectId, Role, may_grant
from edison.domain.accounts import normal_email
from edison.domain.audit import entry
from edison.domain.errors import InvalidInput, NotAllowed
from edison.domain.events import (
    INVITE_CREATED,
    INVITE_RENEWED,
    INVITE_REVOKED,
    event,
    project_topic,
)
from edison.domain.invites import INVITE_LIFETIME, Invite, InviteId
from edison.domain.projects import Member
from edison.domain.secrets import INVITE_PREFIX, new_secret
from edison.kit.ids import new_id
from edison.kit.paging import Page, PageRequest
from edison.services.authority import confirm
from edison.services.context import Context
from edison.services.invites.join import add_member
from edison.services.notices import notify


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitePerson:
    project: ProjectId
    email: str
    role: Role
    message: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Invited:
    """Either a member at once, or a pending invite with its link, which is shown this one time."""

    member: Member | None = None
    invite: Invite | None = None
    link: str | None = None
    emailed: bool = False


async def list_invites(
    ctx: Context, who: Actor, project: ProjectId, page: PageRequest
) -> Page[Invite]:
    who.must(Permission.MANAGE_MEMBERS, project)
    async with ctx.read() as tx:
        return await tx.invites.page(project, page)


async def invite(ctx: Context, who: Actor, cmd: InvitePerson) -> Invited:
    who.must(Permission.MANAGE_MEMBERS, cmd.project)
    if cmd.role is Role.OWNER:
        raise InvalidInput("Invite with a role from VIEWER to ADMIN", field="role")
    email = normal_email(cmd.email)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        # One invite at a time in a project, so that two to the same address replace each other.
        about = await tx.projects.get(cmd.project, lock=True)
        about.must_be_live()
        may_grant(await confirm(tx, who, Permission.MANAGE_MEMBERS, cmd.project), cmd.role)
        await tx.invites.withdraw(cmd.project, email, now)
        user = await tx.users.by_email(email)
        if user:
            await add_member(tx, who, cmd.project, user, cmd.role, now)
            await notify(ctx, tx, who, user.id, "member_added", about, cmd.role, now)
            return Invited(member=await tx.members.get(cmd.project, user.id))
        inviter = who.user
        if inviter is None:
            # An invite is signed by a person; a machine may only add people who have an account.
            raise NotAllowed("Only a signed-in person can invite someone without an account")
        secret = new_secret(INVITE_PREFIX)
        pending = Invite(
            id=InviteId(new_id()),
            project=cmd.project,
            email=email,
            role=cmd.role,
            message=cmd.message or None,
            invited_by=who.label,
            created_at=now,
            expires_at=now + INVITE_LIFETIME,
        )
        await tx.invites.add(cmd.project, pending, inviter, secret.digest)
        if ctx.mail_configured:
            await ctx.launcher.send_mail(
                tx,
                {
                    "kind": "invite",
                    "project": str(cmd.project),
                    "subject": str(pending.id),
                    "actor": who.label,
                    "trace_id": who.origin.trace_id,
                },
            )
        tx.record(
            entry(
                who,
                "invite.created",
                ("invite", pending.id),
                at=now,
                project=cmd.project,
                changes={
                    "email": {"old": None, "new": email},
                    "role": {"old": None, "new": cmd.role},
                },
            )
        )
        tx.tell(
            event(
                who,
                project_topic(cmd.project),
                INVITE_CREATED,
                now,
                email=email,
                role=str(cmd.role),
            )
        )
    return Invited(invite=pending, link=_link(ctx, secret.text), emailed=ctx.mail_configured)


async def renew(ctx: Context, who: Actor, project: ProjectId, invite_id: InviteId) -> Invited:
    """Make a new link that works for another seven days; the link in a mail keeps working too."""
    who.must(Permission.MANAGE_MEMBERS, project)
    now = ctx.clock.now()
    secret = new_secret(INVITE_PREFIX)
    async with ctx.write() as tx:
        (await tx.projects.get(project)).must_be_live()
        pending = await tx.invites.get(project, invite_id)
        await tx.invites.renew(project, invite_id, secret.digest, now + INVITE_LIFETIME)
        tx.record(entry(who, INVITE_RENEWED, ("invite", invite_id), at=now, project=project))
        tx.tell(event(who, project_topic(project), INVITE_RENEWED, now, email=pending.email))
        pending = await tx.invites.get(project, invite_id)
    return Invited(invite=pending, link=_link(ctx, secret.text))


async def revoke(ctx: Context, who: Actor, project: ProjectId, invite_id: InviteId) -> None:
    who.must(Permission.MANAGE_MEMBERS, project)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        (await tx.projects.get(project)).must_be_live()
        pending = await tx.invites.get(project, invite_id)
        await tx.invites.revoke(project, invite_id, now)
        tx.record(
            entry(
                who,
                INVITE_REVOKED,
                ("invite", invite_id),
                at=now,
                project=project,
                changes={"email": {"old": pending.email, "new": None}},
            )
        )
        tx.tell(event(who, project_topic(project), INVITE_REVOKED, now, email=pending.email))


def _link(ctx: Context, secret: str) -> str:
    # Behind the '#': a fragment is never sent to a server, so it is in no log on the way.
    return f"{ctx.public_url}/invite#{secret}"
