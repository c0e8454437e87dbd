"""Middleware that limits requests per network address. Every response states the number of remaining requests."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from edison.api.api_config import MCP_PATH
from edison.api.error_responses import problem
from edison.kit.address_blocks import address_block
from edison.services.request_limiter import LimitDecision, RequestLimiter


class RateLimitMiddleware:
    """Limits requests to the API and to the MCP server. Requests for pages and health checks are not counted."""

    def __init__(self, app: ASGIApp, limiter: RequestLimiter) -> None:
        self._app = app
        self._limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _is_counted(scope["path"]):
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        verdict = self._limiter.admit(address_block(client[0]) if client else "")

        async def send_with_limits(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["x-ratelimit-limit"] = str(verdict.limit)
                headers["x-ratelimit-remaining"] = str(verdict.remaining)
                headers["x-ratelimit-reset"] = verdict.resets_at.isoformat()
            await send(message)

        if verdict.allowed:
            await self._app(scope, receive, send_with_limits)
        else:
            await _too_many(verdict)(scope, receive, send_with_limits)


def _is_counted(path: str) -> bool:
    return path.startswith("/api/") or path == MCP_PATH


def _too_many(verdict: LimitDecision) -> ASGIApp:
    return problem(
        429,
        "TOO_MANY_REQUESTS",
        "Rate limit exceeded",
        details={"resetAt": verdict.resets_at.isoformat()},
        retryable=True,
        next_step="Wait until the time in details.resetAt.",
        headers={"Retry-After": "60"},
    )
