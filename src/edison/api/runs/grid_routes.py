"""Routes of the result grid: rows, cells, labels, flags and export."""

from typing import Annotated, Literal
from uuid import UUID

from fastapi import Depends, Path, Query
from pydantic import Field
from starlette.responses import StreamingResponse

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import Line, PageView, Stored, WantedPage
from edison.api.error_responses import Responses, problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.runs.baseline_parameters import Baselined
from edison.api.runs.exact_request_views import ExactRequestView, PreviewRequestBody
from edison.api.runs.grid_views import CellView, GridRowView, RowCountsView
from edison.api.runs.label_views import CellMarkView, FlagCellBody, GradeCellBody
from edison.domain.datasets.case_rules import TAG_AT_MOST
from edison.domain.ids import RunId
from edison.domain.runs.cell import CellState
from edison.domain.runs.grid_rows import RowFilter, RowSort, SortBy
from edison.domain.runs.result_file import ResultFormat
from edison.domain.runs.row_kinds import RowKind
from edison.services.runs import (
    cell_details,
    cell_labels,
    exact_request,
    row_counts,
    run_export,
    run_queries,
)

router = ApiRouter(prefix="/projects/{project}/runs/{run}", tags=["runs"])

FILE: Responses = {
    200: {
        "content": {
            "application/x-ndjson": {"schema": {"type": "string"}},
            "text/csv": {"schema": {"type": "string"}},
        }
    }
}
Column = Annotated[int, Query(ge=0, le=2**15 - 1)]
Scorer = Annotated[int, Query(ge=0, le=2**15 - 1, description="The number of a scorer in this run")]
Row = Annotated[int, Field(ge=0, le=2**31 - 1)]


def get_filter(
    state: Literal["open", "answered", "malformed", "failed"] | None = None,
    scorer: Annotated[Scorer | None, Query()] = None,
    passed: bool | None = None,
    below: Annotated[
        float | None, Query(allow_inf_nan=False, description="Only scores below this value")
    ] = None,
    unscored: Annotated[
        bool, Query(description="Only cells that the scorer failed to score")
    ] = False,
    search: Annotated[
        Stored | None, Query(max_length=200, description="Text to find in outputs and cases")
    ] = None,
    tag: Annotated[Line | None, Query(max_length=TAG_AT_MOST)] = None,
    column: Annotated[Column | None, Query()] = None,
    reused: bool | None = None,
    flagged: Annotated[bool, Query(description="Only cells flagged for review")] = False,
    low: Annotated[
        float | None,
        Query(
            allow_inf_nan=False,
            description="Only cells whose score by `metric`, or by the metric shown first, is below this value",
        ),
    ] = None,
    category: Annotated[
        Line | None,
        Query(
            max_length=100, description="Only cells in which a safety scorer found this category"
        ),
    ] = None,
    kind: Annotated[
        RowKind | None,
        Query(description="Only rows with at least one cell of this kind"),
    ] = None,
    row: Annotated[list[Row] | None, Query(max_length=100, description="Only these rows")] = None,
) -> RowFilter:
    return RowFilter(
        state=None if state is None else CellState(state),
        scorer=scorer,
        passed=passed,
        below=below,
        unscored=unscored,
        search=search or None,
        tag=tag or None,
        column=column,
        reused=reused,
        flagged=flagged,
        low=low,
        category=category or None,
        kind=kind,
        rows=tuple(row or ()),
    )


def get_sort(
    sort: SortBy = SortBy.POSITION,
    sort_column: Column = 0,
    sort_scorer: Scorer = 0,
    order: Literal["asc", "desc"] = "asc",
) -> RowSort:
    return RowSort(by=sort, column=sort_column, scorer=sort_scorer, descending=order == "desc")


@router.get("/rows")
async def list_run_rows(
    compared: Baselined,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    wanted: Annotated[RowFilter, Depends(get_filter)],
    sort: Annotated[RowSort, Depends(get_sort)],
    start: Annotated[
        Row | None,
        Query(description="First row. Only when sorted by position and without a filter"),
    ] = None,
) -> PageView[GridRowView]:
    """List the rows of the result grid in which at least one cell matches the whole filter.

    Long texts are shortened. A page of a search may contain few rows or none: continue while there is a
    `next_cursor`.
    """
    found = await run_queries.list_rows(
        ctx,
        who,
        project,
        compared.run,
        wanted,
        sort,
        page,
        baseline=compared.baseline,
        metric=compared.metric,
        start=start,
    )
    return PageView(
        items=[GridRowView.of(row) for row in found.items], next_cursor=found.next_cursor
    )


@router.get("/row-counts")
async def count_run_rows(wanted: Baselined, who: CurrentActor, ctx: Services) -> RowCountsView:
    """Count the rows of the result grid by kind. Changes are relative to the baseline run."""
    return RowCountsView.of(await row_counts.count_rows(ctx, who, wanted))


@router.get("/cells/{ordinal}")
async def read_cell(
    run: UUID,
    ordinal: Annotated[int, Path(ge=0, le=2**31 - 1)],
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> CellView:
    """Get everything stored about one cell."""
    return CellView.of(await cell_details.read_cell(ctx, who, project, RunId(run), ordinal))


@router.get("/export", response_class=StreamingResponse, responses=FILE)
async def export_run(
    run: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    format: ResultFormat = ResultFormat.JSONL,
    safe: Annotated[bool, Query(description="Escape formulas, for spreadsheets")] = False,
) -> StreamingResponse:
    """Download all finished cells with their cases and scores, one line per cell."""
    made = await run_export.export_run(
        ctx,
        who,
        run_export.ExportRun(project=project, run=RunId(run), format=format, safe=safe),
    )
    return StreamingResponse(
        made.chunks,
        media_type=made.media,
        headers={
            "content-disposition": f'attachment; filename="{made.file_name}"',
            "cache-control": "no-store",
        },
    )


exact_requests_router = ApiRouter(prefix="/projects/{project}/runs", tags=["runs"])


@exact_requests_router.post("/request", responses=Exactly(problems(400, 401, 403, 404)))
async def preview_request(
    body: PreviewRequestBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExactRequestView:
    """Get the exact request for one case, with secrets masked.

    Nothing is sent or stored.
    """
    found = await exact_request.preview_request(ctx, who, body.to_command(project))
    return ExactRequestView.of(found)


run_marks_router = ApiRouter(prefix="/projects/{project}/runs/{run}/cells/{ordinal}", tags=["runs"])
Ordinal = Annotated[int, Path(ge=0, le=2**31 - 1)]


@run_marks_router.put("/grade")
async def grade_cell(
    run: UUID,
    ordinal: Ordinal,
    body: GradeCellBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> CellMarkView:
    """Label a cell.

    The label counts in the metrics `People` and `Labels first`, until the cell is repeated.
    """
    cell = cell_labels.CellAt(project=project, run=RunId(run), ordinal=ordinal)
    return CellMarkView.of(await cell_labels.grade_cell(ctx, who, cell, body.said(), body.attempt))


@run_marks_router.put("/flag")
async def flag_cell(
    run: UUID,
    ordinal: Ordinal,
    body: FlagCellBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> CellMarkView:
    """Flag a cell for review, with a note, or remove the flag."""
    cell = cell_labels.CellAt(project=project, run=RunId(run), ordinal=ordinal)
    mark = await cell_labels.flag_cell(ctx, who, cell, flagged=body.flagged, note=body.note)
    return CellMarkView.of(mark)
