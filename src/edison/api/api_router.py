"""Router of all rooms: names operations after their functions and declares the usual errors."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter

from edison.api.error_responses import Responses, problems

READ_PROBLEMS = (400, 401, 403, 404)
WRITE_PROBLEMS = (*READ_PROBLEMS, 409)


class Exactly(Responses):
    """The complete responses of a route; the router does not add the usual errors."""


class ApiRouter(APIRouter):
    """Router that uses the function name as operation id and declares the usual errors of the method.

    `responses` of a route are added to the usual errors: declare only additional ones.
    A route that lacks one of the usual errors declares the complete set with `Exactly`.
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
