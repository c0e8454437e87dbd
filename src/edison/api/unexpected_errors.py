"""Answers what nobody foresaw, within the middleware that gives every answer its headers and trace id."""

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from edison.api.error_responses import problem

log = structlog.get_logger(__name__)


class UnexpectedErrorMiddleware:
    """Turns an unforeseen exception into the one shape of errors; its words go to the log only."""

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
                next_step="Try again; if it stays, give your administrator the traceId.",
            )
            await answer(scope, receive, send)
