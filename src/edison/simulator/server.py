"""The simulator: receives requests, chooses a fault or an answer, and responds in the provider's format."""

import asyncio
import hashlib
import json
import math
from dataclasses import dataclass, replace
from typing import Any, cast

from aiohttp import web

from edison.simulator import write_response
from edison.simulator.admission_limits import Gate
from edison.simulator.batch_work import BatchDesk, BatchWork, StoredResponse
from edison.simulator.behaviour import Applied, Behaviour, Fault, FaultKind, Latency, applied
from edison.simulator.compose_answer import say
from edison.simulator.control_api import control, said_plainly
from edison.simulator.faults import FaultCounters, altered, latency_s, standing_trouble, trouble_of
from edison.simulator.gemini_jobs import GeminiJobs
from edison.simulator.message_batches import MessageBatches
from edison.simulator.named_models import USUAL, NamedModel, model_named
from edison.simulator.protocol_paths import CallRoute, ListRoute, api_key, find
from edison.simulator.protocols.gemini_protocol import as_array
from edison.simulator.protocols.google_oauth import token_reply
from edison.simulator.protocols.protocol_base import JSON_TYPE
from edison.simulator.protocols.requested_caches import RequestedCaches
from edison.simulator.request_records import Records
from edison.simulator.simulated_call import (
    SimulatedAnswer,
    SimulatedRequest,
    Trouble,
    TroubleKind,
    Unreadable,
)
from edison.simulator.simulated_tokens import SeenPrefixes, prompt_tokens
from edison.simulator.stored_batches import StoredBatches
from edison.simulator.worlds.fit_schema import BadSchema

WORD_FOR_WRONG_KEY = "invalid"
CALL_KEY = "x-client-request-id"
SIMULATED = {"x-simulated": "true"}
SPOILED = {FaultKind.GARBAGE, FaultKind.TRUNCATED, FaultKind.REDIRECT}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedCall:
    """One received call."""

    request: web.BaseRequest
    route: CallRoute
    key: str
    content: str
    attempt: int
    begun: float
    key_is_wrong: bool


