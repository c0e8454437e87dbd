"""Routes that store the files of cases, and serve them so that a browser never runs them."""

from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Path, Query, Request
from starlette.responses import Response

from edison.api.api_router import ApiRouter
from edison.api.base_views import Line
from edison.api.datasets.file_views import CaseFileView, FetchFileBody
from edison.api.error_responses import Responses, problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.models.attached_file import LoadedFile
from edison.kit.media_facts import KINDS
from edison.services.datasets import case_media

router = ApiRouter(prefix="/projects/{project}/files", tags=["datasets"])

FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The content of the file",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
CONTENT: Responses = {
    200: {
        "description": "The content of the file",
        "content": {
            media_type: {"schema": {"type": "string", "format": "binary"}}
            for media_type in sorted(KINDS)
        },
    }
}
Digest = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="SHA-256 of the file")]
# Nothing in a file may run or load anything, even when it is opened alone.
HEADERS = {
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    # The bytes of a digest never change, but the right to read them may end.
    "cache-control": "private, max-age=3600",
}
# Shown inside a page; all others are downloaded.
SHOWN = frozenset({"image", "audio"})


@router.post("", status_code=201, responses=problems(413, 422), openapi_extra=FILE)
async def add_file(
    request: Request,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    filename: Annotated[Line, Query(min_length=1, max_length=255)],
) -> CaseFileView:
    """Store a PNG, JPEG, GIF or WebP image, a PDF, or WAV or MP3 audio, for use in cases.

    The type is recognized from the bytes. A file with the same bytes is stored once.
    """
    file = case_media.AddFile(project=project, name=filename, content=await request.body())
    return CaseFileView.of(await case_media.add_file(ctx, who, file))


@router.post("/fetch", status_code=201, responses=problems(413, 422))
async def fetch_file(
    body: FetchFileBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> CaseFileView:
    """Fetch a file from a public address once, and store it.

    Private addresses are refused, and redirects are not followed.
    """
    wanted = case_media.FetchFile(project=project, url=body.url)
    return CaseFileView.of(await case_media.fetch_file(ctx, who, wanted))


@router.get("/{digest}", response_class=Response, responses=CONTENT)
async def read_file(
    digest: Digest, project: CurrentProject, who: CurrentActor, ctx: Services
) -> Response:
    """Read the content of a file. Images and audio can be shown in a page; a PDF is downloaded."""
    return _response(await case_media.read_file(ctx, who, project, digest))


def _response(file: LoadedFile) -> Response:
    how = "inline" if file.kind in SHOWN else "attachment"
    name = quote(file.name or file.file[:12], safe="")
    return Response(
        file.data,
        media_type=file.media_type,
        headers={**HEADERS, "content-disposition": f"{how}; filename*=UTF-8''{name}"},
    )
