"""The built screens: hashed assets are cached for ever, every other path is the application's one page."""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

ASSETS = "assets/"


class Screens(StaticFiles):
    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory, html=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.startswith(ASSETS):
                raise
            response = await super().get_response("index.html", scope)
            path = "index.html"
        # File names of assets carry a hash of their content.
        lasting = path.startswith(ASSETS)
        response.headers["cache-control"] = (
            "public, max-age=31536000, immutable" if lasting else "no-cache"
        )
        return response
