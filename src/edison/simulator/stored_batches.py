"""OpenAI's endpoints for files and batches."""

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import MultipartReader, web

from edison.simulator import write_response
from edison.simulator.batch_work import ENDED, BatchWork, SimulatedBatch, StoredResponse
from edison.simulator.gemini_jobs import KEY_HEADER
from edison.simulator.protocol_paths import OPENAI, CallRoute, find
from edison.simulator.protocols.protocol_base import JSON_TYPE, compact, now_s
from edison.simulator.simulated_call import Json

PAGE = 20
EXPIRED = "This request could not be executed before the completion window expired."


@dataclass(slots=True)
class BatchFile:
    id: str
    name: str
    purpose: str
    content: bytes
    created: int = field(default_factory=now_s)

    def described(self) -> Json:
        return {
            "id": self.id,
            "object": "file",
            "bytes": len(self.content),
            "created_at": self.created,
            "filename": self.name,
            "purpose": self.purpose,
            "status": "processed",
        }


@dataclass(slots=True)
class FileBatch:
    """A batch over a file, with the files of its results."""

    work: SimulatedBatch
    file: str
    endpoint: str
    metadata: Json
    output: str | None = None
    errors: str | None = None
    problem: Json | None = None
    stored: bool = False


class StoredBatches:
    """Files and batches of one simulator."""

    speaker = OPENAI

    def __init__(self, work: BatchWork) -> None:
        self._work = work
        self.forget()

    def forget(self) -> None:
        self._files: dict[str, BatchFile] = {}
        self._batches: dict[str, FileBatch] = {}
        self._number = 0

    @staticmethod
    def takes(path: str, headers: Mapping[str, str]) -> bool:
        return path.startswith(("/v1/files", "/v1/batches")) and KEY_HEADER not in headers

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        parts = request.path.split("/")[2:]
        match request.method, parts:
            case "POST", ["files"]:
                return await self._upload(request)
            case "DELETE", ["files", name]:
                found = self._files.pop(name, None)
                return _lacking(name) if found is None else _said({"id": name, "deleted": True})
            case "GET", ["files", name, "content"]:
                file = self._files.get(name)
                if file is None:
                    return _lacking(name)
                return write_response.whole(200, file.content, "application/octet-stream", {})
            case "POST", ["batches"]:
                return await self._create(request)
            case "GET", ["batches"]:
                return self._list(request)
            case _, ["batches", name, *rest]:
                return self._of_one(request.method, name, rest)
            case _:
                return _lacking(request.path)

    async def _upload(self, request: web.BaseRequest) -> web.Response:
        fields: dict[str, bytes] = {}
        name = ""
        # Read as it arrives: the usual limit of a body is too small for a batch.
        reader = MultipartReader(request.headers, request.content)
        while (part := await reader.next()) is not None:
            if isinstance(part, MultipartReader) or part.name is None:
                continue
            fields[part.name] = bytes(await part.read())
            name = part.filename or name
        if fields.get("purpose") != b"batch" or "file" not in fields:
            return _refused("The purpose must be 'batch', with a file.")
        await asyncio.sleep(self._work.rules.upload_seconds)
        return _said(self._keep(name, "batch", fields["file"]).described())

    async def _create(self, request: web.BaseRequest) -> web.StreamResponse:
        body: Json = json.loads(await request.read())
        file = self._files.get(str(body.get("input_file_id")))
        if file is None:
            return _refused("Invalid input file: no such file.")
        if body.get("completion_window") != "24h":
            return _refused("The completion window must be '24h'.")
        endpoint = str(body.get("endpoint"))
        route = find("POST", endpoint, {})
        if not isinstance(route, CallRoute):
            return _refused("Invalid endpoint.")
        lines: list[Json] = [json.loads(line) for line in file.content.splitlines() if line]
        self._number += 1
        batch = FileBatch(
            work=SimulatedBatch(
                id=f"batch_{self._number:08d}",
                route=route,
                requests=[(str(line["custom_id"]), line["body"]) for line in lines],
            ),
            file=file.id,
            endpoint=endpoint,
            metadata=body.get("metadata") or {},
        )
        self._check(batch, lines)
        self._batches[batch.work.id] = batch
        if self._work.loses_response():
            # Accepted, but the client does not learn it.
            write_response.reset(request)
        await asyncio.sleep(self._work.rules.submission_seconds)
        return _said(self._described(batch))

    def _check(self, batch: FileBatch, lines: list[Json]) -> None:
        code = self._work.rules.rejected
        keys = [line.get("custom_id") for line in lines]
        if len(set(keys)) != len(keys):
            code = "duplicate_custom_id"
        elif any(line.get("url") != batch.endpoint for line in lines):
            code = "mismatched_url"
        elif len({line["body"].get("model") for line in lines}) > 1:
            code = "mismatched_model"
        if code:
            batch.work.status = "failed"
            batch.problem = {"code": code, "message": f"The batch was rejected: {code}.", "line": 1}

    def _list(self, request: web.BaseRequest) -> web.Response:
        found = sorted(self._batches.values(), key=lambda each: each.work.created, reverse=True)
        after = request.query.get("after")
        names = [batch.work.id for batch in found]
        start = names.index(after) + 1 if after in names else 0
        limit = int(request.query.get("limit", PAGE))
        page = found[start : start + limit]
        return _said(
            {
                "object": "list",
                "data": [self._described(batch) for batch in page],
                "first_id": page[0].work.id if page else None,
                "last_id": page[-1].work.id if page else None,
                "has_more": start + limit < len(found),
            }
        )

    def _of_one(self, method: str, name: str, rest: list[str]) -> web.Response:
        batch = self._batches.get(name)
        if batch is None:
            return _lacking(name)
        if method == "POST" and rest == ["cancel"]:
            self._work.cancel(batch.work)
        return _said(self._described(batch))

    def _store(self, batch: FileBatch) -> None:
        """Write the files of an ended batch: answers in another order than that of the input, as it may be."""
        code = f"batch_{batch.work.status}"
        answers: list[bytes] = []
        errors: list[bytes] = []
        for key, response in reversed(batch.work.results()):
            ok = response is not None and response.status == 200
            (answers if ok else errors).append(_line(key, response, code))
        if answers:
            batch.output = self._keep("output.jsonl", "batch_output", b"\n".join(answers)).id
        if errors:
            batch.errors = self._keep("errors.jsonl", "batch_output", b"\n".join(errors)).id

    def _described(self, batch: FileBatch) -> Json:
        work = batch.work
        self._work.progress(work)
        if work.ended and work.status != "failed" and not batch.stored:
            self._store(batch)
            batch.stored = True
        created = int(work.created)
        at: dict[str, Any] = {f"{name}_at": None for name in (*ENDED, "cancelling", "finalizing")}
        if work.ended:
            at[f"{work.status}_at"] = int(time.time())
        return {
            "id": work.id,
            "object": "batch",
            "endpoint": batch.endpoint,
            "errors": {"object": "list", "data": [batch.problem]} if batch.problem else None,
            "input_file_id": batch.file,
            "completion_window": "24h",
            "status": work.status,
            "output_file_id": batch.output,
            "error_file_id": batch.errors,
            "created_at": created,
            "in_progress_at": created,
            "expires_at": created + 24 * 3600,
            **at,
            "request_counts": {
                "total": len(work.requests),
                "completed": work.count(ok=True),
                "failed": work.count(ok=False),
            },
            "metadata": batch.metadata,
        }

    def _keep(self, name: str, purpose: str, content: bytes) -> BatchFile:
        self._number += 1
        file = BatchFile(id=f"file-{self._number:08d}", name=name, purpose=purpose, content=content)
        self._files[file.id] = file
        return file


def _line(key: str, response: StoredResponse | None, code: str) -> bytes:
    frame: Json = {"id": f"batch_req_{key}", "custom_id": key, "response": None, "error": None}
    if response is None:
        frame["error"] = {"code": code, "message": EXPIRED}
    else:
        frame["response"] = {
            "status_code": response.status,
            "request_id": f"req_{key}",
            "body": json.loads(response.body),
        }
    return compact(frame)


def _said(value: Any, status: int = 200) -> web.Response:
    return write_response.whole(status, compact(value), JSON_TYPE, {})


def _refused(message: str) -> web.Response:
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": None}
    return _said({"error": error}, 400)


def _lacking(what: str) -> web.Response:
    error = {
        "message": f"No such object: {what}",
        "type": "invalid_request_error",
        "param": "id",
        "code": None,
    }
    return _said({"error": error}, 404)
