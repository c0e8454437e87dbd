"""Routes that import the files of other tools."""

from edison.api.api_router import ApiRouter, Exactly
from edison.api.error_responses import problems
from edison.api.imports.import_views import (
    AppliedImportView,
    ApplyImportBody,
    ImportReportView,
    ImportSourceBody,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.services.imports import project_import

router = ApiRouter(prefix="/projects/{project}/imports", tags=["imports"])


@router.post("/preview", responses=Exactly(problems(400, 401, 403, 404, 413, 429, 503)))
async def preview_import(
    body: ImportSourceBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ImportReportView:
    """Read the files of another tool, and report what an import would map, approximate and skip.

    Nothing is stored.
    """
    return ImportReportView.of(
        await project_import.preview_import(ctx, who, body.to_source(project), body.models)
    )


@router.post("/apply", status_code=201, responses=problems(413, 429, 503))
async def apply_import(
    body: ApplyImportBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AppliedImportView:
    """Create the prompts, the datasets and the suite that the files of another tool describe, or nothing."""
    return AppliedImportView.of(
        await project_import.apply_import(ctx, who, body.to_command(project))
    )
