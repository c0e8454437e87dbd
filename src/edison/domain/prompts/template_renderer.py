"""Template renderer: replaces `{{name}}` by its value in a single pass. Variables inside values are not replaced."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast, get_args

from edison.domain.models.attached_file import AttachedFile, file_from_json, placed
from edison.domain.models.model_call import Message, MessageRole, ToolCall
from edison.domain.prompts.prompt import PromptContent

Value = str | tuple[Message, ...] | AttachedFile
Values = Mapping[str, Value]

VARIABLE = re.compile(r"\{\{(\w+)\}\}")
# A variable in the style of other tools: single braces, and content that does not look like JSON or code.
_SINGLE = re.compile(r"(?<![{$\\])\{([^\W\d]\w*)\}")
_ROLES = frozenset(get_args(MessageRole))


class CannotRender(ValueError):
    """Raised if variables have no value, or if a variable with messages or a file is where it cannot be sent."""

    def __init__(
        self,
        missing: tuple[str, ...],
        misplaced: tuple[str, ...] = (),
        files: frozenset[str] = frozenset(),
    ) -> None:
        self.missing = missing
        self.misplaced = misplaced
        super().__init__(
            "; ".join(
                [f"No value for {{{{{name}}}}}" for name in missing]
                + [_misplaced(name, is_file=name in files) for name in misplaced]
            )
        )


class MissingVariables(CannotRender):
    """Raised if variables have no value."""


def _misplaced(name: str, *, is_file: bool) -> str:
    if is_file:
        return f"{{{{{name}}}}} is a file, which only the text of a user message can hold"
    return f"{{{{{name}}}}} is a list of messages inside other text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """Result of a preview. Variables that could not be replaced are kept in the text and listed separately."""

    messages: tuple[Message, ...]
    missing: tuple[str, ...]
    misplaced: tuple[str, ...]


def texts_of(content: PromptContent) -> Iterator[str]:
    """Yield each text of the prompt that may contain variables, in the order in which texts are sent."""
    yield content.system
    for shot in content.few_shots:
        yield shot.user
        yield shot.assistant
    for message in content.messages:
        yield message.content


def variables_in(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(VARIABLE.findall(text)))


def variables_of(content: PromptContent) -> tuple[str, ...]:
    """Return the names of all variables without duplicates, in order of first appearance."""
    return tuple(dict.fromkeys(name for text in texts_of(content) for name in variables_in(text)))


def render_text(text: str, values: Values) -> str:
    """Replace the variables of a text. A variable without a text value stays as written."""
    return _put_in(text, values, {}, {})


def render(content: PromptContent, values: Values) -> tuple[Message, ...]:
    """Return the messages to send; raise an error if a variable could not be replaced."""
    done = preview(content, values)
    if done.misplaced:
        files = frozenset(n for n in done.misplaced if isinstance(values.get(n), AttachedFile))
        raise CannotRender(done.missing, done.misplaced, files)
    if done.missing:
        raise MissingVariables(done.missing)
    return done.messages


def preview(content: PromptContent, values: Values) -> Rendered:
    """Render the prompt, keeping the variables that cannot be replaced."""
    missing: dict[str, None] = {}
    misplaced: dict[str, None] = {}

    def text_of(text: str) -> str:
        return _put_in(text, values, missing, misplaced)

    def user_message(text: str, files: tuple[AttachedFile, ...] = ()) -> Message:
        return _with_files(text, files, values, missing, misplaced)

    messages: list[Message] = []
    if content.system:
        messages.append(Message(role="system", content=text_of(content.system)))
    for shot in content.few_shots:
        messages.append(user_message(shot.user))
        messages.append(Message(role="assistant", content=text_of(shot.assistant)))
    for message in content.messages:
        put_in = _messages_for(message, values)
        if put_in is not None:
            messages += put_in
        elif message.role == "user":
            messages.append(user_message(message.content, message.files))
        else:
            messages.append(
                Message(
                    role=message.role,
                    content=text_of(message.content),
                    tool_calls=message.tool_calls,
                    tool_call_id=message.tool_call_id,
                )
            )
    return Rendered(messages=tuple(messages), missing=tuple(missing), misplaced=tuple(misplaced))


def value_from_json(value: Any) -> Value:
    """Convert a JSON value of a case: a list of messages stays a list of messages, any other value becomes text."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and {"file", "media_type"} <= cast(dict[str, Any], value).keys():
        return file_from_json(cast(dict[str, Any], value))
    listed = cast(dict[str, Any], value) if isinstance(value, dict) else {"messages": value}
    if listed.keys() == {"messages"} and isinstance(listed["messages"], list):
        messages = messages_from_json(cast(list[Any], listed["messages"]))
        if messages is not None:
            return messages
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False)


