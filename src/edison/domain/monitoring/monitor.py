"""Monitors: a suite with a schedule, a baseline, rules, quiet hours and notification channels."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Any, Literal
from uuid import UUID

from edison.domain.errors import InvalidInput
from edison.domain.ids import MonitorId, SuiteId, UserId
from edison.domain.monitoring.assessment import MonitorRules
from edison.domain.monitoring.schedules.cron import Schedule, zone_of

MOST_NAME = 100
MOST_JITTER_S = 3_600
MOST_BASELINE_RUNS = 30
MOST_CHANNELS = 20
# For a longer delay the policy of the monitor decides.
STILL_ON_TIME = timedelta(minutes=5)

_CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


class Missed(StrEnum):
    """Policy for scheduled times at which no worker was running."""

    # Start once now, however many were missed.
    RUN_ONCE = "run_once"
    SKIP = "skip"


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """Runs that an execution is compared with: one chosen run, or the last healthy runs of this monitor."""

    kind: Literal["run", "recent"] = "recent"
    run: UUID | None = None
    runs: int = 7

    def to_json(self) -> dict[str, Any]:
        if self.kind == "run":
            return {"kind": "run", "run_id": str(self.run)}
        return {"kind": "recent", "runs": self.runs}

    @staticmethod
    def from_json(value: dict[str, Any]) -> "Baseline":
        if value["kind"] == "run":
            return Baseline(kind="run", run=UUID(value["run_id"]))
        return Baseline(kind="recent", runs=value["runs"])


USUAL_BASELINE = Baseline()
USUAL_RULES = MonitorRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiet:
    """Hours in which no notifications are sent. Alerts are still opened."""

    since: str
    until: str
    timezone: str = "UTC"
    # Also all day on Saturday and Sunday.
    weekends: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "from": self.since,
            "to": self.until,
            "timezone": self.timezone,
            "weekends": self.weekends,
        }

    @staticmethod
    def from_json(value: dict[str, Any]) -> "Quiet":
        return Quiet(
            since=value["from"],
            until=value["to"],
            timezone=value["timezone"],
            weekends=value["weekends"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Monitor:
    id: MonitorId
    suite: SuiteId
    name: str
    schedule: Schedule
    enabled: bool
    jitter_s: int
    missed: Missed
    rules: MonitorRules = USUAL_RULES
    baseline: Baseline = USUAL_BASELINE
    quiet: Quiet | None = None
    # Empty: all channels of the project.
    channels: tuple[UUID, ...] = ()
    # A time of the schedule, without the jitter; None while it is disabled.
    next_due_at: datetime | None = None
    last_due_at: datetime | None = None
    last_started_at: datetime | None = None
    revision: int = 1
    created_by: UserId | None = None
    created_by_label: str = ""
    created_at: datetime
    updated_at: datetime

    @property
    def delay(self) -> timedelta:
        """Start delay after each due time: constant for one monitor, different between monitors to spread the load."""
        return delay_of(self.id, self.jitter_s)

    @property
    def next_start_at(self) -> datetime | None:
        return None if self.next_due_at is None else self.next_due_at + self.delay

    def scheduled(self, now: datetime) -> "Monitor":
        """Return a copy whose `next_due_at` is the next due time after `now`, or None if the monitor is disabled."""
        due = self.schedule.next_after(now) if self.enabled else None
        return replace(self, next_due_at=due)


def delay_of(monitor: UUID, jitter_s: int) -> timedelta:
    if not jitter_s:
        return timedelta()
    draw = int.from_bytes(sha256(monitor.bytes).digest()[:8])
    return timedelta(seconds=draw % (jitter_s + 1))


def check_name(name: str) -> str:
    name = name.strip()
    if not 1 <= len(name) <= MOST_NAME:
        raise InvalidInput(f"A name has 1 to {MOST_NAME} characters", field="name")
    return name


def check_baseline(baseline: Baseline) -> Baseline:
    if baseline.kind == "run" and baseline.run is None:
        raise InvalidInput("Choose the run that is the baseline", field="baseline.run_id")
    if baseline.kind == "recent" and not 1 <= baseline.runs <= MOST_BASELINE_RUNS:
        raise InvalidInput(f"A baseline has 1 to {MOST_BASELINE_RUNS} runs", field="baseline.runs")
    return baseline


def check_quiet(quiet: Quiet | None) -> Quiet | None:
    if quiet is None:
        return None
    for where, clock in (("from", quiet.since), ("to", quiet.until)):
        if not _CLOCK.fullmatch(clock):
            raise InvalidInput("Write the time like 22:00", field=f"quiet.{where}")
    if quiet.since == quiet.until and not quiet.weekends:
        raise InvalidInput("Quiet hours must begin and end at different times", field="quiet.to")
    return replace(quiet, timezone=zone_of(quiet.timezone).key)


# Smallest and largest value of each number; a smaller ratio would raise alerts for usual variation.
_WITHIN: Mapping[str, tuple[float, float]] = {
    "drop_share": (0.01, 0.9),
    "threshold_score": (0.0, 1.0),
    "threshold_pass_rate": (0.0, 1.0),
    "latency_ratio": (1.1, 100.0),
    "latency_least_ms": (0, 600_000),
    "cost_ratio": (1.1, 100.0),
    "predicted_below": (0.0, 1.0),
    "predicted_days": (1, 30),
}
_NEVER_NONE = frozenset({"latency_least_ms", "predicted_days"})
_OF_THE_SUITE = frozenset({"threshold_scorers"})


def rules_to_json(rules: MonitorRules) -> dict[str, Any]:
    return {name: each for name, each in asdict(rules).items() if name not in _OF_THE_SUITE}


def rules_from_json(value: Mapping[str, Any]) -> MonitorRules:
    """Parse stored rules. Missing rules get their defaults; unknown rules of older releases are ignored."""
    known = {field.name for field in fields(MonitorRules)} - _OF_THE_SUITE
    return MonitorRules(**{name: each for name, each in value.items() if name in known})


def problems_of_rules(value: Mapping[str, Any]) -> list[str]:
    """Return all problems of the rules; an empty list means that the rules are valid."""
    usual = rules_to_json(MonitorRules())
    problems: list[str] = []
    for name, each in value.items():
        if name not in usual:
            problems.append(f"The rule “{name}” does not exist.")
        elif name not in _WITHIN:
            if not isinstance(each, bool):
                problems.append(f"“{name}” must be true or false.")
        elif each is None:
            if name in _NEVER_NONE:
                problems.append(f"“{name}” needs a number.")
        elif not _is_number(each) or not _WITHIN[name][0] <= each <= _WITHIN[name][1]:
            least, most = _WITHIN[name]
            problems.append(f"“{name}” must be a number from {least:g} to {most:g}.")
    return problems


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
