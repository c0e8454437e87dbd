"""Delete a project for good: access ends at once, a worker removes the rows."""

from dataclasses import dataclass
from typing import Any

from edison.domain.audit.audit_chain import PROJECT_DELETED, entry
from edison.domain.errors import InvalidInput
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.contracts import ErasureOrder
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.people.project_archive import require_no_active_work
from edison.services.permission_check import confirm_permission


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteProject:
    project: ProjectId
    # As the person typed it: nobody deletes the wrong project by one click.
    name: str


async def queue_project_deletion(ctx: Context, who: Actor, cmd: DeleteProject) -> None:
    """End everyone's access and queue the removal of every row. The installation's audit log keeps one entry."""
    who.must(Permission.DELETE_PROJECT, cmd.project)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        about = await tx.projects.get(cmd.project, lock=True)
        await confirm_permission(tx, who, Permission.DELETE_PROJECT, cmd.project)
        if cmd.name.strip() != about.name:
            raise InvalidInput("This is not the name of the project", field="name")
        await require_no_active_work(tx, cmd.project, "delete")
        # The chain of the project goes with it; this is what it came to, for whoever kept a copy.
        entries, head = await tx.audit.head(str(cmd.project))
        changes: dict[str, Any] = {
            "name": {"old": about.name, "new": None},
            "audit_entries": {"old": entries, "new": None},
            "audit_head": {"old": head, "new": None},
        }
        deletion = new_id()
        await tx.project_erasure.begin(cmd.project, deletion, now)
        await ctx.launcher.erase_project(tx, ErasureOrder(deletion=str(deletion)))
        tx.record(entry(who, PROJECT_DELETED, ("project", cmd.project), at=now, changes=changes))
