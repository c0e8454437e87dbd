"""OpenAI's chat completions protocol, for OpenAI and Azure."""

import json
from dataclasses import dataclass
from typing import Any, Literal

from edison.simulator.admission_limits import LimitHeaders
from edison.simulator.protocols.content_parts import openai_files
from edison.simulator.protocols.openai_errors import azure_trouble, openai_trouble
from edison.simulator.protocols.protocol_base import (
    EVENTS_TYPE,
    compact,
    event,
    given_names,
    inner,
    now_s,
    number,
    objects,
    text_of,
    tool,
    whole_number,
    words,
)
from edison.simulator.protocols.requested_caches import is_cached_by_breakpoints, openai_prefix
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
    "max_tokens": "max_tokens",
    "max_completion_tokens": "max_tokens",
    "top_p": "top_p",
    "top_k": "top_k",
    "frequency_penalty": "frequency_penalty",
    "presence_penalty": "presence_penalty",
    "seed": "seed",
    "stop": "stop",
    "reasoning_effort": "reasoning_effort",
}
ROLES: dict[str, Literal["system", "user", "assistant", "tool"]] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
}
DONE = b"data: [DONE]\n\n"
SAFE = {
    name: {"filtered": False, "severity": "safe"}
    for name in ("hate", "self_harm", "sexual", "violence")
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAi:
    name: str = "openai"
    azure: bool = False
    stream_type: str = EVENTS_TYPE

    def read(self, body: Json, *, model: str, stream: bool) -> SimulatedRequest:
        named = model or str(body.get("model") or "")
        if not named:
            raise Unreadable("you must provide a model parameter")
        turns = tuple(_turn(message) for message in objects(body.get("messages")))
        if not turns:
            raise Unreadable("Missing required parameter: 'messages'.")
        wanted = inner(body.get("response_format"))
        return SimulatedRequest(
            model=named,
            turns=turns,
            temperature=number(body.get("temperature")),
            max_tokens=whole_number(body.get("max_completion_tokens") or body.get("max_tokens")),
            stop=words(body.get("stop")),
            seed=whole_number(body.get("seed")),
            tools=_tools(body),
            must_use=_must_use(body.get("tool_choice")),
            schema=inner(inner(wanted.get("json_schema")).get("schema")) or None,
            json_mode=wanted.get("type") == "json_object",
            stream=stream or body.get("stream") is True,
            wants_usage=inner(body.get("stream_options")).get("include_usage") is True,
            is_chat=True,
            caches=not is_cached_by_breakpoints(named),
            prefix=openai_prefix(body, named),
            given=given_names(PARAMETERS, body) | _schema_named(wanted),
        )

    def whole(self, asked: SimulatedRequest, said: SimulatedAnswer) -> bytes:
        message: Json = {
            "role": "assistant",
            "content": None if said.wishes or said.refusal else said.text,
            "refusal": said.refusal,
            "annotations": [],
        }
        if said.wishes:
            message["tool_calls"] = [_wish(said, index) for index in range(len(said.wishes))]
        choice: Json = {
            "index": 0,
            "message": message,
            "logprobs": None,
            "finish_reason": said.finish,
        }
        answer: Json = {**_frame(said, "chat.completion"), "choices": [choice]}
        if said.used is not None:
            answer["usage"] = self.usage(said.used, said.miscount)
        if self.azure:
            choice["content_filter_results"] = SAFE
            answer["prompt_filter_results"] = [{"prompt_index": 0, "content_filter_results": SAFE}]
        return compact(answer)

    def stream(self, asked: SimulatedRequest, said: SimulatedAnswer) -> list[bytes]:
        frame = _frame(said, "chat.completion.chunk")
        told = {"usage": None} if asked.wants_usage else {}

        def chunk(delta: Json, finish: str | None = None) -> bytes:
            choice: Json = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
            return event({**frame, "choices": [choice], **told})

        opening = {"content": None} if said.wishes else {"content": "", "refusal": None}
        chunks = [chunk({"role": "assistant", **opening})]
        if said.refusal:
            chunks.append(chunk({"refusal": said.refusal}))
        else:
            chunks += [chunk({"content": piece}) for piece in said.pieces()]
        for index in range(len(said.wishes)):
            chunks += [chunk({"tool_calls": [part]}) for part in _wish_parts(said, index)]
        chunks.append(chunk({}, said.finish))
        if asked.wants_usage and said.used is not None:
            usage = self.usage(said.used, said.miscount)
            chunks.append(event({**frame, "choices": [], "usage": usage}))
        return [*chunks, DONE]

    def usage(self, used: Used, miscount: int) -> Json:
        return {
            "prompt_tokens": used.prompt,
            "completion_tokens": used.completion,
            "total_tokens": used.prompt + used.completion + miscount,
            "prompt_tokens_details": {
                "cached_tokens": used.cached,
                "audio_tokens": 0,
                **({"cache_write_tokens": used.written} if used.written else {}),
            },
            "completion_tokens_details": {
                "reasoning_tokens": used.reasoning,
                "audio_tokens": 0,
                "accepted_prediction_tokens": 0,
                "rejected_prediction_tokens": 0,
            },
        }

    def trouble(self, trouble: Trouble) -> SimulatedReply:
        return azure_trouble(trouble) if self.azure else openai_trouble(trouble)

    def standing(self, standing: LimitHeaders) -> dict[str, str]:
        told: dict[str, str] = {}
        if standing.requests is not None:
            told["x-ratelimit-limit-requests"] = str(standing.requests)
            told["x-ratelimit-remaining-requests"] = str(standing.requests_left)
            told["x-ratelimit-reset-requests"] = f"{round(standing.reset_s * 1000)}ms"
        if standing.tokens is not None:
            told["x-ratelimit-limit-tokens"] = str(standing.tokens)
            told["x-ratelimit-remaining-tokens"] = str(standing.tokens_left)
            told["x-ratelimit-reset-tokens"] = "60s"
        return told


def listing(names: list[str]) -> bytes:
    models = [
        {"id": name, "object": "model", "created": 1_700_000_000, "owned_by": "edison-simulator"}
        for name in names
    ]
    return compact({"object": "list", "data": models})


def azure_deployments(names: list[str]) -> bytes:
    deployments = [
        {
            "id": name,
            "object": "deployment",
            "model": name,
            "owner": "organization-owner",
            "status": "succeeded",
            "created_at": 1_700_000_000,
            "updated_at": 1_700_000_000,
            "scale_settings": {"scale_type": "standard"},
        }
        for name in names
    ]
    return compact({"object": "list", "data": deployments})


def azure_models(names: list[str]) -> bytes:
    models = [
        {
            "id": name,
            "object": "model",
            "status": "succeeded",
            "lifecycle_status": "generally-available",
            "created_at": 1_700_000_000,
            "capabilities": {"chat_completion": True, "inference": True, "embeddings": False},
        }
        for name in names
    ]
    return compact({"object": "list", "data": models})


def _schema_named(wanted: Json) -> frozenset[str]:
    return frozenset({"json_schema"}) if wanted.get("type") == "json_schema" else frozenset()


def _turn(message: Json) -> ConversationTurn:
    role = ROLES.get(str(message.get("role")))
    if role is None:
        raise Unreadable(f"Invalid value: '{message.get('role')}' for a message's role.")
    return ConversationTurn(
        role=role,
        text=text_of(message.get("content")),
        files=openai_files(message.get("content")),
    )


def _tools(body: Json) -> tuple[OfferedTool, ...]:
    return tuple(
        tool(inner(offer.get("function")), schema="parameters")
        for offer in objects(body.get("tools"))
        if body.get("tool_choice") != "none"
    )


def _must_use(choice: Any) -> str | None:
    if choice == "required":
        return ""
    return str(inner(inner(choice).get("function")).get("name") or "") or None


def _frame(said: SimulatedAnswer, kind: str) -> Json:
    return {
        "id": f"chatcmpl-{said.id}",
        "object": kind,
        "created": now_s(),
        "model": said.model,
        "service_tier": "default",
        "system_fingerprint": "fp_simulated",
    }


def _wish(said: SimulatedAnswer, index: int) -> Json:
    wish = said.wishes[index]
    called = {"name": wish.name, "arguments": json.dumps(wish.arguments)}
    return {"id": f"call_{wish.id}", "type": "function", "function": called}


def _wish_parts(said: SimulatedAnswer, index: int) -> list[Json]:
    whole = _wish(said, index)
    arguments = whole["function"]["arguments"]
    half = len(arguments) // 2
    opening = {**whole, "function": {**whole["function"], "arguments": ""}}
    return [
        {"index": index, **opening},
        {"index": index, "function": {"arguments": arguments[:half]}},
        {"index": index, "function": {"arguments": arguments[half:]}},
    ]
