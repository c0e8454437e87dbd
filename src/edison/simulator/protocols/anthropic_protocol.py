"""Anthropic's Messages protocol."""

from dataclasses import dataclass
from typing import Any, Literal

from edison.simulator.admission_limits import LimitHeaders
from edison.simulator.protocols.content_parts import anthropic_files
from edison.simulator.protocols.protocol_base import (
    EVENTS_TYPE,
    compact,
    given_names,
    inner,
    number,
    objects,
    text_of,
    tool,
    whole_number,
    words,
)
from edison.simulator.protocols.requested_caches import anthropic_prefix
from edison.simulator.simulated_call import (
    ConversationTurn,
    Json,
    OfferedTool,
    SimulatedAnswer,
    SimulatedReply,
    SimulatedRequest,
    Trouble,
    TroubleKind,
    Unreadable,
    Used,
)

PARAMETERS = {
    "temperature": "temperature",
    "max_tokens": "max_tokens",
    "top_p": "top_p",
    "top_k": "top_k",
    "stop_sequences": "stop",
    "thinking": "reasoning_effort",
}
STOP_REASONS = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "refusal",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Anthropic:
    name: str = "anthropic"
    stream_type: str = EVENTS_TYPE

    def read(self, body: Json, *, model: str, stream: bool) -> SimulatedRequest:
        for name in ("model", "max_tokens", "messages"):
            if not body.get(name):
                raise Unreadable(f"{name}: Field required")
        system = text_of(body.get("system"))
        turns = [ConversationTurn(role="system", text=system)] if system else []
        turns += [_turn(message) for message in objects(body["messages"])]
        wanted = inner(inner(body.get("output_config")).get("format")) or inner(
            body.get("output_format")
        )
        choice = inner(body.get("tool_choice"))
        return SimulatedRequest(
            model=str(body["model"]),
            turns=tuple(turns),
            temperature=number(body.get("temperature")),
            max_tokens=whole_number(body["max_tokens"]),
            stop=words(body.get("stop_sequences")),
            tools=_tools(body, choice),
            must_use=_must_use(choice),
            schema=inner(wanted.get("schema")) or None,
            stream=stream or body.get("stream") is True,
            caches=False,
            prefix=anthropic_prefix(body),
            given=given_names(PARAMETERS, body),
        )

    def whole(self, asked: SimulatedRequest, said: SimulatedAnswer) -> bytes:
        content: list[Json] = []
        if said.text and not said.refusal:
            content.append({"type": "text", "text": said.text})
        content += [
            {
                "type": "tool_use",
                "id": f"toolu_{wish.id}",
                "name": wish.name,
                "input": wish.arguments,
            }
            for wish in said.wishes
        ]
        answer: Json = {
            **_frame(said),
            "content": content,
            "stop_reason": _stop_reason(said),
            "stop_sequence": said.stopped_at,
        }
        if said.used is not None:
            answer["usage"] = self.usage(said.used, said.miscount)
        return compact(answer)

    def stream(self, asked: SimulatedRequest, said: SimulatedAnswer) -> list[bytes]:
        opening: Json = {**_frame(said), "content": [], "stop_reason": None, "stop_sequence": None}
        if said.used is not None:
            opening["usage"] = {**_input_usage(said.used), "output_tokens": 1}
        events = [_event("message_start", message=opening), _event("ping")]
        index = 0
        if said.text and not said.refusal:
            deltas = [{"type": "text_delta", "text": piece} for piece in said.pieces()]
            events += _block(index, {"type": "text", "text": ""}, deltas)
            index += 1
        for wish in said.wishes:
            start: Json = {
                "type": "tool_use",
                "id": f"toolu_{wish.id}",
                "name": wish.name,
                "input": {},
            }
            arguments = compact(wish.arguments).decode()
            half = len(arguments) // 2
            parts = ("", arguments[:half], arguments[half:])
            deltas = [{"type": "input_json_delta", "partial_json": part} for part in parts]
            events += _block(index, start, deltas)
            index += 1
        ending: Json = {"stop_reason": _stop_reason(said), "stop_sequence": said.stopped_at}
        usage: Json = (
            {} if said.used is None else {"usage": _output_usage(said.used, said.miscount)}
        )
        events.append(_event("message_delta", delta=ending, **usage))
        return [*events, _event("message_stop")]

    def usage(self, used: Used, miscount: int) -> Json:
        return {**_input_usage(used), **_output_usage(used, miscount)}

    def trouble(self, trouble: Trouble) -> SimulatedReply:
        status, kind, message = _complaint(trouble)
        error = {"type": kind, "message": message}
        body = {"type": "error", "error": error, "request_id": "req_simulated"}
        return SimulatedReply(status=status, body=compact(body))

    def standing(self, standing: LimitHeaders) -> dict[str, str]:
        told: dict[str, str] = {}
        if standing.requests is not None:
            told["anthropic-ratelimit-requests-limit"] = str(standing.requests)
            told["anthropic-ratelimit-requests-remaining"] = str(standing.requests_left)
        if standing.tokens is not None:
            told["anthropic-ratelimit-tokens-limit"] = str(standing.tokens)
            told["anthropic-ratelimit-tokens-remaining"] = str(standing.tokens_left)
        return told


