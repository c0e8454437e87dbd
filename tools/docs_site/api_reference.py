"""The reference of the API as Markdown, written from the OpenAPI document."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

CONTRACT = Path(__file__).parents[2] / "sdk" / "openapi.json"
METHODS = ("get", "post", "put", "patch", "delete")
REFERENCE = "#/components/schemas/"
# Errors look the same everywhere; reference/api.md describes them once.
ERROR_SCHEMA = "ErrorResponse"
# The name of a group of operations where the tag is not the word that the screens use.
TITLES = {
    "boards": "Leaderboards",
    "tries": "Playground",
    "questions": "Question quality",
    "demo": "Demo data",
    "health": "Health and metrics",
}

Schema = dict[str, Any]


def api_pages() -> dict[str, str]:
    """Return one page for each tag: path and text."""
    return {_path(tag): _page(tag, operations) for tag, operations in _by_tag().items()}


def operation_index() -> str:
    lines = ["| Group | Operations |", "| -- | -- |"]
    for tag, operations in _by_tag().items():
        names = ", ".join(
            f"[{_name(operation)}](api/{tag}.md#{slug(_name(operation))})"
            for _, _, operation in operations
        )
        lines.append(f"| [{_title(tag)}](api/{tag}.md) | {names} |")
    return "\n".join(lines)


def slug(heading: str) -> str:
    """Return the anchor of a heading, as GitHub writes it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@cache
def _contract() -> dict[str, Any]:
    return json.loads(CONTRACT.read_text())


def _by_tag() -> dict[str, list[tuple[str, str, dict[str, Any]]]]:
    found: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
    for path, methods in _contract()["paths"].items():
        for method in METHODS:
            if operation := methods.get(method):
                found.setdefault(operation["tags"][0], []).append((method.upper(), path, operation))
    return dict(sorted(found.items(), key=lambda item: _title(item[0])))


def _path(tag: str) -> str:
    return f"reference/api/{tag}.md"


def _title(tag: str) -> str:
    return TITLES.get(tag, tag.capitalize())


def _name(operation: dict[str, Any]) -> str:
    return operation["summary"].capitalize()


def _page(tag: str, operations: list[tuple[str, str, dict[str, Any]]]) -> str:
    lines = [f"# API: {_title(tag)}", ""]
    used: dict[str, None] = {}
    for method, path, operation in operations:
        lines += _operation(method, path, operation)
        used |= dict.fromkeys(_schemas_of(operation))
    if used:
        lines += ["## Objects", ""]
        for name in sorted(_reached(used)):
            lines += _object(name)
    return "\n".join(lines) + "\n"


def _operation(method: str, path: str, operation: dict[str, Any]) -> list[str]:
    lines = [f"## {_name(operation)}", "", f"`{method} {path}`", ""]
    if about := operation.get("description"):
        lines += [_one_line(about), ""]
    if parameters := operation.get("parameters"):
        lines += ["| Parameter | In | Type | Meaning |", "| -- | -- | -- | -- |"]
        lines += [_parameter(each) for each in parameters]
        lines.append("")
    if body := operation.get("requestBody"):
        for kind, content in body["content"].items():
            lines += [f"**Request body** (`{kind}`): {_type(content.get('schema', {}))}", ""]
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            lines += [f"**Response {status}**: {_content_of(response)}", ""]
    errors = [status for status in operation["responses"] if not status.startswith("2")]
    if errors:
        lines += [f"**Errors**: {', '.join(errors)}. See [errors](../api.md#errors).", ""]
    return lines


def _content_of(response: dict[str, Any]) -> str:
    kinds = [
        _type(content.get("schema", {})) if kind == "application/json" else f"`{kind}`"
        for kind, content in response.get("content", {}).items()
    ]
    return " or ".join(kinds) or "no content"


def _parameter(parameter: dict[str, Any]) -> str:
    schema = parameter.get("schema", {})
    needed = "" if parameter.get("required") else _default(schema)
    about = _sentences(parameter.get("description"), needed)
    return f"| `{parameter['name']}` | {parameter['in']} | {_type(schema)} | {_cell(about)} |"


def _object(name: str) -> list[str]:
    schema = _contract()["components"]["schemas"][name]
    lines = [f"### {_shown(name)}", ""]
    if about := schema.get("description"):
        lines += [_one_line(about), ""]
    properties: dict[str, Schema] = schema.get("properties", {})
    if not properties:
        return [*lines, _type(schema), ""]
    required = set(schema.get("required", ()))
    lines += ["| Field | Type | Meaning |", "| -- | -- | -- |"]
    for field, about_field in properties.items():
        needed = "" if field in required else _default(about_field)
        words = _sentences(about_field.get("description"), needed)
        lines.append(f"| `{field}` | {_type(about_field)} | {_cell(words)} |")
    return [*lines, ""]


def _default(schema: Schema) -> str:
    default = schema.get("default")
    if default is None:
        return "Optional"
    text = json.dumps(default, ensure_ascii=False)
    return f"Default: `{text}`" if len(text) < 60 else "Optional"


def _sentences(*parts: str | None) -> str:
    return " ".join(_one_line(part).rstrip(".") + "." for part in parts if part)


def _type(schema: Schema) -> str:
    if reference := schema.get("$ref"):
        name = reference.removeprefix(REFERENCE)
        return f"[{_shown(name)}](#{slug(_shown(name))})"
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(_type(each) for each in choices))
    if "const" in schema:
        return _code(schema["const"])
    if values := schema.get("enum"):
        return ", ".join(_code(value) for value in values)
    match schema.get("type"):
        case "array":
            return f"list of {_type(schema.get('items', {}))}"
        case "object":
            inner: Schema | bool = schema.get("additionalProperties", True)
            return f"object of {_type(inner)}" if isinstance(inner, dict) else "object"
        case "string":
            return schema.get("format", "string") + _limits(schema, "minLength", "maxLength")
        case "integer" | "number" as plain:
            return plain + _limits(schema, "minimum", "maximum")
        case str(plain):
            return plain
        case _:
            return "any"


def _shown(name: str) -> str:
    """Return the name of a schema as the pages show it: a generic one is named PageView_MemberView_."""
    return re.sub(r"^PageView_(\w+)_$", r"Page of \1", name)


def _limits(schema: Schema, low: str, high: str) -> str:
    unit = " characters" if low == "minLength" else ""
    least, most = schema.get(low), schema.get(high)
    if least is not None and most is not None:
        return f", {least} to {most}{unit}"
    if most is not None:
        return f", at most {most}{unit}"
    return f", at least {least}{unit}" if least is not None else ""


def _schemas_of(value: Any) -> Iterator[str]:
    """Return the names of the schemas that a part of the document refers to, but for the one of errors."""
    if isinstance(value, dict):
        for key, inner in value.items():  # pyright: ignore[reportUnknownVariableType]
            if key == "$ref" and isinstance(inner, str):
                if inner != REFERENCE + ERROR_SCHEMA:
                    yield inner.removeprefix(REFERENCE)
            else:
                yield from _schemas_of(inner)
    elif isinstance(value, list):
        for inner in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _schemas_of(inner)


def _reached(names: dict[str, None]) -> set[str]:
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _schemas_of(_contract()["components"]["schemas"][name])
    return found


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _code(value: Any) -> str:
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
