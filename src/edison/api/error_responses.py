"""Format of all error responses, and the HTTP status of each error code."""

from datetime import UTC, datetime
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from edison.api.request_observer import trace_id
from edison.domain import errors
from edison.domain.errors import EdisonError
from edison.kit.pagination import BadCursor
from edison.services.audit import audit_queries
from edison.services.people.identity import Identified

STATUS: dict[type[EdisonError], int] = {
    errors.InvalidInput: 400,
    errors.InvalidEmail: 400,
    errors.WeakPassword: 400,
    errors.NotSignedIn: 401,
    errors.InvalidCredentials: 401,
    errors.NotAllowed: 403,
    errors.RoleNotAllowed: 403,
    errors.RegistrationClosed: 403,
    errors.PasswordsOff: 403,
    errors.SignInRefused: 403,
    errors.MemberByGroup: 409,
    errors.InviteForAnother: 403,
    errors.EmailNotConfirmed: 403,
    errors.ConfirmationInvalid: 404,
    errors.MailNotConfigured: 409,
    errors.AccountDisabled: 403,
    errors.PasswordChangeRequired: 403,
    errors.PasswordResetInvalid: 404,
    errors.NotFound: 404,
    errors.InviteInvalid: 404,
    errors.EmailTaken: 409,
    errors.AlreadyMember: 409,
    errors.LastOwner: 409,
    errors.ProjectArchived: 409,
    errors.EditConflict: 409,
    errors.AccountLocked: 429,
    errors.TooManyAttempts: 429,
    errors.Unavailable: 503,
    errors.QueryTimeout: 504,
    errors.DuplicateLabel: 409,
    errors.UnequalTerms: 409,
    errors.DuplicateModel: 409,
    errors.CredentialInUse: 409,
    errors.CredentialNotReady: 409,
    errors.InvalidKey: 422,
    errors.ProviderUnreachable: 422,
    errors.QuotaExceeded: 422,
    errors.ForbiddenAddress: 422,
    errors.WrongAddress: 422,
    errors.ProviderRefused: 422,
    errors.NoWorker: 503,
    errors.HoldoutLocked: 409,
    errors.DatasetFull: 409,
    errors.UnreadableFile: 400,
    errors.BadRows: 400,
    errors.FileTooLarge: 413,
    errors.DuplicateName: 409,
    errors.NothingChanged: 409,
    errors.WrongState: 409,
    errors.LabelProtected: 409,
    errors.PromotionNotReady: 422,
    errors.RunNotReady: 422,
    errors.SuiteNotReady: 422,
    errors.ExperimentNotReady: 422,
    errors.GuardrailFailed: 422,
    errors.AlreadyRunning: 409,
    errors.NoSimulator: 409,
    errors.BudgetSpent: 402,
}

Responses = dict[int | str, dict[str, Any]]

HTTP_CODES = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED", 413: "PAYLOAD_TOO_LARGE"}


class ErrorBody(BaseModel):
    code: str
    message: str
    details: dict[str, Any]
    path: str | None = Field(description="The input field that caused the error")
    retryable: bool
    next_step: str | None
    timestamp: str
    traceId: str


class ErrorResponse(BaseModel):
    """Format of all error responses of the API."""

    error: ErrorBody


def problems(*statuses: int) -> Responses:
    """Return the OpenAPI declaration of a route's error responses."""
    return {
        status: {"model": ErrorResponse, "description": _MEANINGS[status]} for status in statuses
    }


def problem(
    status: int,
    code: str,
    message: str,
    *,
    path: str | None = None,
    details: dict[str, Any] | None = None,
    retryable: bool = False,
    next_step: str | None = None,
    headers: dict[str, str] | None = None,
) -> JSONResponse:
    body = ErrorBody(
        code=code,
        message=message,
        details=details or {},
        path=path,
        retryable=retryable,
        next_step=next_step,
        timestamp=datetime.now(UTC).isoformat(),
        traceId=trace_id(),
    )
    return JSONResponse({"error": body.model_dump()}, status_code=status, headers=headers)


def install_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(EdisonError, _on_edison_error)
    app.add_exception_handler(RequestValidationError, _on_invalid_request)
    app.add_exception_handler(BadCursor, _on_bad_cursor)
    app.add_exception_handler(HTTPException, _on_http_exception)


async def _on_edison_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, EdisonError)
    if isinstance(error, (errors.NotAllowed, errors.RoleNotAllowed)):
        await _record_refusal(request, error)
    headers: dict[str, str] = {}
    if "retry_after_s" in error.facts:
        headers["Retry-After"] = str(error.facts["retry_after_s"])
    return problem(
        STATUS[type(error)],
        error.code,
        error.message,
        path=error.field,
        details=jsonable_encoder(error.facts),
        retryable=error.retryable,
        next_step=error.advice,
        headers=headers,
    )


async def _record_refusal(request: Request, error: EdisonError) -> None:
    seen: Identified | None = getattr(request.state, "identified", None)
    if seen is None:
        return
    route: Any = request.scope.get("route")
    operation = getattr(route, "operation_id", None) or request.url.path
    ctx = request.app.state.context
    await audit_queries.record_refusal(ctx, seen.actor, seen.project, operation, error.code)


async def _on_invalid_request(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    # The input itself is left out: it may contain a password.
    fields = [
        {"path": ".".join(str(part) for part in item["loc"][1:]), "message": _in_words(item)}
        for item in error.errors()
    ]
    first = fields[0] if fields else {"path": "", "message": "Invalid input"}
    return problem(
        400,
        errors.InvalidInput.code,
        first["message"],
        path=first["path"] or None,
        details={"fields": fields},
        next_step=errors.InvalidInput.next_step,
    )


def _in_words(item: Any) -> str:
    """Return the message of a length error. Pydantic says "items" even if the input is a text."""
    limits: dict[str, Any] = item.get("ctx") or {}
    unit = "entries" if limits.get("field_type") in {"List", "Dictionary"} else "characters"
    if item["type"] in {"too_long", "string_too_long"}:
        return f"At most {limits['max_length']} {unit}"
    if item["type"] in {"too_short", "string_too_short"}:
        return f"At least {limits['min_length']} {unit}"
    return str(item["msg"])


async def _on_bad_cursor(_: Request, error: Exception) -> JSONResponse:
    return problem(
        400,
        errors.InvalidInput.code,
        str(error),
        path="cursor",
        next_step="Start again without a cursor.",
    )


async def _on_http_exception(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return problem(
        error.status_code,
        HTTP_CODES.get(error.status_code, "BAD_REQUEST"),
        str(error.detail),
        headers=dict(error.headers or {}),
    )


_MEANINGS = {
    400: "The input is not valid",
    401: "Not signed in",
    402: "The budget does not allow it",
    403: "Not allowed",
    404: "Not found, or you have no access to it",
    409: "The current state does not allow this",
    413: "The request is too large",
    422: "The request is valid but cannot be done; the details list the reasons",
    429: "Too many attempts",
    503: "No worker is available to do it",
}


log = structlog.get_logger(__name__)


class UnexpectedErrorMiddleware:
    """Middleware that converts unexpected exceptions to error responses. Their texts go only to the log."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def send_noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, send_noted)
        except Exception as error:
            log.exception("unexpected_error", error=type(error).__name__)
            if started or scope["type"] != "http":
                raise
            answer = problem(
                500,
                "INTERNAL_SERVER_ERROR",
                "Something unexpected went wrong",
                retryable=True,
                next_step="Try again. If it fails again, give the traceId to your administrator.",
            )
            await answer(scope, receive, send)
