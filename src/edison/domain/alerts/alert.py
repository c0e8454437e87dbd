"""An alert: what an execution showed for one cause, with every model and rule that noticed it, until it is resolved."""

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
# Someone who snoozes for longer wants the rule switched off.
MOST_SNOOZE_DAYS = 30


class AlertRule(StrEnum):
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


# What a finding is about: a topic, and a target or (None) the execution as a whole.
About = tuple[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """One finding of an execution. It opens an alert or joins the alert of its cause."""

    # A monitor has one unresolved finding per topic and target, whichever rule saw it first.
    topic: str
    rule: AlertRule
    # Which target it is about; None: all of them, or the execution as a whole.
    target_key: str | None
    label: str = ""
    severity: Severity
    cause: Cause | None
    title: str
    sentence: str
    next_step: str
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])
    # What somebody changed just before, as far as it explains the finding.
    changes: tuple[ExecutionChange, ...] = ()
    # Why it is over although other findings of the same alert are not.
    ended: str | None = None

    @property
    def about(self) -> About:
        return self.topic, self.target_key

    def fingerprint(self, monitor: UUID, execution: UUID) -> str:
        """Name the cause: the change that explains the finding, or else this execution."""
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
    # The latest execution that showed it.
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
    # Worst first when it was opened. Rule, cause, facts and texts above are those of the worst that is not over.
    findings: tuple[Raised, ...]
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
    def unended(self) -> tuple[Raised, ...]:
        return tuple(finding for finding in self.findings if finding.ended is None)

    @property
    def changes(self) -> tuple[ExecutionChange, ...]:
        """What somebody changed just before, each change once."""
        return tuple(dict.fromkeys(change for one in self.findings for change in one.changes))


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertCounts:
    """For the bell: what is open by severity, and what someone has seen to already."""

    open: int
    critical: int
    warning: int
    acknowledged: int
    snoozed: int


_S = AlertState

# Only time wakes a snoozed alert, and only a rule opens one again that has been acknowledged.
MOVES: dict[AlertState, frozenset[AlertState]] = {
    _S.OPEN: frozenset({_S.ACKNOWLEDGED, _S.SNOOZED, _S.RESOLVED}),
    _S.ACKNOWLEDGED: frozenset({_S.OPEN, _S.SNOOZED, _S.RESOLVED}),
    _S.SNOOZED: frozenset({_S.OPEN, _S.ACKNOWLEDGED, _S.SNOOZED, _S.RESOLVED}),
    _S.RESOLVED: frozenset(),
}
LOOK_AGAIN = "Look at the alert again; someone, or the next good run, was quicker."


def check_move(alert: Alert, new: AlertState) -> None:
    if new in MOVES[alert.state]:
        return
    said = (
        "The alert is resolved already"
        if alert.state is AlertState.RESOLVED
        else f"An alert that is {alert.state} cannot become {new}"
    )
    raise WrongState(said, state=str(alert.state), wanted=str(new), advice=LOOK_AGAIN)


def snooze_end(until: datetime | None, minutes: int | None, now: datetime) -> datetime:
    """When a snoozed alert wakes: at a time, or after some minutes."""
    if (until is None) == (minutes is None):
        raise InvalidInput("Say either until when or for how many minutes", field="until")
    end = now + timedelta(minutes=minutes) if minutes is not None else until
    assert end is not None
    if end <= now:
        raise InvalidInput("The time has passed already", field="until")
    if end > now + timedelta(days=MOST_SNOOZE_DAYS):
        raise InvalidInput(
            f"An alert can be snoozed for {MOST_SNOOZE_DAYS} days at most", field="until"
        )
    return end
