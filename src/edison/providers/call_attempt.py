"""One attempt of a call: sends exactly one request and returns the outcome as a value."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from edison.domain.models.application import MissingTemplateValue
from edison.domain.models.attached_file import SPOKEN
from edison.domain.models.catalog import MAX_MODEL_NAME
from edison.domain.models.credential import WRONG_ADDRESS
from edison.domain.models.endpoint_extras import secret_texts
from edison.domain.models.model_api import ModelApi
from edison.domain.models.model_call import (
    Answered,
    CallOutcome,
    Failed,
    FailureCode,
    ModelCall,
    ToolCall,
)
from edison.domain.models.price import Price
from edison.domain.models.provider import Endpoint, Provider
from edison.domain.models.refused_parameter import named_refusal
from edison.kit.redaction import HIDDEN
from edison.kit.storable_text import storable
from edison.kit.uuids import new_id
from edison.network.address_guard import Blocked
from edison.network.guarded_http import GuardedHttp, HostUnreachable, Response, Stream, TimedOut
from edison.providers.google_tokens import GoogleTokens, TokenRefused
from edison.providers.wire.application import sample_call
from edison.providers.wire.content_parts import unsendable_kinds
from edison.providers.wire.registry import RESPONSES_WIRES, left_out, missing_task, wire_of
from edison.providers.wire.untrusted_json import loaded
from edison.providers.wire.wire_protocol import Garbled, ListedModel, Wire, WireAnswer, WireRequest

# Identifies the call to the provider, the same for each attempt.
KEY_HEADER = "x-client-request-id"
# The same for applications, which may use it to do the work of a repeated request only once.
IDEMPOTENCY_HEADER = "idempotency-key"


def not_taken(provider: Provider, api: ModelApi, refused: frozenset[str]) -> frozenset[str]:
    """Return the parameters not to send: the protocol does not support them, or the model is known to reject them."""
    return refused | left_out(provider, api)


def without_refused_parameters(
    call: ModelCall, refused: frozenset[str]
) -> tuple[ModelCall, tuple[str, ...]]:
    """Return the call without unsupported parameters, and the names of the removed parameters."""
    dropped = refused & call.parameters.given().keys()
    if not dropped:
        return call, ()
    return replace(call, parameters=call.parameters.without(dropped)), tuple(sorted(dropped))


def wire_request(
    endpoint: Endpoint, call: ModelCall, *, key: str, stream: bool, bearer: str | None
) -> WireRequest:
    """Return the HTTP request for a call. `bearer` is a short-lived token, if the protocol needs one."""
    request = wire_of(endpoint, call).request(endpoint, call, stream=stream, bearer=bearer)
    request.headers[KEY_HEADER] = key
    if endpoint.provider is Provider.APPLICATION:
        request.headers[IDEMPOTENCY_HEADER] = key
    return request


# Called with each piece of text as it arrives.
OnText = Callable[[str], None]

PROBE_WITHIN_S = 15.0
MOST_MODELS = 10_000
LONGEST_TITLE = 500
# Users give servers without authentication any word as a key, which may be an ordinary word of an answer.
SHORTEST_KEY = 8


class CallAttempts:
    """Sends requests to all providers, each in its own protocol, over one guarded connection pool."""

    def __init__(self, http: GuardedHttp) -> None:
        self._http = http
        # One for each kind of endpoint: a token is fetched under the rules of its credential.
        self._tokens = {
            allowed: GoogleTokens(partial(self._fetch, allowed)) for allowed in (False, True)
        }

    async def make(
        self,
        endpoint: Endpoint,
        price: Price | None,
        call: ModelCall,
        key: str,
        timeout_s: float,
        on_text: OnText | None = None,
    ) -> CallOutcome:
        if lack := missing_task(endpoint.provider, call.task):
            return Failed(
                code=FailureCode.BAD_REQUEST, message=f"{endpoint.provider} has no {lack}"
            )
        if unsendable := unsendable_kinds(endpoint, call):
            return Failed(
                code=FailureCode.BAD_REQUEST,
                message=f"The API of {endpoint.provider} takes no {SPOKEN[unsendable[0]]}",
            )
        wire = wire_of(endpoint, call)
        if call.task != "chat":
            # Only answers in text are streamed.
            on_text = None
        try:
            bearer = await self._bearer(endpoint)
            request = wire_request(
                endpoint, call, key=key, stream=on_text is not None, bearer=bearer
            )
            if on_text is None:
                outcome = await self._whole(wire, endpoint, price, request, timeout_s)
            else:
                outcome = await self._streamed(wire, endpoint, price, request, timeout_s, on_text)
            return outcome if isinstance(outcome, Answered) else redact_keys(outcome, endpoint)
        except (Blocked, TimedOut, HostUnreachable, TokenRefused) as error:
            return _failure_of(error)
        except MissingTemplateValue as missing:
            return Failed(code=FailureCode.BAD_REQUEST, message=str(missing), attempts=0)

    async def probe(self, endpoint: Endpoint) -> Failed | None:
        """Return why the credential does not work; None if it works."""
        if endpoint.provider is Provider.APPLICATION:
            return await self._probe_application(endpoint)
        wire = wire_of(endpoint)
        try:
            request = wire.probe(endpoint, bearer=await self._bearer(endpoint))
            response = await self._http.send(
                request, allow_private=endpoint.allow_private, timeout_s=PROBE_WITHIN_S
            )
        except (Blocked, TimedOut, HostUnreachable, TokenRefused) as error:
            return _failure_of(error)
        if 200 <= response.status < 300:
            return _wrong_answer(wire, request, response.body)
        if request.method == "GET" and response.status == 404:
            # The probe requests the list of models, so a 404 is not about a model.
            return _wrong_address(f"{endpoint.base_url} has no list of models (404 not found)", 404)
        return _refusal(wire, endpoint, response, response.body)

    async def _probe_application(self, endpoint: Endpoint) -> Failed | None:
        """Send the test request of an application, and read its answer as that of a case."""
        outcome = await self.make(
            endpoint,
            None,
            sample_call(endpoint),
            f"test-{new_id()}",
            min(endpoint.timeout_s or PROBE_WITHIN_S, PROBE_WITHIN_S),
        )
        return outcome if isinstance(outcome, Failed) else None

    async def models(self, endpoint: Endpoint) -> list[ListedModel] | Failed:
        """Return the provider's list of models; empty if the provider has no endpoint for it."""
        wire = wire_of(endpoint)
        try:
            request = wire.listing(endpoint, bearer=await self._bearer(endpoint))
            if request is None:
                return []
            response = await self._http.send(
                request, allow_private=endpoint.allow_private, timeout_s=PROBE_WITHIN_S
            )
            if not 200 <= response.status < 300:
                return _refusal(wire, endpoint, response, response.body)
            return _listed(wire.models(response.body))
        except (Blocked, TimedOut, HostUnreachable, TokenRefused) as error:
            return _failure_of(error)
        except Garbled as error:
            return Failed(code=FailureCode.PROVIDER_ERROR, message=str(error))

    async def close(self) -> None:
        await self._http.close()

    async def _whole(
        self,
        wire: Wire,
        endpoint: Endpoint,
        price: Price | None,
        request: WireRequest,
        timeout_s: float,
    ) -> CallOutcome:
        response = await self._http.send(
            request, allow_private=endpoint.allow_private, timeout_s=timeout_s
        )
        latency = response.latency_ms
        if not 200 <= response.status < 300:
            failed = _refusal(wire, endpoint, response, response.body)
            return replace(failed, latency_ms=latency)
        try:
            return _outcome(wire.answer(response.body), price, latency, None)
        except Garbled as error:
            return _garbled(error, latency)

    async def _streamed(
        self,
        wire: Wire,
        endpoint: Endpoint,
        price: Price | None,
        request: WireRequest,
        timeout_s: float,
        on_text: OnText,
    ) -> CallOutcome:
        async with self._http.stream(
            request, allow_private=endpoint.allow_private, timeout_s=timeout_s
        ) as stream:
            if not 200 <= stream.status < 300:
                failed = _refusal(wire, endpoint, stream, await stream.body())
                return replace(failed, latency_ms=stream.latency_ms)
            reader = wire.stream()
            first: float | None = None
            try:
                async for chunk in stream.chunks():
                    for text in reader.feed(chunk):
                        first = first if first is not None else stream.elapsed_ms()
                        on_text(storable(text))
                failed = reader.failure()
                if failed is not None:
                    return replace(failed, doubtful=1, latency_ms=stream.latency_ms)
                return _outcome(reader.finish(), price, stream.latency_ms, first)
            except Garbled as error:
                return _garbled(error, stream.latency_ms)

    async def _bearer(self, endpoint: Endpoint) -> str | None:
        if endpoint.provider is not Provider.VERTEX:
            return None
        return await self._tokens[endpoint.allow_private].bearer(endpoint)

    async def _fetch(self, allow_private: bool, request: WireRequest) -> tuple[int, bytes]:
        response = await self._http.send(
            request, allow_private=allow_private, timeout_s=PROBE_WITHIN_S
        )
        return response.status, response.body


