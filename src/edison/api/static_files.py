"""Serves built files: the web user interface at /, the documentation at /docs."""

import asyncio
import gzip
from pathlib import Path, PurePosixPath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

ASSETS = "assets/"
# Fonts and pictures are already compressed.
WORTH_PACKING = (".html", ".js", ".css", ".json", ".svg")


class CompressedFiles(StaticFiles):
    """Files of a folder, compressed for clients that accept it."""

    def __init__(self, directory: Path, *, html: bool) -> None:
        super().__init__(directory=directory, html=html)
        self._packed: dict[tuple[str, str], bytes] = {}

    async def as_accepted(self, plain: Response, asked: Headers) -> Response:
        if not isinstance(plain, FileResponse) or not str(plain.path).endswith(WORTH_PACKING):
            return plain
        plain.headers["vary"] = "accept-encoding"
        if "gzip" not in asked.get("accept-encoding", "") or "range" in asked:
            return plain
        key = (str(plain.path), plain.headers["etag"])
        packed = self._packed.get(key)
        if packed is None:
            # Once for each process, so slow but good compression is acceptable.
            packed = self._packed[key] = await asyncio.to_thread(_pack, Path(plain.path))
        return Response(
            packed,
            status_code=plain.status_code,
            media_type=plain.media_type,
            headers={
                "content-encoding": "gzip",
                "vary": "accept-encoding",
                "etag": plain.headers["etag"],
            },
        )


class StaticScreens(CompressedFiles):
    """The screens. Hashed assets are cached forever; every path without a file returns the index page."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory, html=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.startswith(ASSETS):
                raise
            response = await super().get_response("index.html", scope)
            path = "index.html"
        # File names of assets contain a hash of their content.
        lasting = path.startswith(ASSETS)
        if lasting:
            response = await self.as_accepted(response, Headers(scope=scope))
        response.headers["cache-control"] = (
            "public, max-age=31536000, immutable" if lasting else "no-cache"
        )
        return response


class StaticDocs(CompressedFiles):
    """The documentation. The page at /docs/how-to/x is the file how-to/x.html; 404.html is for all other paths."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory, html=True)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path != "." and not PurePosixPath(path).suffix:
            path += ".html"
        response = await super().get_response(path, scope)
        response = await self.as_accepted(response, Headers(scope=scope))
        response.headers["cache-control"] = "no-cache"
        return response


def _pack(file: Path) -> bytes:
    return gzip.compress(file.read_bytes())
