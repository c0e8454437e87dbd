"""Reading projects: the list of one person, and one project."""

from dataclasses import dataclass

from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission, Role
from edison.domain.people.project import ProjectCard
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context


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
