"""Checks a permission once more inside the transaction, with the role of this very moment."""

from dataclasses import replace

from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission, Role
from edison.store.unit_of_work import WriteTx


async def confirm_permission(
    tx: WriteTx, who: Actor, permission: Permission, project: ProjectId
) -> Role:
    """Refuse who lost the role between the request and the lock; return the role that counts."""
    if who.user is None:
        return who.roles[project]
    role = await tx.members.role_now(project, who.user)
    now = replace(who, roles={} if role is None else {project: role})
    now.must(permission, project)
    return now.roles[project]