def _wrong_answer(wire: Wire, request: WireRequest, body: bytes) -> Failed | None:
    """Return a failure if the body of a response with status 200 is not that of a model API."""
    try:
        if request.method == "GET":
            wire.models(body)
        else:
            loaded(body)
    except Garbled:
        page = b"<html" in body[:1000].lower() or b"<!doctype" in body[:1000].lower()
        what = "a web page" if page else "something else"
        return _wrong_address(
            f"The address returns {what}, which is not the answer of a model API", 200
        )
    return None


def _wrong_address(message: str, status: int) -> Failed:
    return Failed(
        code=FailureCode.BAD_REQUEST, message=message, status=status, provider_code=WRONG_ADDRESS
    )


def redact_keys(failed: Failed, endpoint: Endpoint) -> Failed:
    """Remove the API key from an error, because a server may repeat it."""
    return replace(
        failed,
        message=_without_keys(failed.message, endpoint),
        provider_code=failed.provider_code and _without_keys(failed.provider_code, endpoint),
    )


def _refusal(wire: Wire, endpoint: Endpoint, response: Response | Stream, body: bytes) -> Failed:
    # Before truncation: a truncated key would not be found any more.
    body = _without_keys(body.decode("utf-8", "replace"), endpoint).encode()
    return redact_keys(wire.failure(response.status, response.headers, body), endpoint)


