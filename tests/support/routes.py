"""The routes of the application, for tests that apply to all of them."""

import re
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from fastapi import FastAPI

SOMEONE = str(UUID(int=1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation of the API as its contract describes it."""

    id: str
    method: str
    path: str

    @property
    def mutates(self) -> bool:
        return self.method != "GET"

    def address(self, project: str = "some-project") -> str:
        """Return the path with the project and random ids filled in."""
        path = self.path.replace("{project}", project)
        return re.sub(r"\{\w+\}", SOMEONE, path)


def operations(app: FastAPI) -> list[Operation]:
    paths = cast(dict[str, dict[str, dict[str, Any]]], app.openapi()["paths"])
    return [
        Operation(id=about["operationId"], method=method.upper(), path=path)
        for path, methods in paths.items()
        for method, about in methods.items()
    ]
