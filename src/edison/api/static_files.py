"""Serves the web user interface. Hashed assets are cached forever; every other path returns the index page."""

import asyncio
import gzip
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

ASSETS = "assets/"
# Fonts are already compressed.
WORTH_PACKING = (".js", ".css", ".svg")


class StaticScreens(StaticFiles):
    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory, html=False)
        self._packed: dict[str, bytes] = {}

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
        if lasting and isinstance(response, FileResponse) and path.endswith(WORTH_PACKING):
            response = await self._as_accepted(response, path, Headers(scope=scope))
        response.headers["cache-control"] = (
            "public, max-age=31536000, immutable" if lasting else "no-cache"
        )
        return response

    async def _as_accepted(self, plain: FileResponse, path: str, asked: Headers) -> Response:
        plain.headers["vary"] = "accept-encoding"
        if "gzip" not in asked.get("accept-encoding", "") or "range" in asked:
            return plain
        packed = self._packed.get(path)
        if packed is None:
            # Once for each process, so slow but good compression is acceptable.
            packed = self._packed[path] = await asyncio.to_thread(_pack, Path(plain.path))
        return Response(
            packed,
            media_type=plain.media_type,
            headers={"content-encoding": "gzip", "vary": "accept-encoding"},
        )


def _pack(file: Path) -> bytes:
    return gzip.compress(file.read_bytes())
