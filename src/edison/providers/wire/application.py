"""Protocol of an HTTP application: the request and the response have the shape that its credential declares."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from edison.domain.models import application
from edison.domain.models.application import (
    TemplateInputs,
    fill_template,
    resolve_pointer,
    sample_values,
)
from edison.domain.models.endpoint_extras import HEADERS, parse_headers
from edison.domain.models.model_call import (
    Failed,
    FailureCode,
    FinishReason,
    Message,
    ModelCall,
)
from edison.domain.models.provider import Endpoint
from edison.domain.models.token_usage import Usage
from edison.domain.money import MicroUsd, from_usd
from edison.providers.wire.error_text import shown
from edison.providers.wire.failure_codes import STATUSES
from edison.providers.wire.openai import with_query
from edison.providers.wire.retry_after import retry_after_seconds
from edison.providers.wire.untrusted_json import a_dict, a_text, count, dumped, loaded
from edison.providers.wire.wire_protocol import (
    Garbled,
    ListedModel,
    StreamReader,
    WireAnswer,
    WireRequest,
)

# More than any call costs; a larger number is an error, not a bill.
MOST_DOLLARS = Decimal(1_000_000)
KEYS_SHOWN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicationWire:
    """The protocol of one application, with the paths of its response."""

    config: Mapping[str, str] = field(default_factory=dict[str, str])

    @staticmethod
    def of(endpoint: Endpoint) -> "ApplicationWire":
        return ApplicationWire(config=endpoint.config)

    def request(
        self, endpoint: Endpoint, call: ModelCall, *, stream: bool, bearer: str | None
    ) -> WireRequest:
        template = self.config.get(application.REQUEST, application.USUAL_TEMPLATE)
        body = fill_template(template, inputs_of(call))
        return WireRequest(
            method="POST",
            url=with_query(endpoint, endpoint.base_url),
            headers={
                "accept": "application/json",
                **parse_headers(endpoint.secrets.get(HEADERS, "")),
                "content-type": "application/json",
            },
            body=dumped(body),
        )

    def answer(self, body: bytes) -> WireAnswer:
        try:
            document = loaded(body)
        except Garbled as wrong:
            message = f"The application sent no valid JSON: {_beginning(body)}"
            raise Garbled(message, _unusable(message)) from wrong
        reports_cost = bool(self.config.get(application.COST))
        return WireAnswer(
            text=self._text(document),
            finish=FinishReason.STOP,
            usage=self._usage(document),
            reports_cost=reports_cost,
            cost=self._cost(document) if reports_cost else None,
        )

    def stream(self) -> StreamReader:
        raise NotImplementedError("Applications are not streamed")

    def failure(self, status: int, headers: Mapping[str, str], body: bytes) -> Failed:
        if 300 <= status < 400:
            return Failed(
                code=FailureCode.BAD_REQUEST,
                message="The application answered with a redirect, and redirects are not followed. "
                "Enter the address that it redirects to.",
                status=status,
            )
        default = FailureCode.BAD_REQUEST if status < 500 else FailureCode.PROVIDER_ERROR
        said = shown(_error_text(body))
        return Failed(
            code=STATUSES.get(status, default),
            message=f"The application answered with status {status}{f': {said}' if said else ''}",
            status=status,
            retry_after_s=retry_after_seconds(status, headers, said, None),
        )

    def probe(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest:
        return self.request(endpoint, sample_call(endpoint), stream=False, bearer=bearer)

    def listing(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest | None:
        return None

    def models(self, body: bytes) -> list[ListedModel]:
        return []

    def _text(self, document: Any) -> str:
        path = self.config.get(application.RESPONSE, application.USUAL_RESPONSE)
        try:
            value = resolve_pointer(document, path)
        except KeyError as missing:
            raise _no_text(f"has no value at {path}", document) from missing
        if value is None:
            raise _no_text(f"has null at {path}", document)
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    def _usage(self, document: Any) -> Usage | None:
        path = self.config.get(application.USAGE)
        if not path:
            return None
        try:
            reported = a_dict(resolve_pointer(document, path))
        except KeyError:
            return None
        prompt = _count(reported, "input_tokens", "prompt_tokens")
        completion = _count(reported, "output_tokens", "completion_tokens")
        if prompt is None or completion is None:
            return None
        return Usage(input=prompt, output=completion, raw=reported)

    def _cost(self, document: Any) -> MicroUsd | None:
        try:
            value = resolve_pointer(document, self.config[application.COST])
        except KeyError:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        dollars = Decimal(str(value))
        return from_usd(dollars) if 0 <= dollars <= MOST_DOLLARS else None


def inputs_of(call: ModelCall) -> TemplateInputs:
    """Return what the request template can refer to. The input is the last message of the user."""
    asked = [message.content for message in call.messages if message.role == "user"]
    others = [message.content for message in call.messages]
    return TemplateInputs(
        input=(asked or others or [""])[-1],
        system="\n\n".join(each.content for each in call.messages if each.role == "system"),
        messages=[{"role": each.role, "content": each.content} for each in call.messages],
        values=call.values,
    )


def sample_call(endpoint: Endpoint) -> ModelCall:
    """Return the call of a test request, with the same text for every variable."""
    config = endpoint.config
    text = config.get(application.SAMPLE, application.USUAL_SAMPLE)
    return ModelCall(
        model=config.get(application.NAME, ""),
        messages=(Message(role="user", content=text),),
        values=sample_values(config.get(application.REQUEST, application.USUAL_TEMPLATE), text),
    )


def _count(reported: dict[str, Any], *names: str) -> int | None:
    found = (count(reported.get(name)) for name in names)
    return next((each for each in found if each is not None), None)


def _no_text(problem: str, document: Any) -> Garbled:
    keys = list(a_dict(document))[:KEYS_SHOWN]
    beside = f" Its fields are: {', '.join(keys)}." if keys else ""
    message = shown(f"The response of the application {problem}.{beside}")
    return Garbled(message, _unusable(f"{message} Correct the path of the answer."))


def _unusable(message: str) -> Failed:
    """Return the failure of a response that was received but cannot be used; asking again would not help."""
    return Failed(code=FailureCode.BAD_REQUEST, message=message, status=200)


def _beginning(body: bytes) -> str:
    page = b"<html" in body[:1000].lower() or b"<!doctype" in body[:1000].lower()
    if page:
        return "it sent a web page"
    text = shown(body[:80].decode("utf-8", "replace"))
    return f"it begins with {text!r}" if text else "the response is empty"


def _error_text(body: bytes) -> str:
    """Return the error message of a response: from the usual fields of JSON, otherwise its text."""
    try:
        found = a_dict(loaded(body))
    except Garbled:
        return body[:2000].decode("utf-8", "replace")
    error = found.get("error")
    for value in (a_dict(error).get("message"), error, found.get("detail"), found.get("message")):
        if text := a_text(value):
            return text
    return ""
