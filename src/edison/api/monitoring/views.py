"""Request and response bodies of the monitor endpoints."""

from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, View
from edison.domain.ids import MonitorId, ProjectId, SuiteId
from edison.domain.monitoring.assessment import MonitorRules
from edison.domain.monitoring.monitor import (
    MOST_BASELINE_RUNS,
    MOST_CHANNELS,
    MOST_JITTER_S,
    MOST_NAME,
    Baseline,
    Missed,
    Quiet,
    rules_to_json,
)
from edison.domain.monitoring.schedules.cron import MOST_EXPRESSION, MOST_TIMEZONE, in_words
from edison.domain.suites.suite import SuiteState
from edison.services.monitoring.monitor_commands import (
    ChangeMonitor,
    CreateMonitor,
    MonitorSettings,
)
from edison.services.monitoring.monitor_queries import NEXT_TIMES, ListedMonitor

USUAL = MonitorRules()
Name = Annotated[Line, Field(min_length=1, max_length=MOST_NAME)]
Cron = Annotated[
    Line,
    Field(
        max_length=MOST_EXPRESSION,
        description="Five fields: minute hour day month weekday",
        examples=["0 9 * * 1-5"],
    ),
]
Zone = Annotated[Line, Field(max_length=MOST_TIMEZONE, description="Such as Europe/Vienna")]
Jitter = Annotated[
    int,
    Field(
        ge=0,
        le=MOST_JITTER_S,
        description="Each monitor starts up to this many seconds late, by a fixed delay of its own",
    ),
]
Channels = Annotated[list[UUID], Field(max_length=MOST_CHANNELS, description="Empty: all channels")]
ClockTime = Annotated[Line, Field(max_length=5, pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Ratio = Annotated[float, Field(ge=1.1, le=100, allow_inf_nan=False)]


class MonitorRulesBody(Body):
    """Alert rules. null or false turns a rule off; rules that are left out keep their values or defaults."""

    drop: bool = Field(default=USUAL.drop, description="Alert on a significant drop of the score")
    drop_share: Annotated[float, Field(ge=0.01, le=0.9, allow_inf_nan=False)] | None = Field(
        default=USUAL.drop_share,
        description="Alert if the score is below the baseline's mean by more than this share",
    )
    threshold_score: Share | None = USUAL.threshold_score
    threshold_pass_rate: Share | None = USUAL.threshold_pass_rate
    change_point: bool = USUAL.change_point
    judge_drift: bool = USUAL.judge_drift
    latency_ratio: Ratio | None = USUAL.latency_ratio
    latency_least_ms: int = Field(default=USUAL.latency_least_ms, ge=0, le=600_000)
    cost_ratio: Ratio | None = USUAL.cost_ratio
    predicted_below: Share | None = Field(
        default=USUAL.predicted_below,
        description="Alert if the trend predicts a score below this value",
    )
    predicted_days: int = Field(default=USUAL.predicted_days, ge=1, le=30)
    missed: bool = USUAL.missed
    failed: bool = USUAL.failed
    budget: bool = USUAL.budget
    retirement: bool = Field(
        default=USUAL.retirement,
        description="Alert if a model is shut down within 90 days",
    )

    def sent(self) -> dict[str, Any]:
        return self.model_dump(exclude_unset=True)


class MonitorRulesView(View):
    drop: bool
    drop_share: float | None
    threshold_score: float | None
    threshold_pass_rate: float | None
    change_point: bool
    judge_drift: bool
    latency_ratio: float | None
    latency_least_ms: int
    cost_ratio: float | None
    predicted_below: float | None
    predicted_days: int
    missed: bool
    failed: bool
    budget: bool
    retirement: bool


class MonitorBaselineBody(Body):
    """Baseline of a monitor: one run, or the last successful runs of this monitor."""

    kind: Literal["run", "recent"] = "recent"
    run_id: UUID | None = Field(default=None, description="For the kind `run`")
    runs: int = Field(default=Baseline().runs, ge=1, le=MOST_BASELINE_RUNS)

    def to_baseline(self) -> Baseline:
        run = self.run_id if self.kind == "run" else None
        return Baseline(kind=self.kind, run=run, runs=self.runs)


class MonitorBaselineView(View):
    kind: Literal["run", "recent"]
    run_id: UUID | None = Field(validation_alias="run")
    runs: int


class QuietHoursBody(Body):
    """Hours without notifications. Alerts opened in these hours are announced when the hours end."""

    since: ClockTime = Field(alias="from")
    until: ClockTime = Field(alias="to")
    timezone: Zone = "UTC"
    weekends: bool = Field(default=False, description="Also all day on Saturday and Sunday")

    def to_quiet(self) -> Quiet:
        return Quiet(
            since=self.since, until=self.until, timezone=self.timezone, weekends=self.weekends
        )


class QuietHoursView(DomainView):
    since: str = Field(serialization_alias="from")
    until: str = Field(serialization_alias="to")
    timezone: str
    weekends: bool


class CreateMonitorBody(Body):
    suite_id: UUID
    name: Name
    cron: Cron
    timezone: Zone = "UTC"
    enabled: bool = True
    jitter_s: Jitter = 0
    missed: Missed = Field(
        default=Missed.RUN_ONCE,
        description="After start times missed by more than five minutes: start once now, or skip them",
    )
    rules: MonitorRulesBody = MonitorRulesBody()
    baseline: MonitorBaselineBody = MonitorBaselineBody()
    quiet: QuietHoursBody | None = None
    channels: Channels = Field(default_factory=list[UUID])

    def to_command(self, project: ProjectId) -> CreateMonitor:
        settings = MonitorSettings(
            name=self.name,
            cron=self.cron,
            timezone=self.timezone,
            enabled=self.enabled,
            jitter_s=self.jitter_s,
            missed=self.missed,
            rules=self.rules.sent(),
            baseline=self.baseline.to_baseline(),
            quiet=None if self.quiet is None else self.quiet.to_quiet(),
            channels=tuple(self.channels),
        )
        return CreateMonitor(project=project, suite=SuiteId(self.suite_id), settings=settings)


class ChangeMonitorBody(Body):
    """Changes of a monitor. Fields that are left out keep their values."""

    revision: int = Field(ge=1, le=2**31 - 1)
    name: Name | None = None
    cron: Cron | None = None
    timezone: Zone | None = None
    enabled: bool | None = None
    jitter_s: Jitter | None = None
    missed: Missed | None = None
    rules: MonitorRulesBody | None = None
    baseline: MonitorBaselineBody | None = None
    quiet: QuietHoursBody | None = Field(default=None, description="null removes the quiet hours")
    channels: Channels | None = None

    def to_command(self, project: ProjectId, monitor: UUID) -> ChangeMonitor:
        sent: dict[str, Any] = {
            "name": self.name,
            "cron": self.cron,
            "timezone": self.timezone,
            "enabled": self.enabled,
            "jitter_s": self.jitter_s,
            "missed": self.missed,
            "rules": self.rules and self.rules.sent(),
            "baseline": self.baseline and self.baseline.to_baseline(),
            "channels": None if self.channels is None else tuple(self.channels),
        }
        changes = {name: value for name, value in sent.items() if value is not None}
        if "quiet" in self.model_fields_set:
            changes["quiet"] = self.quiet and self.quiet.to_quiet()
        return ChangeMonitor(
            project=project,
            monitor=MonitorId(monitor),
            revision=self.revision,
            changes=changes,
        )


class MonitorView(View):
    id: UUID
    suite_id: UUID = Field(validation_alias="suite")
    suite_name: str
    suite_state: SuiteState = Field(description="A paused suite is not started by schedules")
    name: str
    cron: str
    timezone: str
    words: str = Field(description="The schedule in words")
    enabled: bool
    jitter_s: int
    delay_s: int = Field(description="Seconds between the scheduled time and the start")
    missed: Missed
    rules: MonitorRulesView
    baseline: MonitorBaselineView
    quiet: QuietHoursView | None
    channels: list[UUID]
    next_due_at: datetime | None
    next_times: list[datetime] = Field(description="Next five scheduled times, without the delay")
    last_due_at: datetime | None
    last_started_at: datetime | None
    revision: int
    created_by: str = Field(validation_alias="created_by_label")
    created_at: datetime
    updated_at: datetime

    @staticmethod
    def of(found: ListedMonitor) -> "MonitorView":
        monitor = found.monitor
        return MonitorView.copy_attributes(
            monitor,
            suite_name=found.suite_name,
            suite_state=found.suite_state,
            cron=monitor.schedule.cron,
            timezone=monitor.schedule.timezone,
            words=in_words(monitor.schedule.cron, monitor.schedule.timezone),
            delay_s=int(monitor.delay.total_seconds()),
            rules=MonitorRulesView.model_validate(rules_to_json(monitor.rules)),
            next_times=_coming(found),
        )


class SchedulePreviewView(DomainView):
    words: str
    next: list[datetime] = Field(description="The next five times, in UTC")
    problem: str | None = Field(description="Why the schedule is invalid")


def _coming(found: ListedMonitor) -> list[datetime]:
    due = found.monitor.next_due_at
    if due is None:
        return []
    times = found.monitor.schedule.after(due - timedelta(seconds=1))
    return [at for at, _ in zip(times, range(NEXT_TIMES), strict=False)]


class TriggeredView(DomainView):
    execution_id: UUID = Field(validation_alias="id")
    number: int = Field(description="Number of the execution, counted per suite")
    run_id: UUID | None = Field(validation_alias="run")
