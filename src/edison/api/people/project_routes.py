"""Routes of projects: create, change, archive, delete and transfer."""

from typing import Annotated

from fastapi import Query

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import Line, PageView, WantedPage
from edison.api.error_responses import problems
from edison.api.people.project_views import (
    CreateProjectBody,
    DeleteProjectBody,
    ProjectSummaryView,
    ProjectView,
    TransferBody,
    UpdateProjectBody,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.results.views import MetricView
from edison.domain.ids import UserId
from edison.domain.people.access import Role
from edison.services.people import project_archive as archiving
from edison.services.people import project_members
from edison.services.people.project_archive import queue_project_deletion
from edison.services.people.project_creation import ListProjects, create_project_with_owner
from edison.services.people.project_creation import get_project as read_project
from edison.services.people.project_creation import list_projects as browse
from edison.services.people.project_settings import edit_project
from edison.services.results.run_results import list_metrics

router = ApiRouter(prefix="/projects", tags=["projects"])


@router.get("", responses=Exactly(problems(400, 401, 403)))
async def list_projects(
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    search: Annotated[Line | None, Query(max_length=100)] = None,
    role: Role | None = None,
    archived: bool = False,
) -> PageView[ProjectSummaryView]:
    """List your projects, last changed first."""
    found = await browse(
        ctx, who, ListProjects(page=page, search=search, role=role, archived=archived)
    )
    return PageView(
        items=[ProjectSummaryView.of(card) for card in found.items], next_cursor=found.next_cursor
    )


@router.post("", status_code=201, responses=Exactly(problems(400, 401, 403)))
async def create_project(body: CreateProjectBody, who: CurrentActor, ctx: Services) -> ProjectView:
    """Create a project. You become its owner."""
    return ProjectView.of(await create_project_with_owner(ctx, who, body.to_command()))


@router.get("/{project}", responses=Exactly(problems(400, 401, 404)))
async def get_project(project: CurrentProject, who: CurrentActor, ctx: Services) -> ProjectView:
    """Get a project with its settings and your role."""
    return ProjectView.of(await read_project(ctx, who, project))


@router.get("/{project}/metrics", responses=Exactly(problems(400, 401, 404)))
async def list_project_metrics(
    project: CurrentProject, who: CurrentActor, ctx: Services
) -> list[MetricView]:
    """List the metrics of the newest runs. The project's main metric is chosen from this list."""
    return [MetricView.model_validate(one) for one in await list_metrics(ctx, who, project)]


@router.patch("/{project}")
async def update_project(
    body: UpdateProjectBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ProjectView:
    """Change a project. Fields that are left out keep their values."""
    return ProjectView.of(await edit_project(ctx, who, body.to_command(project)))


@router.post("/{project}/archive")
async def archive_project(project: CurrentProject, who: CurrentActor, ctx: Services) -> ProjectView:
    """Archive a project. It is read-only until it is restored. All its runs must have ended."""
    return ProjectView.of(await archiving.archive_project(ctx, who, project))


@router.post("/{project}/restore", responses=Exactly(problems(400, 401, 403, 404)))
async def restore_project(project: CurrentProject, who: CurrentActor, ctx: Services) -> ProjectView:
    """Restore an archived project, so that it can be changed again."""
    return ProjectView.of(await archiving.restore_project(ctx, who, project))


@router.post("/{project}/delete", status_code=204)
async def delete_project(
    body: DeleteProjectBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Delete a project permanently. It is inaccessible at once; a worker removes its data later."""
    await queue_project_deletion(ctx, who, body.to_command(project))


@router.post("/{project}/transfer")
async def transfer_project(
    body: TransferBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ProjectView:
    """Make another member the owner. You become an admin."""
    return ProjectView.of(
        await project_members.transfer_ownership(ctx, who, project, UserId(body.user_id))
    )
