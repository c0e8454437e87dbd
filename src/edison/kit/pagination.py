"""Keyset pagination: a cursor is the sort key of the last row, so that all pages are equally fast."""

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")

MAX_LIMIT = 100


class BadCursor(ValueError):
    """The cursor is not valid for this list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRequest:
    """The size of a page, and the sort key after which it starts."""

    limit: int = 20
    after: tuple[str, ...] | None = None

    @staticmethod
    def of(limit: int, cursor: str | None) -> "PageRequest":
        return PageRequest(limit=limit, after=decode_cursor(cursor) if cursor else None)

    def key(self, *parsers: Callable[[str], Any]) -> tuple[Any, ...]:
        """Parse the sort key with one parser per part."""
        parts = self.after or ()
        try:
            return tuple(parse(part) for parse, part in zip(parsers, parts, strict=True))
        except (ValueError, OverflowError) as error:
            raise BadCursor("The cursor is not valid") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[T]):
    """The items of a page, and the cursor of the next page."""

    items: tuple[T, ...]
    next_cursor: str | None


def row_number(text: str) -> int:
    """Parse a number of a cursor; reject numbers that exceed PostgreSQL's bigint."""
    number = int(text)
    if not 0 <= number < 2**63:
        raise ValueError("out of range")
    return number


def page_of(rows: Sequence[T], limit: int, key: Callable[[T], tuple[Any, ...]]) -> Page[T]:
    """Build a page from up to `limit + 1` rows; the extra row only shows that there is a next page."""
    items = tuple(rows[:limit])
    more = len(rows) > limit
    return Page(items=items, next_cursor=encode_cursor(key(items[-1])) if more else None)


def encode_cursor(key: tuple[Any, ...]) -> str:
    text = json.dumps([str(part) for part in key])
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decode_cursor(cursor: str) -> tuple[str, ...]:
    padded = cursor + "=" * (-len(cursor) % 4)
    try:
        parts: Any = json.loads(base64.urlsafe_b64decode(padded.encode("ascii")))
    except (ValueError, binascii.Error) as error:
        raise BadCursor("The cursor is not valid") from error
    if not isinstance(parts, list) or not parts:
        raise BadCursor("The cursor is not valid")
    return tuple(str(part) for part in cast(list[Any], parts))