def _listed(models: list[ListedModel]) -> list[ListedModel]:
    """Return the models of a listing that the catalog can store; a server may list anything."""
    return [
        replace(model, title=model.title[:LONGEST_TITLE])
        for model in models[:MOST_MODELS]
        if 0 < len(model.name) <= MAX_MODEL_NAME
    ]


def _without_keys(text: str, endpoint: Endpoint) -> str:
    for secret in secret_texts(endpoint.secrets):
        for written in {secret, json.dumps(secret)[1:-1]}:
            if len(written) >= SHORTEST_KEY:
                text = text.replace(written, HIDDEN)
    return text


def _outcome(
    answer: WireAnswer,
    price: Price | None,
    latency_ms: float | None,
    first_token_ms: float | None,
) -> CallOutcome:
    usage = answer.usage
    cost = answer.cost if answer.reports_cost else price and price.cost_of_call(usage)
    if answer.refusal is not None:
        return Failed(
            code=FailureCode.REFUSED,
            message=storable(answer.refusal) or "The model refused to answer",
            latency_ms=latency_ms,
            usage=usage,
            cost=cost,
        )
    return Answered(
        text=storable(answer.text),
        finish=answer.finish,
        usage=usage,
        cost=cost,
        latency_ms=latency_ms,
        attempts=1,
        tool_calls=tuple(
            ToolCall(
                id=storable(call.id), name=storable(call.name), arguments=storable(call.arguments)
            )
            for call in answer.tool_calls
        ),
        first_token_ms=first_token_ms,
        model=storable(answer.model),
        reasoning=answer.reasoning,
    )


def outcome_of_response(
    endpoint: Endpoint, call: ModelCall, price: Price | None, status: int, body: bytes
) -> CallOutcome:
    """Return the outcome of a call from a response that a batch at the provider has stored."""
    wire = wire_of(endpoint, call)
    if not 200 <= status < 300:
        failed = redact_keys(wire.failure(status, {}, body), endpoint)
        both = endpoint.provider in RESPONSES_WIRES
        return named_refusal(failed, call, endpoint.api, has_both=both)
    try:
        outcome = _outcome(wire.answer(body), price, None, None)
    except Garbled as error:
        outcome = _garbled(error, None)
    return outcome if isinstance(outcome, Answered) else redact_keys(outcome, endpoint)


def _garbled(error: Garbled, latency_ms: float | None) -> Failed:
    if error.failure is not None:
        return replace(error.failure, doubtful=1, latency_ms=latency_ms)
    return Failed(
        code=FailureCode.PROVIDER_ERROR,
        message=f"The answer cannot be parsed: {error}",
        latency_ms=latency_ms,
        doubtful=1,
    )


def _failure_of(error: Blocked | TimedOut | HostUnreachable | TokenRefused) -> Failed:
    match error:
        case Blocked():
            return Failed(code=FailureCode.FORBIDDEN_ADDRESS, message=error.reason)
        case TimedOut():
            return Failed(
                code=FailureCode.TIMED_OUT, message=error.message, doubtful=int(error.sent)
            )
        case HostUnreachable():
            return Failed(
                code=FailureCode.UNREACHABLE, message=error.message, doubtful=int(error.sent)
            )
        case TokenRefused():
            return error.failure
