"""Routes of experiment reports: JSON, files, and bundles that can be imported again."""

from typing import Any
from uuid import UUID

from fastapi import Request, Response

from edison.api.api_router import ApiRouter
from edison.api.error_responses import Responses, problems
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

router = ApiRouter(prefix="/projects/{project}/experiments", tags=["experiments"])


# The body is the file itself, as in other uploads.
BUNDLE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The content of the ZIP file",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def _file(media: str) -> Responses:
    schema = {"type": "string", "format": "binary"}
    return {200: {"content": {media: {"schema": schema}}}}


def _download(file: report_files.ExperimentReportFile) -> Response:
    # Names contain only letters, digits and dashes, so the header needs no quoting.
    return Response(
        file.content,
        media_type=file.media,
        headers={"content-disposition": f'attachment; filename="{file.name}"'},
    )


@router.get("/{experiment}/report")
async def read_experiment_report(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ReportView:
    """Get the final report, or the current state of an experiment that is still running."""
    return ReportView.of_report(
        await report_builder.read_report(ctx, who, project, ExperimentId(experiment))
    )


@router.get("/{experiment}/report.pdf", response_class=Response, responses=_file("application/pdf"))
async def export_experiment_report_pdf(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> Response:
    """Download the report as a PDF document."""
    return _download(await report_files.export_pdf(ctx, who, project, ExperimentId(experiment)))


@router.get("/{experiment}/report.md", response_class=Response, responses=_file("text/markdown"))
async def export_experiment_report_markdown(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> Response:
    """Download the report as a Markdown document."""
    return _download(
        await report_files.export_markdown(ctx, who, project, ExperimentId(experiment))
    )


@router.get("/{experiment}/report.csv", response_class=Response, responses=_file("text/csv"))
async def export_experiment_report_csv(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> Response:
    """Download the report as CSV, one line per iteration. The bundle contains the results of each case."""
    return _download(await report_files.export_csv(ctx, who, project, ExperimentId(experiment)))


@router.get("/{experiment}/bundle", response_class=Response, responses=_file("application/zip"))
async def export_experiment_bundle(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> Response:
    """Download the plan, prompts, rubric, cases, results and report as one ZIP file."""
    return _download(await bundle_export.export_bundle(ctx, who, project, ExperimentId(experiment)))


@router.post("/import", status_code=201, responses=problems(413, 429, 503), openapi_extra=BUNDLE)
async def import_experiment_bundle(
    request: Request, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExperimentView:
    """Create a draft and a dataset from a bundle. Nothing is started."""
    cmd = bundle_import.ImportBundle(project=project, content=await request.body())
    return ExperimentView.of(await bundle_import.import_bundle(ctx, who, cmd))
