"""The route table of the application: every path and method, each with a name."""

import re
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.routing import Mount

_PARAMETER = re.compile(r"{(\w+)(?::\w+)?}")
_CONVERTER = re.compile(r":\w+}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteEntry:
    """One method of one path. `name` is the operation id, or method and path if there is none."""

    name: str
    method: str
    path: str
    documented: frozenset[int]

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(_PARAMETER.findall(self.path))


def route_table(app: FastAPI) -> dict[str, RouteEntry]:
    """List all routes of the application, without the built screens."""
    document = app.openapi()
    entries: dict[str, RouteEntry] = {}
    for found in iter_route_contexts(app.routes):
        if isinstance(found.original_route, Mount) and found.name == "screens":
            continue
        path = found.path or ""
        operation: str | None = getattr(found, "operation_id", None)
        for method in sorted(found.methods or {"MOUNT"}):
            name = operation or f"{method} {path}"
            assert name not in entries, f"two routes are named {name}"
            statuses = _documented(document, path, method)
            entries[name] = RouteEntry(name=name, method=method, path=path, documented=statuses)
    return entries


def _documented(document: dict[str, Any], path: str, method: str) -> frozenset[int]:
    operation = document["paths"].get(_CONVERTER.sub("}", path), {}).get(method.lower(), {})
    return frozenset(int(status) for status in operation.get("responses", {}))
