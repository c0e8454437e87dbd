"""Prompts of OpenAI's API as prompts of Edison: messages with typed parts, parameters, tools and formats."""

from typing import Any, cast

from edison.domain.errors import InvalidInput
from edison.domain.imports.import_plan import ImportNotes, PlannedModel
from edison.domain.imports.nunjucks_text import convert_template
from edison.domain.imports.source_files import as_dict, as_list
from edison.domain.models.model_call import Message, MessageRole, Tool
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.prompts.prompt import AUTO, OutputContract, PromptContent

_ROLES: dict[str, MessageRole] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
}
_PARAMETERS = {
    "temperature": "temperature",
    "top_p": "top_p",
    "seed": "seed",
    "max_output_tokens": "max_tokens",
    "max_completion_tokens": "max_tokens",
    "max_completions_tokens": "max_tokens",
    "max_tokens": "max_tokens",
    "reasoning_effort": "reasoning_effort",
}


def content_of(given: dict[str, Any]) -> tuple[PromptContent, tuple[str, ...]]:
    """Return a prompt, and what of it has no counterpart."""
    problems: list[str] = []
    system: list[str] = []
    messages: list[Message] = []
    if isinstance(given.get("instructions"), str):
        system.append(_text(given["instructions"], problems))
    listed: Any = given.get("messages") or given.get("input") or given.get("prompt")
    if isinstance(listed, str):
        listed = [{"role": "user", "content": listed}]
    for each in as_list(listed):
        fields = as_dict(each)
        role = _ROLES.get(str(fields.get("role", "user")))
        if role is None:
            problems.append(f"A message has the role {fields.get('role')}")
            continue
        text = _text(_joined(fields.get("content"), problems), problems)
        if role == "system" and not messages:
            system.append(text)
        else:
            messages.append(Message(role=role, content=text))
    return (
        PromptContent(
            system="\n\n".join(part for part in system if part),
            messages=tuple(messages),
            tools=tuple(_tools(given, problems)),
            output=_output(given),
            parameters=parameters_of(given, problems),
        ),
        tuple(problems),
    )


def _text(text: str, problems: list[str]) -> str:
    converted = convert_template(text)
    problems += converted.problems
    return converted.text


def _joined(content: Any, problems: list[str]) -> str:
    if isinstance(content, str):
        return content
    parts = as_list(content) if isinstance(content, list) else [content]
    texts: list[str] = []
    for part in parts:
        text = as_dict(part).get("text")
        if isinstance(text, str):
            texts.append(text)
        elif part is not None:
            problems.append(
                f"A part of the type {as_dict(part).get('type', 'unknown')} has no text"
            )
    return "\n".join(texts)


def _tools(given: dict[str, Any], problems: list[str]) -> list[Tool]:
    found: list[Tool] = []
    for each in as_list(given.get("tools")):
        fields = as_dict(each)
        function = as_dict(fields.get("function")) or fields
        if fields.get("type", "function") != "function" or not function.get("name"):
            problems.append(f"The tool {fields.get('type')} runs at OpenAI")
            continue
        found.append(
            Tool(
                name=str(function["name"]),
                description=str(function.get("description") or ""),
                parameters=as_dict(function.get("parameters")),
            )
        )
    return found


def _output(given: dict[str, Any]) -> OutputContract:
    form = as_dict(as_dict(given.get("text")).get("format")) or as_dict(
        given.get("response_format")
    )
    schema = form.get("schema") or as_dict(form.get("json_schema")).get("schema")
    if form.get("type") == "json_schema" and isinstance(schema, dict):
        return OutputContract(kind="schema", schema=cast("dict[str, Any]", schema))
    return OutputContract(kind="json") if form.get("type") == "json_object" else AUTO


def parameters_of(given: dict[str, Any], problems: list[str]) -> Parameters:
    values = {name: given[key] for key, name in _PARAMETERS.items() if given.get(key) is not None}
    effort = as_dict(given.get("reasoning")).get("effort")
    if effort is not None:
        values["reasoning_effort"] = effort
    try:
        parameters = Parameters(**values)
        parameters.check()
    except (InvalidInput, TypeError):
        problems.append("A parameter has a value that no model accepts")
        return NOTHING_SET
    return parameters


def model_of(given: dict[str, Any], notes: ImportNotes) -> PlannedModel | None:
    model = given.get("model")
    if not isinstance(model, str) or not model:
        return None
    notes.mapped(model, "model", model, "Looked for in the catalog by its name")
    return PlannedModel(source=model, name=model, use="target")