def listing(titles: dict[str, str]) -> bytes:
    models = [
        {
            "type": "model",
            "id": name,
            "display_name": title,
            "created_at": "2025-01-01T00:00:00Z",
            "lifecycle": "active",
        }
        for name, title in titles.items()
    ]
    names = list(titles)
    return compact({"data": models, "has_more": False, "first_id": names[0], "last_id": names[-1]})


def _complaint(trouble: Trouble) -> tuple[int, str, str]:  # noqa: C901 - a table, one row per kind
    """Return status, type and message of an error."""
    invalid = "invalid_request_error"
    match trouble.kind:
        case TroubleKind.RATE_LIMITED:
            message = "This request would exceed your organization's rate limit (simulated)."
            return 429, "rate_limit_error", message
        case TroubleKind.QUOTA:
            message = (
                "Your credit balance is too low to access the Anthropic API. Please go to Plans &"
                " Billing to upgrade or purchase credits."
            )
            return 400, invalid, message
        case TroubleKind.INVALID_KEY:
            return 401, "authentication_error", "invalid x-api-key"
        case TroubleKind.MISSING:
            return 404, "not_found_error", f"model: {trouble.model}"
        case TroubleKind.TOO_LONG:
            message = f"prompt is too long: {trouble.tokens} tokens > {trouble.most_tokens} maximum"
            return 400, invalid, message
        case TroubleKind.UNSUPPORTED:
            return 400, invalid, f"`{trouble.parameter}` is deprecated for this model."
        case TroubleKind.FILTERED:
            return 400, invalid, "Output blocked by content filtering policy"
        case TroubleKind.BAD_REQUEST:
            return 400, invalid, trouble.detail
        case TroubleKind.DOWN:
            return 500, "api_error", "Internal server error"
        case TroubleKind.UNAVAILABLE:
            return 503, "api_error", "Service temporarily unavailable"
        case TroubleKind.OVERLOADED:
            return 529, "overloaded_error", "Overloaded"


def _turn(message: Json) -> ConversationTurn:
    role: Literal["user", "assistant", "tool"] = (
        "assistant" if message.get("role") == "assistant" else "user"
    )
    content = message.get("content")
    results = [part for part in objects(content) if part.get("type") == "tool_result"]
    if results:
        return ConversationTurn(
            role="tool", text="\n".join(text_of(part.get("content")) for part in results)
        )
    return ConversationTurn(role=role, text=text_of(content), files=anthropic_files(content))


def _tools(body: Json, choice: Json) -> tuple[OfferedTool, ...]:
    if choice.get("type") == "none":
        return ()
    return tuple(tool(offer, schema="input_schema") for offer in objects(body.get("tools")))


def _must_use(choice: Json) -> str | None:
    if choice.get("type") == "any":
        return ""
    return str(choice["name"]) if choice.get("type") == "tool" and choice.get("name") else None


def _frame(said: SimulatedAnswer) -> Json:
    return {"id": f"msg_{said.id}", "type": "message", "role": "assistant", "model": said.model}


def _stop_reason(said: SimulatedAnswer) -> str:
    if said.refusal:
        return "refusal"
    return "stop_sequence" if said.stopped_at else STOP_REASONS[said.finish]


def _input_usage(used: Used) -> Json:
    return {
        "input_tokens": used.fresh,
        "cache_creation_input_tokens": used.written,
        "cache_read_input_tokens": used.cached,
        "service_tier": "standard",
    }


def _output_usage(used: Used, miscount: int) -> Json:
    usage: Json = {"output_tokens": used.completion + miscount}
    if used.reasoning:
        usage["output_tokens_details"] = {"thinking_tokens": used.reasoning}
    return usage


def _block(index: int, start: Json, deltas: list[Json]) -> list[bytes]:
    return [
        _event("content_block_start", index=index, content_block=start),
        *(_event("content_block_delta", index=index, delta=delta) for delta in deltas),
        _event("content_block_stop", index=index),
    ]


def _event(kind: str, **fields: Any) -> bytes:
    return f"event: {kind}\n".encode() + b"data: " + compact({"type": kind, **fields}) + b"\n\n"
