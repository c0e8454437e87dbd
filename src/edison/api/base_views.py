"""Base classes and field types of request and response bodies. Unknown fields are rejected, texts are sanitized."""

import math
import re
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any, Generic, Self, TypeVar, cast
from uuid import UUID

from fastapi import Depends, Query
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, StringConstraints

from edison.domain.audit.audit_chain import AuditEntry
from edison.domain.events import Event
from edison.domain.models.parameters import Parameters
from edison.domain.money import MicroUsd, to_usd
from edison.domain.people.project import MAX_METRIC
from edison.kit.pagination import MAX_LIMIT, PageRequest

T = TypeVar("T")

MAX_JSON_DEPTH = 100

_BREAKS = re.compile(r"[\t\n\r\x0b\x0c]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_CONTROL_BUT_BREAKS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def _storable(text: Any) -> Any:
    """Reject text with lone surrogates, which JSON can represent but PostgreSQL cannot store."""
    if isinstance(text, str):
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise ValueError("The text is not valid Unicode") from error
    return text


def _without_zero(text: str) -> str:
    if "\x00" in text:
        raise ValueError("The text contains a null character, which cannot be stored")
    return text


def _storable_json(value: dict[str, Any]) -> dict[str, Any]:
    """Reject JSON that the database cannot store, or that is nested too deeply."""
    left = [(value, 0)]
    while left:
        item, depth = cast(tuple[Any, int], left.pop())
        if depth > MAX_JSON_DEPTH:
            raise ValueError("The JSON is nested too deeply")
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
    """Replace line breaks by spaces and remove control characters."""
    return _CONTROL.sub("", _BREAKS.sub(" ", text)) if isinstance(text, str) else text


def _paragraphs(text: Any) -> Any:
    return _CONTROL_BUT_BREAKS.sub("", text) if isinstance(text, str) else text


def _utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except OverflowError as error:
        raise ValueError("The time is out of range") from error


def _dollars(amount: Any) -> Any:
    """Convert micro-dollars, which are integers, to dollars."""
    return to_usd(MicroUsd(amount)) if isinstance(amount, int) else amount


def _set_parameters(parameters: Any) -> Any:
    """Return only the parameters that have a value."""
    return parameters.given() if isinstance(parameters, Parameters) else parameters


def _none_if_empty(text: Any) -> Any:
    return None if text == "" else text


Verbatim = Annotated[str, BeforeValidator(_storable)]
# Text stored unchanged, such as a prompt: it is not trimmed, and rejected only if it cannot be stored.
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

# Conversions of domain values into views.
UsdAmount = Annotated[Decimal, BeforeValidator(_dollars)]
SetParameters = Annotated[dict[str, Any], BeforeValidator(_set_parameters)]
NONE_IF_EMPTY = BeforeValidator(_none_if_empty)


class Body(BaseModel):
    """Base class of request bodies."""

    model_config = ConfigDict(extra="forbid")


class _Overlay:
    """Proxy of an object in which some attributes are replaced."""

    def __init__(self, source: object, replaced: dict[str, object]) -> None:
        self._source = source
        self.__dict__.update(replaced)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._source, name)


class View(BaseModel):
    """Base class of response bodies. A field reads the attribute with its name, or with its `validation_alias`."""

    model_config = ConfigDict(from_attributes=True, populate_by_name=True)

    @classmethod
    def copy_attributes(cls, source: object, /, **others: object) -> Self:
        """Build the view from the attributes of a domain object; `others` are the values of additional fields.

        Do not pass a field with a `validation_alias` in `others`, because it reads the domain object first.
        """
        return cls.model_validate(_Overlay(source, others))


class DomainView(View):
    """Response body with the same field names as a domain object."""

    @classmethod
    def of(cls, value: object, /) -> Self:
        return cls.model_validate(value)


class PageView(View, Generic[T]):
    items: list[T]
    next_cursor: str | None


class ActorView(View):
    kind: str
    id: UUID | None
    label: str


class AuditEntryView(View):
    id: UUID
    number: int
    at: datetime
    actor: ActorView
    action: str
    entity_type: str
    entity_id: str | None
    changes: dict[str, Any]
    metadata: dict[str, Any]
    hash: str

    @staticmethod
    def of(entry: AuditEntry) -> "AuditEntryView":
        return AuditEntryView.copy_attributes(
            entry,
            actor=ActorView(kind=entry.actor_kind, id=entry.actor_id, label=entry.actor_label),
        )


class EventView(View):
    number: int
    type: str
    at: datetime
    actor: ActorView
    data: dict[str, Any]

    @staticmethod
    def of(event: Event) -> "EventView":
        return EventView.copy_attributes(
            event,
            actor=ActorView(kind=event.actor_kind, id=event.actor_id, label=event.actor_label),
        )


def get_page(
    cursor: Annotated[
        str | None, Query(max_length=300, description="`next_cursor` of the previous page")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 20,
) -> PageRequest:
    return PageRequest.of(limit, cursor)


WantedPage = Annotated[PageRequest, Depends(get_page)]


WantedMetric = Annotated[
    Line | None,
    Query(
        max_length=MAX_METRIC,
        description="Key of a metric. Default: the project's main metric, else a grader, else the composite",
    ),
]
