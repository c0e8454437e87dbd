"""Google's generateContent protocol, for Gemini and Vertex AI."""

from dataclasses import dataclass
from typing import Any, Literal

from edison.simulator.admission_limits import LimitHeaders
from edison.simulator.protocols.content_parts import gemini_files
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
    "maxOutputTokens": "max_tokens",
    "topP": "top_p",
    "topK": "top_k",
    "frequencyPenalty": "frequency_penalty",
    "presencePenalty": "presence_penalty",
    "seed": "seed",
    "stopSequences": "stop",
    "thinkingConfig": "reasoning_effort",
}
# Google's own names of parameters, used in its error messages.
THEIR_NAMES = {ours: theirs for theirs, ours in PARAMETERS.items()}
FINISHES = {
    "stop": "STOP",
    "length": "MAX_TOKENS",
    "tool_calls": "STOP",
    "content_filter": "SAFETY",
}
TYPE = "type.googleapis.com/google.rpc."


@dataclass(frozen=True, slots=True, kw_only=True)
class Gemini:
    name: str = "gemini"
    vertex: bool = False
    stream_type: str = EVENTS_TYPE

    def read(self, body: Json, *, model: str, stream: bool) -> SimulatedRequest:
        contents = objects(body.get("contents"))
        if not contents:
            raise Unreadable("* GenerateContentRequest.contents: contents is not specified")
        config = inner(body.get("generationConfig") or body.get("generation_config"))
        system = inner(body.get("systemInstruction") or body.get("system_instruction"))
        turns = (
            [ConversationTurn(role="system", text=text_of(system.get("parts")))] if system else []
        )
        turns += [_turn(content) for content in contents]
        calling = inner(inner(body.get("toolConfig")).get("functionCallingConfig"))
        schema = (
            config.get("responseJsonSchema")
            or config.get("_responseJsonSchema")
            or config.get("responseSchema")
        )
        return SimulatedRequest(
            model=model,
            turns=tuple(turns),
            temperature=number(config.get("temperature")),
            max_tokens=whole_number(config.get("maxOutputTokens")),
            stop=words(config.get("stopSequences")),
            seed=whole_number(config.get("seed")),
            tools=_tools(body, calling),
            must_use=_must_use(calling),
            schema=inner(schema) or None,
            json_mode=config.get("responseMimeType") == "application/json",
            stream=stream,
            given=given_names(PARAMETERS, config),
        )

    def whole(self, asked: SimulatedRequest, said: SimulatedAnswer) -> bytes:
        if said.refusal:
            return compact(_blocked(said))
        parts: list[Json] = [{"text": said.text}] if said.text else []
        return compact(_chunk(said, parts + _calls(said), last=True))

    def stream(self, asked: SimulatedRequest, said: SimulatedAnswer) -> list[bytes]:
        if said.refusal:
            return [_event(_blocked(said))]
        pieces = said.pieces(60)
        rest: list[Json] = [{"text": pieces[-1]}] if pieces else []
        chunks = [_event(_chunk(said, [{"text": piece}], last=False)) for piece in pieces[:-1]]
        return [*chunks, _event(_chunk(said, rest + _calls(said), last=True))]

    def usage(self, used: Used, miscount: int) -> Json:
        return _usage(used, miscount, last=True)

    def trouble(self, trouble: Trouble) -> SimulatedReply:
        code, status, message, details = _complaint(trouble, self.vertex)
        error: Json = {"code": code, "message": message, "status": status}
        if details:
            error["details"] = details
        return SimulatedReply(status=code, body=compact({"error": error}))

    def standing(self, standing: LimitHeaders) -> dict[str, str]:
        return {}


def as_array(chunks: list[bytes]) -> list[bytes]:
    """Return the stream as one JSON array, the format of streams without `alt=sse`."""
    bare = [chunk.removeprefix(b"data: ").strip() for chunk in chunks]
    return [(b"[" if at == 0 else b",\n") + chunk for at, chunk in enumerate(bare)] + [b"]"]


def listing(titles: dict[str, str], windows: dict[str, int]) -> bytes:
    models = [
        {
            "name": f"models/{name}",
            "version": "001",
            "displayName": title,
            "description": "Answers are simulated.",
            "inputTokenLimit": windows[name],
            "outputTokenLimit": 8192,
            "supportedGenerationMethods": ["generateContent", "countTokens"],
            "temperature": 1,
            "maxTemperature": 2,
            "topP": 0.95,
            "topK": 64,
            "thinking": name == "sim-large",
        }
        for name, title in titles.items()
    ]
    return compact({"models": models})


