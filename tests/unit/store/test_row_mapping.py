"""Rows and domain values are copied by the names of their fields."""

from dataclasses import dataclass
from enum import StrEnum
from types import SimpleNamespace

import pytest

from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.people import InviteRow


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True, kw_only=True)
class Painted:
    name: str
    colour: Colour
    other: Colour | None
    parts: tuple[str, ...]
    size: int


ROW = SimpleNamespace(name="wall", colour="red", other=None, parts=["a", "b"], size=3, unused=1)


def test_text_becomes_the_enum_and_a_list_the_tuple_of_the_field() -> None:
    found = from_row(Painted, ROW)

    assert found == Painted(name="wall", colour=Colour.RED, other=None, parts=("a", "b"), size=3)
    assert type(found.colour) is Colour


def test_what_is_given_is_not_read_from_the_row() -> None:
    assert from_row(Painted, ROW, size=7).size == 7


def test_an_optional_enum_is_read_as_the_enum() -> None:
    row = SimpleNamespace(**{**vars(ROW), "other": "red"})

    assert from_row(Painted, row).other is Colour.RED


def test_a_column_that_is_missing_is_an_error() -> None:
    with pytest.raises(AttributeError):
        from_row(Painted, SimpleNamespace(name="wall"))


def test_only_fields_that_are_columns_are_written() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Offer:
        role: Colour
        note: str

    found = to_columns(InviteRow, Offer(role=Colour.RED, note="no column"), email="a@example.org")

    assert found == {"role": "red", "email": "a@example.org"}
    assert type(found["role"]) is str
