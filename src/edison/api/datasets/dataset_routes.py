"""Routes of datasets: versions, tags, splits, export and coverage."""

from typing import Annotated
from uuid import UUID

from fastapi import Query
from pydantic import Field
from starlette.responses import StreamingResponse

from edison.api.api_router import ApiRouter
from edison.api.base_views import Line, PageView, View, WantedPage
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
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.datasets.case_files import ExportFormat
from edison.domain.datasets.case_rules import EASIEST, HARDEST, TAG_AT_MOST
from edison.domain.datasets.coverage import Bar, Coverage
from edison.domain.datasets.dataset import DatasetKind
from edison.domain.ids import DatasetId
from edison.services.datasets import (
    dataset_commands,
    dataset_export,
    dataset_queries,
    dataset_versions,
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
            "application/zip": {"schema": {"type": "string", "format": "binary"}},
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
    """List datasets, newest first.

    The tag and difficulty filters match datasets with at least one such case in the newest version.
    """
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
    """Create a dataset without cases."""
    return DatasetView.of(await dataset_commands.create_dataset(ctx, who, body.to_command(project)))


@router.get("/tags")
async def list_project_tags(project: CurrentProject, who: CurrentActor, ctx: Services) -> TagsView:
    """List the 500 most used tags over all datasets of the project."""
    found = await dataset_queries.list_project_tags(ctx, who, project)
    return TagsView(items=[TagCountView(tag=tag, cases=cases) for tag, cases in found])


@router.get("/{dataset}")
async def read_dataset(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> DatasetView:
    """Get a dataset and the origin of its newest generated or merged cases."""
    found = await dataset_queries.read_dataset(ctx, who, project, DatasetId(dataset))
    return DatasetView.of(found.dataset, found.origin)


@router.patch("/{dataset}")
async def edit_dataset(
    dataset: UUID, body: EditDatasetBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> DatasetView:
    """Change the name, kind or description. This does not create a new version."""
    return DatasetView.of(
        await dataset_commands.edit_dataset(ctx, who, body.to_command(project, dataset))
    )


@router.delete("/{dataset}", status_code=204)
async def remove_dataset(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Remove a dataset from lists. Runs that used the dataset keep their cases."""
    await dataset_commands.remove_dataset(ctx, who, project, DatasetId(dataset))


@router.get("/{dataset}/versions")
async def list_dataset_versions(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[DatasetVersionView]:
    """List the versions of a dataset with the changes to its cases, newest first."""
    found = await dataset_queries.list_versions(ctx, who, project, DatasetId(dataset), page)
    return PageView(
        items=[DatasetVersionView.of(version) for version in found.items],
        next_cursor=found.next_cursor,
    )


@router.get("/{dataset}/tags")
async def list_dataset_tags(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> TagsView:
    """List the 500 most used tags in the newest version."""
    found = await dataset_queries.list_tags(ctx, who, project, DatasetId(dataset))
    return TagsView(items=[TagCountView(tag=tag, cases=cases) for tag, cases in found])


@router.put("/{dataset}/holdout-lock")
async def lock_holdout(
    dataset: UUID, body: HoldoutLockBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> DatasetView:
    """Lock or unlock the holdout split.

    The cases of a locked split cannot be changed, added or removed.
    """
    edit = dataset_commands.EditDataset(
        project=project, dataset=DatasetId(dataset), holdout_locked=body.locked
    )
    return DatasetView.of(await dataset_commands.edit_dataset(ctx, who, edit))


@router.post("/{dataset}/splits")
async def deal_cases(
    dataset: UUID, body: DealBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> DatasetView:
    """Assign a share of all cases to the holdout split and all other cases to the train split."""
    return DatasetView.of(
        await dataset_versions.deal_cases(ctx, who, body.to_command(project, dataset))
    )


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
    """List the cases that were added, removed or changed between version `a` and version `b`."""
    found = await dataset_queries.compare_versions(
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
    safe: Annotated[bool, Query(description="Escape formulas, for spreadsheets")] = False,
    files: Annotated[
        bool, Query(description="In a zip archive, with the images, PDFs and audio of the cases")
    ] = False,
) -> StreamingResponse:
    """Download all cases as a file that can be imported again."""
    wanted = dataset_export.ExportDataset(
        project=project,
        dataset=DatasetId(dataset),
        version=version,
        format=format,
        safe=safe,
        files=files,
    )
    file = await dataset_export.export_dataset(ctx, who, wanted)
    headers = {"content-disposition": f'attachment; filename="{file.file_name}"'}
    return StreamingResponse(file.chunks, media_type=file.media, headers=headers)


class CoverageBarView(View):
    name: Bar
    share: float = Field(
        ge=0, le=1, description="Tags: share of cases with a tag; else share of kinds that occur"
    )
    found: list[str]
    rare: list[str] = Field(description="Kinds with too few cases")
    missing: list[str] = Field(description="Kinds without a case")


class CoverageView(View):
    cases: int = Field(description="Number of analysed cases")
    bars: list[CoverageBarView]

    @staticmethod
    def of(coverage: Coverage) -> "CoverageView":
        return CoverageView(
            cases=coverage.cases,
            bars=[
                CoverageBarView(
                    name=bar.name,
                    share=round(bar.share, 4),
                    found=list(bar.found),
                    rare=list(bar.rare),
                    missing=list(bar.missing),
                )
                for bar in coverage.bars
            ],
        )


coverage_router = ApiRouter(prefix="/projects/{project}/datasets/{dataset}", tags=["datasets"])


@coverage_router.get("/coverage")
async def read_coverage(
    dataset: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    version: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
) -> CoverageView:
    """Get the distribution of tags, entities, lengths, ambiguity and languages of the cases.

    The distribution is computed by rules; no model is called.
    """
    found = await dataset_queries.read_coverage(ctx, who, project, DatasetId(dataset), version)
    return CoverageView.of(found)
