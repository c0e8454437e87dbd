"""How long a project keeps its runs and calls, and what stays whatever its age."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from uuid import UUID

from edison.domain.ids import ProjectId

# Events of people and not of a project, such as a new membership, have no project whose age could count.
PERSONAL_EVENT_DAYS = 90
# In UTC.
NIGHT_BEGINS = time(1, 20)


class KeptBecause(StrEnum):
    """Why a run that is past its age stays."""

    PERSON = "person"
    BASELINE = "baseline"
    FROZEN_ANSWERS = "frozen_answers"
    LEADERBOARD = "leaderboard"
    LABELS = "labels"
    EXPERIMENT = "experiment"
    MONITOR = "monitor"


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionAge:
    """What one project keeps: everything that ended at or after `before`."""

    project: ProjectId
    before: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRun:
    """A run that is past its age and that nothing holds."""

    id: UUID
    number: int
    cells: int
    finished_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRows:
    """What a project has past its age. Bytes are an estimate from a sample of its cells and scores."""

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
    # Runs past the age that stay, each under its first reason.
    kept: dict[KeptBecause, int] = field(default_factory=dict[KeptBecause, int])


def keeps_from(days: int, now: datetime) -> datetime | None:
    """Return the moment from which on things are kept; None: everything is kept."""
    return None if days == 0 else now - timedelta(days=days)


def night_of(now: datetime) -> date:
    """Name the last night that has begun."""
    begins = timedelta(hours=NIGHT_BEGINS.hour, minutes=NIGHT_BEGINS.minute)
    return (now.astimezone(UTC) - begins).date()


def next_night(now: datetime) -> datetime:
    return datetime.combine(night_of(now) + timedelta(days=1), NIGHT_BEGINS, UTC)
