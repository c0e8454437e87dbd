"""Prompts: rendering in your process by the server's rules, and the requests of providers."""

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field

from edison_sdk import provider_requests
from edison_sdk.errors import EdisonError, ValuesMissing
from edison_sdk.views import View

VARIABLE = re.compile(r"\{\{(\w+)\}\}")
_ROLES = frozenset({"system", "user", "assistant", "tool"})


class PromptToolCall(BaseModel):
    model_config = ConfigDict(frozen=True)
    id: str = ""
    name: str
    arguments: str = ""


class PromptMessage(BaseModel):
    model_config = ConfigDict(frozen=True)
    role: Literal["system", "user", "assistant", "tool"]
    content: str = ""
    tool_calls: tuple[PromptToolCall, ...] = ()
    tool_call_id: str | None = None


class PromptTool(BaseModel):
    model_config = ConfigDict(frozen=True)
    name: str
    description: str = ""
    parameters: dict[str, Any] = Field(default_factory=dict[str, Any])


class FewShot(BaseModel):
    model_config = ConfigDict(frozen=True)
    user: str
    assistant: str


class OutputFormat(BaseModel):
    model_config = ConfigDict(frozen=True, populate_by_name=True)
    kind: str = "auto"
    schema_: dict[str, Any] | None = Field(default=None, alias="schema")


class PromptContent(View):
    system: str = ""
    few_shots: tuple[FewShot, ...] = ()
    messages: tuple[PromptMessage, ...] = ()
    tools: tuple[PromptTool, ...] = ()
    output: OutputFormat = OutputFormat()
    parameters: dict[str, Any] = Field(default_factory=dict[str, Any])


class RenderedPrompt(View):
    """The messages to send, with the tools, output format and parameters of the version."""

    name: str
    version: int
    messages: tuple[PromptMessage, ...]
    tools: tuple[PromptTool, ...] = ()
    output: OutputFormat = OutputFormat()
    parameters: dict[str, Any] = Field(default_factory=dict[str, Any])
    contract: str = "text"

    def to_openai(self) -> dict[str, Any]:
        """Return the arguments of `client.chat.completions.create`, without the model."""
        return provider_requests.to_openai(self)

    def to_anthropic(self) -> dict[str, Any]:
        """Return the arguments of `client.messages.create`, without the model."""
        return provider_requests.to_anthropic(self)


class Prompt(View):
    """One version of a prompt."""

    prompt_id: str
    version_id: str
    name: str
    version: int
    labels: list[str] = Field(default_factory=list[str])
    digest: str
    content: PromptContent
    variables: list[str] = Field(default_factory=list[str])
    contract: str = "text"
    # Whether the server could not be asked, so that a stored copy is used.
    stale: bool = False

    def render(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> RenderedPrompt:
        """Replace the variables. Raise ValuesMissing if one has no value; additional values are ignored."""
        given = {name: _value(value) for name, value in {**(values or {}), **named}.items()}
        missing: dict[str, None] = {}
        messages = [
            message for part in self._parts() for message in _rendered(part, given, missing)
        ]
        if missing:
            raise ValuesMissing(tuple(missing))
        return RenderedPrompt(
            name=self.name,
            version=self.version,
            messages=tuple(messages),
            tools=self.content.tools,
            output=self.content.output,
            parameters=self.content.parameters,
            contract=self.contract,
        )

    def _parts(self) -> list[PromptMessage]:
        content, parts = self.content, list[PromptMessage]()
        if content.system:
            parts.append(PromptMessage(role="system", content=content.system))
        for shot in content.few_shots:
            parts.append(PromptMessage(role="user", content=shot.user))
            parts.append(PromptMessage(role="assistant", content=shot.assistant))
        return [*parts, *content.messages]


_Value = str | tuple[PromptMessage, ...]


def _rendered(
    message: PromptMessage, values: Mapping[str, _Value], missing: dict[str, None]
) -> tuple[PromptMessage, ...]:
    """Return the messages that a message becomes: several if it is one variable that holds messages."""
    whole = VARIABLE.fullmatch(message.content.strip())
    value = values.get(whole.group(1)) if whole else None
    if isinstance(value, tuple):
        return value

    def value_of(found: re.Match[str]) -> str:
        name = found.group(1)
        value = values.get(name)
        if isinstance(value, tuple):
            raise EdisonError(
                f"{{{{{name}}}}} is a list of messages and must be alone in a message"
            )
        if value is None:
            missing[name] = None
            return found.group()
        return value

    return (message.model_copy(update={"content": VARIABLE.sub(value_of, message.content)}),)


def _value(value: Any) -> _Value:
    """Convert a value as the server does: lists of messages stay messages, anything else becomes text."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, dict) and {"file", "media_type"} <= cast(dict[str, Any], value).keys():
        raise EdisonError(
            "A file cannot be rendered here. Use prompts.render, which asks the server."
        )
    listed = cast(dict[str, Any], value) if isinstance(value, dict) else {"messages": value}
    if listed.keys() == {"messages"} and isinstance(listed["messages"], list):
        messages = [_message(item) for item in cast(list[Any], listed["messages"])]
        if None not in messages:
            return cast(tuple[PromptMessage, ...], tuple(messages))
    return json.dumps(value, ensure_ascii=False)


def _message(item: Any) -> PromptMessage | None:
    if not isinstance(item, dict):
        return None
    fields = cast(dict[str, Any], item)
    wishes: list[Any] = fields.get("tool_calls") or []
    calls = [_tool_call(wish) for wish in wishes]
    content, answers = fields.get("content"), fields.get("tool_call_id")
    if content is None and calls:
        content = ""
    if fields.get("role") not in _ROLES or None in calls or not isinstance(content, str):
        return None
    if not (answers is None or isinstance(answers, str)):
        return None
    return PromptMessage(
        role=fields["role"],
        content=content,
        tool_calls=cast(tuple[PromptToolCall, ...], tuple(calls)),
        tool_call_id=answers,
    )


def _tool_call(item: Any) -> PromptToolCall | None:
    """Parse a tool call in the format of Edison or of OpenAI."""
    if not isinstance(item, dict):
        return None
    fields = cast(dict[str, Any], item)
    called = fields.get("function", fields)
    if not isinstance(called, dict):
        return None
    inner = cast(dict[str, Any], called)
    name, arguments = inner.get("name"), inner.get("arguments", "")
    if isinstance(arguments, dict):
        arguments = json.dumps(arguments, ensure_ascii=False)
    if not isinstance(name, str) or not isinstance(arguments, str):
        return None
    return PromptToolCall(id=str(fields.get("id", "")), name=name, arguments=arguments)
