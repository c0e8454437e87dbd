"""Check inside a transaction that the project is not archived and that the actor still has a permission."""

from dataclasses import replace

from edison.domain.people.access import Permission, Role
from edison.domain.people.project import Project
from edison.engine.project_tx import ProjectTx


async def confirm_permission(tx: ProjectTx, permission: Permission) -> Role:
    """Return the actor's current role; raise an error if the actor no longer has the permission."""
    if tx.who.user is None:
        return tx.who.roles[tx.project]
    role = await tx.members.role_now(tx.project, tx.who.user)
    now = replace(tx.who, roles={} if role is None else {tx.project: role})
    now.must(permission, tx.project)
    return now.roles[tx.project]


async def require_live_project(tx: ProjectTx, permission: Permission) -> Project:
    """Return the project; raise an error if it is archived or the actor no longer has the permission."""
    project = await tx.projects.get(tx.project)
    project.must_be_live()
    await confirm_permission(tx, permission)
    return project
