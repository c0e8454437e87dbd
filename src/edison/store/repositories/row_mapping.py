"""Copy between table rows and domain values with columns and fields of the same names."""

from dataclasses import fields
from enum import Enum
from functools import cache
from inspect import isclass
from types import UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from edison.store.tables.base import Table

T = TypeVar("T")


def from_row(kind: type[T], row: Any, /, **given: Any) -> T:
    """Create a value from a row and from given fields.

    A field that is not given is copied from the column of the same name. If the field is an enum or a tuple, text is
    converted to the enum and a list to a tuple.
    """
    values = {
        name: found if (found := getattr(row, name)) is None or convert is None else convert(found)
        for name, convert in _converters(kind).items()
        if name not in given
    }
    return cast(Any, kind)(**values, **given)


def to_columns(table: type[Table], value: Any, /, **given: Any) -> dict[str, Any]:
    """Return the columns for a value: its fields of the same names, and the given values."""
    columns = table.__mapper__.columns
    names = [field.name for field in fields(value) if field.name in columns]
    return {name: _plain(getattr(value, name)) for name in names if name not in given} | given


@cache
def _converters(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: _converter(hints[field.name]) for field in fields(kind) if field.init}


def _converter(hint: Any) -> Any:
    """Return the enum or tuple type of a field, also of an optional field; None if no conversion is needed."""
    if get_origin(hint) in (Union, UnionType):
        found = {_converter(part) for part in get_args(hint)} - {None}
        return found.pop() if len(found) == 1 else None
    if isclass(hint) and issubclass(hint, Enum):
        return hint
    return tuple if get_origin(hint) is tuple else None


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return str(value)
    return list(cast(tuple[Any, ...], value)) if isinstance(value, tuple) else value
