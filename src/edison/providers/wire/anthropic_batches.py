"""Anthropic's batch protocol: a batch carries its calls, and stores no name or file by which it could be found.

Sources, read on 2026-11-19: the guide "Batch processing" (platform.claude.com) and the types of the anthropic Python
client 2.8.0 (`types/messages/message_batch.py`, `message_batch_individual_response.py`).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from urllib.parse import quote

from edison.domain.models.provider import Endpoint
from edison.providers.wire.anthropic import anthropic_headers
from edison.providers.wire.batch_wire import BatchItem, BatchPage, BatchReport, BatchRequest
from edison.providers.wire.untrusted_json import a_dict, a_text, count, dicts_of, dumped, loaded
from edison.providers.wire.wire_protocol import Garbled, WireRequest

PAGE = 100
ENDED = "ended"
COUNTS = ("processing", "succeeded", "errored", "canceled", "expired")
# Results of calls that were not executed and are not charged.
SKIPPED = frozenset({"canceled", "expired"})
# Statuses of the errors that a live call would have (guide "Errors", platform.claude.com, 2026-11-19).
STATUSES = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}


class AnthropicBatches:
    has_marker = False
    by_line = True

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
            b'{"custom_id":' + dumped(each.key) + b',"params":' + each.request.body + b"}"
            for each in requests
        ]
        return _request(endpoint, "POST", body=b'{"requests":[' + b",".join(calls) + b"]}")

    def report(self, body: bytes) -> BatchReport:
        return _report(a_dict(loaded(body)))

    def look(self, endpoint: Endpoint, batch: str) -> WireRequest:
        return _request(endpoint, "GET", f"/{quote(batch, safe='')}")

    def listing(self, endpoint: Endpoint, after: str | None) -> WireRequest:
        rest = f"&after_id={quote(after, safe='')}" if after else ""
        return _request(endpoint, "GET", f"?limit={PAGE}{rest}")

    def page(self, body: bytes) -> BatchPage:
        found = a_dict(loaded(body))
        if not isinstance(found.get("data"), list):
            raise Garbled("The provider sent no list of batches")
        batches = tuple(_report(each) for each in dicts_of(found["data"]))
        more = found.get("has_more") is True and batches
        return BatchPage(batches=batches, after=batches[-1].id if more else None)

    def cancellation(self, endpoint: Endpoint, batch: str) -> WireRequest:
        return _request(endpoint, "POST", f"/{quote(batch, safe='')}/cancel")

    def discard(self, endpoint: Endpoint, file: str) -> WireRequest:
        """Delete an ended batch with its results: nothing else holds the texts."""
        return _request(endpoint, "DELETE", f"/{quote(file, safe='')}")

    def results(self, endpoint: Endpoint, result: str) -> WireRequest:
        # Not the address that the report names: the key is only sent to the address of the credential.
        return _request(endpoint, "GET", f"/{quote(result, safe='')}/results")

    def items(self, body: bytes) -> list[BatchItem]:
        item = _item(a_dict(loaded(body)))
        return [] if item is None else [item]


def _request(endpoint: Endpoint, method: str, path: str = "", *, body: bytes = b"") -> WireRequest:
    return WireRequest(
        method=method,
        url=f"{endpoint.base_url}/v1/messages/batches{path}",
        headers={**anthropic_headers(endpoint), "content-type": "application/json"},
        body=body,
    )


def _report(found: dict[str, Any]) -> BatchReport:
    name, status = a_text(found.get("id")), a_text(found.get("processing_status"))
    if not name or not status:
        raise Garbled("The provider sent no batch")
    given = a_dict(found.get("request_counts"))
    counts = {each: count(given.get(each)) or 0 for each in COUNTS}
    ended = status == ENDED
    whole = counts["canceled"] + counts["expired"] == 0
    return BatchReport(
        id=name,
        phase=("complete" if whole else "partial") if ended else "working",
        created_at=_time(found.get("created_at")),
        requests=sum(counts.values()),
        done=counts["succeeded"] + counts["errored"],
        results=(name,) if ended else (),
    )


def _time(value: Any) -> datetime | None:
    try:
        found = datetime.fromisoformat(a_text(value))
    except ValueError:
        return None
    return found if found.tzinfo else None


def _item(found: dict[str, Any]) -> BatchItem | None:
    key, result = a_text(found.get("custom_id")), a_dict(found.get("result"))
    kind = a_text(result.get("type"))
    if not key:
        return None
    if kind in SKIPPED:
        return BatchItem(key=key, skipped=True)
    if kind == "succeeded":
        return BatchItem(key=key, body=dumped(result.get("message")))
    error = a_dict(result.get("error"))
    named = a_text(a_dict(error.get("error")).get("type"))
    return BatchItem(key=key, status=STATUSES.get(named, 500), body=dumped(error))