class Simulator:
    def __init__(self, *, seed: int = 7, behaviour: Behaviour | None = None) -> None:
        self.seed = seed
        self.records = Records()
        self._prefixes = SeenPrefixes()
        self._caches = RequestedCaches()
        self._batch_work = BatchWork(self.answer_in_batch, lambda: self.behaviour.batches)
        self._batches: tuple[BatchDesk, ...] = (
            StoredBatches(self._batch_work),
            MessageBatches(self._batch_work),
            GeminiJobs(self._batch_work),
        )
        self.behave(behaviour or Behaviour())

    def behave(self, behaviour: Behaviour) -> None:
        """Set the behaviour, and reset all rate limit windows and fault counters."""
        self.behaviour = behaviour
        self._applied: dict[str, Applied] = {}
        self._gates: dict[str, Gate] = {}
        self._faults = FaultCounters()

    def forget(self) -> None:
        """Clear all records."""
        self.records.reset()
        self._prefixes = SeenPrefixes()
        self._caches = RequestedCaches()
        self._batch_work.forget()
        for batches in self._batches:
            batches.forget()
        self.behave(self.behaviour)

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        path, method = request.path, request.method
        if path == "/" or path.startswith("/simulator"):
            return await control(self, request)
        if method == "POST" and path == "/token":
            reply = token_reply(await request.read())
            return write_response.whole(reply.status, reply.body, JSON_TYPE, dict(SIMULATED))
        for batches in self._batches:
            if batches.takes(path, request.headers):
                return await self._batch(request, batches)
        route = find(method, path, request.headers)
        if route is None:
            return said_plainly(
                404, {"error": {"message": f"The simulator has no {method} {path}"}}
            )
        if isinstance(route, ListRoute):
            return self._list(request, route)
        return await self._call(request, route)

    async def _batch(self, request: web.BaseRequest, batches: BatchDesk) -> web.StreamResponse:
        if WORD_FOR_WRONG_KEY in api_key(request.headers, request.query):
            reply = batches.speaker.trouble(Trouble(kind=TroubleKind.INVALID_KEY))
            return write_response.whole(reply.status, reply.body, JSON_TYPE, dict(SIMULATED))
        return await batches.handle(request)

    def answer_in_batch(self, route: CallRoute, raw: bytes, key: str) -> StoredResponse:
        """Answer one request of a batch. It has the faults of a live call that end with a response."""
        asked = _read(raw, route)
        named = asked.model if isinstance(asked, SimulatedRequest) else ""
        attempt = self.records.came(
            protocol=route.speaker.name, model=named, key=key[:200], api_key="batch"
        )
        response = self._in_batch(route, asked, hashlib.sha256(raw).hexdigest(), attempt)
        ok = response.status == 200
        self.records.left(status=response.status, key=key[:200], answered=ok, latency_s=0.0)
        return response

    def _in_batch(
        self, route: CallRoute, asked: SimulatedRequest | Trouble, content: str, attempt: int
    ) -> StoredResponse:
        if isinstance(asked, Trouble):
            return _stored(route, asked)
        rules, model = self._rules(asked.model), model_named(asked.model)
        if trouble := standing_trouble(asked, model, key_is_wrong=False):
            return _stored(route, trouble)
        known, trial = model or USUAL, self.records.occurrence(content)
        about = (self.seed, content, trial)
        fault = self._faults.chosen(asked, known, rules, attempt=attempt, about=about)
        if fault and (trouble := trouble_of(fault, asked, known, protocol=route.speaker.name)):
            return _stored(route, trouble)
        said = say(
            asked,
            replace(known, skill=known.skill * (1 - rules.worse)),
            seed=self.seed,
            trial=trial,
            leanings=rules.judging,
            prefixes=self._prefixes,
            caches=self._caches,
        )
        spoken = altered(said, fault)
        if used := spoken.used or said.used:
            usage = route.speaker.usage(used, spoken.miscount)
            self.records.billed(
                protocol=route.speaker.name, model=asked.model, usage=usage, batch=True
            )
        return StoredResponse(status=200, body=route.speaker.whole(asked, spoken))

    def _list(self, request: web.BaseRequest, route: ListRoute) -> web.Response:
        if WORD_FOR_WRONG_KEY in api_key(request.headers, request.query):
            reply = route.speaker.trouble(Trouble(kind=TroubleKind.INVALID_KEY))
            return write_response.whole(
                reply.status, reply.body, JSON_TYPE, reply.headers | SIMULATED
            )
        return write_response.whole(200, route.listing(), JSON_TYPE, dict(SIMULATED))

    async def _call(self, request: web.BaseRequest, route: CallRoute) -> web.StreamResponse:
        begun = asyncio.get_running_loop().time()
        raw = await request.read()
        content = hashlib.sha256(raw).hexdigest()
        key = request.headers.get(CALL_KEY) or content
        secret = api_key(request.headers, request.query)
        asked = _read(raw, route)
        attempt = self.records.came(
            protocol=route.speaker.name,
            model=asked.model if isinstance(asked, SimulatedRequest) else "",
            key=key[:200],
            api_key=hashlib.sha256(secret.encode()).hexdigest() if secret else "none",
        )
        arrival = ReceivedCall(
            request=request,
            route=route,
            key=key[:200],
            content=content,
            attempt=attempt,
            begun=begun,
            key_is_wrong=WORD_FOR_WRONG_KEY in secret,
        )
        status: int | None = None
        answered = False
        try:
            if isinstance(asked, Trouble):
                response = self._troubled(arrival, asked, self._rules(""))
            else:
                response, answered = await self._judged(arrival, asked)
            status = response.status if response is not None else None
        finally:
            latency = asyncio.get_running_loop().time() - begun
            self.records.left(status=status, key=arrival.key, answered=answered, latency_s=latency)
        # The client of a closed connection gets no answer.
        return response or web.Response(status=500)

    async def _judged(
        self, arrival: ReceivedCall, asked: SimulatedRequest
    ) -> tuple[web.StreamResponse | None, bool]:
        """Reject an invalid or rate-limited call, or respond to it; it counts as in progress meanwhile."""
        rules = self._rules(asked.model)
        model = model_named(asked.model)
        trouble = standing_trouble(asked, model, key_is_wrong=arrival.key_is_wrong)
        if trouble:
            return self._troubled(arrival, trouble, rules), False
        gate = self._gates.setdefault(rules.limits_of, Gate())
        tokens = prompt_tokens(asked) if rules.limits.tokens_per_minute else 0
        wait = gate.refusal(rules.limits, tokens, arrival.begun)
        if wait is not None:
            trouble = Trouble(kind=TroubleKind.RATE_LIMITED, model=asked.model, retry_after_s=wait)
            return self._troubled(arrival, trouble, rules), False
        self.records.accepted()
        gate.inside += 1
        try:
            return await self._admitted(arrival, asked, model or USUAL, rules)
        finally:
            gate.inside -= 1

    async def _admitted(
        self, arrival: ReceivedCall, asked: SimulatedRequest, model: NamedModel, rules: Applied
    ) -> tuple[web.StreamResponse | None, bool]:
        trial = self.records.occurrence(arrival.content)
        about = (self.seed, arrival.content, trial)
        fault = self._faults.chosen(asked, model, rules, attempt=arrival.attempt, about=about)
        if fault:
            protocol = arrival.route.speaker.name
            trouble = trouble_of(fault, asked, model, protocol=protocol)
            if trouble:
                return self._troubled(arrival, trouble, rules), False
            if fault.kind is FaultKind.HANG:
                await write_response.hang()
                return None, False
            if fault.kind is FaultKind.RESET:
                write_response.reset(arrival.request)
                return None, False
        try:
            said = say(
                asked,
                replace(model, skill=model.skill * (1 - rules.worse)),
                seed=self.seed,
                trial=trial,
                leanings=rules.judging,
                prefixes=self._prefixes,
                caches=self._caches,
            )
        except BadSchema as error:
            trouble = Trouble(kind=TroubleKind.BAD_REQUEST, model=asked.model, detail=str(error))
            return self._troubled(arrival, trouble, rules), False
        if len(said.text) < rules.answer_characters:
            filler = f" {said.text}" * (rules.answer_characters // (len(said.text) + 1) + 1)
            said = replace(said, text=(said.text + filler)[: rules.answer_characters])
        tokens = said.used.completion if said.used else 0
        spoken = altered(said, fault)
        # Charged as soon as it is made, also if the provider does not report it.
        if used := spoken.used or said.used:
            speaker = arrival.route.speaker
            usage = speaker.usage(used, spoken.miscount)
            self.records.billed(protocol=speaker.name, model=asked.model, usage=usage)
        self._gates[rules.limits_of].spent(rules.limits, tokens, arrival.begun)
        first_s, rest_s = latency_s(_latency(rules, model), tokens, *about)
        wait_s = first_s if asked.stream else first_s + rest_s
        await _until(arrival.begun + wait_s)
        self._caches.response_begins(asked)
        response = await self._answer(arrival, asked, spoken, fault, rules, rest_s)
        return response, fault is None or fault.kind not in SPOILED

    async def _answer(
        self,
        arrival: ReceivedCall,
        asked: SimulatedRequest,
        said: SimulatedAnswer,
        fault: Fault | None,
        rules: Applied,
        lasts_s: float,
    ) -> web.StreamResponse:
        speaker = arrival.route.speaker
        headers = self._headers(arrival, rules)
        kind = fault.kind if fault else None
        if kind is FaultKind.GARBAGE:
            return write_response.whole(200, write_response.GARBAGE, JSON_TYPE, headers)
        if fault and kind is FaultKind.REDIRECT:
            return write_response.whole(302, b"", JSON_TYPE, {**headers, "Location": fault.to})
        chunks = speaker.stream(asked, said) if asked.stream else [speaker.whole(asked, said)]
        content_type = speaker.stream_type if asked.stream else JSON_TYPE
        is_google = speaker.name in ("gemini", "vertex")
        if asked.stream and is_google and arrival.request.query.get("alt") != "sse":
            chunks, content_type = as_array(chunks), JSON_TYPE
        if kind is FaultKind.TRUNCATED:
            chunks = _halved(chunks)
        if fault and kind is FaultKind.DRIP:
            return await write_response.drip(
                arrival.request,
                b"".join(chunks),
                content_type=content_type,
                headers=headers,
                gap_s=fault.gap_s,
            )
        if not asked.stream:
            return write_response.whole(200, chunks[0], content_type, headers)
        return await write_response.stream(
            arrival.request, chunks, content_type=content_type, headers=headers, lasts_s=lasts_s
        )

    def _troubled(self, arrival: ReceivedCall, trouble: Trouble, rules: Applied) -> web.Response:
        retry: dict[str, str] = {}
        if trouble.retry_after_s is not None:
            match rules.limits.retry_after:
                case "seconds":
                    retry["Retry-After"] = str(max(1, math.ceil(trouble.retry_after_s)))
                case "ms":
                    retry["retry-after-ms"] = str(max(1, math.ceil(trouble.retry_after_s * 1000)))
                case "none":
                    trouble = replace(trouble, retry_after_s=None)
        reply = arrival.route.speaker.trouble(trouble)
        headers = {**self._headers(arrival, rules), **reply.headers, **retry}
        return write_response.whole(reply.status, reply.body, JSON_TYPE, headers)

    def _headers(self, arrival: ReceivedCall, rules: Applied) -> dict[str, str]:
        headers = {**SIMULATED, "x-request-id": f"req_{arrival.content[:24]}"}
        if rules.limits.headers:
            gate = self._gates.setdefault(rules.limits_of, Gate())
            standing = gate.standing(rules.limits, asyncio.get_running_loop().time())
            headers |= arrival.route.speaker.standing(standing)
        return headers

    def _rules(self, model: str) -> Applied:
        found = self._applied.get(model)
        if found is None:
            found = applied(self.behaviour, model)
            if len(self._applied) < 1000:
                self._applied[model] = found
        return found


def _read(raw: bytes, route: CallRoute) -> SimulatedRequest | Trouble:
    try:
        body: Any = json.loads(raw)
        if not isinstance(body, dict):
            raise Unreadable("The body must be a JSON object.")
        read = cast(dict[str, Any], body)
        return route.speaker.read(read, model=route.model, stream=route.stream)
    except Unreadable as error:
        return Trouble(kind=TroubleKind.BAD_REQUEST, detail=str(error))
    except ValueError:
        return Trouble(kind=TroubleKind.BAD_REQUEST, detail="We could not parse the JSON body.")


def _stored(route: CallRoute, trouble: Trouble) -> StoredResponse:
    reply = route.speaker.trouble(trouble)
    return StoredResponse(status=reply.status, body=reply.body)


def _latency(rules: Applied, model: NamedModel) -> Latency:
    own = model.latency
    return rules.latency if own is None or rules.latency != Latency() else own


def _halved(chunks: list[bytes]) -> list[bytes]:
    """Remove the second half: of the chunks of a stream, or of the bytes of a complete answer."""
    if len(chunks) == 1:
        return [chunks[0][: len(chunks[0]) // 2]]
    return chunks[: max(1, len(chunks) // 2)]


async def _until(when: float) -> None:
    remaining = when - asyncio.get_running_loop().time()
    if remaining > 0:
        await asyncio.sleep(remaining)
