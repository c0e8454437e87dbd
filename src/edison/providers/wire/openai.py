"""OpenAI's chat completions protocol, which most other providers support with small differences."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from edison.domain.models.endpoint_extras import HEADERS, QUERY, parse_headers, parse_query
from edison.domain.models.model_call import Failed, Message, ModelCall, OutputFormat
from edison.domain.models.provider import Endpoint
from edison.providers.wire import openai_answers, openai_listings
from edison.providers.wire.content_parts import chat_content
from edison.providers.wire.failure_codes import named
from edison.providers.wire.openai_answers import OpenAiStream
from edison.providers.wire.openai_breakpoints import mark_messages
from edison.providers.wire.schema_support import (
    JSON_ONLY,
    allows_strict,
    format_name,
    mentions_json,
    object_schema,
)
from edison.providers.wire.untrusted_json import dumped
from edison.providers.wire.wire_protocol import ListedModel, StreamReader, WireAnswer, WireRequest

AZURE_VERSION = "2024-10-21"
# Later API versions dropped the list of deployments; this one is still served.
AZURE_LISTING_VERSION = "2022-12-01"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAiWire:
    # OpenAI renamed the field for reasoning models; the others kept the old name.
    limit_name: str = "max_tokens"
    takes_top_k: bool = True
    # Only OpenAI's own listing includes models that cannot chat.
    chat_models_only: bool = False

    def request(
        self, endpoint: Endpoint, call: ModelCall, *, stream: bool, bearer: str | None
    ) -> WireRequest:
        if call.task == "moderate":
            return self._moderation(endpoint, call)
        body: dict[str, Any] = {"model": call.model, "messages": _messages(call)}
        self._add_parameters(body, call)
        if call.tools:
            body["tools"] = _tools(call)
        if call.output.kind != "text":
            body["response_format"] = _response_format(call.output)
        mark_messages(body, endpoint, call)
        if stream:
            body["stream"] = True
            body["stream_options"] = {"include_usage": True}
        return WireRequest(
            method="POST",
            url=with_query(endpoint, self._call_url(endpoint, call)),
            headers={**self.headers(endpoint), "content-type": "application/json"},
            body=dumped(body),
        )

    def _moderation(self, endpoint: Endpoint, call: ModelCall) -> WireRequest:
        texts = [message.content for message in call.messages]
        return WireRequest(
            method="POST",
            url=with_query(endpoint, f"{endpoint.base_url}/moderations"),
            headers={**self.headers(endpoint), "content-type": "application/json"},
            body=dumped({"model": call.model, "input": texts}),
        )

    def answer(self, body: bytes) -> WireAnswer:
        return openai_answers.answer(body)

    def stream(self) -> StreamReader:
        return OpenAiStream()

    def failure(self, status: int, headers: Mapping[str, str], body: bytes) -> Failed:
        return named(status, headers, openai_answers.complaint(body))

    def probe(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest:
        return self.listing(endpoint, bearer=bearer)

    def listing(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest:
        return WireRequest(
            method="GET",
            url=with_query(endpoint, self._listing_url(endpoint)),
            headers=self.headers(endpoint),
        )

    def models(self, body: bytes) -> list[ListedModel]:
        return openai_listings.models(body, chat_only=self.chat_models_only)

    def _call_url(self, endpoint: Endpoint, call: ModelCall) -> str:
        return f"{endpoint.base_url}/chat/completions"

    def embeddings_url(self, endpoint: Endpoint, call: ModelCall) -> str:
        return f"{endpoint.base_url}/embeddings"

    def _listing_url(self, endpoint: Endpoint) -> str:
        return f"{endpoint.base_url}/models"

    def headers(self, endpoint: Endpoint) -> dict[str, str]:
        headers: dict[str, str] = {}
        if key := endpoint.secrets.get("api_key"):
            headers["authorization"] = f"Bearer {key}"
        if organization := endpoint.config.get("organization"):
            headers["openai-organization"] = organization
        # Last, because a server may expect its key in another form.
        return headers | parse_headers(endpoint.secrets.get(HEADERS, ""))

    def _add_parameters(self, body: dict[str, Any], call: ModelCall) -> None:
        given = call.parameters.given()
        if "max_tokens" in given:
            body[self.limit_name] = given.pop("max_tokens")
        if "stop" in given:
            given["stop"] = list(given["stop"])
        if not self.takes_top_k:
            given.pop("top_k", None)
        body.update(given)


@dataclass(frozen=True, slots=True, kw_only=True)
class AzureWire(OpenAiWire):
    """OpenAI models in a customer's deployment on Azure."""

    def _call_url(self, endpoint: Endpoint, call: ModelCall) -> str:
        return _deployment_url(endpoint, call, "chat/completions")

    def embeddings_url(self, endpoint: Endpoint, call: ModelCall) -> str:
        return _deployment_url(endpoint, call, "embeddings")

    def _listing_url(self, endpoint: Endpoint) -> str:
        return f"{endpoint.base_url}/openai/deployments?api-version={AZURE_LISTING_VERSION}"

    def headers(self, endpoint: Endpoint) -> dict[str, str]:
        return {"api-key": endpoint.secrets.get("api_key", "")}


