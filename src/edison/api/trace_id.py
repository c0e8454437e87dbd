"""One id for everything that happens because of one request."""

import re
import secrets
from contextvars import ContextVar

_TRACE: ContextVar[str] = ContextVar("edison_trace_id", default="")
_TRACEPARENT = re.compile(r"^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$")


def trace_id() -> str:
    return _TRACE.get()


def start_trace(traceparent: str | None) -> str:
    """Continue the caller's W3C trace, or begin one."""
    found = _TRACEPARENT.match(traceparent or "")
    trace = found.group(1) if found else secrets.token_hex(16)
    _TRACE.set(trace)
    return trace
