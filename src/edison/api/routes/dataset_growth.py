"""What changes a dataset as a whole: cases that a model made, cases of another dataset, and its tags."""

from uuid import UUID

from fastapi import APIRouter

from edison.api.errors import problems
from edison.api.identity import CurrentActor, CurrentProject, Services
from edison.api.paging import WantedPage
from edison.api.schemas.base import PageView
from edison.api.schemas.growing import (
    ChangedTagsView,
    ChangeTagsBody,
    GrownView,
    MergeBody,
    MergedView,
    SaveGeneratedBody,
)
from edison.api.schemas.origins import OriginView
from edison.domain.ids import DatasetId
from edison.services.datasets import browse, generated, merge, tags

router = APIRouter(prefix="/projects/{project}/datasets", tags=["datasets"])


@router.post(
    "/generated",
    status_code=201,
    operation_id="save_generated_cases",
    responses=problems(400, 401, 403, 404, 409),
)
async def save_generated_cases(
    body: SaveGeneratedBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> GrownView:
    """Keep what an assist made, as a new dataset or at the end of one; once in each dataset."""
    return GrownView.of_grown(await generated.save_generated(ctx, who, body.to_command(project)))


@router.get(
    "/{dataset}/origins",
    operation_id="list_dataset_origins",
    responses=problems(400, 401, 403, 404),
)
async def list_dataset_origins(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[OriginView]:
    """Which model made its cases and what it was asked, or which dataset they are from; newest first."""
    found = await browse.list_origins(ctx, who, project, DatasetId(dataset), page)
    return PageView(
        items=[OriginView.of(origin) for origin in found.items], next_cursor=found.next_cursor
    )


@router.post(
    "/{dataset}/merge",
    operation_id="merge_datasets",
    responses=problems(400, 401, 403, 404, 409),
)
async def merge_datasets(
    dataset: UUID, body: MergeBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> MergedView:
    """Take the cases of another dataset into this one, as one new version. The source stays as it is."""
    return MergedView.of(await merge.merge_datasets(ctx, who, body.to_command(project, dataset)))


@router.post(
    "/{dataset}/tags",
    operation_id="change_dataset_tags",
    responses=problems(400, 401, 403, 404, 409),
)
async def change_dataset_tags(
    dataset: UUID, body: ChangeTagsBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ChangedTagsView:
    """Rename, merge or remove tags on all cases that have them, as one new version."""
    return ChangedTagsView.of(await tags.change_tags(ctx, who, body.to_command(project, dataset)))
