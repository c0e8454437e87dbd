"""Rubrics: what answers are judged by."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter
from edison.api.base_views import PageView
from edison.api.judging.rubric_views import RubricBody, RubricView
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import RubricId
from edison.services.judging import rubrics

router = ApiRouter(prefix="/projects/{project}/rubrics", tags=["rubrics"])

Version = Annotated[
    int | None, Query(ge=1, le=2**31 - 1, description="Default: the newest version")
]


@router.get("")
async def list_rubrics(
    project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[RubricView]:
    """List the newest version of each rubric, last changed first."""
    found = await rubrics.list_rubrics(ctx, who, project, page)
    return PageView(
        items=[RubricView.of(known) for known in found.items], next_cursor=found.next_cursor
    )


@router.post("", status_code=201)
async def create_rubric(
    body: RubricBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RubricView:
    """Create a rubric of 2 to 10 criteria."""
    return RubricView.of(await rubrics.create_rubric(ctx, who, body.to_command(project)))


@router.get("/{rubric}")
async def read_rubric(
    rubric: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    version: Version = None,
) -> RubricView:
    return RubricView.of(await rubrics.read_rubric(ctx, who, project, RubricId(rubric), version))


@router.post("/{rubric}/versions", status_code=201)
async def save_rubric_version(
    rubric: UUID, body: RubricBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RubricView:
    """Save a new version. Judges keep the version they were created with."""
    saved = await rubrics.save_rubric(ctx, who, RubricId(rubric), body.to_command(project))
    return RubricView.of(saved)


@router.delete("/{rubric}", status_code=204)
async def archive_rubric(
    rubric: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Archive a rubric: it is removed from lists. Judges that use it are not affected."""
    await rubrics.archive_rubric(ctx, who, project, RubricId(rubric))
