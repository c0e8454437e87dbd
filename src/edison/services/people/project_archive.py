"""Archive and restore a project, and queue its deletion."""

from dataclasses import dataclass, replace
from typing import Any

from edison.domain.audit.audit_chain import PROJECT_DELETED, entry
from edison.domain.errors import InvalidInput, WrongState
from edison.domain.events import PROJECT_ARCHIVED, PROJECT_RESTORED
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission
from edison.domain.people.project import ProjectCard
from edison.engine.project_tx import ProjectTx
from edison.engine.workflow_contracts import ErasureOrder
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.permission_check import confirm_permission


async def archive_project(ctx: Context, who: Actor, project: ProjectId) -> ProjectCard:
    who.must(Permission.ARCHIVE_PROJECT, project)
    return await _set_archived(ctx, who, project, archived=True)


async def restore_project(ctx: Context, who: Actor, project: ProjectId) -> ProjectCard:
    who.must(Permission.ARCHIVE_PROJECT, project)
    return await _set_archived(ctx, who, project, archived=False)


async def require_no_active_work(tx: ProjectTx, then: str) -> None:
    """Raise WrongState if runs are active or paused: they could still cost money, and paid work would be lost."""
    many = await tx.projects.at_work(tx.project)
    if many:
        raise WrongState(
            f"{many:,} {'run is' if many == 1 else 'runs are'} still active or paused in this project",
            advice=f"Cancel them or wait until they end. Then {then} the project.",
        )


async def _set_archived(
    ctx: Context, who: Actor, project: ProjectId, *, archived: bool
) -> ProjectCard:
    async with ctx.change(who, project) as tx:
        before = await tx.projects.get(project, lock=True)
        role = await confirm_permission(tx, Permission.ARCHIVE_PROJECT)
        if (before.archived_at is not None) != archived:
            if archived:
                await require_no_active_work(tx, "archive")
            await tx.projects.save(
                project, replace(before, archived_at=tx.now if archived else None), tx.now
            )
            kind = PROJECT_ARCHIVED if archived else PROJECT_RESTORED
            tx.record_entry(kind, ("project", project))
            tx.emit_event(kind)
        return await tx.projects.card(project, role)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteProject:
    project: ProjectId
    # The person types the name, to prevent deleting the wrong project.
    name: str


async def queue_project_deletion(ctx: Context, who: Actor, cmd: DeleteProject) -> None:
    """End everyone's access and queue the deletion of all rows. One entry stays in the installation's audit log."""
    who.must(Permission.DELETE_PROJECT, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        about = await tx.projects.get(cmd.project, lock=True)
        await confirm_permission(tx, Permission.DELETE_PROJECT)
        if cmd.name.strip() != about.name:
            raise InvalidInput("This is not the name of the project", field="name")
        await require_no_active_work(tx, "delete")
        # The audit chain is deleted too. Its length and head are kept to verify copies of it.
        entries, head = await tx.audit.head(str(cmd.project))
        changes: dict[str, Any] = {
            "name": {"old": about.name, "new": None},
            "audit_entries": {"old": entries, "new": None},
            "audit_head": {"old": head, "new": None},
        }
        deletion = new_id()
        await tx.project_erasure.begin(cmd.project, deletion, tx.now)
        await ctx.launcher.erase_project(tx, ErasureOrder(deletion=str(deletion)))
        tx.record(entry(who, PROJECT_DELETED, ("project", cmd.project), at=tx.now, changes=changes))
