"""Strict parsing of a model's answer, with size limits and without invisible or unstorable characters."""

import json
import re
from typing import Any, cast

from edison.assistants.assistant_dialogue import Json, UnusableAnswer
from edison.domain.models.structured_output import unfenced
from edison.kit.storable_text import storable

MOST_PROBLEM = 200
# Longer than any requested answer; a longer one is treated as an attack on the parser.
MOST_ANSWER = 2_000_000
# Control characters except line breaks and tabs; direction marks; zero-width characters.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff"
    "\U000e0000-\U000e007f]"
)

_BETWEEN = re.compile(r"[\s,]*")


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_STRICT = json.JSONDecoder(parse_constant=_no_constant)


def object_in(said: str) -> Json:
    if len(said) > MOST_ANSWER:
        raise UnusableAnswer("it is far too long")
    try:
        found: Any = _STRICT.decode(unfenced(said).strip())
    except (ValueError, RecursionError) as wrong:
        raise UnusableAnswer(f"it is not JSON ({wrong})"[:MOST_PROBLEM]) from None
    if not isinstance(found, dict):
        raise UnusableAnswer("it is not a JSON object")
    return cast(Json, found)


def list_in(found: Json, name: str, *, least: int = 1, most: int = 10_000) -> list[Any]:
    """Return the list in this field; raise UnusableAnswer below `least` entries, drop entries beyond `most`."""
    items = found.get(name)
    if not isinstance(items, list):
        raise UnusableAnswer(f'"{name}" is missing or no list')
    known = cast("list[Any]", items)
    if len(known) < least:
        raise UnusableAnswer(
            f'"{name}" has {len(known)} entries, and at least {least} were asked for'
        )
    return known[:most]


def whole_objects(said: str, name: str) -> list[Json]:
    """Return the complete entries of a list at the beginning of a truncated or invalid answer.

    They are used because they were paid for.
    """
    begins = re.match(rf'\s*(?:```\w*\s*)?\{{\s*"{name}"\s*:\s*\[', said)
    found: list[Json] = []
    at = begins.end() if begins and len(said) <= MOST_ANSWER else len(said)
    while between := _BETWEEN.match(said, at):
        try:
            item, at = _STRICT.raw_decode(said, between.end())
        except (ValueError, RecursionError):
            break
        if not isinstance(item, dict):
            break
        found.append(cast(Json, item))
    return found


def object_at(items: list[Any], place: int, name: str) -> Json:
    item = items[place]
    if not isinstance(item, dict):
        raise UnusableAnswer(f'entry {place + 1} of "{name}" is no object')
    return cast(Json, item)


def text_in(found: Json, name: str, *, least: int = 1, most: int) -> str:
    """Return a text field without hidden characters; raise UnusableAnswer if it is too short or too long."""
    text = found.get(name)
    if not isinstance(text, str):
        raise UnusableAnswer(f'"{name}" is missing or no text')
    clean = visible(text)
    if len(clean) < least:
        raise UnusableAnswer(
            f'"{name}" is empty' if least == 1 else f'"{name}" is shorter than {least} characters'
        )
    if len(clean) > most:
        raise UnusableAnswer(f'"{name}" is longer than {most} characters')
    return clean


def maybe_text(found: Json, name: str, *, most: int) -> str:
    """Return an optional text field: truncated to `most` characters, empty if it is missing."""
    text = found.get(name)
    return visible(text)[:most].rstrip() if isinstance(text, str) else ""


def visible(text: str) -> str:
    return _HIDDEN.sub("", storable(text)).strip()
