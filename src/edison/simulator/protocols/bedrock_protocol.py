"""Bedrock's Converse protocol, as complete responses and as an AWS event stream."""

import json
import struct
from dataclasses import dataclass
from typing import Any, Literal
from zlib import crc32

from edison.simulator.admission_limits import LimitHeaders
from edison.simulator.protocols.content_parts import bedrock_files
from edison.simulator.protocols.protocol_base import (
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
from edison.simulator.protocols.requested_caches import bedrock_prefix
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

STRING = 7


def frame(payload: bytes, headers: dict[str, str]) -> bytes:
    """Build an event stream message: prelude (two lengths and a checksum), headers, payload and a final checksum."""
    packed = b"".join(_header(name, value) for name, value in headers.items())
    total = 4 + 4 + 4 + len(packed) + len(payload) + 4
    prelude = struct.pack(">II", total, len(packed))
    message = prelude + struct.pack(">I", crc32(prelude)) + packed + payload
    return message + struct.pack(">I", crc32(message))


def event_frame(kind: str, payload: bytes) -> bytes:
    headers = {
        ":event-type": kind,
        ":content-type": "application/json",
        ":message-type": "event",
    }
    return frame(payload, headers)


def _header(name: str, value: str) -> bytes:
    key, text = name.encode(), value.encode()
    return struct.pack(">B", len(key)) + key + struct.pack(">BH", STRING, len(text)) + text


PARAMETERS = {
    "temperature": "temperature",
    "maxTokens": "max_tokens",
    "topP": "top_p",
    "stopSequences": "stop",
    "top_k": "top_k",
    "thinking": "reasoning_effort",
}
STOP_REASONS = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "content_filtered",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bedrock:
    name: str = "bedrock"
    stream_type: str = "application/vnd.amazon.eventstream"

    def read(self, body: Json, *, model: str, stream: bool) -> SimulatedRequest:
        messages = objects(body.get("messages"))
        if not messages:
            raise Unreadable("A conversation must start with a user message.")
        system = text_of(body.get("system"))
        turns = [ConversationTurn(role="system", text=system)] if system else []
        turns += [_turn(message) for message in messages]
        config = inner(body.get("inferenceConfig"))
        choice = inner(inner(body.get("toolConfig")).get("toolChoice"))
        return SimulatedRequest(
            model=model,
            turns=tuple(turns),
            temperature=number(config.get("temperature")),
            max_tokens=whole_number(config.get("maxTokens")),
            stop=words(config.get("stopSequences")),
            tools=_tools(body),
            must_use=""
            if "any" in choice
            else str(inner(choice.get("tool")).get("name") or "") or None,
            schema=_schema(body),
            stream=stream,
            caches=False,
            prefix=bedrock_prefix(body),
            given=given_names(PARAMETERS, config, inner(body.get("additionalModelRequestFields"))),
        )

    def whole(self, asked: SimulatedRequest, said: SimulatedAnswer) -> bytes:
        content: list[Json] = [{"text": said.refusal or said.text}] if said.text else []
        content += [
            {
                "toolUse": {
                    "toolUseId": f"tooluse_{wish.id}",
                    "name": wish.name,
                    "input": wish.arguments,
                }
            }
            for wish in said.wishes
        ]
        answer: Json = {
            "output": {"message": {"role": "assistant", "content": content}},
            "stopReason": _stop_reason(said),
            "metrics": {"latencyMs": 1},
        }
        if said.used is not None:
            answer["usage"] = self.usage(said.used, said.miscount)
        return compact(answer)

    def stream(self, asked: SimulatedRequest, said: SimulatedAnswer) -> list[bytes]:
        frames = [_frame("messageStart", role="assistant")]
        index = 0
        if said.text:
            deltas: list[Json] = [{"text": piece} for piece in said.pieces()]
            frames += _block(index, None, deltas)
            index += 1
        for wish in said.wishes:
            start = {"toolUse": {"toolUseId": f"tooluse_{wish.id}", "name": wish.name}}
            arguments = json.dumps(wish.arguments)
            half = len(arguments) // 2
            parts = (arguments[:half], arguments[half:])
            frames += _block(index, start, [{"toolUse": {"input": part}} for part in parts])
            index += 1
        frames.append(_frame("messageStop", stopReason=_stop_reason(said)))
        usage: Json = {} if said.used is None else {"usage": self.usage(said.used, said.miscount)}
        return [*frames, _frame("metadata", metrics={"latencyMs": 1}, **usage)]

    def usage(self, used: Used, miscount: int) -> Json:
        return {
            "inputTokens": used.fresh,
            "outputTokens": used.completion,
            "totalTokens": used.prompt + used.completion + miscount,
            "cacheReadInputTokens": used.cached,
            "cacheWriteInputTokens": used.written,
        }

    def trouble(self, trouble: Trouble) -> SimulatedReply:
        status, kind, message = _complaint(trouble)
        return SimulatedReply(
            status=status, body=compact({"message": message}), headers={"x-amzn-errortype": kind}
        )

    def standing(self, standing: LimitHeaders) -> dict[str, str]:
        return {}


def listing(titles: dict[str, str]) -> bytes:
    models = [
        {
            "modelArn": f"arn:aws:bedrock:eu-central-1::foundation-model/{name}",
            "modelId": name,
            "modelName": title,
            "providerName": "Edison simulator",
            "inputModalities": ["TEXT"],
            "outputModalities": ["TEXT"],
            "responseStreamingSupported": True,
            "customizationsSupported": [],
            "inferenceTypesSupported": ["ON_DEMAND"],
            "modelLifecycle": {"status": "ACTIVE"},
        }
        for name, title in titles.items()
    ]
    return compact({"modelSummaries": models})


def _complaint(trouble: Trouble) -> tuple[int, str, str]:  # noqa: C901 - a table, one row per kind
    """Return status, exception name and message of an error."""
    invalid = "ValidationException"
    match trouble.kind:
        case TroubleKind.RATE_LIMITED:
            message = "Too many requests, please wait before trying again."
            return 429, "ThrottlingException", message
        case TroubleKind.QUOTA:
            message = "Your request exceeds the service quota for your account."
            return 400, "ServiceQuotaExceededException", message
        case TroubleKind.INVALID_KEY:
            message = "The security token included in the request is invalid."
            return 403, "UnrecognizedClientException", message
        case TroubleKind.MISSING:
            return 404, "ResourceNotFoundException", f"Could not find the model {trouble.model}."
        case TroubleKind.TOO_LONG:
            return 400, invalid, "Input is too long for requested model."
        case TroubleKind.UNSUPPORTED:
            # Bedrock passes on the error of the model behind it.
            message = f"The model returned the following errors: `{trouble.parameter}` is deprecated for this model."
            return 400, invalid, message
        case TroubleKind.FILTERED:
            return 400, invalid, "Output blocked by content filtering policy"
        case TroubleKind.BAD_REQUEST:
            return 400, invalid, trouble.detail
        case TroubleKind.DOWN:
            message = "The system encountered an unexpected error during processing."
            return 500, "InternalServerException", message
        case TroubleKind.UNAVAILABLE | TroubleKind.OVERLOADED:
            message = "Bedrock is unable to process your request."
            return 503, "ServiceUnavailableException", message


def _turn(message: Json) -> ConversationTurn:
    parts = objects(message.get("content"))
    results = [inner(part["toolResult"]) for part in parts if "toolResult" in part]
    if results:
        said = [part for result in results for part in objects(result.get("content"))]
        return ConversationTurn(
            role="tool", text="\n".join(str(part.get("text", part.get("json"))) for part in said)
        )
    role: Literal["user", "assistant"] = (
        "assistant" if message.get("role") == "assistant" else "user"
    )
    return ConversationTurn(role=role, text=text_of(parts), files=bedrock_files(parts))


def _tools(body: Json) -> tuple[OfferedTool, ...]:
    specs = [
        inner(offer.get("toolSpec"))
        for offer in objects(inner(body.get("toolConfig")).get("tools"))
    ]
    return tuple(
        tool({**spec, "schema": inner(spec.get("inputSchema")).get("json")}, schema="schema")
        for spec in specs
        if spec
    )


def _schema(body: Json) -> Json | None:
    """Parse the output schema, which Bedrock expects as JSON text."""
    structure = inner(inner(inner(body.get("outputConfig")).get("textFormat")).get("structure"))
    text = inner(structure.get("jsonSchema")).get("schema")
    if not isinstance(text, str):
        return None
    try:
        return inner(json.loads(text)) or None
    except ValueError:
        raise Unreadable("The schema in outputConfig is not valid JSON.") from None


def _stop_reason(said: SimulatedAnswer) -> str:
    if said.refusal:
        return "content_filtered"
    return "stop_sequence" if said.stopped_at else STOP_REASONS[said.finish]


def _block(index: int, start: Json | None, deltas: list[Json]) -> list[bytes]:
    opening = (
        [] if start is None else [_frame("contentBlockStart", start=start, contentBlockIndex=index)]
    )
    return [
        *opening,
        *(_frame("contentBlockDelta", delta=delta, contentBlockIndex=index) for delta in deltas),
        _frame("contentBlockStop", contentBlockIndex=index),
    ]


def _frame(kind: str, **fields: Any) -> bytes:
    return event_frame(kind, compact(fields))
