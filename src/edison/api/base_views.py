"""What all request and response bodies share: nothing extra is accepted, texts are clean."""

import math
import re
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, TypeVar, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, StringConstraints

T = TypeVar("T")

MAX_JSON_DEPTH = 100

_BREAKS = re.compile(r"[\t\n\r\x0b\x0c]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_CONTROL_BUT_BREAKS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def _storable(text: Any) -> Any:
    """Refuse lone surrogates, which JSON can carry and PostgreSQL cannot."""
    if isinstance(text, str):
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise ValueError("The text is not valid Unicode") from error
    return text


def _without_zero(text: str) -> str:
    if "\x00" in text:
        raise ValueError("The text holds a zero character, which cannot be stored")
    return text


def _storable_json(value: dict[str, Any]) -> dict[str, Any]:
    """Refuse JSON that the database cannot hold, and what is nested beyond sense."""
    left = [(value, 0)]
    while left:
        item, depth = cast(tuple[Any, int], left.pop())
        if depth > MAX_JSON_DEPTH:
            raise ValueError("It is nested too deeply")
        if isinstance(item, str):
            _without_zero(_storable(item))
        elif isinstance(item, float) and not math.isfinite(item):
            raise ValueError("A number is not finite")
        elif isinstance(item, dict):
            pairs = cast(dict[str, Any], item)
            left += [(part, depth + 1) for pair in pairs.items() for part in pair]
        elif isinstance(item, list):
            left += [(part, depth + 1) for part in cast(list[Any], item)]
    return value


def _line(text: Any) -> Any:
    """A line has no breaks: they become spaces; what cannot be seen is dropped."""
    return _CONTROL.sub("", _BREAKS.sub(" ", text)) if isinstance(text, str) else text


def _paragraphs(text: Any) -> Any:
    return _CONTROL_BUT_BREAKS.sub("", text) if isinstance(text, str) else text


def _utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except OverflowError as error:
        raise ValueError("The time is out of range") from error


Verbatim = Annotated[str, BeforeValidator(_storable)]
# Goes into JSON as it is, such as a prompt: nothing is trimmed, only what cannot be stored is refused.
Stored = Annotated[str, BeforeValidator(_storable), AfterValidator(_without_zero)]
JsonObject = Annotated[dict[str, Any], AfterValidator(_storable_json)]
Line = Annotated[
    str,
    BeforeValidator(_line),
    BeforeValidator(_storable),
    StringConstraints(strip_whitespace=True),
]
Paragraphs = Annotated[
    str,
    BeforeValidator(_paragraphs),
    BeforeValidator(_storable),
    StringConstraints(strip_whitespace=True),
]
Moment = Annotated[datetime, AfterValidator(_utc)]


class Body(BaseModel):
    """What comes in."""

    model_config = ConfigDict(extra="forbid")


class View(BaseModel):
    """What goes out."""


class PageView(View, Generic[T]):
    items: list[T]
    next_cursor: str | None
