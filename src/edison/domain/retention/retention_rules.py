"""Retention of a project's runs and calls, and the reasons to keep an old run."""

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
    """Reason to keep a run that is older than the retention period."""

    PERSON = "person"
    BASELINE = "baseline"
    FROZEN_ANSWERS = "frozen_answers"
    LEADERBOARD = "leaderboard"
    LABELS = "labels"
    EXPERIMENT = "experiment"
    MONITOR = "monitor"


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionAge:
    """Retention limit of one project. Data that ended before `before` is due for deletion."""

    project: ProjectId
    before: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRun:
    """A run that is older than the retention period and has no reason to be kept."""

    id: UUID
    number: int
    cells: int
    finished_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRows:
    """Amount of a project's data that is due for deletion. Bytes are estimated from a sample of cells and scores."""

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
    """Return the start of the retention period, or None if everything is kept."""
    return None if days == 0 else now - timedelta(days=days)


def night_of(now: datetime) -> date:
    """Return the date of the most recent nightly cleanup window."""
    begins = timedelta(hours=NIGHT_BEGINS.hour, minutes=NIGHT_BEGINS.minute)
    return (now.astimezone(UTC) - begins).date()


def next_night(now: datetime) -> datetime:
    return datetime.combine(night_of(now) + timedelta(days=1), NIGHT_BEGINS, UTC)