def messages_from_json(items: list[Any]) -> tuple[Message, ...] | None:
    """Parse a conversation; return None if the items are not messages.

    Tool calls may be in the format of Edison or of OpenAI.
    """
    messages = [_message(item) for item in items]
    return None if None in messages else cast(tuple[Message, ...], tuple(messages))


def convert_single_braces(text: str) -> tuple[str, tuple[str, ...]]:
    """Rewrite `{name}` as `{{name}}`; return the new text and the converted names."""
    names = tuple(dict.fromkeys(_SINGLE.findall(text)))
    return _SINGLE.sub(r"{{\1}}", text), names


def _put_in(text: str, values: Values, missing: dict[str, None], misplaced: dict[str, None]) -> str:
    """Replace all variables of a text in one pass, and record the names that could not be replaced."""

    def value_of(found: re.Match[str]) -> str:
        value = values.get(name := found.group(1))
        if isinstance(value, str):
            return value
        (missing if value is None else misplaced)[name] = None
        return found.group()

    return VARIABLE.sub(value_of, text) if "{{" in text else text


def _with_files(
    text: str,
    own: tuple[AttachedFile, ...],
    values: Values,
    missing: dict[str, None],
    misplaced: dict[str, None],
) -> Message:
    """Render a user message. A variable whose value is a file puts the file in its place.

    The message's own files stay where they were in its text.
    """
    if not own and not any(isinstance(value, AttachedFile) for value in values.values()):
        return Message(role="user", content=_put_in(text, values, missing, misplaced))
    content, files, begin = "", list[AttachedFile](), 0
    marks = [
        (found.start(), found.end(), values.get(found.group(1)))
        for found in VARIABLE.finditer(text)
    ]
    inserts = [
        (start, end, value) for start, end, value in marks if isinstance(value, AttachedFile)
    ]
    inserts += [(file.at, file.at, file) for file in own]
    for start, end, file in sorted(inserts, key=lambda each: each[:2]):
        content += _put_in(text[begin:start], values, missing, misplaced)
        files.append(placed(file, len(content)))
        begin = max(begin, end)
    content += _put_in(text[begin:], values, missing, misplaced)
    return Message(role="user", content=content, files=tuple(files))


def _messages_for(message: Message, values: Values) -> tuple[Message, ...] | None:
    """Return the messages that replace a message whose whole text is one variable, or None for other messages."""
    whole = VARIABLE.fullmatch(message.content.strip())
    value = values.get(whole.group(1)) if whole else None
    return value if isinstance(value, tuple) else None


def _message(item: Any) -> Message | None:
    if not isinstance(item, dict):
        return None
    fields = cast(dict[str, Any], item)
    role, content = fields.get("role"), fields.get("content")
    wishes = [_tool_call(wish) for wish in _list(fields.get("tool_calls"))]
    if role not in _ROLES or None in wishes:
        return None
    if content is None and wishes:
        content = ""
    answers = fields.get("tool_call_id")
    if not isinstance(content, str) or not (answers is None or isinstance(answers, str)):
        return None
    return Message(
        role=cast(MessageRole, role),
        content=content,
        tool_calls=cast(tuple[ToolCall, ...], tuple(wishes)),
        tool_call_id=answers,
    )


def _tool_call(item: Any) -> ToolCall | None:
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
    return ToolCall(id=str(fields.get("id", "")), name=name, arguments=arguments)


def _list(value: Any) -> list[Any]:
    return cast(list[Any], value) if isinstance(value, list) else []