@dataclass(frozen=True, slots=True, kw_only=True)
class OllamaWire(OpenAiWire):
    """Ollama: calls use OpenAI's protocol, the model listing uses Ollama's own."""

    def models(self, body: bytes) -> list[ListedModel]:
        return openai_listings.ollama_models(body)

    def _call_url(self, endpoint: Endpoint, call: ModelCall) -> str:
        return f"{endpoint.base_url}/v1/chat/completions"

    def embeddings_url(self, endpoint: Endpoint, call: ModelCall) -> str:
        return f"{endpoint.base_url}/v1/embeddings"

    def _listing_url(self, endpoint: Endpoint) -> str:
        return f"{endpoint.base_url}/api/tags"


def _deployment_url(endpoint: Endpoint, call: ModelCall, path: str) -> str:
    deployment = quote(call.model or endpoint.config.get("deployment", ""), safe="")
    version = quote(endpoint.config.get("api_version") or AZURE_VERSION, safe="")
    return f"{endpoint.base_url}/openai/deployments/{deployment}/{path}?api-version={version}"


def with_query(endpoint: Endpoint, url: str) -> str:
    """Add the query parameters of the credential to an address."""
    added = urlencode(parse_query(endpoint.secrets.get(QUERY, "")))
    if not added:
        return url
    return f"{url}{'&' if '?' in url else '?'}{added}"


def _messages(call: ModelCall) -> list[dict[str, Any]]:
    messages = [_message(message) for message in call.messages]
    # JSON mode is rejected unless a message mentions JSON.
    if call.output.kind == "json" and not mentions_json(call):
        first = call.messages[0] if call.messages else None
        if first is not None and first.role == "system":
            messages[0]["content"] = f"{first.content}\n\n{JSON_ONLY}".strip()
        else:
            messages.insert(0, {"role": "system", "content": JSON_ONLY})
    return messages


def _message(message: Message) -> dict[str, Any]:
    if message.role == "tool":
        answered = message.tool_call_id or ""
        return {"role": "tool", "tool_call_id": answered, "content": message.content}
    if not message.tool_calls:
        return {"role": message.role, "content": chat_content(message)}
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for call in message.tool_calls
    ]
    return {"role": message.role, "content": message.content or None, "tool_calls": calls}


def _tools(call: ModelCall) -> list[dict[str, Any]]:
    tools: list[dict[str, Any]] = []
    for tool in call.tools:
        function: dict[str, Any] = {"name": tool.name, "parameters": object_schema(tool.parameters)}
        if tool.description:
            function["description"] = tool.description
        tools.append({"type": "function", "function": function})
    return tools


def _response_format(output: OutputFormat) -> dict[str, Any]:
    if output.kind == "json":
        return {"type": "json_object"}
    schema: dict[str, Any] = {
        "name": format_name(output.name),
        "schema": output.schema,
        "strict": allows_strict(output.schema),
    }
    return {"type": "json_schema", "json_schema": schema}
