"""Google's endpoints for batches of Gemini with an API key."""

import asyncio
import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from aiohttp import web

from edison.simulator import write_response
from edison.simulator.batch_work import BatchWork, SimulatedBatch, StoredResponse
from edison.simulator.protocol_paths import GEMINI, CallRoute
from edison.simulator.protocols.protocol_base import JSON_TYPE, compact, inner, objects
from edison.simulator.simulated_call import Json

_BATCHES = re.compile(r"/v1(?:beta)?/batches(?:/([^/:]+)(?::(\w+))?)?")
_CREATE = re.compile(r"/v1(?:beta)?/models/([^/:]+):batchGenerateContent")
# OpenAI has batches at the same path; a header identifies the client.
KEY_HEADER = "x-goog-api-key"
STATES = {
    "in_progress": "BATCH_STATE_RUNNING",
    "cancelling": "BATCH_STATE_RUNNING",
    "completed": "BATCH_STATE_SUCCEEDED",
    "cancelled": "BATCH_STATE_CANCELLED",
    "expired": "BATCH_STATE_EXPIRED",
    "failed": "BATCH_STATE_FAILED",
}
CODES = {400: 3, 401: 16, 403: 7, 404: 5, 429: 8, 500: 13, 503: 14, 504: 4}
PAGE = 50


class GeminiJobs:
    """Batches of one simulator. An expired one has no results, as at Google."""

    speaker = GEMINI

    def __init__(self, work: BatchWork) -> None:
        self._work = work
        self.forget()

    def forget(self) -> None:
        self._batches: dict[str, SimulatedBatch] = {}
        self._names: dict[str, str] = {}

    @staticmethod
    def takes(path: str, headers: Mapping[str, str]) -> bool:
        ours = _BATCHES.fullmatch(path) or _CREATE.fullmatch(path)
        return ours is not None and KEY_HEADER in headers

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        created = _CREATE.fullmatch(request.path)
        if created and request.method == "POST":
            return await self._create(request, created.group(1))
        found = _BATCHES.fullmatch(request.path)
        name, verb = found.groups() if found else (None, None)
        if name is None:
            return self._list(request)
        batch = self._batches.get(name)
        if batch is None:
            return _error(404, "NOT_FOUND", f"Batch not found: {name}")
        if request.method == "POST" and verb == "cancel":
            self._work.cancel(batch)
            return _said({})
        if request.method == "DELETE":
            del self._batches[name]
            return _said({})
        return _said(self._described(batch))

    async def _create(self, request: web.BaseRequest, model: str) -> web.StreamResponse:
        # Read as it arrives: the usual limit of a body is too small for a batch.
        batch: Json = json.loads(await request.content.read())["batch"]
        given = objects(inner(inner(batch.get("inputConfig")).get("requests")).get("requests"))
        requests = [
            (str(inner(each.get("metadata")).get("key") or place), inner(each.get("request")))
            for place, each in enumerate(given)
        ]
        if not requests:
            return _error(400, "INVALID_ARGUMENT", "The batch has no requests.")
        made = SimulatedBatch(
            id=f"sim{len(self._names) + 1:08d}",
            route=CallRoute(speaker=GEMINI, model=model),
            requests=requests,
        )
        self._batches[made.id] = made
        self._names[made.id] = str(batch.get("displayName") or "")
        if self._work.loses_response():
            write_response.reset(request)
        await asyncio.sleep(self._work.rules.submission_seconds)
        return _said(self._described(made))

    def _list(self, request: web.BaseRequest) -> web.Response:
        found = sorted(self._batches.values(), key=lambda each: each.created, reverse=True)
        start = int(request.query.get("pageToken") or 0)
        size = int(request.query.get("pageSize") or PAGE)
        page: Json = {"operations": [self._described(each) for each in found[start : start + size]]}
        if start + size < len(found):
            page["nextPageToken"] = str(start + size)
        return _said(page)

    def _described(self, batch: SimulatedBatch) -> Json:
        self._work.progress(batch)
        created = datetime.fromtimestamp(batch.created, UTC).isoformat().replace("+00:00", "Z")
        rest = len(batch.requests) - len(batch.responses)
        about: Json = {
            "@type": "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch",
            "name": f"batches/{batch.id}",
            "model": f"models/{batch.route.model}",
            "displayName": self._names[batch.id],
            "state": STATES[batch.status],
            "createTime": created,
            "updateTime": created,
            "batchStats": {
                "requestCount": str(len(batch.requests)),
                "successfulRequestCount": str(batch.count(ok=True)),
                "failedRequestCount": str(batch.count(ok=False)),
                "pendingRequestCount": str(rest),
            },
        }
        found: Json = {"name": f"batches/{batch.id}", "metadata": about}
        if batch.ended:
            about["endTime"] = created
            found["done"] = True
        if batch.status == "completed":
            inlined = [_response(key, said) for key, said in reversed(batch.results()) if said]
            about["output"] = {"inlinedResponses": {"inlinedResponses": inlined}}
            found["response"] = about["output"]
        return found


def _response(key: str, response: StoredResponse) -> Json:
    about = {"key": key}
    said = json.loads(response.body)
    if response.status == 200:
        return {"response": said, "metadata": about}
    error = said["error"]
    code = CODES.get(response.status, 13)
    return {"error": {"code": code, "message": error["message"]}, "metadata": about}


def _said(value: Any, status: int = 200) -> web.Response:
    return write_response.whole(status, compact(value), JSON_TYPE, {})


def _error(status: int, name: str, message: str) -> web.Response:
    return _said({"error": {"code": status, "message": message, "status": name}}, status)
