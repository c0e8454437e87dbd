"""OpenAI's Responses protocol, for OpenAI and Azure.

Written from the provider's documentation, read on 2026-11-18: the API reference of Responses and of its streaming
events, the guides "Reasoning models" and "Migrate to the Responses API" (developers.openai.com). The minimum of
`max_output_tokens` and the refusal of foreign encrypted content are documented only by the API's own errors.
"""

import json
from dataclasses import dataclass
from typing import Any

from edison.simulator.admission_limits import LimitHeaders
from edison.simulator.protocols.content_parts import openai_files
from edison.simulator.protocols.openai_protocol import OpenAi
from edison.simulator.protocols.protocol_base import (
    EVENTS_TYPE,
    compact,
    given_names,
    inner,
    now_s,
    number,
    objects,
    text_of,
    tool,
    whole_number,
)
from edison.simulator.protocols.requested_caches import is_cached_by_breakpoints, openai_prefix
from edison.simulator.protocols.responses_events import events_of
from edison.simulator.simulated_call import (
    ConversationTurn,
    Json,
    OfferedTool,
    SimulatedAnswer,
    SimulatedReply,
    SimulatedRequest,
    Trouble,
    Unreadable,
    Used,
)

PARAMETERS = {
    "temperature": "temperature",
    "max_output_tokens": "max_tokens",
    "top_p": "top_p",
    "reasoning": "reasoning_effort",
}
# Other fields of the documentation; a field that is not in it is an error.
OTHER_FIELDS = frozenset(
    {
        *("background", "conversation", "include", "input", "instructions", "max_tool_calls"),
        *("metadata", "model", "parallel_tool_calls", "previous_response_id", "prompt"),
        *(
            "prompt_cache_key",
            "prompt_cache_options",
            "safety_identifier",
            "service_tier",
            "store",
            "stream",
        ),
        *("stream_options", "text", "tool_choice", "tools", "top_logprobs", "truncation", "user"),
    }
)
FEWEST_TOKENS = 16
ENCRYPTED = "gAAAA-simulated-"
ROLES = ("assistant", "system", "developer", "user")


@dataclass(frozen=True, slots=True, kw_only=True)
class Responses:
    name: str = "responses"
    # Errors and rate limit headers are those of chat completions.
    chat: OpenAi
    stream_type: str = EVENTS_TYPE

    def read(self, body: Json, *, model: str, stream: bool) -> SimulatedRequest:
        named = model or str(body.get("model") or "")
        if not named:
            raise Unreadable("Missing required parameter: 'model'.")
        _check_fields(body)
        wanted = inner(inner(body.get("text")).get("format"))
        turns = _turns(body)
        if wanted.get("type") == "json_object":
            _check_json_is_mentioned(turns, body)
        return SimulatedRequest(
            model=named,
            turns=turns,
            temperature=number(body.get("temperature")),
            max_tokens=whole_number(body.get("max_output_tokens")),
            tools=_tools(body),
            must_use=_must_use(body.get("tool_choice")),
            schema=inner(wanted.get("schema")) or None,
            json_mode=wanted.get("type") == "json_object",
            stream=stream or body.get("stream") is True,
            given=given_names(PARAMETERS, body),
            caches=not is_cached_by_breakpoints(named),
            prefix=openai_prefix(body, named),
            options={name: body.get(name) for name in ("instructions", "reasoning", "text")},
        )

    def whole(self, asked: SimulatedRequest, said: SimulatedAnswer) -> bytes:
        return compact(self._response(asked, said))

    def stream(self, asked: SimulatedRequest, said: SimulatedAnswer) -> list[bytes]:
        return events_of(self._response(asked, said), said)

    def usage(self, used: Used, miscount: int) -> Json:
        return {
            "input_tokens": used.prompt,
            "input_tokens_details": {
                "cached_tokens": used.cached,
                "cache_write_tokens": used.written,
            },
            "output_tokens": used.completion,
            "output_tokens_details": {"reasoning_tokens": used.reasoning},
            "total_tokens": used.prompt + used.completion + miscount,
        }

    def trouble(self, trouble: Trouble) -> SimulatedReply:
        return self.chat.trouble(trouble)

    def standing(self, standing: LimitHeaders) -> dict[str, str]:
        return self.chat.standing(standing)

    def _response(self, asked: SimulatedRequest, said: SimulatedAnswer) -> Json:
        short = {"length": "max_output_tokens", "content_filter": "content_filter"}.get(said.finish)
        return {
            "id": f"resp_{said.id}",
            "object": "response",
            "created_at": now_s(),
            "status": "incomplete" if short else "completed",
            "background": False,
            "error": None,
            "incomplete_details": {"reason": short} if short else None,
            "instructions": asked.options.get("instructions"),
            "max_output_tokens": asked.max_tokens,
            "model": said.model,
            "output": _output(said, "incomplete" if short else "completed"),
            "parallel_tool_calls": True,
            "previous_response_id": None,
            "reasoning": {"effort": None, "summary": None, **inner(asked.options.get("reasoning"))},
            "service_tier": "default",
            "store": False,
            "temperature": 1.0 if asked.temperature is None else asked.temperature,
            "text": asked.options.get("text") or {"format": {"type": "text"}},
            "tool_choice": "auto",
            "tools": [],
            "top_p": 1.0,
            "truncation": "disabled",
            "usage": None if said.used is None else self.usage(said.used, said.miscount),
            "metadata": {},
        }


