"""Middleware that adds a trace id, a log line and metrics to every request."""

import re
import secrets
import time
from contextvars import ContextVar

import structlog
from prometheus_client import Counter, Gauge, Histogram
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_TRACE: ContextVar[str] = ContextVar("edison_trace_id", default="")
_TRACEPARENT = re.compile(r"^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$")


def trace_id() -> str:
    return _TRACE.get()


def start_trace(traceparent: str | None) -> str:
    """Continue the caller's W3C trace, or begin a new one; return the trace id."""
    found = _TRACEPARENT.match(traceparent or "")
    trace = found.group(1) if found else secrets.token_hex(16)
    _TRACE.set(trace)
    return trace


log = structlog.get_logger(__name__)

REQUESTS = Counter("edison_http_requests_total", "Requests answered", ["method", "route", "status"])
SECONDS = Histogram("edison_http_request_seconds", "Time to answer", ["method", "route"])
STREAMS = Gauge("edison_event_streams", "Browsers following an event stream")

QUIET_PATHS = frozenset({"/health", "/readiness", "/metrics"})


class RequestObserver:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        trace = start_trace(Headers(scope=scope).get("traceparent"))
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(trace_id=trace)
        status, began = 500, time.perf_counter()

        async def send_observed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = trace
            await send(message)

        try:
            await self._app(scope, receive, send_observed)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    @staticmethod
    def _note(scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "unmatched")
        REQUESTS.labels(scope["method"], route, str(status)).inc()
        SECONDS.labels(scope["method"], route).observe(seconds)
        if scope["path"] not in QUIET_PATHS:
            # The path without its query: searches are private.
            log.info(
                "request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                milliseconds=round(seconds * 1000, 1),
            )
