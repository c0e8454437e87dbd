"""An alert: something a person should know, opened by a rule of a monitor, until it is resolved."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, NewType
from uuid import UUID

from edison.domain.access import UserId
from edison.domain.monitoring.shapes import Cause, Severity

AlertId = NewType("AlertId", UUID)

MOST_NOTE = 2000
# Someone who snoozes for longer wants the rule switched off.
MOST_SNOOZE_DAYS = 30


class Rule(StrEnum):
    """What opened it. Most take statistics (`domain/monitoring`); the last three are plain facts."""

    DROP = "drop"
    DROP_SHARE = "drop_share"
    THRESHOLD = "threshold"
    CHANGE_POINT = "change_point"
    JUDGE_DRIFT = "judge_drift"
    LATENCY = "latency"
    COST = "cost"
    PREDICTED = "predicted"
    # It should have run, and did not.
    MISSED = "missed"
    # It could not start, or came to no result.
    FAILED = "failed"
    # There was no money left for it.
    BUDGET = "budget"


class AlertState(StrEnum):
    OPEN = "open"
    ACKNOWLEDGED = "acknowledged"
    SNOOZED = "snoozed"
    RESOLVED = "resolved"


UNRESOLVED = frozenset(AlertState) - {AlertState.RESOLVED}


def fingerprint_of(monitor: UUID, topic: str, target_key: str | None) -> str:
    return f"{monitor}:{topic}:{target_key or ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """What an execution gives reason to say; it becomes an alert, or is said again of one that is there."""

    # What it is about: of one topic and target a monitor has one alert at a time, whichever rule saw it first.
    topic: str
    rule: Rule
    # Which target it is about; None: all of them, or the execution as a whole.
    target_key: str | None
    severity: Severity
    cause: Cause | None
    title: str
    sentence: str
    next_step: str
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def fingerprint(self, monitor: UUID) -> str:
        return fingerprint_of(monitor, self.topic, self.target_key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    id: AlertId
    suite: UUID
    suite_name: str
    monitor: UUID
    monitor_name: str
    # The latest execution that showed it.
    execution: UUID | None
    run: UUID | None
    rule: Rule
    target_key: str | None
    severity: Severity
    state: AlertState
    cause: Cause | None
    title: str
    sentence: str
    next_step: str
    facts: Mapping[str, Any]
    fingerprint: str
    # How many executions have shown it, and how often people were told.
    seen: int
    told: int
    opened_at: datetime
    last_seen_at: datetime
    acknowledged_by: UserId | None = None
    acknowledged_by_label: str | None = None
    acknowledged_at: datetime | None = None
    snoozed_until: datetime | None = None
    resolved_at: datetime | None = None
    resolved_by_label: str | None = None
    resolution: str | None = None

    @property
    def topic(self) -> str:
        return self.fingerprint.split(":")[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertCounts:
    """For the bell: what is open by severity, and what someone has seen to already."""

    open: int
    critical: int
    warning: int
    acknowledged: int
    snoozed: int
