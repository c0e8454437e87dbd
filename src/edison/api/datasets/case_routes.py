"""Cases of datasets. Every change makes one new version of the dataset."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query

from edison.api.api_router import ApiRouter
from edison.api.base_views import Line, Stored
from edison.api.datasets.case_views import (
    AddCasesBody,
    CaseHistoryView,
    CasesView,
    CaseView,
    ChangeCasesBody,
    ChangedCasesView,
    EditCaseBody,
)
from edison.api.datasets.dataset_views import DatasetVersionView
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.datasets.case_rules import EASIEST, HARDEST, TAG_AT_MOST
from edison.domain.datasets.case_selection import CaseFilter, CaseSort
from edison.domain.datasets.dataset import Split
from edison.domain.ids import CaseId, DatasetId
from edison.services.datasets import case_commands, dataset_queries

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
    """Tag, rate, delete or assign many cases to splits at once."""
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
    edited = await case_commands.edit_case(ctx, who, body.to_command(project, dataset, case))
    return CaseView.of_case(edited)
