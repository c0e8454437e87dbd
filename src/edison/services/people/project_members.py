"""List members, change their roles, remove them, and transfer ownership."""

from edison.domain.errors import InvalidInput, LastOwner, MemberByGroup
from edison.domain.events import MEMBER_REMOVED, MEMBER_ROLE_CHANGED
from edison.domain.ids import ProjectId, UserId
from edison.domain.people.access import Actor, Permission, Role, may_change_member, may_grant
from edison.domain.people.project import Member, ProjectCard
from edison.engine.project_tx import ProjectTx
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.people.person_notifications import notify_person
from edison.services.permission_check import confirm_permission


async def list_members(
    ctx: Context, who: Actor, project: ProjectId, page: PageRequest, search: str | None
) -> Page[Member]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.members.page(project, page, search)


async def change_role(
    ctx: Context, who: Actor, project: ProjectId, user: UserId, role: Role
) -> Member:
    """Change the role of a member. The last owner must stay owner."""
    who.must(Permission.MANAGE_MEMBERS, project)
    async with ctx.change(who, project) as tx:
        await _change(ctx, tx, user, role, Permission.MANAGE_MEMBERS)
        return await tx.members.get(project, user)


async def remove_member(ctx: Context, who: Actor, project: ProjectId, user: UserId) -> None:
    """Remove a member. Members can remove themselves. The last owner cannot be removed."""
    who.must(_to_remove(who, user), project)
    async with ctx.change(who, project) as tx:
        about = await tx.projects.get(project, lock=True)
        about.must_be_live()
        own_role = await confirm_permission(tx, _to_remove(who, user))
        owners = await tx.members.count_owners(project)
        member = await tx.members.get(project, user, lock=True)
        may_change_member(own_role, member.role)
        if member.by_group:
            raise MemberByGroup("A group of a sign-in provider gives this membership")
        if member.role is Role.OWNER and owners == 1:
            raise LastOwner("The last owner cannot leave the project. Transfer the ownership first")
        await tx.members.remove(project, user)
        await tx.projects.touch(project, tx.now)
        tx.record_entry(
            "member.removed",
            ("member", user),
            {
                "role": {"old": member.role, "new": None},
                "email": {"old": member.email, "new": None},
            },
        )
        tx.emit_event(MEMBER_REMOVED, user_id=str(user), label=member.label)
        await notify_person(ctx, tx, user, "member_removed", about, None)


async def transfer_ownership(
    ctx: Context, who: Actor, project: ProjectId, user: UserId
) -> ProjectCard:
    """Make another member the owner, and the current owner an admin."""
    who.must(Permission.TRANSFER_OWNERSHIP, project)
    own = who.must_be_person()
    if user == own:
        raise InvalidInput("You own this project already", field="user_id")
    async with ctx.change(who, project) as tx:
        for person, role in ((user, Role.OWNER), (own, Role.ADMIN)):
            await _change(ctx, tx, person, role, Permission.TRANSFER_OWNERSHIP)
        return await tx.projects.card(project, Role.ADMIN)


def _to_remove(who: Actor, user: UserId) -> Permission:
    return Permission.VIEW_PROJECT if who.user == user else Permission.MANAGE_MEMBERS


async def _change(
    ctx: Context, tx: ProjectTx, user: UserId, role: Role, permission: Permission
) -> None:
    about = await tx.projects.get(tx.project, lock=True)
    about.must_be_live()
    own_role = await confirm_permission(tx, permission)
    owners = await tx.members.count_owners(tx.project)
    member = await tx.members.get(tx.project, user, lock=True)
    may_change_member(own_role, member.role)
    may_grant(own_role, role)
    if member.role is Role.OWNER and role is not Role.OWNER and owners == 1:
        raise LastOwner("A project must have at least one owner")
    if member.role is role:
        return
    await tx.members.set_role(tx.project, user, role)
    await tx.projects.touch(tx.project, tx.now)
    tx.record_entry(
        "member.role_changed", ("member", user), {"role": {"old": member.role, "new": role}}
    )
    tx.emit_event(
        MEMBER_ROLE_CHANGED,
        user_id=str(user),
        label=member.label,
        role=str(role),
        was=str(member.role),
    )
    await notify_person(ctx, tx, user, "role_changed", about, role)
