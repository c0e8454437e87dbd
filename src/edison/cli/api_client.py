"""API client of the commands that use a server."""

import asyncio
import json
from collections.abc import Mapping
from types import TracebackType
from typing import Any, cast
from urllib.parse import quote, urlsplit

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector

from edison import __version__

API = "/api/v1"
ANSWERS_WITHIN_S = 60.0
# Requests above the rate limit are retried after a wait.
PATIENT_TIMES = 5
WAIT_AT_MOST_S = 60.0
PAGE = 100
# Servers close idle connections, ours after 5 s. A request on a closed connection fails, and a POST
# cannot be repeated safely. So an idle connection is replaced, for example after a prompt.
IDLE_AT_MOST_S = 2.0
LOCAL = {"localhost", "127.0.0.1", "::1"}


class ServerUnreachable(Exception):
    """Raised if no Edison server responds at the address."""


class RequestRefused(Exception):
    """Raised if the server rejects a request. Contains the server's message and next step."""

    def __init__(self, status: int, error: Mapping[str, Any]) -> None:
        self.status = status
        self.code = str(error.get("code") or "")
        self.message = str(error.get("message") or f"HTTP {status}")
        self.next_step = cast("str | None", error.get("next_step"))
        self.path = cast("str | None", error.get("path"))
        self.details: dict[str, Any] = error.get("details") or {}
        super().__init__(self.message)


class Client:
    """HTTP client of one server. The token is never sent to another host."""

    def __init__(self, server: str, token: str | None) -> None:
        self.server = server.rstrip("/")
        headers = {"user-agent": f"edison-cli/{__version__}", "accept": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        self._headers = headers
        self._session: ClientSession | None = None

    async def __aenter__(self) -> "Client":
        self._session = ClientSession(
            headers=self._headers,
            connector=TCPConnector(keepalive_timeout=IDLE_AT_MOST_S),
            timeout=ClientTimeout(total=ANSWERS_WITHIN_S),
            # Use the proxy of the environment, but not for this machine.
            trust_env=urlsplit(self.server).hostname not in LOCAL,
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._session:
            await self._session.close()

    async def get(self, path: str, **query: str | int) -> Any:
        return await self._ask("GET", path, query=query)

    async def post(self, path: str, body: Any = None, **query: str | int) -> Any:
        return await self._ask("POST", path, body=body, query=query)

    async def patch(self, path: str, body: Any) -> Any:
        return await self._ask("PATCH", path, body=body)

    async def send_file(self, path: str, content: bytes, **query: str | int) -> Any:
        return await self._ask("POST", path, query=query, content=content)

    async def every(self, path: str, **query: str | int) -> list[dict[str, Any]]:
        """Return all items of a paginated list."""
        items: list[dict[str, Any]] = []
        cursor: str | None = None
        while True:
            more: dict[str, str | int] = {"cursor": cursor} if cursor else {}
            page = await self.get(path, limit=PAGE, **query, **more)
            items += page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return items

    async def _ask(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        query: Mapping[str, str | int] | None = None,
        content: bytes | None = None,
    ) -> Any:
        left = PATIENT_TIMES
        while True:
            status, answer, wait = await self._once(method, path, body, query or {}, content)
            if status < 400:
                return answer
            left -= 1
            if status != 429 or wait is None or not left:
                raise RequestRefused(status, _error_in(answer))
            await asyncio.sleep(min(wait, WAIT_AT_MOST_S))

    async def _once(
        self,
        method: str,
        path: str,
        body: Any,
        query: Mapping[str, str | int],
        content: bytes | None,
    ) -> tuple[int, Any, float | None]:
        assert self._session, "use it as a context manager"
        sent: dict[str, Any] = {"json": body} if body is not None else {}
        if content is not None:
            sent = {"data": content, "headers": {"content-type": "application/octet-stream"}}
        try:
            # A redirect could send the token to another host.
            async with self._session.request(
                method, self.server + API + path, params=query, allow_redirects=False, **sent
            ) as answer:
                text = await answer.text()
                status, wait = answer.status, answer.headers.get("retry-after")
        except (ClientError, TimeoutError, OSError, UnicodeDecodeError) as error:
            said = str(error) or type(error).__name__
            raise ServerUnreachable(f"{self.server} cannot be reached: {said}") from None
        except ValueError:
            raise ServerUnreachable(f"{self.server} is not the address of a server") from None
        if 300 <= status < 400:
            raise ServerUnreachable(
                f"{self.server} redirects to another address. Use that address instead"
            )
        try:
            return status, json.loads(text) if text else None, _seconds(wait)
        except ValueError:
            raise ServerUnreachable(f"{self.server} is not an Edison server") from None


def part(text: str) -> str:
    """Quote text for use as one segment of a URL path."""
    return quote(text, safe="")


def _error_in(answer: Any) -> Mapping[str, Any]:
    error: Any = cast("dict[str, Any]", answer).get("error") if isinstance(answer, dict) else None
    return cast("dict[str, Any]", error) if isinstance(error, dict) else {}


def _seconds(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None
