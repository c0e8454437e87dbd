"""Routes that list, edit, generate and merge cases and change tags. Each change creates a dataset version."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query

from edison.api.api_router import ApiRouter
from edison.api.base_views import Line, PageView, Stored, WantedPage
from edison.api.datasets.case_views import (
    AddCasesBody,
    CaseHistoryView,
    CasesView,
    CaseView,
    ChangeCasesBody,
    ChangedCasesView,
    EditCaseBody,
)
from edison.api.datasets.dataset_views import DatasetVersionView, OriginView
from edison.api.datasets.import_views import (
    ChangedTagsView,
    ChangeTagsBody,
    GrownView,
    MergeBody,
    MergedView,
    SaveGeneratedBody,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.datasets.case_rules import EASIEST, HARDEST, TAG_AT_MOST
from edison.domain.datasets.case_selection import CaseFilter, CaseSort
from edison.domain.datasets.dataset import Split
from edison.domain.ids import CaseId, DatasetId
from edison.services.datasets import (
    case_commands,
    dataset_merge,
    dataset_queries,
    dataset_tags,
    generated_cases,
)

router = ApiRouter(prefix="/projects/{project}/datasets/{dataset}/cases", tags=["datasets"])

Version = Annotated[
    int | None, Query(ge=1, le=2**31 - 1, description="Dataset version. Default: the newest")
]


def get_filter(
    search: Annotated[Stored | None, Query(max_length=200)] = None,
    tag: Annotated[Line | None, Query(max_length=TAG_AT_MOST)] = None,
    split: Split | None = None,
    difficulty: Annotated[int | None, Query(ge=EASIEST, le=HARDEST)] = None,
) -> CaseFilter:
    return CaseFilter(search=search or None, tag=tag or None, split=split, difficulty=difficulty)


Wanted = Annotated[CaseFilter, Depends(get_filter)]


@router.get("")
async def list_cases(
    dataset: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    wanted: Wanted,
    version: Version = None,
    sort: CaseSort = CaseSort.POSITION,
) -> CasesView:
    """List the cases of a dataset version, by default the newest.

    All filters must match.
    """
    asked = dataset_queries.WantedCases(
        project=project, dataset=DatasetId(dataset), version=version, filter=wanted, sort=sort
    )
    return CasesView.of(await dataset_queries.list_cases(ctx, who, asked, page))


@router.post("", status_code=201)
async def add_cases(
    dataset: UUID, body: AddCasesBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> DatasetVersionView:
    """Add one or more cases at the end of the dataset."""
    made = await case_commands.add_cases(ctx, who, body.to_command(project, dataset))
    return DatasetVersionView.of(made)


@router.post("/bulk")
async def change_cases(
    dataset: UUID, body: ChangeCasesBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ChangedCasesView:
    """Tag, rate or delete many cases at once, or assign them to a split."""
    return ChangedCasesView.of(
        await case_commands.change_cases(ctx, who, body.to_command(project, dataset))
    )


@router.get("/{case}")
async def read_case(
    dataset: UUID, case: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> CaseHistoryView:
    """Get a case with all its revisions."""
    found = await dataset_queries.read_case(ctx, who, project, DatasetId(dataset), CaseId(case))
    return CaseHistoryView.of(found)


@router.patch("/{case}")
async def edit_case(
    dataset: UUID,
    case: UUID,
    body: EditCaseBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> CaseView:
    """Change a case and create a new dataset version. Fields that are left out keep their values."""
    edited = await case_commands.edit_case(ctx, who, body.to_command(project, dataset, case))
    return CaseView.of_case(edited)


dataset_growth_router = ApiRouter(prefix="/projects/{project}/datasets", tags=["datasets"])


@dataset_growth_router.post("/generated", status_code=201)
async def save_generated_cases(
    body: SaveGeneratedBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> GrownView:
    """Save the cases that an assist generated, in a new dataset or at the end of an existing one.

    The cases of an assist can be saved only once in each dataset.
    """
    return GrownView.of_grown(
        await generated_cases.save_generated(ctx, who, body.to_command(project))
    )


@dataset_growth_router.get("/{dataset}/origins")
async def list_dataset_origins(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[OriginView]:
    """List the origins of the cases, newest first: a model with its instructions, or another dataset."""
    found = await dataset_queries.list_origins(ctx, who, project, DatasetId(dataset), page)
    return PageView(
        items=[OriginView.of(origin) for origin in found.items], next_cursor=found.next_cursor
    )


@dataset_growth_router.post("/{dataset}/merge")
async def merge_datasets(
    dataset: UUID, body: MergeBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> MergedView:
    """Copy the cases of another dataset into this dataset and create a new version.

    The other dataset is not changed.
    """
    return MergedView.of(
        await dataset_merge.merge_datasets(ctx, who, body.to_command(project, dataset))
    )


@dataset_growth_router.post("/{dataset}/tags")
async def change_dataset_tags(
    dataset: UUID, body: ChangeTagsBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ChangedTagsView:
    """Rename, merge or remove tags on all cases that have them, and create a new version."""
    return ChangedTagsView.of(
        await dataset_tags.change_tags(ctx, who, body.to_command(project, dataset))
    )
