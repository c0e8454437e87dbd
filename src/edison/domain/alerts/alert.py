"""Alerts of monitors: findings, states and state transitions. An alert groups findings with the same cause."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from edison.domain.errors import InvalidInput, WrongState
from edison.domain.ids import AlertId, UserId
from edison.domain.monitoring.assessment import Cause, Severity
from edison.domain.suites.execution import ExecutionChange
from edison.kit.digests import sha256_hex

MOST_NOTE = 2000
# Longest snooze. To silence an alert for longer, switch the rule off.
MOST_SNOOZE_DAYS = 30


class AlertRule(StrEnum):
    """Rule that opened an alert. Most rules use statistics (`domain/monitoring`); the last four do not."""

    DROP = "drop"
    DROP_SHARE = "drop_share"
    THRESHOLD = "threshold"
    CHANGE_POINT = "change_point"
    JUDGE_DRIFT = "judge_drift"
    LATENCY = "latency"
    COST = "cost"
    PREDICTED = "predicted"
    # A scheduled execution did not run.
    MISSED = "missed"
    # An execution could not start, or ended without a result.
    FAILED = "failed"
    # The budget did not allow an execution.
    BUDGET = "budget"
    # A model of the suite is shut down soon, or is already.
    RETIREMENT = "retirement"


class AlertState(StrEnum):
    OPEN = "open"
    ACKNOWLEDGED = "acknowledged"
    SNOOZED = "snoozed"
    RESOLVED = "resolved"


UNRESOLVED = frozenset(AlertState) - {AlertState.RESOLVED}


# Subject of a finding: a topic and a target (None: the execution as a whole).
About = tuple[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """One finding of an execution. A finding opens a new alert, or joins the unresolved alert with the same cause."""

    # A monitor has at most one unresolved finding per topic and target, whichever rule found it first.
    topic: str
    rule: AlertRule
    # Target of the finding; None: all targets, or the execution as a whole.
    target_key: str | None
    label: str = ""
    severity: Severity
    cause: Cause | None
    title: str
    sentence: str
    next_step: str
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])
    # Changes made just before the execution that may explain the finding.
    changes: tuple[ExecutionChange, ...] = ()
    # Why the finding is over, if it is over while other findings of the same alert are not.
    ended: str | None = None

    @property
    def about(self) -> About:
        return self.topic, self.target_key

    def fingerprint(self, monitor: UUID, execution: UUID) -> str:
        """Return a key of the finding's cause: the changes that explain the finding, else the execution."""
        changed = sorted(f"{change.what} {change.entity} {change.words}" for change in self.changes)
        since = sha256_hex("\n".join(changed)) if changed else str(execution)
        return f"{monitor}:{self.cause or self.topic}:{since}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    id: AlertId
    suite: UUID
    suite_name: str
    monitor: UUID
    monitor_name: str
    # The latest execution with this finding.
    execution: UUID | None
    run: UUID | None
    rule: AlertRule
    target_key: str | None
    severity: Severity
    state: AlertState
    cause: Cause | None
    title: str
    sentence: str
    next_step: str
    facts: Mapping[str, Any]
    # Most severe first when the alert was opened. The fields above describe the most severe finding that is not over.
    findings: tuple[Raised, ...]
    fingerprint: str
    # Number of executions with these findings, and number of notifications sent.
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
    def unended(self) -> tuple[Raised, ...]:
        return tuple(finding for finding in self.findings if finding.ended is None)

    @property
    def changes(self) -> tuple[ExecutionChange, ...]:
        """Changes made just before the executions of the findings, without duplicates."""
        return tuple(dict.fromkeys(change for one in self.findings for change in one.changes))


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertCounts:
    """Counts for the notification bell: open alerts, by severity, and acknowledged and snoozed alerts."""

    open: int
    critical: int
    warning: int
    acknowledged: int
    snoozed: int


_S = AlertState

# A snoozed alert wakes only when its time is up; an acknowledged one is reopened only by a rule.
MOVES: dict[AlertState, frozenset[AlertState]] = {
    _S.OPEN: frozenset({_S.ACKNOWLEDGED, _S.SNOOZED, _S.RESOLVED}),
    _S.ACKNOWLEDGED: frozenset({_S.OPEN, _S.SNOOZED, _S.RESOLVED}),
    _S.SNOOZED: frozenset({_S.OPEN, _S.ACKNOWLEDGED, _S.SNOOZED, _S.RESOLVED}),
    _S.RESOLVED: frozenset(),
}
LOOK_AGAIN = "Reload the alert: another person or a later run has changed it."


def check_move(alert: Alert, new: AlertState) -> None:
    if new in MOVES[alert.state]:
        return
    said = (
        "The alert is already resolved"
        if alert.state is AlertState.RESOLVED
        else f"An alert that is {alert.state} cannot become {new}"
    )
    raise WrongState(said, state=str(alert.state), wanted=str(new), advice=LOOK_AGAIN)


def snooze_end(until: datetime | None, minutes: int | None, now: datetime) -> datetime:
    """Return when a snooze ends: at the time `until`, or after `minutes`. Exactly one of the two must be given."""
    if (until is None) == (minutes is None):
        raise InvalidInput("Give either an end time or a number of minutes", field="until")
    end = now + timedelta(minutes=minutes) if minutes is not None else until
    assert end is not None
    if end <= now:
        raise InvalidInput("The time is in the past", field="until")
    if end > now + timedelta(days=MOST_SNOOZE_DAYS):
        raise InvalidInput(
            f"An alert can be snoozed for {MOST_SNOOZE_DAYS} days at most", field="until"
        )
    return end
