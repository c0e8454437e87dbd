"""Checks a permission once more inside the transaction, with the role of this very moment."""

from dataclasses import replace

from edison.domain.people.access import Permission, Role
from edison.engine.project_tx import ProjectTx


async def confirm_permission(tx: ProjectTx, permission: Permission) -> Role:
    """Refuse who lost the role between the request and the lock; return the role that counts."""
    if tx.who.user is None:
        return tx.who.roles[tx.project]
    role = await tx.members.role_now(tx.project, tx.who.user)
    now = replace(tx.who, roles={} if role is None else {tx.project: role})
    now.must(permission, tx.project)
    return now.roles[tx.project]
