"""Datasets: what they are called, and their versions."""

from typing import Annotated
from uuid import UUID

from fastapi import Query
from starlette.responses import StreamingResponse

from edison.api.api_router import ApiRouter
from edison.api.base_views import Line, PageView
from edison.api.datasets.case_views import VersionComparisonView
from edison.api.datasets.dataset_views import (
    CreateDatasetBody,
    DatasetVersionView,
    DatasetView,
    DealBody,
    EditDatasetBody,
    HoldoutLockBody,
    TagCountView,
    TagsView,
)
from edison.api.error_responses import Responses
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.datasets.case_files import ExportFormat
from edison.domain.datasets.case_rules import EASIEST, HARDEST, TAG_AT_MOST
from edison.domain.datasets.dataset import DatasetKind
from edison.domain.ids import DatasetId
from edison.services.datasets import (
    case_splits,
    dataset_commands,
    dataset_export,
    dataset_queries,
    version_comparison,
)

router = ApiRouter(prefix="/projects/{project}/datasets", tags=["datasets"])

VersionNumber = Annotated[int, Query(ge=0, le=2**31 - 1)]
EXPORTS: Responses = {
    200: {
        "description": "The file",
        "content": {
            "application/x-ndjson": {"schema": {"type": "string"}},
            "application/json": {"schema": {"type": "array", "items": {"type": "object"}}},
            "text/csv": {"schema": {"type": "string"}},
        },
    }
}


@router.get("")
async def list_datasets(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    search: Annotated[Line | None, Query(max_length=100)] = None,
    kind: DatasetKind | None = None,
    tag: Annotated[Line | None, Query(max_length=TAG_AT_MOST)] = None,
    difficulty: Annotated[int | None, Query(ge=EASIEST, le=HARDEST)] = None,
) -> PageView[DatasetView]:
    """Newest first; by tag and difficulty are found those that have such a case now."""
    wanted = dataset_queries.DatasetFilter(
        search=search, kind=kind, tag=tag or None, difficulty=difficulty
    )
    found = await dataset_queries.list_datasets(ctx, who, project, wanted, page)
    return PageView(
        items=[DatasetView.of(item.dataset, item.origin) for item in found.items],
        next_cursor=found.next_cursor,
    )


@router.post("", status_code=201)
async def create_dataset(
    body: CreateDatasetBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> DatasetView:
    return DatasetView.of(await dataset_commands.create_dataset(ctx, who, body.to_command(project)))


@router.get("/tags")
async def list_project_tags(project: CurrentProject, who: CurrentActor, ctx: Services) -> TagsView:
    """The 500 tags with most cases over all datasets, to choose from."""
    found = await dataset_queries.list_project_tags(ctx, who, project)
    return TagsView(items=[TagCountView(tag=tag, cases=cases) for tag, cases in found])


@router.get("/{dataset}")
async def read_dataset(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> DatasetView:
    found = await dataset_queries.read_dataset(ctx, who, project, DatasetId(dataset))
    return DatasetView.of(found.dataset, found.origin)


@router.patch("/{dataset}")
async def edit_dataset(
    dataset: UUID, body: EditDatasetBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> DatasetView:
    """Change name, kind or description; these are no part of a version."""
    return DatasetView.of(
        await dataset_commands.edit_dataset(ctx, who, body.to_command(project, dataset))
    )


@router.delete("/{dataset}", status_code=204)
async def remove_dataset(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Take it out of the lists; runs that used it keep their cases."""
    await dataset_commands.remove_dataset(ctx, who, project, DatasetId(dataset))


@router.get("/{dataset}/versions")
async def list_dataset_versions(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[DatasetVersionView]:
    """What was done to the cases, newest first."""
    found = await dataset_queries.list_versions(ctx, who, project, DatasetId(dataset), page)
    return PageView(
        items=[DatasetVersionView.of(version) for version in found.items],
        next_cursor=found.next_cursor,
    )


@router.get("/{dataset}/tags")
async def list_dataset_tags(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> TagsView:
    """The 500 tags with most cases in the newest version."""
    found = await dataset_queries.list_tags(ctx, who, project, DatasetId(dataset))
    return TagsView(items=[TagCountView(tag=tag, cases=cases) for tag, cases in found])


@router.put("/{dataset}/holdout-lock")
async def lock_holdout(
    dataset: UUID, body: HoldoutLockBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> DatasetView:
    """While it is locked, no case of the hold-out changes, and none comes in or goes out."""
    edit = dataset_commands.EditDataset(
        project=project, dataset=DatasetId(dataset), holdout_locked=body.locked
    )
    return DatasetView.of(await dataset_commands.edit_dataset(ctx, who, edit))


@router.post("/{dataset}/splits")
async def deal_cases(
    dataset: UUID, body: DealBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> DatasetView:
    """Put a share of all cases into the hold-out and the others into train."""
    return DatasetView.of(await case_splits.deal_cases(ctx, who, body.to_command(project, dataset)))


@router.get("/{dataset}/compare")
async def compare_dataset_versions(
    dataset: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    a: VersionNumber,
    b: VersionNumber,
) -> VersionComparisonView:
    """What was added, removed and changed on the way from version `a` to version `b`."""
    found = await version_comparison.compare_versions(
        ctx, who, project, DatasetId(dataset), (a, b), page
    )
    return VersionComparisonView.of(found)


@router.get("/{dataset}/export", response_class=StreamingResponse, responses=EXPORTS)
async def export_dataset(
    dataset: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    version: VersionNumber | None = None,
    format: ExportFormat = ExportFormat.JSONL,
    safe: Annotated[bool, Query(description="For spreadsheets: no cell is a formula")] = False,
) -> StreamingResponse:
    """All cases as a file, which can be imported again as it is."""
    wanted = dataset_export.ExportDataset(
        project=project, dataset=DatasetId(dataset), version=version, format=format, safe=safe
    )
    file = await dataset_export.export_dataset(ctx, who, wanted)
    headers = {"content-disposition": f'attachment; filename="{file.file_name}"'}
    return StreamingResponse(file.chunks, media_type=file.media, headers=headers)
