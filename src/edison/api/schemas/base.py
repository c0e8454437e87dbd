"""What all request and response bodies share: nothing extra is accepted, texts are clean."""

import re
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, StringConstraints

T = TypeVar("T")

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
