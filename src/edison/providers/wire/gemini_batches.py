"""Google's batch protocol for Gemini with an API key: a batch carries its calls and its name, and later the results.

Sources, read on 2026-11-19: the guide and the reference "Batch API" (ai.google.dev/gemini-api/docs/batch-api and
ai.google.dev/api/batch-api), and the converters of the google-genai Python client 3.1.0 (`batches.py`).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from urllib.parse import quote

from edison.domain.models.model_call import Failed, FailureCode
from edison.domain.models.provider import Endpoint
from edison.providers.wire.batch_wire import (
    BatchItem,
    BatchPage,
    BatchPhase,
    BatchReport,
    BatchRequest,
)
from edison.providers.wire.gemini import gemini_headers
from edison.providers.wire.untrusted_json import a_dict, a_text, count, dicts_of, dumped, loaded
from edison.providers.wire.wire_protocol import Garbled, WireRequest

PAGE = 100
PHASES: dict[str, BatchPhase] = {
    "BATCH_STATE_PENDING": "working",
    "BATCH_STATE_RUNNING": "working",
    "BATCH_STATE_SUCCEEDED": "complete",
    "BATCH_STATE_CANCELLED": "partial",
    "BATCH_STATE_EXPIRED": "partial",
    "BATCH_STATE_FAILED": "rejected",
}
# HTTP statuses and names of the codes in `google/rpc/code.proto`.
CODES = {
    3: (400, "INVALID_ARGUMENT"),
    4: (504, "DEADLINE_EXCEEDED"),
    5: (404, "NOT_FOUND"),
    7: (403, "PERMISSION_DENIED"),
    8: (429, "RESOURCE_EXHAUSTED"),
    9: (400, "FAILED_PRECONDITION"),
    13: (500, "INTERNAL"),
    14: (503, "UNAVAILABLE"),
    16: (401, "UNAUTHENTICATED"),
}
CANCELLED = 1


class GeminiBatches:
    has_marker = True
    by_line = False

    def upload(
        self, endpoint: Endpoint, marker: str, requests: Sequence[BatchRequest]
    ) -> WireRequest | None:
        return None

    def uploaded(self, body: bytes) -> str:
        raise Garbled("Nothing is uploaded")

    def submission(
        self, endpoint: Endpoint, marker: str, file: str, requests: Sequence[BatchRequest]
    ) -> WireRequest:
        calls = [
            b'{"request":' + each.request.body + b',"metadata":' + dumped({"key": each.key}) + b"}"
            for each in requests
        ]
        body = (
            b'{"batch":{"displayName":'
            + dumped(marker)
            + b',"inputConfig":{"requests":{"requests":['
            + b",".join(calls)
            + b"]}}}}"
        )
        url = requests[0].request.url
        path = url.removesuffix(":generateContent") + ":batchGenerateContent"
        return WireRequest(method="POST", url=path, headers=_headers(endpoint), body=body)

    def report(self, body: bytes) -> BatchReport:
        return _report(a_dict(loaded(body)))

    def look(self, endpoint: Endpoint, batch: str) -> WireRequest:
        return _request(endpoint, "GET", batch)

    def listing(self, endpoint: Endpoint, after: str | None) -> WireRequest:
        rest = f"&pageToken={quote(after, safe='')}" if after else ""
        url = f"{endpoint.base_url}/v1beta/batches?pageSize={PAGE}{rest}"
        return WireRequest(method="GET", url=url, headers=_headers(endpoint))

    def page(self, body: bytes) -> BatchPage:
        found = a_dict(loaded(body))
        batches = tuple(_report(each) for each in dicts_of(found.get("operations")))
        return BatchPage(batches=batches, after=a_text(found.get("nextPageToken")) or None)

    def cancellation(self, endpoint: Endpoint, batch: str) -> WireRequest:
        return _request(endpoint, "POST", batch, ":cancel")

    def discard(self, endpoint: Endpoint, file: str) -> WireRequest:
        """Delete an ended batch with its results: nothing else holds the texts."""
        return _request(endpoint, "DELETE", file)

    def results(self, endpoint: Endpoint, result: str) -> WireRequest:
        return _request(endpoint, "GET", result)

    def items(self, body: bytes) -> list[BatchItem]:
        return [item for each in _responses(a_dict(loaded(body))) if (item := _item(each))]


def _item(found: dict[str, Any]) -> BatchItem | None:
    key = a_text(a_dict(found.get("metadata")).get("key"))
    if not key:
        return None
    error = a_dict(found.get("error"))
    if not error:
        return BatchItem(key=key, body=dumped(found.get("response")))
    code = count(error.get("code")) or 0
    status, name = CODES.get(code, (500, "INTERNAL"))
    body = dumped({"error": {**error, "code": status, "status": name}})
    return BatchItem(key=key, status=status, body=body, skipped=code == CANCELLED)


def _responses(found: dict[str, Any]) -> list[dict[str, Any]]:
    for place in (
        a_dict(found.get("response")),
        a_dict(a_dict(found.get("metadata")).get("output")),
    ):
        inlined = dicts_of(a_dict(place.get("inlinedResponses")).get("inlinedResponses"))
        if inlined:
            return inlined
    return []


def _headers(endpoint: Endpoint) -> dict[str, str]:
    return {**gemini_headers(endpoint), "content-type": "application/json"}


def _request(endpoint: Endpoint, method: str, name: str, verb: str = "") -> WireRequest:
    url = f"{endpoint.base_url}/v1beta/{quote(name, safe='/')}{verb}"
    return WireRequest(method=method, url=url, headers=_headers(endpoint))


def _report(found: dict[str, Any]) -> BatchReport:
    name, about = a_text(found.get("name")), a_dict(found.get("metadata"))
    phase = PHASES.get(a_text(about.get("state")), "working")
    if not name.startswith("batches/"):
        raise Garbled("The provider sent no batch")
    stats = a_dict(about.get("batchStats"))
    succeeded = _number(stats.get("successfulRequestCount"))
    failed = _number(stats.get("failedRequestCount"))
    if phase == "rejected" and succeeded:
        phase = "partial"
    return BatchReport(
        id=name,
        phase=phase,
        marker=a_text(about.get("displayName")),
        created_at=_time(about.get("createTime")),
        requests=_number(stats.get("requestCount")),
        done=succeeded + failed,
        results=() if phase in ("working", "rejected") else (name,),
        charged=succeeded,
        failure=_failure(found) if phase == "rejected" else None,
    )


def _failure(found: dict[str, Any]) -> Failed:
    error = a_dict(found.get("error"))
    full = CODES.get(count(error.get("code")) or 0, (0, ""))[0] == 429
    return Failed(
        code=FailureCode.RATE_LIMITED if full else FailureCode.BAD_REQUEST,
        message=a_text(error.get("message")) or "The provider rejected the batch",
    )


def _number(value: Any) -> int:
    """Parse a count, which the protocol writes as text."""
    text = a_text(value)
    return int(text) if text.isascii() and text.isdecimal() else count(value) or 0


def _time(value: Any) -> datetime | None:
    try:
        found = datetime.fromisoformat(a_text(value))
    except ValueError:
        return None
    return found if found.tzinfo else None