def _complaint(  # noqa: C901 - a table, one row per kind
    trouble: Trouble, vertex: bool
) -> tuple[int, str, str, list[Json]]:
    """Return code, status, message and details of an error."""
    invalid = "INVALID_ARGUMENT"
    match trouble.kind:
        case TroubleKind.RATE_LIMITED:
            return 429, "RESOURCE_EXHAUSTED", *_exhausted(trouble)
        case TroubleKind.QUOTA:
            message = "You exceeded your current quota, please check your plan and billing details."
            violation = {
                "quotaMetric": "generativelanguage.googleapis.com/generate_requests_per_model_per_day",
                "quotaId": "GenerateRequestsPerDayPerProjectPerModel",
            }
            failure: Json = {"@type": f"{TYPE}QuotaFailure", "violations": [violation]}
            return 429, "RESOURCE_EXHAUSTED", message, [failure]
        case TroubleKind.INVALID_KEY:
            return _wrong_key(vertex)
        case TroubleKind.MISSING:
            message = (
                f"models/{trouble.model} is not found for API version "
                "v1beta, or is not supported for generateContent."
            )
            return 404, "NOT_FOUND", message, []
        case TroubleKind.TOO_LONG:
            message = (
                f"The input token count ({trouble.tokens}) exceeds the maximum number of tokens"
                f" allowed ({trouble.most_tokens})."
            )
            return 400, invalid, message, []
        case TroubleKind.UNSUPPORTED:
            name = THEIR_NAMES.get(trouble.parameter, trouble.parameter)
            return 400, invalid, f"{name} is not supported for this model.", []
        case TroubleKind.FILTERED:
            return 400, invalid, "The request was blocked by safety filters.", []
        case TroubleKind.BAD_REQUEST:
            return 400, invalid, trouble.detail, []
        case TroubleKind.DOWN:
            return 500, "INTERNAL", "An internal error has occurred (simulated).", []
        case TroubleKind.UNAVAILABLE | TroubleKind.OVERLOADED:
            message = "The model is overloaded. Please try again later."
            return 503, "UNAVAILABLE", message, []


def _exhausted(trouble: Trouble) -> tuple[str, list[Json]]:
    details: list[Json] = []
    if trouble.retry_after_s is not None:
        delay = f"{trouble.retry_after_s:.3f}".rstrip("0").rstrip(".")
        details.append({"@type": f"{TYPE}RetryInfo", "retryDelay": f"{delay}s"})
    return "Resource has been exhausted (e.g. check quota).", details


def _wrong_key(vertex: bool) -> tuple[int, str, str, list[Json]]:
    service = "aiplatform.googleapis.com" if vertex else "generativelanguage.googleapis.com"
    info: Json = {
        "@type": f"{TYPE}ErrorInfo",
        "reason": "ACCESS_TOKEN_TYPE_UNSUPPORTED" if vertex else "API_KEY_INVALID",
        "domain": "googleapis.com",
        "metadata": {"service": service},
    }
    if vertex:
        message = "Request had invalid authentication credentials."
        return 401, "UNAUTHENTICATED", message, [info]
    # Gemini returns 400 here, where others return 401.
    return 400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [info]


def _turn(content: Json) -> ConversationTurn:
    parts = objects(content.get("parts"))
    results = [inner(part["functionResponse"]) for part in parts if "functionResponse" in part]
    if results:
        texts = [compact(result.get("response")).decode() for result in results]
        return ConversationTurn(role="tool", text="\n".join(texts))
    role: Literal["user", "assistant"] = "assistant" if content.get("role") == "model" else "user"
    return ConversationTurn(role=role, text=text_of(parts), files=gemini_files(parts))


def _tools(body: Json, calling: Json) -> tuple[OfferedTool, ...]:
    if calling.get("mode") == "NONE":
        return ()
    declared = [
        declaration
        for offer in objects(body.get("tools"))
        for declaration in objects(
            offer.get("functionDeclarations") or offer.get("function_declarations")
        )
    ]
    return tuple(
        tool(
            item, schema="parametersJsonSchema" if "parametersJsonSchema" in item else "parameters"
        )
        for item in declared
    )


def _must_use(calling: Json) -> str | None:
    if calling.get("mode") != "ANY":
        return None
    names = words(calling.get("allowedFunctionNames"))
    return names[0] if names else ""


def _chunk(said: SimulatedAnswer, parts: list[Json], *, last: bool) -> Json:
    candidate: Json = {"content": {"parts": parts, "role": "model"}, "index": 0}
    if last:
        candidate["finishReason"] = FINISHES[said.finish]
    chunk: Json = {"candidates": [candidate], "modelVersion": said.model, "responseId": said.id}
    if said.used is not None:
        chunk["usageMetadata"] = _usage(said.used, said.miscount, last=last)
    return chunk


def _blocked(said: SimulatedAnswer) -> Json:
    answer: Json = {"promptFeedback": {"blockReason": "SAFETY"}, "modelVersion": said.model}
    if said.used is not None:
        prompt = said.used.prompt
        answer["usageMetadata"] = {"promptTokenCount": prompt, "totalTokenCount": prompt}
    return answer


def _usage(used: Used, miscount: int, *, last: bool) -> Json:
    usage: Json = {"promptTokenCount": used.prompt, "totalTokenCount": used.prompt}
    if used.cached:
        usage["cachedContentTokenCount"] = used.cached
    if last:
        usage["candidatesTokenCount"] = used.visible
        usage["totalTokenCount"] = used.prompt + used.completion + miscount
        if used.reasoning:
            usage["thoughtsTokenCount"] = used.reasoning
    return usage


def _calls(said: SimulatedAnswer) -> list[Json]:
    return [{"functionCall": {"name": wish.name, "args": wish.arguments}} for wish in said.wishes]


def _event(value: Any) -> bytes:
    return b"data: " + compact(value) + b"\r\n\r\n"
