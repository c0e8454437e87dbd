"""Parse JSON from a model's answer: remove Markdown fences, parse, and validate against the schema.

Schemas come from users, so a schema that is too large is rejected. An answer is validated in this process only if few
steps are enough (see `schema_cost`).
"""

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jsonschema_rs

from edison.domain.models.model_call import OutputFormat
from edison.domain.models.schema_cost import SchemaCost, SchemaTooLarge, height_of

_FENCE_OPENS = re.compile(r"```[a-zA-Z]*[ \t\r]*\n")
_FENCE = "```"
MAX_PROBLEM = 300
ANY_OBJECT: dict[str, Any] = {"type": "object"}
# At most about 60 ms, usually below one, so that the event loop is not blocked noticeably.
STEPS_AT_MOST = 200_000
# Counting takes time, too: for a schema of this size some tenths of a second.
SCHEMA_AT_MOST = 200_000
SCHEMAS_KEPT = 64
BACKTRACKS_AT_MOST = 100_000


class Malformed(ValueError):
    """The answer does not have the requested format. The message says where."""


class UnusableSchema(Malformed):
    """The schema cannot be used to validate any answer."""


class TooManySteps(Exception):
    """The validation may take long, so it must run in a process with a deadline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Usable:
    validator: jsonschema_rs.Validator
    cost: SchemaCost
    # True if all its patterns match in linear time.
    is_linear: bool

    def steps(self, text: str, value: Any) -> int:
        if not self.is_linear:
            return STEPS_AT_MOST + 1
        return self.cost.steps(text, height_of(value) if self.cost.is_recursive else 0)


def structured(text: str, wanted: OutputFormat, most_steps: int | None = STEPS_AT_MOST) -> Any:
    """Parse an answer as JSON and validate it. Raise Malformed if the answer is not valid.

    Raise TooManySteps, without validation, if the validation may need more than `most_steps`.
    """
    inner = unfenced(text)
    try:
        value: Any = json.loads(inner)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"Not JSON: {error}"[:MAX_PROBLEM]) from None
    if wanted.kind != "schema":
        _check(value, _usable(ANY_OBJECT).validator)
        return value
    usable = _usable(wanted.schema)
    if most_steps is not None and usable.steps(inner, value) > most_steps:
        raise TooManySteps
    _check(value, usable.validator)
    return value


def unfenced(text: str) -> str:
    """Remove a Markdown fence around the whole text, if there is one.

    Takes linear time even for untrusted input, such as a very long text of spaces.
    """
    inside = text.strip()
    opening = _FENCE_OPENS.match(inside)
    if opening is None or not inside.endswith(_FENCE) or opening.end() > len(inside) - len(_FENCE):
        return text
    return inside[opening.end() : -len(_FENCE)]


def problem_with(
    text: str, wanted: OutputFormat, most_steps: int | None = STEPS_AT_MOST
) -> str | None:
    """Return the reason why an answer does not have the requested format, or None if it has."""
    if wanted.kind == "text":
        return None
    try:
        structured(text, wanted, most_steps)
    except Malformed as error:
        return str(error)
    return None


def problem_with_schema(schema: dict[str, Any]) -> str | None:
    """Return the reason why a schema cannot be used for validation, or None if it can."""
    try:
        _usable(schema)
    except Malformed as error:
        return str(error)
    return None


def _check(value: Any, validator: jsonschema_rs.Validator) -> None:
    try:
        # Stop at the first problem; collecting all of them can take very long.
        validator.validate(value)
    except jsonschema_rs.ValidationError as error:
        place = "/".join(str(part) for part in error.instance_path)
        where = f" at {place}" if place else ""
        raise Malformed(f"Does not fit the schema{where}: {error.message}"[:MAX_PROBLEM]) from None
    except (ValueError, RecursionError) as unreadable:
        raise Malformed(f"Cannot be checked: {unreadable}"[:MAX_PROBLEM]) from None


def _usable(schema: dict[str, Any]) -> _Usable:
    written = json.dumps(schema)
    if len(written) > SCHEMA_AT_MOST:
        raise Malformed(
            f"The schema cannot be used: it is larger than {SCHEMA_AT_MOST // 1_000} KB"
        )
    # All answers of a run have the same schema, so it is counted and compiled once.
    return _compiled(written)


@lru_cache(maxsize=SCHEMAS_KEPT)
def _compiled(written: str) -> _Usable:
    schema = json.loads(written)
    try:
        cost = SchemaCost(schema)
        try:
            validator, is_linear = _validator(schema, jsonschema_rs.RegexOptions()), True
        except (jsonschema_rs.ValidationError, ValueError):
            # Either a pattern with look-around, which needs the other engine, or an invalid schema.
            options = jsonschema_rs.FancyRegexOptions(backtrack_limit=BACKTRACKS_AT_MOST)
            validator, is_linear = _validator(schema, options), False
    except (jsonschema_rs.ValidationError, ValueError, SchemaTooLarge) as error:
        raise UnusableSchema(f"The schema cannot be used: {_words(error)}"[:MAX_PROBLEM]) from None
    return _Usable(validator=validator, cost=cost, is_linear=is_linear)


def _validator(
    schema: dict[str, Any], patterns: jsonschema_rs.RegexOptions | jsonschema_rs.FancyRegexOptions
) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(
        schema, retriever=_nothing_from_elsewhere, pattern_options=patterns
    )


def _nothing_from_elsewhere(address: str) -> Any:
    """Raise for an external reference: a user's schema must not make Edison fetch URLs or read files."""
    raise ValueError(f"{address} is not part of the schema")


def _words(error: Exception) -> str:
    return error.message if isinstance(error, jsonschema_rs.ValidationError) else str(error)


def check_answers(arguments: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    """Validate a list of answers in a separate process. The result lists the problem of each answer; None if valid."""
    wanted = OutputFormat(kind="schema", schema=json.loads(arguments["schema"]))
    texts: list[str] = json.loads(content)
    return {"problems": [problem_with(text, wanted, most_steps=None) for text in texts]}, b""
