"""Map providers' finish reasons to the five of Edison."""

from edison.domain.models.model_call import FinishReason, ReasoningItem, ToolCall
from edison.domain.models.token_usage import Usage
from edison.providers.wire.wire_protocol import WireAnswer

FILTERED = "The provider's filter stopped the answer."

_STOP, _LENGTH = FinishReason.STOP, FinishReason.LENGTH
_FILTER, _TOOLS = FinishReason.CONTENT_FILTER, FinishReason.TOOL_CALLS

REASONS: dict[str, FinishReason] = {
    # OpenAI and compatible servers
    "stop": _STOP,
    "length": _LENGTH,
    "content_filter": _FILTER,
    "tool_calls": _TOOLS,
    "function_call": _TOOLS,
    # Anthropic and Bedrock
    "end_turn": _STOP,
    "stop_sequence": _STOP,
    "max_tokens": _LENGTH,
    "model_context_window_exceeded": _LENGTH,
    "tool_use": _TOOLS,
    "refusal": _FILTER,
    "guardrail_intervened": _FILTER,
    "content_filtered": _FILTER,
    # Gemini
    "STOP": _STOP,
    "MAX_TOKENS": _LENGTH,
    "SAFETY": _FILTER,
    "RECITATION": _FILTER,
    "BLOCKLIST": _FILTER,
    "PROHIBITED_CONTENT": _FILTER,
    "SPII": _FILTER,
    "IMAGE_SAFETY": _FILTER,
    "IMAGE_PROHIBITED_CONTENT": _FILTER,
    "IMAGE_RECITATION": _FILTER,
}


def answer_of(
    *,
    text: str,
    reason: str,
    usage: Usage | None,
    tool_calls: tuple[ToolCall, ...] = (),
    model: str = "",
    refusal: str = "",
    answered_by_tool: bool = False,
    reasoning: tuple[ReasoningItem, ...] = (),
) -> WireAnswer:
    """Build an answer with a finish reason that is consistent with its tool calls and refusal."""
    finish = REASONS.get(reason, FinishReason.UNKNOWN)
    if refusal:
        finish = _FILTER
    if tool_calls and finish is _STOP:
        finish = _TOOLS  # Gemini, Ollama and llama.cpp report "stop" for a tool call
    if answered_by_tool and not tool_calls and finish is _TOOLS:
        finish = _STOP  # the tool was only our means to get JSON of a schema
    return WireAnswer(
        text=text,
        finish=finish,
        usage=usage,
        tool_calls=tool_calls,
        model=model,
        refusal=(refusal or FILTERED) if finish is _FILTER else None,
        reasoning=reasoning,
    )
