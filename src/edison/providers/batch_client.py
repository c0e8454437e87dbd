"""Client of providers' batch APIs. Every method returns the outcome as a value; each request is sent once."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar

from edison.domain.models.model_call import Failed, FailureCode
from edison.domain.models.provider import Endpoint, Provider
from edison.network.guarded_http import (
    Blocked,
    GuardedHttp,
    HostUnreachable,
    Response,
    Stream,
    TimedOut,
)
from edison.network.wire_request import WireRequest
from edison.providers.call_attempt import redact_keys
from edison.providers.wire.anthropic_batches import AnthropicBatches
from edison.providers.wire.batch_wire import (
    BatchItem,
    BatchReport,
    BatchRequest,
    BatchWire,
)
from edison.providers.wire.gemini_batches import GeminiBatches
from edison.providers.wire.openai_batches import OpenAiBatches
from edison.providers.wire.registry import WIRES
from edison.providers.wire.wire_protocol import Garbled

BATCH_WIRES: dict[Provider, BatchWire] = {
    Provider.OPENAI: OpenAiBatches(),
    Provider.ANTHROPIC: AnthropicBatches(),
    Provider.GEMINI: GeminiBatches(),
    Provider.SIMULATED: OpenAiBatches(),
}

REQUEST_WITHIN_S = 60.0
# Requests and results of a batch may have many megabytes.
TRANSFER_WITHIN_S = 600.0
# Clocks differ, so batches that were created somewhat earlier are checked, too.
CLOCK_DIFFERENCE = timedelta(minutes=15)
MOST_PAGES = 100
# Results are read by line, so a large batch needs little memory. Those of Google are one document.
MOST_RESULTS = 512 * 1024 * 1024
MOST_AT_ONCE = 64 * 1024 * 1024
NOT_KNOWN_YET = Failed(
    code=FailureCode.UNAVAILABLE,
    message="The provider does not say whose batch this is before it has ended",
)

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, kw_only=True)
class LostSubmission:
    """A submission with an unknown result: what may identify its batch, and when it was sent."""

    marker: str
    file: str | None
    keys: frozenset[str]
    # Batches at the provider that are those of other submissions.
    known: frozenset[str]
    since: datetime


class BatchClient:
    def __init__(self, http: GuardedHttp) -> None:
        self._http = http

    async def upload(
        self, endpoint: Endpoint, marker: str, requests: Sequence[BatchRequest]
    ) -> str | Failed:
        """Upload the calls of a batch, which starts nothing yet; return the name of the file, if there is one."""
        wire = BATCH_WIRES[endpoint.provider]
        request = wire.upload(endpoint, marker, requests)
        if request is None:
            return ""
        body = await self._send(endpoint, request, TRANSFER_WITHIN_S)
        return body if isinstance(body, Failed) else _parsed(wire.uploaded, body)

    async def submit(
        self, endpoint: Endpoint, marker: str, file: str, requests: Sequence[BatchRequest]
    ) -> BatchReport | Failed:
        """Submit a batch. A failure with `doubtful` above 0 means that the provider may have accepted it."""
        wire = BATCH_WIRES[endpoint.provider]
        request = wire.submission(endpoint, marker, file, requests)
        body = await self._send(endpoint, request, TRANSFER_WITHIN_S)
        return body if isinstance(body, Failed) else _parsed(wire.report, body)

    async def find(self, endpoint: Endpoint, wanted: LostSubmission) -> BatchReport | Failed | None:
        """Find the batch of a submission with an unknown result; None if the provider certainly does not list it."""
        wire, since = BATCH_WIRES[endpoint.provider], wanted.since
        unsure: Failed | None = None
        after: str | None = None
        for _ in range(MOST_PAGES):
            body = await self._send(endpoint, wire.listing(endpoint, after), REQUEST_WITHIN_S)
            page = body if isinstance(body, Failed) else _parsed(wire.page, body)
            if isinstance(page, Failed):
                return page
            for report in page.batches:
                match = await self._is_wanted(endpoint, wire, report, wanted)
                if match is True:
                    return report
                unsure = match or unsure
            last = page.batches[-1].created_at if page.batches else None
            if page.after is None or (last is not None and last < since - CLOCK_DIFFERENCE):
                return unsure
            after = page.after
        return Failed(
            code=FailureCode.PROVIDER_ERROR, message="The provider lists too many batches"
        )

    async def _is_wanted(
        self, endpoint: Endpoint, wire: BatchWire, report: BatchReport, wanted: LostSubmission
    ) -> Failed | bool:
        """Return whether a listed batch is the wanted one; a failure if that is not known."""
        if wire.has_marker:
            same_file = bool(wanted.file) and report.input_file == wanted.file
            return report.marker == wanted.marker or same_file
        old = report.created_at is not None and report.created_at < wanted.since - CLOCK_DIFFERENCE
        if old or report.requests != len(wanted.keys) or report.id in wanted.known:
            return False
        if report.phase == "working":
            return NOT_KNOWN_YET
        async for item in self.results(endpoint, report):
            return item if isinstance(item, Failed) else item.key in wanted.keys
        return False

    async def look(self, endpoint: Endpoint, batch: str) -> BatchReport | Failed:
        wire = BATCH_WIRES[endpoint.provider]
        body = await self._send(endpoint, wire.look(endpoint, batch), REQUEST_WITHIN_S)
        return body if isinstance(body, Failed) else _parsed(wire.report, body)

    async def cancel(self, endpoint: Endpoint, batch: str) -> Failed | None:
        wire = BATCH_WIRES[endpoint.provider]
        body = await self._send(endpoint, wire.cancellation(endpoint, batch), REQUEST_WITHIN_S)
        return body if isinstance(body, Failed) else None

    async def discard(self, endpoint: Endpoint, file: str) -> Failed | None:
        """Delete an uploaded file; None if it no longer exists."""
        request = BATCH_WIRES[endpoint.provider].discard(endpoint, file)
        if request is None:
            return None
        body = await self._send(endpoint, request, REQUEST_WITHIN_S)
        return body if isinstance(body, Failed) and body.status != 404 else None

    async def results(
        self, endpoint: Endpoint, report: BatchReport
    ) -> AsyncIterator[BatchItem | Failed]:
        """Yield the results of an ended batch as they arrive; a failure is the last item."""
        wire = BATCH_WIRES[endpoint.provider]
        for result in report.results:
            request = wire.results(endpoint, result)
            try:
                async with self._http.stream(
                    request, allow_private=endpoint.allow_private, timeout_s=TRANSFER_WITHIN_S
                ) as stream:
                    if not 200 <= stream.status < 300:
                        yield _refusal(endpoint, stream.status, stream.headers, await stream.body())
                        return
                    lines = _lines(stream.chunks()) if wire.by_line else _whole(stream)
                    async for line in lines:
                        for item in wire.items(line):
                            yield item
            except (Blocked, TimedOut, HostUnreachable, Garbled) as error:
                yield _unreachable(error)
                return

    async def close(self) -> None:
        await self._http.close()

    async def _send(
        self, endpoint: Endpoint, request: WireRequest, timeout_s: float
    ) -> bytes | Failed:
        try:
            response = await self._http.send(
                request, allow_private=endpoint.allow_private, timeout_s=timeout_s
            )
        except (Blocked, TimedOut, HostUnreachable) as error:
            return redact_keys(_unreachable(error), endpoint)
        return _body(endpoint, response)


def _body(endpoint: Endpoint, response: Response) -> bytes | Failed:
    if 200 <= response.status < 300:
        return response.body
    return _refusal(endpoint, response.status, response.headers, response.body)


def _refusal(endpoint: Endpoint, status: int, headers: dict[str, str], body: bytes) -> Failed:
    failed = WIRES[endpoint.provider].failure(status, headers, body)
    # A server that fails may have accepted the request; one that refuses it has not.
    doubtful = int(status >= 500 or status in (408, 409))
    return redact_keys(replace(failed, doubtful=doubtful), endpoint)


def _parsed(parse: Callable[[bytes], Found], body: bytes) -> Found | Failed:
    try:
        return parse(body)
    except Garbled as error:
        return _unreachable(error)


def _unreachable(error: Blocked | TimedOut | HostUnreachable | Garbled) -> Failed:
    match error:
        case Blocked():
            return Failed(code=FailureCode.FORBIDDEN_ADDRESS, message=error.reason)
        case TimedOut():
            code, message, sent = FailureCode.TIMED_OUT, error.message, error.sent
        case HostUnreachable():
            code, message, sent = FailureCode.UNREACHABLE, error.message, error.sent
        case Garbled():
            code, message, sent = FailureCode.PROVIDER_ERROR, str(error), True
    return Failed(code=code, message=message, doubtful=int(sent))


async def _whole(stream: Stream) -> AsyncIterator[bytes]:
    chunks: list[bytes] = []
    size = 0
    async for chunk in stream.chunks():
        chunks.append(chunk)
        size += len(chunk)
        _check_size(size)
    yield b"".join(chunks)


def _check_size(size: int) -> None:
    if size > MOST_AT_ONCE:
        raise Garbled("A result of the batch is too large")


async def _lines(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    rest = b""
    async for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        _check_size(len(rest))
        for line in lines:
            if line.strip():
                yield line
    if rest.strip():
        yield rest
