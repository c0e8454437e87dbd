"""OpenAI's batch protocol: a file with one call per line, a batch over it, and files with the results.

Sources, read on 2026-11-19: the Batch API FAQ (help.openai.com, article 9197833), the API reference of batches and
files, and the types of the openai Python client 3.49.0 (`types/batch.py`, `types/batch_error.py`).
"""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, urlsplit

from edison.domain.models.model_call import Failed, FailureCode
from edison.domain.models.provider import Endpoint
from edison.providers.wire.batch_wire import (
    BatchItem,
    BatchPage,
    BatchPhase,
    BatchReport,
    BatchRequest,
)
from edison.providers.wire.openai import OpenAiWire, with_query
from edison.providers.wire.untrusted_json import a_dict, a_text, count, dicts_of, dumped, loaded
from edison.providers.wire.wire_protocol import Garbled, WireRequest

PAGE = 100
# The key of the metadata of a batch that holds Edison's marker.
MARKER = "edison_batch"
PHASES: dict[str, BatchPhase] = {
    "validating": "working",
    "in_progress": "working",
    "finalizing": "working",
    "cancelling": "working",
    "completed": "complete",
    "expired": "partial",
    "cancelled": "partial",
    "failed": "rejected",
}
# Errors of calls that were not executed.
SKIPPED = frozenset({"batch_expired", "batch_cancelled"})
# The batch exceeds what may be queued at the same time; it can be submitted later.
QUEUE_FULL = frozenset({"token_limit_exceeded", "request_limit_exceeded"})
CHAT = OpenAiWire()


class OpenAiBatches:
    has_marker = True
    by_line = True

    def upload(
        self, endpoint: Endpoint, marker: str, requests: Sequence[BatchRequest]
    ) -> WireRequest:
        lines = b"\n".join(_line(each) for each in requests)
        boundary = f"edison-{hashlib.sha256(lines).hexdigest()[:32]}"
        name = f"{marker}.jsonl"
        body = b"".join(
            (
                f'--{boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nbatch\r\n'.encode(),
                f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
                "Content-Type: application/jsonl\r\n\r\n".encode(),
                lines,
                f"\r\n--{boundary}--\r\n".encode(),
            )
        )
        headers = {"content-type": f"multipart/form-data; boundary={boundary}"}
        return _request(endpoint, "POST", "/files", headers=headers, body=body)

    def uploaded(self, body: bytes) -> str:
        name = a_text(a_dict(loaded(body)).get("id"))
        if not name:
            raise Garbled("The provider did not name the uploaded file")
        return name

    def submission(
        self, endpoint: Endpoint, marker: str, file: str, requests: Sequence[BatchRequest]
    ) -> WireRequest:
        path = urlsplit(requests[0].request.url).path
        body = {
            "input_file_id": file,
            # The path of a live call behind a proxy has more before its version.
            "endpoint": path[path.rfind("/v1/") :] if "/v1/" in path else path,
            "completion_window": "24h",
            "metadata": {MARKER: marker},
        }
        headers = {"content-type": "application/json"}
        return _request(endpoint, "POST", "/batches", headers=headers, body=dumped(body))

    def report(self, body: bytes) -> BatchReport:
        return _report(a_dict(loaded(body)))

    def look(self, endpoint: Endpoint, batch: str) -> WireRequest:
        return _request(endpoint, "GET", f"/batches/{quote(batch, safe='')}")

    def listing(self, endpoint: Endpoint, after: str | None) -> WireRequest:
        rest = f"&after={quote(after, safe='')}" if after else ""
        return _request(endpoint, "GET", f"/batches?limit={PAGE}{rest}")

    def page(self, body: bytes) -> BatchPage:
        found = a_dict(loaded(body))
        if not isinstance(found.get("data"), list):
            raise Garbled("The provider sent no list of batches")
        batches = tuple(_report(each) for each in dicts_of(found["data"]))
        more = found.get("has_more") is True and batches
        return BatchPage(batches=batches, after=batches[-1].id if more else None)

    def cancellation(self, endpoint: Endpoint, batch: str) -> WireRequest:
        return _request(endpoint, "POST", f"/batches/{quote(batch, safe='')}/cancel")

    def discard(self, endpoint: Endpoint, file: str) -> WireRequest:
        return _request(endpoint, "DELETE", f"/files/{quote(file, safe='')}")

    def results(self, endpoint: Endpoint, result: str) -> WireRequest:
        return _request(endpoint, "GET", f"/files/{quote(result, safe='')}/content")

    def items(self, body: bytes) -> list[BatchItem]:
        item = _item(a_dict(loaded(body)))
        return [] if item is None else [item]


def _line(item: BatchRequest) -> bytes:
    path = urlsplit(item.request.url).path
    frame = {
        "custom_id": item.key,
        "method": "POST",
        "url": path[path.rfind("/v1/") :] if "/v1/" in path else path,
    }
    # The body is that of a live call; it is not parsed and written again.
    return dumped(frame)[:-1] + b',"body":' + item.request.body + b"}"


def _request(
    endpoint: Endpoint,
    method: str,
    path: str,
    *,
    headers: dict[str, str] | None = None,
    body: bytes = b"",
) -> WireRequest:
    return WireRequest(
        method=method,
        url=with_query(endpoint, f"{endpoint.base_url}{path}"),
        headers={**CHAT.headers(endpoint), **(headers or {})},
        body=body,
    )


def _report(found: dict[str, Any]) -> BatchReport:
    name, status = a_text(found.get("id")), a_text(found.get("status"))
    if not name or status not in PHASES:
        raise Garbled("The provider sent no batch")
    counts = a_dict(found.get("request_counts"))
    created = count(found.get("created_at"))
    files = (a_text(found.get("output_file_id")), a_text(found.get("error_file_id")))
    return BatchReport(
        id=name,
        phase=PHASES[status],
        marker=a_text(a_dict(found.get("metadata")).get(MARKER)),
        input_file=a_text(found.get("input_file_id")),
        created_at=None if created is None else datetime.fromtimestamp(created, UTC),
        requests=count(counts.get("total")) or 0,
        done=(count(counts.get("completed")) or 0) + (count(counts.get("failed")) or 0),
        results=tuple(file for file in files if file),
        failure=_failure(found) if status == "failed" else None,
    )


def _failure(found: dict[str, Any]) -> Failed:
    errors = dicts_of(a_dict(found.get("errors")).get("data"))
    first = errors[0] if errors else {}
    code = a_text(first.get("code"))
    return Failed(
        code=FailureCode.RATE_LIMITED if code in QUEUE_FULL else FailureCode.BAD_REQUEST,
        message=a_text(first.get("message")) or "The provider rejected the batch",
        provider_code=code or None,
    )


def _item(found: dict[str, Any]) -> BatchItem | None:
    key = a_text(found.get("custom_id"))
    if not key:
        return None
    response, error = a_dict(found.get("response")), a_dict(found.get("error"))
    if error and not response:
        code = a_text(error.get("code"))
        body = dumped({"error": {**error, "message": a_text(error.get("message")) or code}})
        return BatchItem(key=key, status=500, body=body, skipped=code in SKIPPED)
    return BatchItem(
        key=key,
        status=count(response.get("status_code")) or 500,
        body=dumped(response.get("body")),
    )
