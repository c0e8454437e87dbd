"""Trend over time, reduced to a limited number of chart positions."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from edison.domain.money import MicroUsd

MOST_PLACES = 500


class Span(StrEnum):
    WEEK = "7d"
    MONTH = "30d"
    ALL = "all"


_LENGTHS = {Span.WEEK: timedelta(days=7), Span.MONTH: timedelta(days=30)}


def since(span: Span, now: datetime) -> datetime | None:
    length = _LENGTHS.get(span)
    return None if length is None else now - length


@dataclass(frozen=True, slots=True, kw_only=True)
class TrendPlace:
    """A chart position for one or more adjacent executions. Figures are means; `lowest` and `highest` show outliers."""

    at: datetime
    executions: int
    # The newest of them.
    execution: UUID
    run: UUID
    number: int
    score: float | None
    low: float | None
    high: float | None
    lowest: float | None
    highest: float | None
    pass_rate: float | None
    cost: MicroUsd
    judge_cost: MicroUsd
    latency_p50_ms: float | None
    latency_p95_ms: float | None
    n_cases: int
    answered: int
    failed: int
    canary: float | None
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrendTarget:
    key: str
    label: str
    # False: it was part of earlier executions, but not of the newest.
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    at: datetime
    what: str
    words: str
    execution: UUID
    number: int
