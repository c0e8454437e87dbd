"""Errors of the SDK. Each refusal of the server has a type by its meaning, and keeps the server's words."""

from collections.abc import Mapping
from typing import Any


class EdisonError(Exception):
    """Base class of all errors of the SDK."""


class ServerUnreachable(EdisonError):
    """Raised if no Edison server answers at the address."""


class ValuesMissing(EdisonError):
    """Raised if a prompt is rendered without a value for each of its variables."""

    def __init__(self, missing: tuple[str, ...]) -> None:
        self.missing = missing
        super().__init__(f"The prompt needs a value for: {', '.join(missing)}")


class RequestRefused(EdisonError):
    """Raised if the server refuses a request. `code`, `next_step` and `details` are the server's."""

    def __init__(self, status: int, error: Mapping[str, Any]) -> None:
        self.status = status
        self.code = str(error.get("code") or "")
        self.message = str(error.get("message") or f"HTTP {status}")
        self.next_step: str | None = error.get("next_step")
        self.field: str | None = error.get("path")
        self.details: dict[str, Any] = error.get("details") or {}
        self.trace_id: str | None = error.get("traceId")
        advice = f" {self.next_step}" if self.next_step else ""
        super().__init__(f"{self.message}.{advice}" if advice else self.message)


class InvalidRequest(RequestRefused):
    """Raised if the input is not valid, or if it cannot be done; `details` list the reasons."""


class NotAuthenticated(RequestRefused):
    """Raised if the token is missing or not valid."""


class BudgetExceeded(RequestRefused):
    """Raised if a budget does not allow the request."""


class PermissionDenied(RequestRefused):
    """Raised if the role of the token does not allow the request."""


class NotFound(RequestRefused):
    """Raised if the object does not exist, or if the token has no access to it."""


class Conflict(RequestRefused):
    """Raised if the current state does not allow the request."""


class RateLimited(RequestRefused):
    """Raised if the server still refuses further requests after all retries."""


class ServerError(RequestRefused):
    """Raised if the server fails or cannot do the request now."""


_TYPES: dict[int, type[RequestRefused]] = {
    400: InvalidRequest,
    401: NotAuthenticated,
    402: BudgetExceeded,
    403: PermissionDenied,
    404: NotFound,
    409: Conflict,
    413: InvalidRequest,
    422: InvalidRequest,
    429: RateLimited,
}


def refusal(status: int, error: Mapping[str, Any]) -> RequestRefused:
    """Return the error for the status of a response and the `error` of its body."""
    kind = _TYPES.get(status, ServerError if status >= 500 else RequestRefused)
    return kind(status, error)
