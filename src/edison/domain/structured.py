"""Read JSON from a model's answer: remove fences, parse, validate against the schema.

What does not fit is an error, not a value.
"""

import json
import re
from typing import Any

import jsonschema_rs

from edison.domain.calls import OutputFormat

_FENCE_OPENS = re.compile(r"```[a-zA-Z]*[ \t\r]*\n")
_FENCE = "```"
MAX_PROBLEM = 300
ANY_OBJECT: dict[str, Any] = {"type": "object"}


class Malformed(ValueError):
    """The answer is not what was asked for; the message says where."""


def structured(text: str, wanted: OutputFormat) -> Any:
    """Read the answer as JSON and check it; raise Malformed if it does not fit."""
    try:
        value: Any = json.loads(unfenced(text))
    except (ValueError, RecursionError) as error:
        raise Malformed(f"Not JSON: {error}"[:MAX_PROBLEM]) from None
    _check(value, wanted.schema if wanted.kind == "schema" else ANY_OBJECT)
    return value


def unfenced(text: str) -> str:
    """Remove the Markdown fence around the whole text, if there is one.

    Takes linear time: the text is untrusted, and may be all spaces.
    """
    inside = text.strip()
    opening = _FENCE_OPENS.match(inside)
    if opening is None or not inside.endswith(_FENCE) or opening.end() > len(inside) - len(_FENCE):
        return text
    return inside[opening.end() : -len(_FENCE)]


def problem_with(text: str, wanted: OutputFormat) -> str | None:
    """Say why an answer does not fit what was asked for, or None."""
    if wanted.kind == "text":
        return None
    try:
        structured(text, wanted)
    except Malformed as error:
        return str(error)
    return None


def problem_with_schema(schema: dict[str, Any]) -> str | None:
    """Say why nothing can be held against this schema, or None."""
    try:
        _validator(schema)
    except Malformed as error:
        return str(error)
    return None


def _check(value: Any, schema: dict[str, Any]) -> None:
    validator = _validator(schema)
    error = next(iter(validator.iter_errors(value)), None)
    if error is not None:
        place = "/".join(str(part) for part in error.instance_path)
        where = f" at {place}" if place else ""
        raise Malformed(f"Does not fit the schema{where}: {error.message}"[:MAX_PROBLEM])


def _validator(schema: dict[str, Any]) -> jsonschema_rs.Validator:
    try:
        return jsonschema_rs.validator_for(schema, retriever=_nothing_from_elsewhere)
    except (jsonschema_rs.ValidationError, ValueError) as error:
        raise Malformed(f"The schema cannot be used: {_words(error)}"[:MAX_PROBLEM]) from None


def _nothing_from_elsewhere(address: str) -> Any:
    """A schema comes from users: it must not make us fetch addresses or read files."""
    raise ValueError(f"{address} is not part of it")


def _words(error: Exception) -> str:
    return error.message if isinstance(error, jsonschema_rs.ValidationError) else str(error)
