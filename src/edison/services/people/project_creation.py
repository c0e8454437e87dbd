"""Create a project with its owner, list projects, and read a project."""

from dataclasses import dataclass, field
from typing import Any

from edison.domain.errors import InvalidInput
from edison.domain.events import PROJECT_CREATED
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission, Role
from edison.domain.people.project import (
    Project,
    ProjectCard,
    ProjectSettings,
    base_slug,
    check_name,
)
from edison.kit.pagination import Page, PageRequest
from edison.kit.uuids import new_id
from edison.services.context import Context


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateProject:
    name: str
    description: str | None = None
    settings: dict[str, Any] = field(default_factory=dict[str, Any])


async def create_project_with_owner(ctx: Context, who: Actor, cmd: CreateProject) -> ProjectCard:
    owner = who.must_be_person()
    name = check_name(cmd.name)
    settings = ProjectSettings(**cmd.settings)
    if any(one.suite is not None for one in settings.protected_labels):
        raise InvalidInput("A new project has no suite", field="settings.protected_labels")
    async with ctx.change(who, ProjectId(new_id())) as tx:
        project = Project(
            id=tx.project,
            slug=await tx.projects.claim_slug(base_slug(name)),
            name=name,
            description=cmd.description or None,
            settings=settings,
            revision=1,
            created_at=tx.now,
            updated_at=tx.now,
        )
        await tx.projects.add(project, owner)
        changes = {"name": {"old": None, "new": name}}
        tx.record_entry(PROJECT_CREATED, ("project", project.id), changes)
        tx.emit_event(PROJECT_CREATED, name=name)
        return await tx.projects.card(project.id, Role.OWNER)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListProjects:
    page: PageRequest
    search: str | None = None
    role: Role | None = None
    archived: bool = False


async def list_projects(ctx: Context, who: Actor, cmd: ListProjects) -> Page[ProjectCard]:
    user = who.must_be_person()
    async with ctx.read() as tx:
        return await tx.projects.cards(
            user, cmd.page, search=cmd.search, role=cmd.role, archived=cmd.archived
        )


async def get_project(ctx: Context, who: Actor, project: ProjectId) -> ProjectCard:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.projects.card(project, who.roles[project])
