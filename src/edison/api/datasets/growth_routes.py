"""What changes a dataset as a whole: cases that a model made, cases of another dataset, and its tags."""

from uuid import UUID

from edison.api.api_router import ApiRouter
from edison.api.base_views import PageView
from edison.api.datasets.dataset_views import OriginView
from edison.api.datasets.growth_views import (
    ChangedTagsView,
    ChangeTagsBody,
    GrownView,
    MergeBody,
    MergedView,
    SaveGeneratedBody,
)
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import DatasetId
from edison.services.datasets import dataset_merge, dataset_queries, dataset_tags, generated_cases

router = ApiRouter(prefix="/projects/{project}/datasets", tags=["datasets"])


@router.post("/generated", status_code=201)
async def save_generated_cases(
    body: SaveGeneratedBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> GrownView:
    """Save the cases that an assist generated, as a new dataset or at the end of an existing one.

    They can be saved only once in each dataset.
    """
    return GrownView.of_grown(
        await generated_cases.save_generated(ctx, who, body.to_command(project))
    )


@router.get("/{dataset}/origins")
async def list_dataset_origins(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[OriginView]:
    """List where the cases came from, newest first: the model and its instructions, or another dataset."""
    found = await dataset_queries.list_origins(ctx, who, project, DatasetId(dataset), page)
    return PageView(
        items=[OriginView.of(origin) for origin in found.items], next_cursor=found.next_cursor
    )


@router.post("/{dataset}/merge")
async def merge_datasets(
    dataset: UUID, body: MergeBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> MergedView:
    """Copy the cases of another dataset into this one, as one new version.

    The source is not changed.
    """
    return MergedView.of(
        await dataset_merge.merge_datasets(ctx, who, body.to_command(project, dataset))
    )


@router.post("/{dataset}/tags")
async def change_dataset_tags(
    dataset: UUID, body: ChangeTagsBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ChangedTagsView:
    """Rename, merge or remove tags on all cases that have them, as one new version."""
    return ChangedTagsView.of(
        await dataset_tags.change_tags(ctx, who, body.to_command(project, dataset))
    )
