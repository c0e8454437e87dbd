"""Requests of providers from a rendered prompt: the arguments of their official clients."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from edison_sdk.prompts import PromptMessage, RenderedPrompt

# Anthropic requires a limit; the server sends the same one.
ANTHROPIC_MAX_TOKENS = 4096
JSON_ONLY = "Answer with valid JSON only."
_OPENAI_NAMES = {
    "temperature": "temperature",
    "max_tokens": "max_completion_tokens",
    "top_p": "top_p",
    "frequency_penalty": "frequency_penalty",
    "presence_penalty": "presence_penalty",
    "seed": "seed",
    "stop": "stop",
    "reasoning_effort": "reasoning_effort",
}
_ANTHROPIC_NAMES = {
    "temperature": "temperature",
    "top_p": "top_p",
    "top_k": "top_k",
    "stop": "stop_sequences",
}


def to_openai(prompt: "RenderedPrompt") -> dict[str, Any]:
    """Return the arguments of a chat completion. Parameters that OpenAI does not have are left out."""
    request: dict[str, Any] = {"messages": [_openai_message(each) for each in prompt.messages]}
    if prompt.tools:
        request["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": _object_schema(tool.parameters),
                },
            }
            for tool in prompt.tools
        ]
    if prompt.output.kind == "schema" and prompt.output.schema_ is not None:
        schema = {"name": "answer", "schema": prompt.output.schema_}
        request["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif prompt.output.kind == "json":
        request["response_format"] = {"type": "json_object"}
    return request | _renamed(prompt.parameters, _OPENAI_NAMES)


def to_anthropic(prompt: "RenderedPrompt") -> dict[str, Any]:
    """Return the arguments of a message. Parameters that Anthropic does not have are left out."""
    system = [each.content for each in prompt.messages if each.role == "system"]
    if prompt.output.kind == "json":
        system.append(JSON_ONLY)
    request: dict[str, Any] = {
        "max_tokens": prompt.parameters.get("max_tokens") or ANTHROPIC_MAX_TOKENS,
        "messages": _turns(prompt),
    }
    if system:
        request["system"] = "\n\n".join(system)
    if prompt.tools:
        request["tools"] = [
            {
                "name": tool.name,
                "description": tool.description,
                "input_schema": _object_schema(tool.parameters),
            }
            for tool in prompt.tools
        ]
    if prompt.output.kind == "schema" and prompt.output.schema_ is not None:
        schema = {"type": "json_schema", "schema": prompt.output.schema_}
        request["output_config"] = {"format": schema}
    return request | _renamed(prompt.parameters, _ANTHROPIC_NAMES)


def _openai_message(message: "PromptMessage") -> dict[str, Any]:
    sent: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        sent["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        sent["tool_call_id"] = message.tool_call_id
    return sent


def _turns(prompt: "RenderedPrompt") -> list[dict[str, Any]]:
    """Join messages of the same side: Anthropic's turns alternate, and tool results are the user's."""
    turns: list[dict[str, Any]] = []
    for message in prompt.messages:
        if message.role == "system":
            continue
        side = "assistant" if message.role == "assistant" else "user"
        if turns and turns[-1]["role"] == side:
            turns[-1]["content"] += _blocks(message)
        else:
            turns.append({"role": side, "content": _blocks(message)})
    return turns


def _blocks(message: "PromptMessage") -> list[dict[str, Any]]:
    if message.role == "tool":
        answered = message.tool_call_id or ""
        return [{"type": "tool_result", "tool_use_id": answered, "content": message.content}]
    blocks: list[dict[str, Any]] = []
    # An empty text beside a tool call is rejected.
    if message.content or not message.tool_calls:
        blocks.append({"type": "text", "text": message.content})
    blocks += [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": _object(call.arguments)}
        for call in message.tool_calls
    ]
    return blocks


def _object(arguments: str) -> Any:
    try:
        return json.loads(arguments or "{}")
    except ValueError:
        return {}


def _object_schema(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {}, **schema}


def _renamed(parameters: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {new: parameters[old] for old, new in names.items() if parameters.get(old) is not None}
