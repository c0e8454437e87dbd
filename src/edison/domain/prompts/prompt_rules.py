"""Validation of prompts. Size limits apply to drafts; all other rules apply when a version is created."""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from edison.domain.errors import EditConflict, InvalidInput
from edison.domain.models.structured_output import SCHEMA_AT_MOST, problem_with_schema
from edison.domain.prompts.label_names import check_label as check_label
from edison.domain.prompts.prompt import MOST_FEW_SHOTS, Prompt, PromptContent
from edison.domain.prompts.template_renderer import convert_single_braces, texts_of

MOST_NAME = 255
MOST_DESCRIPTION = 2_000
MOST_CHANGELOG = 500
# For an edit by hand: shorter texts do not explain a change.
LEAST_CHANGELOG = 10
# Of one message. The true limit is the context window of a model, which is checked before a run starts.
MOST_TEXT = 400_000
MOST_SYSTEM = 400_000
# Of all texts of a prompt together, so that a request with it has a bounded size.
MOST_IN_ALL = 1_000_000
MOST_TOOL_DESCRIPTION = 5_000
MOST_MESSAGES = 50
MOST_TOOLS = 50
MOST_TOOL_CALLS = 20
MOST_SCHEMA = 50_000
MOST_LABELS = 20
SHORT_TEXT = 50
LARGE_BYTES = 20 * 1024
PREVIEW = 200

_TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptProblem:
    """A problem of a prompt, and the part of the prompt that has it."""

    field: str
    message: str


def check_name(name: str) -> str:
    name = name.strip()
    if not name:
        raise InvalidInput("Name is required", field="name")
    if len(name) > MOST_NAME:
        raise InvalidInput(f"A name can have at most {MOST_NAME} characters", field="name")
    return name


def free_copy_name(name: str, taken: Collection[str]) -> str:
    """Return an unused name for a copy: "Greeter (copy)", then "Greeter (copy 2)"."""
    number, end = 1, " (copy)"
    while (free := name[: MOST_NAME - len(end)] + end) in taken:
        number += 1
        end = f" (copy {number})"
    return free


def check_revision(prompt: Prompt, revision: int | None) -> None:
    """Raise an error if the edit is based on an outdated revision, so that concurrent edits are not overwritten."""
    if revision is not None and revision != prompt.revision:
        raise EditConflict(
            "Someone changed this prompt while you were editing",
            revision=prompt.revision,
            updated_at=prompt.updated_at.isoformat(),
        )


def check_changelog(changelog: str) -> None:
    """Raise an error if a manual edit has no description of the change."""
    if not LEAST_CHANGELOG <= len(changelog.strip()) <= MOST_CHANGELOG:
        raise InvalidInput(
            f"Say what changed, in {LEAST_CHANGELOG} to {MOST_CHANGELOG} characters",
            field="changelog",
        )


def check_limits(content: PromptContent) -> None:
    """Raise an error for the first value that exceeds a limit for drafts."""
    for problem in _beyond_limits(content):
        raise InvalidInput(problem.message, field=f"content.{problem.field}")
    content.parameters.check("content.parameters.")


def check_complete(content: PromptContent) -> None:
    """Raise an error that lists all reasons why the content cannot be sent."""
    check_limits(content)
    problems = problems_of(content)
    if problems:
        raise InvalidInput(
            problems[0].message,
            field=f"content.{problems[0].field}",
            problems=[{"field": problem.field, "message": problem.message} for problem in problems],
        )


def problems_of(content: PromptContent) -> tuple[PromptProblem, ...]:
    """Return all problems that prevent the draft from becoming a version."""
    return (*_in_messages(content), *_in_tools(content), *_in_output(content))


def warnings_of(content: PromptContent) -> tuple[PromptProblem, ...]:
    """Return warnings about content that is valid but often a mistake."""
    return tuple(_warnings(content))


def preview_of(content: PromptContent) -> str:
    """Return the beginning of the prompt text on one line."""
    text = next((message.content for message in content.messages if message.content.strip()), "")
    return " ".join((text or content.system)[: PREVIEW * 4].split())[:PREVIEW]


