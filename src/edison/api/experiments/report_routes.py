"""What an experiment came to: as a value, as files to keep, and as a bundle that can be imported again."""

from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request, Response

from edison.api.error_responses import problems
from edison.api.experiments.experiment_views import ExperimentView
from edison.api.experiments.report_views import ReportView
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import ExperimentId
from edison.services.experiments.report import (
    bundle_export,
    bundle_import,
    report_builder,
    report_files,
)

router = APIRouter(prefix="/projects/{project}/experiments", tags=["experiments"])

REFUSED = problems(400, 401, 403, 404)


# The body is the file itself, as with other uploads.
BUNDLE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The zip file as it is",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def _file(media: str) -> dict[int | str, dict[str, Any]]:
    schema = {"type": "string", "format": "binary"}
    return {200: {"content": {media: {"schema": schema}}}}


def _download(file: report_files.ExperimentReportFile) -> Response:
    # Names are made of letters, digits and dashes, so the header needs no quoting of its own.
    return Response(
        file.content,
        media_type=file.media,
        headers={"content-disposition": f'attachment; filename="{file.name}"'},
    )


@router.get("/{experiment}/report", operation_id="read_experiment_report", responses=REFUSED)
async def read_experiment_report(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ReportView:
    """The final report; of an experiment that still runs, how it stands."""
    return ReportView.of(
        await report_builder.read_report(ctx, who, project, ExperimentId(experiment))
    )


@router.get(
    "/{experiment}/report.pdf",
    operation_id="export_experiment_report_pdf",
    response_class=Response,
    responses=_file("application/pdf") | REFUSED,
)
async def export_experiment_report_pdf(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> Response:
    """The report as a PDF document."""
    return _download(await report_files.export_pdf(ctx, who, project, ExperimentId(experiment)))


@router.get(
    "/{experiment}/report.md",
    operation_id="export_experiment_report_markdown",
    response_class=Response,
    responses=_file("text/markdown") | REFUSED,
)
async def export_experiment_report_markdown(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> Response:
    """The report as a Markdown document."""
    return _download(
        await report_files.export_markdown(ctx, who, project, ExperimentId(experiment))
    )


@router.get(
    "/{experiment}/report.csv",
    operation_id="export_experiment_report_csv",
    response_class=Response,
    responses=_file("text/csv") | REFUSED,
)
async def export_experiment_report_csv(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> Response:
    """One line for each iteration; what every case came to is in the bundle."""
    return _download(await report_files.export_csv(ctx, who, project, ExperimentId(experiment)))


@router.get(
    "/{experiment}/bundle",
    operation_id="export_experiment_bundle",
    response_class=Response,
    responses=_file("application/zip") | REFUSED,
)
async def export_experiment_bundle(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> Response:
    """Plan, prompts, rubric, cases, results and report in one zip file."""
    return _download(await bundle_export.export_bundle(ctx, who, project, ExperimentId(experiment)))


@router.post(
    "/import",
    status_code=201,
    operation_id="import_experiment_bundle",
    responses=problems(400, 401, 403, 404, 409, 413, 429, 503),
    openapi_extra=BUNDLE,
)
async def import_experiment_bundle(
    request: Request, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExperimentView:
    """Make a draft of a bundle, with its cases as a dataset; nothing is started."""
    cmd = bundle_import.ImportBundle(project=project, content=await request.body())
    return ExperimentView.of(await bundle_import.import_bundle(ctx, who, cmd))
