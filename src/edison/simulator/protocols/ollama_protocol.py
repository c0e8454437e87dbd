"""Ollama's own protocol; its OpenAI-compatible path is in `openai_protocol.py`."""

from dataclasses import dataclass

from edison.simulator.admission_limits import LimitHeaders
from edison.simulator.protocols.openai_protocol import ROLES
from edison.simulator.protocols.protocol_base import (
    compact,
    given_names,
    inner,
    number,
    objects,
    tool,
    whole_number,
    words,
)
from edison.simulator.simulated_call import (
    ConversationTurn,
    Json,
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
    "num_predict": "max_tokens",
    "top_p": "top_p",
    "top_k": "top_k",
    "frequency_penalty": "frequency_penalty",
    "presence_penalty": "presence_penalty",
    "seed": "seed",
    "stop": "stop",
}
STATUSES = {
    TroubleKind.RATE_LIMITED: 429,
    TroubleKind.QUOTA: 429,
    TroubleKind.INVALID_KEY: 401,
    TroubleKind.MISSING: 404,
    TroubleKind.DOWN: 500,
    TroubleKind.UNAVAILABLE: 503,
    TroubleKind.OVERLOADED: 503,
}
WHEN = "2025-01-01T00:00:00Z"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ollama:
    name: str = "ollama"
    stream_type: str = "application/x-ndjson"

    def read(self, body: Json, *, model: str, stream: bool) -> SimulatedRequest:
        if not body.get("model"):
            raise Unreadable("model is required")
        options = inner(body.get("options"))
        form = body.get("format")
        return SimulatedRequest(
            model=str(body["model"]),
            turns=tuple(
                ConversationTurn(
                    role=ROLES.get(str(item.get("role")), "user"), text=str(item.get("content", ""))
                )
                for item in objects(body.get("messages"))
            ),
            temperature=number(options.get("temperature")),
            max_tokens=whole_number(options.get("num_predict")),
            stop=words(options.get("stop")),
            seed=whole_number(options.get("seed")),
            tools=tuple(
                tool(inner(offer.get("function")), schema="parameters")
                for offer in objects(body.get("tools"))
            ),
            schema=inner(form) or None,
            json_mode=form == "json",
            # Ollama streams unless the request turns it off.
            stream=body.get("stream") is not False,
            caches=False,
            given=given_names(PARAMETERS, options),
        )

    def whole(self, asked: SimulatedRequest, said: SimulatedAnswer) -> bytes:
        return compact(_line(said, said.refusal or said.text, done=True))

    def stream(self, asked: SimulatedRequest, said: SimulatedAnswer) -> list[bytes]:
        lines = [_line(said, piece, done=False) for piece in said.pieces()]
        return [compact(line) + b"\n" for line in [*lines, _line(said, "", done=True)]]

    def usage(self, used: Used, miscount: int) -> Json:
        return {"prompt_eval_count": used.prompt, "eval_count": used.completion + miscount}

    def trouble(self, trouble: Trouble) -> SimulatedReply:
        messages = {
            TroubleKind.MISSING: f"model '{trouble.model}' not found",
            TroubleKind.BAD_REQUEST: trouble.detail,
            TroubleKind.UNSUPPORTED: f"invalid option provided: {trouble.parameter}",
            TroubleKind.TOO_LONG: "input length exceeds maximum context length",
            TroubleKind.INVALID_KEY: "unauthorized",
        }
        message = messages.get(trouble.kind, f"simulated: {trouble.kind.value}")
        return SimulatedReply(
            status=STATUSES.get(trouble.kind, 400), body=compact({"error": message})
        )

    def standing(self, standing: LimitHeaders) -> dict[str, str]:
        return {}


def listing(names: list[str]) -> bytes:
    details = {"format": "gguf", "family": "simulated", "parameter_size": "0B"}
    models = [
        {
            "name": name,
            "model": name,
            "modified_at": WHEN,
            "size": 1,
            "digest": "0" * 64,
            "details": details,
        }
        for name in names
    ]
    return compact({"models": models})


def _line(said: SimulatedAnswer, text: str, *, done: bool) -> Json:
    message: Json = {"role": "assistant", "content": text}
    if done and said.wishes:
        message["tool_calls"] = [
            {"function": {"name": wish.name, "arguments": wish.arguments}} for wish in said.wishes
        ]
    line: Json = {"model": said.model, "created_at": WHEN, "message": message, "done": done}
    if done:
        line["done_reason"] = "length" if said.finish == "length" else "stop"
        line["total_duration"] = 1_000_000
        if said.used is not None:
            line |= Ollama().usage(said.used, said.miscount)
    return line
