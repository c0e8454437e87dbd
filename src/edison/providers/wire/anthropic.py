"""Anthropic's Messages protocol."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from edison.domain.models.capabilities import Capabilities
from edison.domain.models.model_call import Failed, Message, ModelCall, Tool
from edison.domain.models.provider import Endpoint
from edison.providers.wire import anthropic_answers
from edison.providers.wire.anthropic_answers import AnthropicStream
from edison.providers.wire.cache_breakpoints import anthropic_blocks, anthropic_system
from edison.providers.wire.content_parts import anthropic_content
from edison.providers.wire.failure_codes import named
from edison.providers.wire.reasoning_effort import can_force_tool, claude_thinking
from edison.providers.wire.schema_support import (
    ANSWER_BY_TOOL,
    ANSWER_TOOL,
    JSON_ONLY,
    allows_anthropic_format,
    answer_tool,
    object_schema,
)
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
    tool_id,
)

VERSION = "2023-06-01"
# The protocol requires a limit where others have none.
MAX_TOKENS = 4096
PROBE_MODEL = "claude-haiku-5-5"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnthropicWire:
    def request(
        self, endpoint: Endpoint, call: ModelCall, *, stream: bool, bearer: str | None
    ) -> WireRequest:
        limit = call.parameters.max_tokens or MAX_TOKENS
        by_tool = call.output.kind == "schema" and not allows_anthropic_format(call.output.schema)
        thinking, effort = claude_thinking(call, limit)
        # A forced tool and a thinking budget exclude each other; then the prompt asks for the tool call.
        thinks_by_budget = thinking is not None and thinking["type"] == "enabled"
        forces = by_tool and not thinks_by_budget and can_force_tool(call.model)
        system, rest = system_apart(call.messages, _instruction(call, by_tool and not forces))
        body: dict[str, Any] = {"model": call.model, "max_tokens": limit}
        if system:
            body["system"] = anthropic_system(call, system)
        blocks_of = anthropic_blocks(call, _blocks)
        body["messages"] = [
            {"role": side, "content": _plain(blocks)}
            for side, blocks in take_turns(rest, blocks_of)
        ]
        _add_parameters(body, call)
        if thinking is not None:
            body["thinking"] = thinking
        _add_output(body, call, effort, by_tool=by_tool)
        if forces:
            body["tool_choice"] = _forced(call)
        if stream:
            body["stream"] = True
        return _post(endpoint, body)

    def answer(self, body: bytes) -> WireAnswer:
        return anthropic_answers.answer(body)

    def stream(self) -> StreamReader:
        return AnthropicStream()

    def failure(self, status: int, headers: Mapping[str, str], body: bytes) -> Failed:
        return named(status, headers, anthropic_answers.complaint(body))

    def probe(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest:
        """Build a request for one token; the model listing would also accept keys that may not call models."""
        message = {"role": "user", "content": "Hi"}
        return _post(endpoint, {"model": PROBE_MODEL, "max_tokens": 1, "messages": [message]})

    def listing(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest | None:
        url = f"{endpoint.base_url}/v1/models?limit=1000"
        return WireRequest(method="GET", url=url, headers=anthropic_headers(endpoint))

    def models(self, body: bytes) -> list[ListedModel]:
        items = a_dict(loaded(body)).get("data")
        if not isinstance(items, list):
            raise Garbled("The provider's list of models cannot be parsed")
        return [_listed(item) for item in dicts_of(a_list(items)) if a_text(item.get("id"))]


def _post(endpoint: Endpoint, body: dict[str, Any]) -> WireRequest:
    return WireRequest(
        method="POST",
        url=f"{endpoint.base_url}/v1/messages",
        headers={**anthropic_headers(endpoint), "content-type": "application/json"},
        body=dumped(body),
    )


def anthropic_headers(endpoint: Endpoint) -> dict[str, str]:
    return {"x-api-key": endpoint.secrets.get("api_key", ""), "anthropic-version": VERSION}


def _instruction(call: ModelCall, asks_for_tool: bool) -> str:
    if call.output.kind == "json":
        return JSON_ONLY
    return ANSWER_BY_TOOL if asks_for_tool else ""


def _blocks(message: Message) -> Blocks:
    if message.role == "tool":
        answered = tool_id(message.tool_call_id or "")
        return [{"type": "tool_result", "tool_use_id": answered, "content": message.content}]
    blocks: Blocks = []
    # An empty text beside a tool call is rejected.
    if message.files:
        blocks += anthropic_content(message)
    elif message.content or not message.tool_calls:
        blocks.append({"type": "text", "text": message.content})
    for call in message.tool_calls:
        given = arguments_object(call.arguments)
        blocks.append(
            {"type": "tool_use", "id": tool_id(call.id), "name": call.name, "input": given}
        )
    return blocks


def _plain(blocks: Blocks) -> str | Blocks:
    if len(blocks) == 1 and blocks[0].keys() == {"type", "text"}:
        return blocks[0]["text"]
    return blocks


def _add_parameters(body: dict[str, Any], call: ModelCall) -> None:
    given = call.parameters
    for name in ("temperature", "top_p", "top_k"):
        if (value := getattr(given, name)) is not None:
            body[name] = value
    if given.stop:
        body["stop_sequences"] = list(given.stop)


def _add_output(
    body: dict[str, Any], call: ModelCall, effort: str | None, *, by_tool: bool
) -> None:
    tools = [*call.tools, answer_tool(call.output.schema)] if by_tool else call.tools
    if tools:
        body["tools"] = [_tool(tool) for tool in tools]
    config: dict[str, Any] = {}
    if effort is not None:
        config["effort"] = effort
    if call.output.kind == "schema" and not by_tool:
        config["format"] = {"type": "json_schema", "schema": call.output.schema}
    if config:
        body["output_config"] = config


def _tool(tool: Tool) -> dict[str, Any]:
    described = {"description": tool.description} if tool.description else {}
    return {"name": tool.name, **described, "input_schema": object_schema(tool.parameters)}


def _forced(call: ModelCall) -> dict[str, str]:
    return {"type": "any"} if call.tools else {"type": "tool", "name": ANSWER_TOOL}


def _listed(item: dict[str, Any]) -> ListedModel:
    can = a_dict(item.get("capabilities"))
    return ListedModel(
        name=a_text(item.get("id")),
        title=a_text(item.get("display_name")) or a_text(item.get("id")),
        capabilities=Capabilities(
            penalties=False,
            seed=False,
            schema=_supported(can.get("structured_outputs")),
            reasoning=_supported(can.get("thinking")),
            context_window=count(item.get("max_input_tokens")),
            max_output_tokens=count(item.get("max_tokens")),
        ),
        deprecated=item.get("lifecycle") in ("deprecated", "retired"),
    )


def _supported(value: Any) -> bool | None:
    said = a_dict(value).get("supported")
    return said if isinstance(said, bool) else None
