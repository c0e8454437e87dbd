"""Routes that upload files and import their rows as cases."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends, Query, Request

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import Line
from edison.api.datasets.import_views import (
    CheckBody,
    FileOptionsBody,
    ImportBody,
    ImportCheckView,
    ImportedView,
    UploadView,
    Variables,
)
from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.datasets.importing.file_table import FileFormat, ReadOptions
from edison.services.datasets import case_import

router = ApiRouter(prefix="/projects/{project}", tags=["datasets"])

# The body is the file itself, so FastAPI must not parse it.
FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The content of the file",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def get_options(
    format: FileFormat | None = None,
    encoding: Annotated[Line | None, Query(max_length=20)] = None,
    delimiter: Annotated[str | None, Query(pattern=r'^[^"\r\n\x00]$')] = None,
) -> ReadOptions:
    return FileOptionsBody(format=format, encoding=encoding, delimiter=delimiter).to_options()


Options = Annotated[ReadOptions, Depends(get_options)]


@router.post("/imports", status_code=201, responses=problems(413, 429, 503), openapi_extra=FILE)
async def upload_file(
    request: Request,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    options: Options,
    filename: Annotated[Line, Query(min_length=1, max_length=255)],
    variables: Annotated[Variables | None, Query()] = None,
) -> UploadView:
    """Upload a CSV, TSV, JSON, JSONL or Excel file.

    The file is stored for one hour. Nothing is imported yet.
    """
    file = case_import.UploadFile(
        project=project,
        name=filename,
        content=await request.body(),
        options=options,
        variables=tuple(variables or ()),
    )
    return UploadView.of(await case_import.upload_file(ctx, who, file))


@router.post(
    "/imports/{upload}/check", responses=Exactly(problems(400, 401, 403, 404, 413, 429, 503))
)
async def check_import(
    upload: UUID, body: CheckBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ImportCheckView:
    """Preview the cases an import would create, and list every row that cannot be imported."""
    return ImportCheckView.of(
        await case_import.check_file(ctx, who, body.to_check(project, upload))
    )


@router.post("/datasets/{dataset}/import", status_code=201, responses=problems(413, 429, 503))
async def import_file(
    dataset: UUID, body: ImportBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ImportedView:
    """Import the cases of an uploaded file.

    If a row is invalid, nothing is imported, unless the request says to skip invalid rows.
    """
    return ImportedView.of(
        await case_import.import_file(ctx, who, body.to_command(project, dataset))
    )
