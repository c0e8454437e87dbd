"""Calls that show every part of what can be asked."""

from typing import Any

from edison.domain.models.model_call import Message, ModelCall, Tool, ToolCall
from edison.domain.models.parameters import Parameters

ALL_SET = Parameters(
    temperature=0.5,
    max_tokens=5000,
    top_p=0.9,
    top_k=40,
    frequency_penalty=0.1,
    presence_penalty=0.2,
    seed=7,
    stop=("END", "STOP"),
    reasoning_effort="low",
)

CLOSED: dict[str, Any] = {
    "type": "object",
    "properties": {
        "city": {"type": "string"},
        "days": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"high": {"type": "number"}},
                "required": ["high"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["city", "days"],
    "additionalProperties": False,
}
OPEN: dict[str, Any] = {
    "type": "object",
    "properties": {"city": {"type": "string", "minLength": 1}, "note": {"type": "string"}},
    "required": ["city"],
}

WEATHER = Tool(
    name="weather",
    description="Tell the weather.",
    parameters={
        "type": "object",
        "properties": {"city": {"type": "string"}},
        "required": ["city"],
    },
)


def a_call(text: str, *, model: str = "some-model", **more: Any) -> ModelCall:
    return ModelCall(model=model, messages=(Message(role="user", content=text),), **more)


def a_tool_talk(model: str = "some-model", **more: Any) -> ModelCall:
    """A question, two wishes for tools in one breath, and what the tools said."""
    wishes = (
        ToolCall(id="call_1", name="weather", arguments='{"city":"Paris"}'),
        ToolCall(id="call_2", name="clock", arguments=""),
    )
    return ModelCall(
        model=model,
        messages=(
            Message(role="system", content="Use tools."),
            Message(role="user", content="Weather and time in Paris?"),
            Message(role="assistant", content="", tool_calls=wishes),
            Message(role="tool", content="18 degrees", tool_call_id="call_1"),
            Message(role="tool", content="noon", tool_call_id="call_2"),
        ),
        tools=(WEATHER, Tool(name="clock", description="", parameters={})),
        **more,
    )
