"""List, create, renew and revoke invites. A person accepts by the link, or with an account of the invited address."""

from dataclasses import dataclass
from uuid import UUID

from edison.domain.errors import AlreadyMember, InvalidInput, NotAllowed
from edison.domain.events import (
    INVITE_CREATED,
    INVITE_RECEIVED,
    INVITE_RENEWED,
    INVITE_REVOKED,
    user_topic,
)
from edison.domain.ids import InviteId, ProjectId, TokenId, UserId
from edison.domain.people.access import Actor, Permission, Role, may_grant
from edison.domain.people.account import User, normal_email
from edison.domain.people.api_token import INVITE_PREFIX, new_secret
from edison.domain.people.invite import INVITE_LIFETIME, Invite
from edison.engine.project_tx import ProjectTx
from edison.kit.pagination import Page, PageRequest
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.permission_check import confirm_permission


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitePerson:
    project: ProjectId
    email: str
    role: Role
    message: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Invited:
    """A pending invite with its link, which is shown only once."""

    invite: Invite
    link: str
    emailed: bool = False


async def list_invites(
    ctx: Context, who: Actor, project: ProjectId, page: PageRequest
) -> Page[Invite]:
    who.must(Permission.MANAGE_MEMBERS, project)
    async with ctx.read() as tx:
        return await tx.invites.page(project, page)


async def invite_person(ctx: Context, who: Actor, cmd: InvitePerson) -> Invited:
    who.must(Permission.MANAGE_MEMBERS, cmd.project)
    if cmd.role is Role.OWNER:
        raise InvalidInput("The role of an invite must be from VIEWER to ADMIN", field="role")
    email = normal_email(cmd.email)
    async with ctx.change(who, cmd.project) as tx:
        # The lock serialises invites of a project, so that the newer of two to the same address replaces the older.
        about = await tx.projects.get(cmd.project, lock=True)
        about.must_be_live()
        may_grant(await confirm_permission(tx, Permission.MANAGE_MEMBERS), cmd.role)
        user = await tx.users.by_email(email)
        if user and await tx.members.role_now(cmd.project, user.id):
            raise AlreadyMember("This person is a member already", field="email")
        inviter = await _inviter(tx, user)
        await tx.invites.withdraw(cmd.project, email, tx.now)
        secret = new_secret(INVITE_PREFIX)
        pending = Invite(
            id=InviteId(new_id()),
            project=cmd.project,
            email=email,
            role=cmd.role,
            message=cmd.message or None,
            invited_by=who.label,
            created_at=tx.now,
            expires_at=tx.now + INVITE_LIFETIME,
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
        tx.record_entry(
            "invite.created",
            ("invite", pending.id),
            {
                "email": {"old": None, "new": email},
                "role": {"old": None, "new": cmd.role},
            },
        )
        tx.emit_event(INVITE_CREATED, email=email, role=str(cmd.role))
        if user and user.email_confirmed:
            # An account with an unconfirmed address must not learn anything, not even the project's name.
            tx.emit_event(
                INVITE_RECEIVED, topic=user_topic(user.id), project=about.name, role=str(cmd.role)
            )
    return Invited(invite=pending, link=_link(ctx, secret.text), emailed=ctx.mail_configured)


async def renew_invite(
    ctx: Context, who: Actor, project: ProjectId, invite_id: InviteId
) -> Invited:
    """Create a new link that is valid for seven days. A link that was already mailed stays valid too."""
    who.must(Permission.MANAGE_MEMBERS, project)
    secret = new_secret(INVITE_PREFIX)
    async with ctx.change(who, project) as tx:
        (await tx.projects.get(project)).must_be_live()
        pending = await tx.invites.get(project, invite_id)
        await tx.invites.renew(project, invite_id, secret.digest, tx.now + INVITE_LIFETIME)
        tx.record_entry(INVITE_RENEWED, ("invite", invite_id))
        tx.emit_event(INVITE_RENEWED, email=pending.email)
        pending = await tx.invites.get(project, invite_id)
    return Invited(invite=pending, link=_link(ctx, secret.text))


async def revoke_invite(ctx: Context, who: Actor, project: ProjectId, invite_id: InviteId) -> None:
    who.must(Permission.MANAGE_MEMBERS, project)
    async with ctx.change(who, project) as tx:
        (await tx.projects.get(project)).must_be_live()
        pending = await tx.invites.get(project, invite_id)
        await tx.invites.revoke(project, invite_id, tx.now)
        tx.record_entry(
            INVITE_REVOKED, ("invite", invite_id), {"email": {"old": pending.email, "new": None}}
        )
        tx.emit_event(INVITE_REVOKED, email=pending.email)


async def _inviter(tx: ProjectTx, invited: User | None) -> UserId:
    """Return the person responsible for an invite; if a token acts, the creator of the token."""
    if tx.who.user is not None:
        return tx.who.user
    if invited is None:
        # Otherwise a token could create accounts where registration is by invite only.
        raise NotAllowed("Only a signed-in person can invite someone without an account")
    return await tx.tokens.creator(tx.project, TokenId(UUID(str(tx.who.id))))


def _link(ctx: Context, secret: str) -> str:
    # The secret is in the fragment, which browsers never send, so that no server logs it.
    return f"{ctx.public_url}/invite#{secret}"
