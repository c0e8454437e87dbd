"""Change a project's name, description and settings."""

from dataclasses import dataclass

from edison.domain.errors import EditConflict
from edison.domain.events import PROJECT_UPDATED
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission
from edison.domain.people.project import ProjectCard, ProjectEdit, difference
from edison.services.context import Context
from edison.services.permission_check import confirm_permission


@dataclass(frozen=True, slots=True, kw_only=True)
class EditProject:
    project: ProjectId
    edit: ProjectEdit
    revision: int | None = None


async def edit_project(ctx: Context, who: Actor, cmd: EditProject) -> ProjectCard:
    """Change a project; raise EditConflict if a revision is given and the project has changed since then."""
    who.must(Permission.MANAGE_SETTINGS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        before = await tx.projects.get(cmd.project, lock=True)
        before.must_be_live()
        role = await confirm_permission(tx, Permission.MANAGE_SETTINGS)
        if cmd.revision is not None and cmd.revision != before.revision:
            raise EditConflict(
                "Someone changed this project while you were editing",
                revision=before.revision,
                updated_at=before.updated_at.isoformat(),
            )
        after = cmd.edit.apply(before)
        for protection in after.settings.protected_labels:
            if protection.suite is not None:
                await tx.suites.get(cmd.project, protection.suite)
        changes = difference(before, after)
        if changes:
            await tx.projects.save(cmd.project, after, tx.now)
            tx.record_entry("project.updated", ("project", cmd.project), changes)
            tx.emit_event(PROJECT_UPDATED, changed=sorted(changes))
        return await tx.projects.card(cmd.project, role)
