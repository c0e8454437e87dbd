"""OpenAI's Responses protocol (`POST /v1/responses`), the second protocol of OpenAI, Azure and compatible servers.

Sources, read on 2026-11-18: OpenAI's guide "Migrate to the Responses API" (developers.openai.com) and the types of
the openai Python client 3.49.0 (`types/responses`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from edison.domain.models.model_call import Failed, Message, ModelCall, OutputFormat
from edison.domain.models.provider import Endpoint
from edison.providers.wire import responses_answers
from edison.providers.wire.content_parts import responses_content
from edison.providers.wire.openai import OpenAiWire, with_query
from edison.providers.wire.openai_breakpoints import mark_input
from edison.providers.wire.responses_answers import ResponsesStream
from edison.providers.wire.schema_support import (
    JSON_ONLY,
    allows_strict,
    format_name,
    object_schema,
)
from edison.providers.wire.untrusted_json import dumped
from edison.providers.wire.wire_protocol import (
    Blocks,
    ListedModel,
    StreamReader,
    WireAnswer,
    WireRequest,
)

# Nothing is stored at the provider, so a later turn needs the reasoning itself, encrypted by the provider.
STATELESS: dict[str, Any] = {"store": False, "include": ["reasoning.encrypted_content"]}
# The parameters that the protocol has a field for, by Edison's names; see `response_create_params.py` of the client.
FIELDS = {"temperature": "temperature", "top_p": "top_p", "max_tokens": "max_output_tokens"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponsesWire:
    """Calls use the Responses protocol. Listing, probe and errors are those of the chat protocol."""

    chat: OpenAiWire
    path: str = "/responses"

    def request(
        self, endpoint: Endpoint, call: ModelCall, *, stream: bool, bearer: str | None
    ) -> WireRequest:
        model = call.model or endpoint.config.get("deployment", "")
        instructions, items = _conversation(call)
        body: dict[str, Any] = {"model": model}
        if instructions:
            body["instructions"] = instructions
        body["input"] = items
        body.update(STATELESS)
        _add_parameters(body, call)
        if call.tools:
            body["tools"] = _tools(call)
        if call.output.kind != "text":
            body["text"] = {"format": _format(call.output)}
        mark_input(body, endpoint, call)
        if stream:
            body["stream"] = True
        return WireRequest(
            method="POST",
            url=with_query(endpoint, f"{endpoint.base_url}{self.path}"),
            headers={**self.chat.headers(endpoint), "content-type": "application/json"},
            body=dumped(body),
        )

    def answer(self, body: bytes) -> WireAnswer:
        return responses_answers.answer(body)

    def stream(self) -> StreamReader:
        return ResponsesStream()

    def failure(self, status: int, headers: Mapping[str, str], body: bytes) -> Failed:
        return self.chat.failure(status, headers, body)

    def probe(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest:
        return self.chat.probe(endpoint, bearer=bearer)

    def listing(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest | None:
        return self.chat.listing(endpoint, bearer=bearer)

    def models(self, body: bytes) -> list[ListedModel]:
        return self.chat.models(body)


def _conversation(call: ModelCall) -> tuple[str, Blocks]:
    """Return the instructions and the input items of a call."""
    messages = list(call.messages)
    instructions = ""
    # An input is required, so a system message that is alone stays there.
    if len(messages) > 1 and messages[0].role == "system":
        instructions = messages.pop(0).content
    items = [item for message in messages for item in _items(message)]
    # JSON mode is rejected unless the input mentions JSON; the instructions do not count.
    if call.output.kind == "json" and not any("json" in each.content.lower() for each in messages):
        items.insert(0, {"role": "system", "content": JSON_ONLY})
    return instructions, items


def _items(message: Message) -> Blocks:
    if message.role == "tool":
        answered = message.tool_call_id or ""
        return [{"type": "function_call_output", "call_id": answered, "output": message.content}]
    items: Blocks = [
        {
            "type": "reasoning",
            "id": item.id,
            "summary": [{"type": "summary_text", "text": text} for text in item.summary],
            "encrypted_content": item.encrypted,
        }
        for item in message.reasoning
    ]
    # An empty text beside a tool call is not a turn.
    if message.content or not message.tool_calls:
        items.append({"role": message.role, "content": responses_content(message)})
    for call in message.tool_calls:
        items.append(
            {
                "type": "function_call",
                "call_id": call.id,
                "name": call.name,
                "arguments": call.arguments,
            }
        )
    return items


def _add_parameters(body: dict[str, Any], call: ModelCall) -> None:
    given = call.parameters.given()
    body.update({FIELDS[name]: value for name, value in given.items() if name in FIELDS})
    if call.parameters.reasoning_effort is not None:
        body["reasoning"] = {"effort": call.parameters.reasoning_effort}


def _tools(call: ModelCall) -> list[dict[str, Any]]:
    tools: list[dict[str, Any]] = []
    for tool in call.tools:
        described = {"description": tool.description} if tool.description else {}
        # Without `strict` this protocol enforces the schema, unlike chat completions.
        tools.append(
            {
                "type": "function",
                "name": tool.name,
                **described,
                "parameters": object_schema(tool.parameters),
                "strict": False,
            }
        )
    return tools


def _format(output: OutputFormat) -> dict[str, Any]:
    if output.kind == "json":
        return {"type": "json_object"}
    return {
        "type": "json_schema",
        "name": format_name(output.name),
        "schema": output.schema,
        "strict": allows_strict(output.schema),
    }
