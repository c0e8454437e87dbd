"""Middleware that checks host, origin, CSRF token and size of every request, and adds security headers."""

import hmac
import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from edison.api.api_config import MCP_PATH, ApiConfig, host_name
from edison.api.error_responses import problem
from edison.domain.errors import FileTooLarge

SESSION_COOKIE = "edison_session"
CSRF_COOKIE = "edison_csrf"
CSRF_HEADER = "x-csrf-token"
# Paths of file uploads, whose bodies may be larger than others.
UPLOADS = re.compile(
    r"^/api/v1/projects/[^/]+/"
    r"(imports|imports/preview|imports/apply|files|experiments/import|application-runs/[^/]+/upload)$"
)
UPLOAD_MARGIN = 64 * 1024
# Paths of requests with the texts of prompts, cases and answers.
TEXTS = re.compile(
    r"^/api/v1/projects/[^/]+/"
    r"(prompts|datasets|runs|application-runs|suites|experiments|suggestions|assists|models|scorers|judges)(/|$)"
)
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    )
)
SECURITY_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class BodyTooLarge(HTTPException):
    """Raised if a request body exceeds the size limit while it is read."""

    def __init__(self) -> None:
        super().__init__(413, "The request body is too large")


class RequestGuard:
    """Middleware that rejects requests that come neither from our own pages nor with a bearer token."""

    def __init__(self, app: ASGIApp, config: ApiConfig) -> None:
        self._app = app
        self._config = config
        self._origin = _origin_of(config.public_url)
        self._headers = dict(SECURITY_HEADERS)
        if config.secure_cookies:
            self._headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/") or scope["path"] == MCP_PATH:
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        most = self._most(scope)
        refusal = self._refusal(scope, most)
        if refusal is not None:
            await refusal(scope, receive, send_with_headers)
            return
        await self._app(scope, _limited(receive, most), send_with_headers)

    def _most(self, scope: Scope) -> int:
        if UPLOADS.match(scope["path"]):
            return self._config.max_upload_bytes + UPLOAD_MARGIN
        if TEXTS.match(scope["path"]):
            return self._config.max_text_body_bytes
        return self._config.max_body_bytes

    def _refusal(self, scope: Scope, most: int) -> JSONResponse | None:
        headers = Headers(scope=scope)
        if host_name(headers.get("host", "")) not in self._config.allowed_hosts:
            return problem(
                400,
                "INVALID_HOST",
                "This host name is not allowed",
                next_step="Open the address in EDISON_PUBLIC_URL, or add the name to EDISON_ALLOWED_HOSTS.",
            )
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > most:
            return self._too_large(scope)
        if scope["method"] in SAFE_METHODS:
            return None
        if not self._same_origin(headers):
            return problem(403, "INVALID_ORIGIN", "This request came from another site")
        if scope["path"] == MCP_PATH:
            return None
        # A browser never sends a bearer token by itself, so no CSRF token is needed.
        if "authorization" not in headers and not _csrf_matches(headers):
            return problem(
                403,
                "INVALID_CSRF_TOKEN",
                "CSRF token validation failed",
                retryable=True,
                next_step="Reload the page and try again.",
            )
        return None

    def _too_large(self, scope: Scope) -> JSONResponse:
        if not UPLOADS.match(scope["path"]):
            return problem(413, "PAYLOAD_TOO_LARGE", "The request body is too large")
        most = self._config.max_upload_bytes
        return problem(
            413,
            FileTooLarge.code,
            f"File too large (max {most // 1_048_576}MB)",
            path="file",
            details={"limit": most},
            next_step=FileTooLarge.next_step,
        )

    def _same_origin(self, headers: Headers) -> bool:
        if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
            return False
        origin = headers.get("origin")
        if origin is None:
            return True
        # The host of the request is allowed, too: it was checked against the list above.
        return origin == self._origin or _network_part(origin) == headers.get("host")


def _csrf_matches(headers: Headers) -> bool:
    sent = headers.get(CSRF_HEADER, "")
    expected = cookie_parser(headers.get("cookie", "")).get(CSRF_COOKIE, "")
    return bool(sent) and hmac.compare_digest(sent.encode(), expected.encode())


def _limited(receive: Receive, most: int) -> Receive:
    """Wrap `receive` to limit the number of bytes of a request without a Content-Length header."""
    seen = 0

    async def receive_limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise BodyTooLarge
        return message

    return receive_limited


def _network_part(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