def _check_fields(body: Json) -> None:
    for name in body:
        if name not in PARAMETERS and name not in OTHER_FIELDS:
            raise Unreadable(f"Unknown parameter: '{name}'.")
    most = whole_number(body.get("max_output_tokens"))
    if most is not None and most < FEWEST_TOKENS:
        raise Unreadable(
            "Invalid 'max_output_tokens': integer below minimum value. Expected a value >="
            f" {FEWEST_TOKENS}, but got {most} instead."
        )


def _turns(body: Json) -> tuple[ConversationTurn, ...]:
    given = body.get("input")
    if isinstance(given, str):
        turns = [ConversationTurn(role="user", text=given)]
    else:
        turns = [turn for item in objects(given) if (turn := _turn(item)) is not None]
    if not turns:
        raise Unreadable("Missing required parameter: 'input'.")
    if instructions := body.get("instructions"):
        turns.insert(0, ConversationTurn(role="system", text=str(instructions)))
    return tuple(turns)


def _turn(item: Json) -> ConversationTurn | None:
    match item.get("type", "message"):
        case "message":
            return ConversationTurn(
                role=_role(item),
                text=text_of(item.get("content")),
                files=openai_files(item.get("content")),
            )
        case "function_call":
            _require(item, "call_id", "name", "arguments")
            return ConversationTurn(role="assistant", text="")
        case "function_call_output":
            _require(item, "call_id", "output")
            return ConversationTurn(role="tool", text=text_of(item.get("output")))
        case "reasoning":
            _require(item, "id", "summary")
            if not str(item.get("encrypted_content")).startswith(ENCRYPTED):
                raise Unreadable(
                    f"The encrypted content for item {item['id']} could not be verified."
                )
            return None
        case kind:
            raise Unreadable(f"Invalid value: '{kind}' for the type of an input item.")


def _role(item: Json) -> Any:
    role = item.get("role")
    if role not in ROLES:
        supported = ", ".join(f"'{each}'" for each in ROLES)
        raise Unreadable(f"Invalid value: '{role}'. Supported values are: {supported}.")
    return "system" if role == "developer" else role


def _require(item: Json, *names: str) -> None:
    for name in names:
        if item.get(name) is None:
            raise Unreadable(f"Missing required parameter: 'input[0].{name}'.")


def _check_json_is_mentioned(turns: tuple[ConversationTurn, ...], body: Json) -> None:
    """The input must mention JSON; the instructions do not count."""
    messages = turns[1:] if body.get("instructions") else turns
    if not any("json" in turn.text.casefold() for turn in messages):
        raise Unreadable(
            "Response input messages must contain the word 'json' in some form to use 'text.format'"
            " of type 'json_object'."
        )


def _tools(body: Json) -> tuple[OfferedTool, ...]:
    return tuple(
        tool(offer, schema="parameters")
        for offer in objects(body.get("tools"))
        if offer.get("type") == "function" and body.get("tool_choice") != "none"
    )


def _must_use(choice: Any) -> str | None:
    if choice == "required":
        return ""
    return str(inner(choice).get("name") or "") or None


def _output(said: SimulatedAnswer, status: str) -> list[Json]:
    items: list[Json] = []
    if said.used is not None and said.used.reasoning:
        encrypted = f"{ENCRYPTED}{said.id}"
        reasoning: Json = {"type": "reasoning", "summary": [], "encrypted_content": encrypted}
        items.append({"id": f"rs_{said.id}", **reasoning})
    for wish in said.wishes:
        call = {"call_id": f"call_{wish.id}", "name": wish.name}
        arguments = json.dumps(wish.arguments)
        items.append(
            {
                "id": f"fc_{wish.id}",
                "type": "function_call",
                "status": "completed",
                **call,
                "arguments": arguments,
            }
        )
    if not said.wishes:
        part: Json = {"type": "output_text", "text": said.text, "annotations": [], "logprobs": []}
        if said.refusal:
            part = {"type": "refusal", "refusal": said.refusal}
        message: Json = {"id": f"msg_{said.id}", "type": "message", "role": "assistant"}
        items.append({**message, "status": status, "content": [part]})
    return items
