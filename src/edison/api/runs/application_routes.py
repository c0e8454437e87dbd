"""Routes of application runs: a caller starts a run and submits the outputs of its own application."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends, Query, Request

from edison.api.api_router import ApiRouter
from edison.api.base_views import Line
from edison.api.datasets.import_views import FileOptionsBody
from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.runs.application_views import (
    OpenCellsView,
    OpenCellView,
    StartApplicationRunBody,
    SubmitOutputsBody,
    SubmittedView,
    UploadReportView,
)
from edison.api.runs.run_views import RunView
from edison.domain.datasets.importing.file_table import FileFormat, ReadOptions
from edison.domain.ids import RunId
from edison.domain.runs.application import MOST_OUTPUTS
from edison.services.runs import application_runs, output_upload

# The body is the file itself, so FastAPI must not parse it.
FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The content of the file",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def get_file_options(
    format: FileFormat | None = None,
    encoding: Annotated[Line | None, Query(max_length=20)] = None,
    delimiter: Annotated[str | None, Query(pattern=r'^[^"\r\n\x00]$')] = None,
) -> ReadOptions:
    return FileOptionsBody(format=format, encoding=encoding, delimiter=delimiter).to_options()


router = ApiRouter(prefix="/projects/{project}/application-runs", tags=["application runs"])


@router.post("", status_code=202, responses=problems(422))
async def start_application_run(
    body: StartApplicationRunBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunView:
    """Start a run of your own application: its cells wait for outputs that you submit.

    Scorers and judges then score them as in any other run. If the run cannot start, the response lists every reason.
    Repeating the request with the same `key` returns the same run.
    """
    cmd = body.to_command(project)
    return RunView.of(await application_runs.start_application_run(ctx, who, cmd))


@router.get("/{run}/open-cells", responses=problems(409))
async def list_open_cells(
    run: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    after: Annotated[
        int | None, Query(ge=0, le=2**31 - 2, description="Only cells after this one")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_OUTPUTS)] = 100,
) -> OpenCellsView:
    """List the cells of an application run that have no output yet, with their cases."""
    found = await application_runs.list_open_cells(
        ctx, who, project, RunId(run), after=after, limit=limit
    )
    return OpenCellsView(
        items=[OpenCellView.of(cell) for cell in found.items], next_after=found.next
    )


@router.post("/{run}/outputs")
async def submit_outputs(
    run: UUID, body: SubmitOutputsBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SubmittedView:
    """Submit outputs. They are stored when the response arrives, at most one per cell.

    A cell that has an output keeps it and is listed in `already_there`, so a request can be repeated.
    """
    return SubmittedView.of(
        await application_runs.submit_outputs(ctx, who, body.to_command(project, run))
    )


@router.post("/{run}/upload", responses=problems(413, 429, 503), openapi_extra=FILE)
async def upload_outputs(
    request: Request,
    run: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    options: Annotated[ReadOptions, Depends(get_file_options)],
    filename: Annotated[Line, Query(min_length=1, max_length=255)],
    output_column: Annotated[
        Line | None,
        Query(min_length=1, max_length=200, description="Default: `output` and similar names"),
    ] = None,
) -> UploadReportView:
    """Upload outputs as a CSV, JSONL, JSON or Excel file, with one row per output.

    Rows are matched to cells by a column `case_id`, or by the columns that are variables of the dataset. Further
    columns that are used if they exist: `trial`, `error`, `latency_ms`, `cost_usd`, `prompt_tokens` and
    `completion_tokens`. The response lists the rows that match no cell.
    """
    file = output_upload.UploadOutputs(
        project=project,
        run=RunId(run),
        name=filename,
        content=await request.body(),
        options=options,
        output_column=output_column,
    )
    return UploadReportView.of(await output_upload.upload_outputs(ctx, who, file))


@router.post("/{run}/finish")
async def finish_application_run(
    run: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunView:
    """Finish an application run: cells without an output fail, and the run ends when all outputs are scored.

    A run whose cells all have an output ends without this request.
    """
    return RunView.of(await application_runs.finish_application_run(ctx, who, project, RunId(run)))
