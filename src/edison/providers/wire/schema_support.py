"""Check which JSON schemas providers can enforce, and build the tool that replaces enforcement."""

import re
from typing import Any

from edison.domain.models.model_call import ModelCall, Tool
from edison.providers.wire.untrusted_json import a_dict, a_list

JSON_ONLY = "Return only valid JSON, no markdown, no explanations."

# If a protocol has no field for a schema, the answer is the input of this tool.
ANSWER_TOOL = "give_final_answer"
ANSWER_BY_TOOL = f"When you know the answer, give it by calling the tool {ANSWER_TOOL}."

_BEYOND_STRICT = frozenset(
    {"allOf", "oneOf", "not", "if", "patternProperties", "dependentRequired"}
)
_BEYOND_ANTHROPIC = _BEYOND_STRICT - {"allOf"} | {
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "maxItems",
    "minItems",
    "uniqueItems",
}


def allows_strict(schema: dict[str, Any]) -> bool:
    """Return whether OpenAI can enforce the schema: all objects closed, all properties required."""
    return schema.get("type") == "object" and _holds(schema, _BEYOND_STRICT, all_required=True)


def allows_anthropic_format(schema: dict[str, Any]) -> bool:
    """Return whether Anthropic can enforce the schema: closed objects, no value limits, no recursion."""
    definitions = (*_values(schema.get("$defs")), *_values(schema.get("definitions")))
    if any(_refers(item) for item in definitions):
        return False
    return schema.get("type") == "object" and _holds(schema, _BEYOND_ANTHROPIC, all_required=False)


def answer_tool(schema: dict[str, Any]) -> Tool:
    return Tool(
        name=ANSWER_TOOL, description="Give the final answer, in this form.", parameters=schema
    )


def format_name(name: str) -> str:
    return re.sub(r"[^a-zA-Z0-9_-]", "_", name)[:64] or "answer"


def object_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a tool's parameters as an object schema; without parameters, an empty one."""
    return schema if "type" in schema else {"type": "object", "properties": {}, **schema}


def mentions_json(call: ModelCall) -> bool:
    return any("json" in message.content.lower() for message in call.messages)


def _holds(schema: dict[str, Any], beyond: frozenset[str], *, all_required: bool) -> bool:
    if not beyond.isdisjoint(schema):
        return False
    properties = a_dict(schema.get("properties"))
    is_object = schema.get("type") == "object" or "properties" in schema
    if is_object and schema.get("additionalProperties") is not False:
        return False
    if is_object and all_required and set(properties) != _names(schema.get("required")):
        return False
    return all(_holds(item, beyond, all_required=all_required) for item in _inside(schema))


def _inside(schema: dict[str, Any]) -> list[dict[str, Any]]:
    inside: list[Any] = [*a_list(schema.get("anyOf")), *a_list(schema.get("allOf"))]
    for name in ("properties", "$defs", "definitions"):
        inside += _values(schema.get(name))
    if "items" in schema:
        inside.append(schema["items"])
    return [a_dict(item) for item in inside]


def _names(value: Any) -> set[str]:
    return {item for item in a_list(value) if isinstance(item, str)}


def _values(value: Any) -> list[dict[str, Any]]:
    return [a_dict(item) for item in a_dict(value).values()]


def _refers(schema: dict[str, Any]) -> bool:
    return "$ref" in schema or any(_refers(item) for item in _inside(schema))
