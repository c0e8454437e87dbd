"""Google's generateContent protocol: Gemini with an API key, Vertex AI with a short-lived bearer token."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from edison.domain.models.capabilities import Capabilities
from edison.domain.models.model_call import Failed, Message, ModelCall, Tool
from edison.domain.models.provider import Endpoint
from edison.providers.wire import gemini_answers
from edison.providers.wire.content_parts import gemini_content
from edison.providers.wire.failure_codes import named
from edison.providers.wire.gemini_answers import GeminiStream
from edison.providers.wire.reasoning_effort import gemini_thinking, is_older_gemini
from edison.providers.wire.schema_support import JSON_ONLY, answer_tool, object_schema
from edison.providers.wire.untrusted_json import (
    a_dict,
    a_list,
    a_text,
    arguments_object,
    count,
    dicts_of,
    dumped,
    loaded,
)
from edison.providers.wire.wire_protocol import (
    Blocks,
    Garbled,
    ListedModel,
    StreamReader,
    WireAnswer,
    WireRequest,
    system_apart,
    take_turns,
    tool_names,
)

PROBE_MODEL = "gemini-3.5-flash-lite"

# Newer models require the signature of each tool call; Google documents this value for calls without one.
_NO_SIGNATURE = base64.b64encode(b"skip_thought_signature_validator").decode()

_NAMES = {
    "temperature": "temperature",
    "max_tokens": "maxOutputTokens",
    "top_p": "topP",
    "top_k": "topK",
    "frequency_penalty": "frequencyPenalty",
    "presence_penalty": "presencePenalty",
    "seed": "seed",
    "stop": "stopSequences",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GeminiWire:
    def request(
        self, endpoint: Endpoint, call: ModelCall, *, stream: bool, bearer: str | None
    ) -> WireRequest:
        verb = "streamGenerateContent?alt=sse" if stream else "generateContent"
        return WireRequest(
            method="POST",
            url=f"{self.model_url(endpoint, call.model)}:{verb}",
            headers={**self.headers(endpoint, bearer), "content-type": "application/json"},
            body=dumped(_body(call)),
        )

    def answer(self, body: bytes) -> WireAnswer:
        return gemini_answers.answer(body)

    def stream(self) -> StreamReader:
        return GeminiStream()

    def failure(self, status: int, headers: Mapping[str, str], body: bytes) -> Failed:
        return named(status, headers, gemini_answers.complaint(body))

    def probe(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest:
        return self._listing(endpoint, bearer)

    def listing(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest | None:
        return self._listing(endpoint, bearer)

    def models(self, body: bytes) -> list[ListedModel]:
        items = a_dict(loaded(body)).get("models")
        if not isinstance(items, list):
            raise Garbled("The provider's list of models cannot be parsed")
        return [
            _listed(item)
            for item in dicts_of(a_list(items))
            if a_text(item.get("name"))
            and "generateContent" in a_list(item.get("supportedGenerationMethods"))
        ]

    def _listing(self, endpoint: Endpoint, bearer: str | None) -> WireRequest:
        url = f"{endpoint.base_url}/v1beta/models?pageSize=1000"
        return WireRequest(method="GET", url=url, headers=self.headers(endpoint, bearer))

    def model_url(self, endpoint: Endpoint, model: str) -> str:
        return f"{endpoint.base_url}/v1beta/models/{quote(model.removeprefix('models/'), safe='')}"

    def headers(self, endpoint: Endpoint, bearer: str | None) -> dict[str, str]:
        return gemini_headers(endpoint)


def gemini_headers(endpoint: Endpoint) -> dict[str, str]:
    return {"x-goog-api-key": endpoint.secrets.get("api_key", "")}


@dataclass(frozen=True, slots=True, kw_only=True)
class VertexWire(GeminiWire):
    """Vertex AI: the request bodies of Gemini, sent to the address of a Google Cloud project."""

    def probe(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest:
        body = {
            "contents": [{"role": "user", "parts": [{"text": "Hi"}]}],
            "generationConfig": {"maxOutputTokens": 1},
        }
        return WireRequest(
            method="POST",
            url=f"{self.model_url(endpoint, PROBE_MODEL)}:generateContent",
            headers={**self.headers(endpoint, bearer), "content-type": "application/json"},
            body=dumped(body),
        )

    def listing(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest | None:
        return None

    def model_url(self, endpoint: Endpoint, model: str) -> str:
        project = quote(endpoint.config.get("project_id", ""), safe="")
        location = quote(endpoint.config.get("location", ""), safe="")
        path = f"projects/{project}/locations/{location}/publishers/google/models"
        return f"{endpoint.base_url}/v1/{path}/{quote(model, safe='')}"

    def headers(self, endpoint: Endpoint, bearer: str | None) -> dict[str, str]:
        return {"authorization": f"Bearer {bearer or ''}"}


def _body(call: ModelCall) -> dict[str, Any]:
    is_structured = call.output.kind != "text"
    # Older models reject JSON output beside tools: there a schema is a tool, and the prompt asks for plain JSON.
    is_split = is_structured and bool(call.tools) and is_older_gemini(call.model)
    by_tool = is_split and call.output.kind == "schema"
    in_words = is_split and call.output.kind == "json"
    system, rest = system_apart(call.messages, JSON_ONLY if in_words else "")
    body: dict[str, Any] = {"contents": _contents(rest, call)}
    if system:
        body["systemInstruction"] = {"parts": [{"text": system}]}
    config = _generation(call, is_structured=is_structured and not is_split)
    if config:
        body["generationConfig"] = config
    tools = [*call.tools, answer_tool(call.output.schema)] if by_tool else call.tools
    if tools:
        body["tools"] = [{"functionDeclarations": [_tool(tool) for tool in tools]}]
    if by_tool:
        body["toolConfig"] = {"functionCallingConfig": {"mode": "ANY"}}
    return body


def _contents(messages: tuple[Message, ...], call: ModelCall) -> list[dict[str, Any]]:
    names = tool_names(call.messages)
    signed = not is_older_gemini(call.model)

    def parts_of(message: Message) -> Blocks:
        return _parts(message, names, signed=signed)

    return [
        {"role": "model" if side == "assistant" else "user", "parts": parts}
        for side, parts in take_turns(messages, parts_of)
    ]


def _parts(message: Message, names: dict[str, str], *, signed: bool) -> Blocks:
    if message.role == "tool":
        answered = message.tool_call_id or ""
        response = {
            "id": answered,
            "name": names.get(answered, answered),
            "response": {"output": message.content},
        }
        return [{"functionResponse": response}]
    parts: Blocks = []
    if message.files:
        parts += gemini_content(message)
    elif message.content or not message.tool_calls:
        parts.append({"text": message.content})
    for place, call in enumerate(message.tool_calls):
        given = arguments_object(call.arguments)
        part: dict[str, Any] = {"functionCall": {"id": call.id, "name": call.name, "args": given}}
        if signed and place == 0:
            part["thoughtSignature"] = _NO_SIGNATURE
        parts.append(part)
    return parts


def _generation(call: ModelCall, *, is_structured: bool) -> dict[str, Any]:
    given = call.parameters.given()
    config = {theirs: given[ours] for ours, theirs in _NAMES.items() if ours in given}
    thinking = gemini_thinking(call)
    if thinking is not None:
        config["thinkingConfig"] = thinking
    if is_structured:
        config["responseMimeType"] = "application/json"
        if call.output.kind == "schema":
            config["responseJsonSchema"] = call.output.schema
    return config


def _tool(tool: Tool) -> dict[str, Any]:
    described = {"description": tool.description} if tool.description else {}
    return {
        "name": tool.name,
        **described,
        "parametersJsonSchema": object_schema(tool.parameters),
    }


def _listed(item: dict[str, Any]) -> ListedModel:
    name = a_text(item.get("name")).removeprefix("models/")
    thinks = item.get("thinking")
    return ListedModel(
        name=name,
        title=a_text(item.get("displayName")) or name,
        capabilities=Capabilities(
            reasoning=thinks if isinstance(thinks, bool) else None,
            context_window=count(item.get("inputTokenLimit")),
            max_output_tokens=count(item.get("outputTokenLimit")),
        ),
    )
