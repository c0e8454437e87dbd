"""Retention of a project's runs and calls, and reasons to keep them regardless of age."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from uuid import UUID

from edison.domain.ids import ProjectId

# Events of people, such as a new membership, belong to no project and have a fixed retention.
PERSONAL_EVENT_DAYS = 90
# Time in UTC.
NIGHT_BEGINS = time(1, 20)


class KeptBecause(StrEnum):
    """Why a run beyond its retention is kept."""

    PERSON = "person"
    BASELINE = "baseline"
    FROZEN_ANSWERS = "frozen_answers"
    LEADERBOARD = "leaderboard"
    LABELS = "labels"
    EXPERIMENT = "experiment"
    MONITOR = "monitor"


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionAge:
    """Retention of one project: everything that ended at or after `before` is kept."""

    project: ProjectId
    before: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRun:
    """A run beyond its retention that has no reason to be kept."""

    id: UUID
    number: int
    cells: int
    finished_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRows:
    """What a project has beyond its retention. Bytes are estimated from a sample of its cells and scores."""

    runs: int = 0
    cells: int = 0
    answers: int = 0
    scores: int = 0
    playground_calls: int = 0
    assistant_calls: int = 0
    events: int = 0
    deliveries: int = 0
    executions: int = 0
    alerts: int = 0
    bytes: int = 0
    # Runs beyond retention that are kept, each under its first reason.
    kept: dict[KeptBecause, int] = field(default_factory=dict[KeptBecause, int])


def keeps_from(days: int, now: datetime) -> datetime | None:
    """Return the time from which on things are kept; None: everything is kept."""
    return None if days == 0 else now - timedelta(days=days)


def night_of(now: datetime) -> date:
    """Return the date of the last night that has begun."""
    begins = timedelta(hours=NIGHT_BEGINS.hour, minutes=NIGHT_BEGINS.minute)
    return (now.astimezone(UTC) - begins).date()


def next_night(now: datetime) -> datetime:
    return datetime.combine(night_of(now) + timedelta(days=1), NIGHT_BEGINS, UTC)
