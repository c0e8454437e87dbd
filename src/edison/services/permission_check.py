"""Check inside the transaction that the project is not archived and the actor still has the permission."""

from dataclasses import replace

from edison.domain.people.access import Permission, Role
from edison.domain.people.project import Project
from edison.engine.project_tx import ProjectTx


async def confirm_permission(tx: ProjectTx, permission: Permission) -> Role:
    """Raise an error if the actor lost the permission since the request started; return the current role."""
    if tx.who.user is None:
        return tx.who.roles[tx.project]
    role = await tx.members.role_now(tx.project, tx.who.user)
    now = replace(tx.who, roles={} if role is None else {tx.project: role})
    now.must(permission, tx.project)
    return now.roles[tx.project]


async def require_live_project(tx: ProjectTx, permission: Permission) -> Project:
    """Raise an error if the project is archived or the actor lost the permission; return the project."""
    project = await tx.projects.get(tx.project)
    project.must_be_live()
    await confirm_permission(tx, permission)
    return project
