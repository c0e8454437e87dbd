"""Amazon Bedrock's Converse protocol: one format for models of many vendors, signed requests, binary streams."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from edison.domain.models.capabilities import Capabilities
from edison.domain.models.model_call import Failed, Message, ModelCall, Tool
from edison.domain.models.provider import Endpoint
from edison.kit.clock import Clock, SystemClock
from edison.providers.wire import bedrock_answers
from edison.providers.wire.aws_signature import signed as aws_signed
from edison.providers.wire.bedrock_answers import BedrockStream
from edison.providers.wire.cache_breakpoints import bedrock_blocks, bedrock_system
from edison.providers.wire.content_parts import bedrock_content
from edison.providers.wire.failure_codes import named
from edison.providers.wire.reasoning_effort import can_force_tool, claude_thinking
from edison.providers.wire.schema_support import (
    ANSWER_BY_TOOL,
    JSON_ONLY,
    answer_tool,
    object_schema,
)
from edison.providers.wire.untrusted_json import (
    a_dict,
    a_list,
    a_text,
    arguments_object,
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

# The limit that a thinking budget is a share of if none was set.
_ASSUMED_LIMIT = 4096

_REGION = re.compile(r":bedrock:([a-z]+(?:-gov)?)-")
_INFERENCE = {"max_tokens": "maxTokens", "temperature": "temperature", "top_p": "topP"}


@dataclass(frozen=True, slots=True, kw_only=True)
class BedrockWire:
    clock: Clock = field(default_factory=SystemClock)

    def request(
        self, endpoint: Endpoint, call: ModelCall, *, stream: bool, bearer: str | None
    ) -> WireRequest:
        verb = "converse-stream" if stream else "converse"
        unsigned = WireRequest(
            method="POST",
            url=f"{endpoint.base_url}/model/{quote(call.model, safe='')}/{verb}",
            headers={"content-type": "application/json"},
            body=dumped(_body(call)),
        )
        return self.signed(endpoint, unsigned)

    def answer(self, body: bytes) -> WireAnswer:
        return bedrock_answers.answer(body)

    def stream(self) -> StreamReader:
        return BedrockStream()

    def failure(self, status: int, headers: Mapping[str, str], body: bytes) -> Failed:
        kind = headers.get("x-amzn-errortype", "")
        return named(status, headers, bedrock_answers.complaint(body, kind))

    def probe(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest:
        return self._listing(endpoint)

    def listing(self, endpoint: Endpoint, *, bearer: str | None) -> WireRequest | None:
        return self._listing(endpoint)

    def models(self, body: bytes) -> list[ListedModel]:
        items = a_dict(loaded(body)).get("modelSummaries")
        if not isinstance(items, list):
            raise Garbled("The provider's list of models cannot be parsed")
        return [
            _listed(item)
            for item in dicts_of(a_list(items))
            if a_text(item.get("modelId")) and "TEXT" in a_list(item.get("outputModalities"))
        ]

    def _listing(self, endpoint: Endpoint) -> WireRequest:
        # Another host than the one that runs models lists them, unless a proxy stands for both.
        region = endpoint.config.get("region", "")
        base = (
            endpoint.base_url
            if endpoint.config.get("base_url")
            else f"https://bedrock.{region}.amazonaws.com"
        )
        unsigned = WireRequest(method="GET", url=f"{base}/foundation-models", headers={})
        return self.signed(endpoint, unsigned)

    def signed(self, endpoint: Endpoint, request: WireRequest) -> WireRequest:
        return aws_signed(
            request,
            access_key_id=endpoint.secrets.get("access_key_id", ""),
            secret_access_key=endpoint.secrets.get("secret_access_key", ""),
            session_token=endpoint.secrets.get("session_token", ""),
            region=endpoint.config.get("region", ""),
            service="bedrock",
            at=self.clock.now(),
        )


def _body(call: ModelCall) -> dict[str, Any]:
    by_tool = call.output.kind == "schema"
    more, effort = _reasoning(call)
    # A forced tool and a thinking budget exclude each other; then the prompt asks for the tool call.
    thinks_by_budget = a_dict(more.get("thinking")).get("type") == "enabled"
    forces = by_tool and not thinks_by_budget and can_force_tool(call.model)
    added = JSON_ONLY if call.output.kind == "json" else ""
    system, rest = system_apart(call.messages, ANSWER_BY_TOOL if by_tool and not forces else added)
    turns = take_turns(rest, bedrock_blocks(call, _blocks))
    body: dict[str, Any] = {
        "messages": [{"role": side, "content": blocks} for side, blocks in turns]
    }
    if system:
        body["system"] = bedrock_system(call, system)
    given = call.parameters.given()
    inference = {theirs: given[ours] for ours, theirs in _INFERENCE.items() if ours in given}
    if call.parameters.stop:
        inference["stopSequences"] = list(call.parameters.stop)
    if inference:
        body["inferenceConfig"] = inference
    tools = [*call.tools, answer_tool(call.output.schema)] if by_tool else call.tools
    if tools:
        forced: dict[str, Any] = {"toolChoice": {"any": {}}} if forces else {}
        body["toolConfig"] = {"tools": [_tool(tool) for tool in tools], **forced}
    if more:
        body["additionalModelRequestFields"] = more
    if effort is not None:
        body["outputConfig"] = {"effort": effort}
    return body


def _blocks(message: Message) -> Blocks:
    if message.role == "tool":
        answered = tool_id(message.tool_call_id or "")
        content = [{"text": message.content}]
        return [{"toolResult": {"toolUseId": answered, "content": content}}]
    blocks: Blocks = []
    if message.files:
        blocks += bedrock_content(message)
    elif message.content or not message.tool_calls:
        blocks.append({"text": message.content})
    for call in message.tool_calls:
        given = arguments_object(call.arguments)
        use = {"toolUseId": tool_id(call.id), "name": call.name, "input": given}
        blocks.append({"toolUse": use})
    return blocks


def _tool(tool: Tool) -> dict[str, Any]:
    described = {"description": tool.description} if tool.description else {}
    schema = {"json": object_schema(tool.parameters)}
    return {"toolSpec": {"name": tool.name, **described, "inputSchema": schema}}


def _reasoning(call: ModelCall) -> tuple[dict[str, Any], str | None]:
    """Return the vendor-specific fields for reasoning, because Converse has no common field."""
    top_k, effort = call.parameters.top_k, call.parameters.reasoning_effort
    if ".nova" in call.model:
        return _nova_fields(top_k, effort), None
    more: dict[str, Any] = {} if top_k is None else {"top_k": top_k}
    if "anthropic." in call.model:
        thinking, told = claude_thinking(call, call.parameters.max_tokens or _ASSUMED_LIMIT)
        return (more if thinking is None else {**more, "thinking": thinking}), told
    return (more if effort is None else {**more, "reasoning_effort": effort}), None


def _nova_fields(top_k: int | None, effort: str | None) -> dict[str, Any]:
    more: dict[str, Any] = {} if top_k is None else {"inferenceConfig": {"topK": top_k}}
    if effort == "none":
        more["reasoningConfig"] = {"type": "disabled"}
    elif effort is not None:
        most = "low" if effort == "minimal" else effort
        more["reasoningConfig"] = {"type": "enabled", "maxReasoningEffort": most}
    return more


def _listed(item: dict[str, Any]) -> ListedModel:
    streams = item.get("responseStreamingSupported")
    maker, title = a_text(item.get("providerName")), a_text(item.get("modelName"))
    return ListedModel(
        name=_callable_name(item),
        title=f"{maker} {title}".strip(),
        capabilities=Capabilities(
            penalties=False,
            seed=False,
            streaming=streams if isinstance(streams, bool) else None,
        ),
        deprecated=a_dict(item.get("modelLifecycle")).get("status") == "LEGACY",
    )


def _callable_name(item: dict[str, Any]) -> str:
    """Return the name to call a model by: its id, or its regional inference profile if on-demand use is unsupported."""
    name = a_text(item.get("modelId"))
    kinds = a_list(item.get("inferenceTypesSupported"))
    if "ON_DEMAND" in kinds or "INFERENCE_PROFILE" not in kinds:
        return name
    found = _REGION.search(a_text(item.get("modelArn")))
    if found is None:
        return name
    return f"{'apac' if found[1] == 'ap' else found[1]}.{name}"
