"""Strict JSON parsing of answers: rejects everything that is not standard JSON."""

import json
from typing import Any, cast

from edison.domain.models.structured_output import unfenced

MAX_PROBLEM = 200
MAX_DEPTH = 200


class NotJson(ValueError):
    """The text is not JSON; the message gives the position of the error."""


def read_json(text: str, *, fence: bool = True) -> Any:
    """Parse JSON; with `fence`, a Markdown code fence around it is allowed."""
    try:
        value: Any = _STRICT.decode(unfenced(text) if fence else text)
    except RecursionError:
        raise NotJson("It is nested too deeply") from None
    except ValueError as error:
        raise NotJson(str(error)[:MAX_PROBLEM]) from None
    if _deeper_than(value, MAX_DEPTH):
        raise NotJson("It is nested too deeply")
    return value


def same(left: Any, right: Any) -> bool:
    """Return whether two values are equal as JSON: 1 equals 1.0, but true does not equal 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        ours, theirs = cast(dict[str, Any], left), cast(dict[str, Any], right)
        return ours.keys() == theirs.keys() and all(same(ours[key], theirs[key]) for key in ours)
    if isinstance(left, list) and isinstance(right, list):
        pair = cast(list[Any], left), cast(list[Any], right)
        return len(pair[0]) == len(pair[1]) and all(map(same, *pair))
    return bool(left == right)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


# Created once: json.loads would create one for each text.
_STRICT = json.JSONDecoder(parse_constant=_no_constant)


def _deeper_than(value: Any, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        below: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                below += cast(dict[str, Any], each).values()
            elif isinstance(each, list):
                below += cast(list[Any], each)
        if not below:
            return False
        level = below
    return True
