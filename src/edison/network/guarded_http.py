"""Outgoing HTTP: checks the resolved address of each connection, and measures response times."""

import asyncio
import errno
import io
import socket
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from ipaddress import ip_address
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.client_proto import ResponseHandler
from aiohttp.connector import Connection
from yarl import URL

from edison.network.address_guard import Blocked, check_url, forbidden
from edison.network.wire_request import WireRequest

__all__ = [
    "AnswerTooLarge",
    "Blocked",
    "GuardedHttp",
    "HostUnreachable",
    "Response",
    "Stream",
    "TimedOut",
]

MAX_BODY = 32 * 1024 * 1024
KEEPALIVE_S = 60.0
CONNECT_S = 10.0
WRITTEN_AT_ONCE = 256 * 1024
# aiohttp rounds longer deadlines up to whole seconds, unless this threshold is set.
NEVER_ROUND = float("inf")
# Compressing answers of this size saves nothing and makes a stream arrive in bursts.
HEADERS = {"User-Agent": "edison", "Accept-Encoding": "identity"}


class HostUnreachable(Exception):
    """No response was received. `sent`: the receiver may have processed (and charged) the request."""

    def __init__(self, message: str, *, sent: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.sent = sent


class AnswerTooLarge(HostUnreachable):
    """The response was aborted because it exceeded the size limit."""


class TimedOut(Exception):
    """No complete response was received in time. `sent`: the receiver may have processed the request."""

    def __init__(self, message: str, *, sent: bool = True) -> None:
        super().__init__(message)
        self.message = message
        self.sent = sent


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    status: int
    # Header names are lower case.
    headers: dict[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    # Seconds of one monotonic clock: request written, first byte of the answer, last byte.
    sent_at: float
    first_byte_at: float
    last_byte_at: float

    @property
    def latency_ms(self) -> float:
        """The time from sending the request to the last byte of the response, without queueing and connecting."""
        return _ms(self.sent_at, self.last_byte_at)


class Stream:
    """A response that is still arriving. It can be iterated over once; its times are set as events happen."""

    def __init__(self, response: "_TimedResponse", max_body: int) -> None:
        self._response = response
        self._max_body = max_body
        self.status = response.status
        self.headers = _lower(response)

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield bytes as they arrive; raise the same exceptions as `send`."""
        with _named_errors(self._response.url.host or ""):
            async for chunk in _chunks(self._response, self._max_body):
                yield chunk

    async def body(self) -> bytes:
        """Return the complete body; used if the response is an error."""
        return b"".join([chunk async for chunk in self.chunks()])

    @property
    def sent_at(self) -> float:
        return self._response.sent_at

    @property
    def first_byte_at(self) -> float:
        return self._response.first_byte_at

    @property
    def last_byte_at(self) -> float | None:
        """The time of the last byte; None while the response is arriving."""
        return self._response.last_byte_at or None

    def elapsed_ms(self) -> float:
        """Return the time from sending the request to the first text; call it when that text has arrived."""
        # A short answer is complete before its first text is read, so the time is at most that of its end.
        return self.latency_ms

    @property
    def latency_ms(self) -> float:
        return _ms(self.sent_at, self._response.last_byte_at or perf_counter())


class GuardedHttp:
    """The only HTTP client of Edison. Create one per event loop; its connection pools are opened on first use."""

    def __init__(
        self, *, resolver: AbstractResolver | None = None, max_body: int = MAX_BODY
    ) -> None:
        self._resolver = resolver
        self._max_body = max_body
        # Two pools of connections, because a private connection must not be reused for public targets.
        self._sessions: dict[bool, aiohttp.ClientSession] = {}

    async def send(
        self, request: WireRequest, *, allow_private: bool, timeout_s: float
    ) -> Response:
        """Send a request and return the complete response, whatever its status. Redirects are not followed."""
        with _named_errors(request.url):
            response = await self._start(request, allow_private, timeout_s)
            try:
                body = await _whole(response, self._max_body)
            except BaseException:
                response.close()
                raise
            return Response(
                status=response.status,
                headers=_lower(response),
                body=body,
                sent_at=response.sent_at,
                first_byte_at=response.first_byte_at,
                last_byte_at=response.last_byte_at,
            )

    @asynccontextmanager
    async def stream(
        self, request: WireRequest, *, allow_private: bool, timeout_s: float
    ) -> AsyncGenerator[Stream]:
        """Send a request and yield the response while it arrives; leaving the context early closes the connection."""
        with _named_errors(request.url):
            response = await self._start(request, allow_private, timeout_s)
        try:
            yield Stream(response, self._max_body)
        finally:
            # After the last byte the connection is back in the pool, and this closes nothing.
            response.close()

    async def close(self) -> None:
        sessions, self._sessions = self._sessions, {}
        for session in sessions.values():
            await session.close()

    async def _start(
        self, request: WireRequest, allow_private: bool, timeout_s: float
    ) -> "_TimedResponse":
        _check(request.url, allow_private)
        session = self._sessions.get(allow_private) or self._open(allow_private)
        response = await session.request(
            request.method,
            # As it was signed: otherwise escapes such as %3A in a model's name are decoded.
            URL(request.url, encoded=True),
            headers=request.headers,
            data=_body(request.body),
            allow_redirects=False,
            timeout=_deadline(timeout_s),
        )
        assert isinstance(response, _TimedResponse)
        return response

    def _open(self, allow_private: bool) -> aiohttp.ClientSession:
        session = aiohttp.ClientSession(
            connector=judged_connector(allow_private, self._resolver),
            cookie_jar=aiohttp.DummyCookieJar(),
            headers=HEADERS,
            trust_env=False,
            request_class=_TimedRequest,
            response_class=_TimedResponse,
        )
        self._sessions[allow_private] = session
        return session


def judged_connector(
    allow_private: bool, resolver: AbstractResolver | None = None
) -> aiohttp.TCPConnector:
    """Return a connector that checks the resolved address of each connection."""
    connector = aiohttp.TCPConnector(
        limit=0,
        resolver=resolver,
        keepalive_timeout=KEEPALIVE_S,
        ttl_dns_cache=10,
        timeout_ceil_threshold=NEVER_ROUND,
        socket_factory=partial(_judged_socket, allow_private),
    )
    # aiohttp has no other way to set a custom handler.
    factory: partial[ResponseHandler] = partial(_TimedHandler, loop=asyncio.get_running_loop())
    connector._factory = factory  # pyright: ignore[reportPrivateUsage]
    return connector


class _ForbiddenAddress(OSError):
    """Raised instead of creating a socket. As an OSError it lets aiohttp try other addresses of the host."""

    def __init__(self, reason: str) -> None:
        # Always the same text: aiohttp preserves this error only if all attempts failed alike.
        super().__init__(errno.EACCES, "address not allowed")
        self.reason = reason


def _judged_socket(
    allow_private: bool, target: tuple[int, int, int, str, tuple[Any, ...]]
) -> socket.socket:
    """Create the socket for this address, or raise if the address is forbidden."""
    family, kind, protocol, _, place = target
    try:
        # A zone is for link-local addresses only, which are forbidden.
        address = ip_address(str(place[0]).partition("%")[0])
    except ValueError:
        raise _ForbiddenAddress("The address is not valid") from None
    reason = forbidden(address, allow_private=allow_private)
    if reason:
        raise _ForbiddenAddress(reason)
    return socket.socket(family, kind, protocol)


class _TimedHandler(ResponseHandler):
    """Records when bytes arrive, because their reader may run much later under load."""

    heard_at: float = 0.0

    def data_received(self, data: bytes) -> None:
        self.heard_at = perf_counter()
        super().data_received(data)


class _TimedResponse(aiohttp.ClientResponse):
    """Records when the request was sent and when bytes of the response arrived."""

    _handler: _TimedHandler | None = None
    sent_at: float = 0.0
    first_byte_at: float = 0.0
    last_byte_at: float = 0.0

    async def start(self, connection: Connection) -> aiohttp.ClientResponse:
        # Stored now: at the end of the answer the connection is released.
        handler = connection.protocol
        self._handler = handler if isinstance(handler, _TimedHandler) else None
        await super().start(connection)
        self.first_byte_at = self._heard_at()
        self.content.on_eof(self._note_end)
        return self

    def _note_end(self) -> None:
        self.last_byte_at = self._heard_at()

    def _heard_at(self) -> float:
        return self._handler.heard_at if self._handler else perf_counter()


class _TimedRequest(aiohttp.ClientRequest):
    """Records when the request was sent, at a fraction of the cost of trace hooks."""

    async def write_bytes(self, *args: Any, **more: Any) -> None:
        await super().write_bytes(*args, **more)
        # Runs as a separate task, after `send`; if started eagerly, there is no response yet.
        if isinstance(self.response, _TimedResponse):
            self.response.sent_at = perf_counter()

    async def send(self, conn: Connection) -> aiohttp.ClientResponse:
        response = await super().send(conn)
        assert isinstance(response, _TimedResponse)
        response.sent_at = perf_counter()
        return response


async def _whole(response: _TimedResponse, max_body: int) -> bytes:
    content = response.content
    _refuse_announced(response, max_body)
    first = await content.readany()
    if content.at_eof() and len(first) <= max_body:
        return first
    chunks = [first]
    size = len(first)
    while not content.at_eof() and size <= max_body:
        chunk = await content.readany()
        chunks.append(chunk)
        size += len(chunk)
    if size > max_body:
        raise _too_large(max_body)
    return b"".join(chunks)


async def _chunks(response: _TimedResponse, max_body: int) -> AsyncIterator[bytes]:
    content = response.content
    _refuse_announced(response, max_body)
    left = max_body
    while not content.at_eof():
        chunk = await content.readany()
        left -= len(chunk)
        if left < 0:
            raise _too_large(max_body)
        if chunk:
            yield chunk


def _refuse_announced(response: _TimedResponse, max_body: int) -> None:
    if (response.content_length or 0) > max_body:
        raise _too_large(max_body)


def _too_large(max_body: int) -> AnswerTooLarge:
    return AnswerTooLarge(f"The answer is larger than {max_body:,} bytes", sent=True)


@contextmanager
def _named_errors(url: str) -> Generator[None]:
    """Convert exceptions to Edison's own, because messages of a library may quote the request."""
    try:
        yield
    except aiohttp.ClientConnectorError as error:
        cause = error.os_error
        if isinstance(cause, _ForbiddenAddress):
            raise Blocked(cause.reason) from None
        raise HostUnreachable(f"{_place(url)} cannot be reached: {_words(cause)}") from None
    except aiohttp.InvalidURL:
        raise Blocked("The URL is not a valid http or https address") from None
    except ValueError:
        # Such as a key read from a file with a trailing line break; a retry does not help.
        raise Blocked("A header, such as the key, contains a line break or a NUL") from None
    except TimeoutError as error:
        connecting = isinstance(error, aiohttp.ConnectionTimeoutError)
        raise TimedOut(f"{_place(url)} did not answer in time", sent=not connecting) from None
    except aiohttp.ClientResponseError:
        raise HostUnreachable(f"{_place(url)} sent something that is not HTTP", sent=True) from None
    except aiohttp.ClientError:
        raise HostUnreachable(f"{_place(url)} closed the connection", sent=True) from None


def _body(body: bytes) -> bytes | io.BytesIO | None:
    # Written in pieces: a large one at once would block every other call of the process.
    return io.BytesIO(body) if len(body) > WRITTEN_AT_ONCE else body or None


def _words(cause: OSError) -> str:
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"its certificate is not valid ({cause.verify_message})"
    if isinstance(cause, ssl.SSLError):
        return "its TLS handshake failed"
    if isinstance(cause, socket.gaierror):
        return "the name cannot be resolved"
    return (cause.strerror or "no connection").lower()


def _place(url: str) -> str:
    return urlsplit(url).hostname or url


def _lower(response: _TimedResponse) -> dict[str, str]:
    return {name.lower(): value for name, value in response.headers.items()}


def _ms(start: float, end: float) -> float:
    # A server may answer before it has read the whole request.
    return max(0.0, (end - start) * 1000)


@lru_cache(maxsize=4096)
def _check(url: str, allow_private: bool) -> None:
    # Only success is cached; a forbidden URL raises each time.
    check_url(url, allow_private=allow_private)


@lru_cache(maxsize=256)
def _deadline(timeout_s: float) -> aiohttp.ClientTimeout:
    return aiohttp.ClientTimeout(
        total=timeout_s, connect=min(timeout_s, CONNECT_S), ceil_threshold=NEVER_ROUND
    )