def _beyond_limits(content: PromptContent) -> Iterator[PromptProblem]:
    yield from _longer("system", len(content.system), MOST_SYSTEM)
    yield from _longer("messages", len(content.messages), MOST_MESSAGES, "messages")
    for number, message in enumerate(content.messages):
        yield from _longer("messages", len(message.content), MOST_TEXT, "characters a message")
        place, wishes = f"messages.{number}.tool_calls", message.tool_calls
        yield from _longer(place, len(wishes), MOST_TOOL_CALLS, "calls")
        yield from _longer(place, sum(len(wish.arguments) for wish in wishes), MOST_TEXT)
    yield from _longer("few_shots", len(content.few_shots), MOST_FEW_SHOTS, "examples")
    for number, shot in enumerate(content.few_shots):
        yield from _longer(f"few_shots.{number}.user", len(shot.user), MOST_TEXT)
        yield from _longer(f"few_shots.{number}.assistant", len(shot.assistant), MOST_TEXT)
    yield from _longer("tools", len(content.tools), MOST_TOOLS, "tools")
    for number, tool in enumerate(content.tools):
        yield from _longer(
            f"tools.{number}.description", len(tool.description), MOST_TOOL_DESCRIPTION
        )
        yield from _longer(f"tools.{number}.parameters", _size(tool.parameters), MOST_SCHEMA)
    yield from _longer("output.schema", _size(content.output.schema), MOST_SCHEMA)
    in_all = sum(len(text) for text in texts_of(content))
    yield from _longer("messages", in_all, MOST_IN_ALL, "characters in all texts together")


def _longer(field: str, size: int, most: int, unit: str = "characters") -> Iterator[PromptProblem]:
    if size > most:
        yield PromptProblem(field=field, message=f"At most {most:,} {unit}")


def _in_messages(content: PromptContent) -> Iterator[PromptProblem]:
    if not any(message.content.strip() for message in content.messages):
        yield PromptProblem(field="messages", message="Write the text of the prompt first")
    for number, message in enumerate(content.messages):
        place = f"messages.{number}"
        if message.role == "tool" and not message.tool_call_id:
            yield PromptProblem(
                field=f"{place}.tool_call_id",
                message="A tool message must name the tool call that it answers",
            )
        if message.role != "tool" and message.tool_call_id:
            yield PromptProblem(
                field=f"{place}.tool_call_id", message="Only a tool message can name a tool call"
            )
        if message.tool_calls and message.role != "assistant":
            yield PromptProblem(
                field=f"{place}.tool_calls", message="Only an assistant message can call tools"
            )
    for number, shot in enumerate(content.few_shots):
        if not shot.user.strip() or not shot.assistant.strip():
            yield PromptProblem(
                field=f"few_shots.{number}",
                message="An example needs both a user and an assistant text",
            )


def _in_tools(content: PromptContent) -> Iterator[PromptProblem]:
    # Limit for all tools together: each schema is counted and compiled while the user waits.
    if sum(len(json.dumps(tool.parameters)) for tool in content.tools) > SCHEMA_AT_MOST:
        most = SCHEMA_AT_MOST // 1_000
        yield PromptProblem(
            field="tools", message=f"The parameters of all tools exceed {most} KB together"
        )
        return
    seen: set[str] = set()
    for number, tool in enumerate(content.tools):
        if not _TOOL_NAME.fullmatch(tool.name):
            yield PromptProblem(
                field=f"tools.{number}.name",
                message="1 to 64 letters, digits, hyphens and underscores",
            )
        if tool.name in seen:
            yield PromptProblem(
                field=f"tools.{number}.name", message=f"Two tools are named {tool.name}"
            )
        seen.add(tool.name)
        complaint = problem_with_schema(tool.parameters)
        if complaint:
            yield PromptProblem(field=f"tools.{number}.parameters", message=complaint)


def _in_output(content: PromptContent) -> Iterator[PromptProblem]:
    if content.output.kind != "schema":
        return
    if not content.output.schema:
        yield PromptProblem(field="output.schema", message="Write the JSON schema of the answer")
    else:
        complaint = problem_with_schema(content.output.schema)
        if complaint:
            yield PromptProblem(field="output.schema", message=complaint)


def _warnings(content: PromptContent) -> Iterator[PromptProblem]:
    written = sum(len(message.content) for message in content.messages)
    if 0 < written < SHORT_TEXT:
        yield PromptProblem(
            field="messages",
            message=f"Shorter than {SHORT_TEXT} characters: little for a model to work with",
        )
    texts = tuple(texts_of(content))
    if sum(len(text.encode()) for text in texts) > LARGE_BYTES:
        yield PromptProblem(
            field="messages",
            message="Larger than 20 KB: mind the model's token limit, and consider splitting it",
        )
    single = dict.fromkeys(name for text in texts for name in convert_single_braces(text)[1])
    if single:
        names = ", ".join(f"{{{name}}}" for name in list(single)[:5])
        yield PromptProblem(
            field="messages",
            message=f"{names} is sent unchanged: a variable is written {{{{name}}}}",
        )


def _size(value: dict[str, Any] | None) -> int:
    return len(json.dumps(value, ensure_ascii=False))
