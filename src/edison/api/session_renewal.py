"""Middleware that sends the cookie of a renewed session with every kind of response.

Routes and dependencies cannot set this cookie reliably: errors and custom responses drop their headers, and the
browser would keep a revoked token.
"""

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from edison.api.api_config import ApiConfig
from edison.api.request_guard import SESSION_COOKIE
from edison.api.request_identity import RenewedSession, set_session_cookie


class SessionRenewalMiddleware:
    """Adds the cookie of a session that was renewed during the request."""

    def __init__(self, app: ASGIApp, config: ApiConfig) -> None:
        self._app = app
        self._config = config

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_session(message: Message) -> None:
            if message["type"] == "http.response.start":
                renewed: RenewedSession | None = getattr(Request(scope).state, "renewed", None)
                headers = MutableHeaders(scope=message)
                # Sign-in, sign-out and a password change set the cookie themselves.
                if renewed and not _names_session(headers):
                    carrier = Response()
                    set_session_cookie(carrier, self._config, *renewed)
                    headers.append("set-cookie", carrier.headers["set-cookie"])
            await send(message)

        await self._app(scope, receive, send_with_session)


def _names_session(headers: MutableHeaders) -> bool:
    return any(cookie.startswith(f"{SESSION_COOKIE}=") for cookie in headers.getlist("set-cookie"))
