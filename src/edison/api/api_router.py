"""Router base class of all API routes: sets operation ids and declares the common error responses."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter

from edison.api.error_responses import Responses, problems

READ_PROBLEMS = (400, 401, 403, 404)
WRITE_PROBLEMS = (*READ_PROBLEMS, 409)


class Exactly(Responses):
    """Complete set of responses of a route. The router does not add the common errors to it."""


class ApiRouter(APIRouter):
    """Router that uses the function name as operation id and declares the common errors of the HTTP method.

    The `responses` of a route are added to the common errors. A route that cannot return one of them declares its
    complete set of responses with `Exactly`.
    """

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        options["operation_id"] = endpoint.__name__
        options["responses"] = _complete(options["responses"] or {}, set(options["methods"]))
        super().add_api_route(path, endpoint, **options)


def _complete(stated: Responses, methods: set[str]) -> Responses:
    if isinstance(stated, Exactly):
        return stated
    usual = problems(*(READ_PROBLEMS if methods == {"GET"} else WRITE_PROBLEMS))
    return dict(sorted((usual | stated).items(), key=lambda response: int(response[0])))
