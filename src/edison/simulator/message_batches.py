"""Anthropic's endpoints for batches of messages."""

import asyncio
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from aiohttp import web

from edison.simulator import write_response
from edison.simulator.batch_work import BatchWork, SimulatedBatch, StoredResponse
from edison.simulator.protocol_paths import ANTHROPIC, CallRoute
from edison.simulator.protocols.protocol_base import JSON_TYPE, compact
from edison.simulator.simulated_call import Json

PATH = "/v1/messages/batches"
PAGE = 20
STATUSES = {"in_progress": "in_progress", "cancelling": "canceling"}


class MessageBatches:
    """Batches of one simulator. The protocol has no metadata: a batch is known by the names of its requests."""

    speaker = ANTHROPIC

    def __init__(self, work: BatchWork) -> None:
        self._work = work
        self.forget()

    def forget(self) -> None:
        self._batches: dict[str, SimulatedBatch] = {}

    @staticmethod
    def takes(path: str, headers: Mapping[str, str]) -> bool:
        del headers
        return path.startswith(PATH)

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        parts = [part for part in request.path.removeprefix(PATH).split("/") if part]
        match request.method, parts:
            case "POST", []:
                return await self._create(request)
            case "GET", []:
                return self._list(request)
            case _, [name, *rest]:
                return self._of_one(request, name, rest)
            case _:
                return _lacking(request.path)

    async def _create(self, request: web.BaseRequest) -> web.StreamResponse:
        # Read as it arrives: the usual limit of a body is too small for a batch.
        body: Json = json.loads(await request.content.read())
        requests = [(str(each["custom_id"]), each["params"]) for each in body["requests"]]
        if len({key for key, _ in requests}) != len(requests):
            return _error(400, "invalid_request_error", "custom_id must be unique in a batch")
        batch = SimulatedBatch(
            id=f"msgbatch_{len(self._batches) + 1:08d}",
            route=CallRoute(speaker=ANTHROPIC),
            requests=requests,
        )
        self._batches[batch.id] = batch
        if self._work.loses_response():
            write_response.reset(request)
        await asyncio.sleep(self._work.rules.submission_seconds)
        return _said(self._described(batch, request))

    def _list(self, request: web.BaseRequest) -> web.Response:
        found = sorted(self._batches.values(), key=lambda each: each.created, reverse=True)
        after = request.query.get("after_id")
        names = [batch.id for batch in found]
        start = names.index(after) + 1 if after in names else 0
        limit = int(request.query.get("limit", PAGE))
        page = found[start : start + limit]
        return _said(
            {
                "data": [self._described(batch, request) for batch in page],
                "has_more": start + limit < len(found),
                "first_id": page[0].id if page else None,
                "last_id": page[-1].id if page else None,
            }
        )

    def _of_one(self, request: web.BaseRequest, name: str, rest: list[str]) -> web.Response:
        batch = self._batches.get(name)
        if batch is None:
            return _lacking(name)
        if request.method == "POST" and rest == ["cancel"]:
            self._work.cancel(batch)
        self._work.progress(batch)
        if request.method == "DELETE" and batch.ended:
            del self._batches[name]
            return _said({"id": name, "type": "message_batch_deleted"})
        if rest == ["results"]:
            if not batch.ended:
                return _lacking(f"results of {name}")
            lines = [_line(key, said, batch.status) for key, said in reversed(batch.results())]
            return write_response.whole(200, b"\n".join(lines), "application/x-jsonl", {})
        return _said(self._described(batch, request))

    def _described(self, batch: SimulatedBatch, request: web.BaseRequest) -> Json:
        self._work.progress(batch)
        created = datetime.fromtimestamp(batch.created, UTC)
        rest = len(batch.requests) - len(batch.responses)
        ended = batch.ended
        host = f"{request.scheme}://{request.host}"
        return {
            "id": batch.id,
            "type": "message_batch",
            "processing_status": "ended" if ended else STATUSES[batch.status],
            "request_counts": {
                "processing": 0 if ended else len(batch.requests),
                "succeeded": batch.count(ok=True) if ended else 0,
                "errored": batch.count(ok=False) if ended else 0,
                "canceled": rest if batch.status == "cancelled" else 0,
                "expired": rest if batch.status == "expired" else 0,
            },
            "created_at": created.isoformat(),
            "expires_at": (created + timedelta(hours=24)).isoformat(),
            "ended_at": datetime.now(UTC).isoformat() if ended else None,
            "cancel_initiated_at": created.isoformat() if "cancel" in batch.status else None,
            "archived_at": None,
            "results_url": f"{host}{PATH}/{batch.id}/results" if ended else None,
        }


def _line(key: str, response: StoredResponse | None, status: str) -> bytes:
    if response is None:
        result: Json = {"type": "canceled" if status == "cancelled" else "expired"}
    elif response.status == 200:
        result = {"type": "succeeded", "message": json.loads(response.body)}
    else:
        result = {"type": "errored", "error": json.loads(response.body)}
    return compact({"custom_id": key, "result": result})


def _said(value: Any, status: int = 200) -> web.Response:
    return write_response.whole(status, compact(value), JSON_TYPE, {})


def _error(status: int, kind: str, message: str) -> web.Response:
    return _said({"type": "error", "error": {"type": kind, "message": message}}, status)


def _lacking(what: str) -> web.Response:
    return _error(404, "not_found_error", f"No such object: {what}")
