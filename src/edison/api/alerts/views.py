"""Request and response bodies of the alert endpoints."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import Field, model_validator

from edison.api.base_views import NONE_IF_EMPTY, Body, DomainView, Moment, Paragraphs, View
from edison.api.suites.execution_views import ChangeView
from edison.domain.alerts.alert import (
    MOST_NOTE,
    MOST_SNOOZE_DAYS,
    UNRESOLVED,
    AlertRule,
    AlertState,
)
from edison.domain.ids import AlertId, ProjectId
from edison.domain.monitoring.assessment import Cause, Severity
from edison.services.alerts.alert_commands import (
    AlertFilter,
    AlertSummary,
    ResolveAlert,
    SnoozeAlert,
)

WantedState = Literal["open", "acknowledged", "snoozed", "resolved", "unresolved"]


def filter_of(state: WantedState | None, suite: UUID | None, monitor: UUID | None) -> AlertFilter:
    states = {None: frozenset(AlertState), "unresolved": UNRESOLVED}.get(state)
    return AlertFilter(
        states=frozenset({AlertState(str(state))}) if states is None else states,
        suite=suite,
        monitor=monitor,
    )


class AlertFindingView(DomainView):
    """Finding of one rule, about one target or about the execution as a whole."""

    rule: AlertRule
    target_key: str | None = Field(description="null: the execution as a whole")
    model: Annotated[str | None, NONE_IF_EMPTY] = Field(
        validation_alias="label", description="Name of the target"
    )
    severity: Severity
    title: str
    sentence: str
    facts: dict[str, Any] = Field(description="The numbers that the sentence is based on")
    ended: str | None = Field(
        description="Why this finding ended although the alert is still open; null: it has not ended"
    )


class AlertView(DomainView):
    id: UUID
    suite_id: UUID = Field(validation_alias="suite")
    suite_name: str
    monitor_id: UUID = Field(validation_alias="monitor")
    monitor_name: str
    execution_id: UUID | None = Field(
        validation_alias="execution", description="The latest execution with this problem"
    )
    run_id: UUID | None = Field(
        validation_alias="run", description="Run of that execution; null: it never had one"
    )
    rule: AlertRule
    target_key: str | None = Field(description="null: all targets, or the execution as a whole")
    severity: Severity
    state: AlertState
    cause: Cause | None = Field(description="The most likely cause")
    title: str
    sentence: str
    next_step: str
    facts: dict[str, Any] = Field(description="The numbers of the most severe finding")
    findings: list[AlertFindingView] = Field(
        description="Every finding, one for each target and rule"
    )
    changes: list[ChangeView] = Field(
        description="The change shortly before that explains it, if there is one"
    )
    seen: int = Field(description="Number of executions with this problem")
    opened_at: datetime
    last_seen_at: datetime
    acknowledged_by: str | None = Field(validation_alias="acknowledged_by_label")
    acknowledged_at: datetime | None
    snoozed_until: datetime | None
    resolved_at: datetime | None
    resolved_by: str | None = Field(validation_alias="resolved_by_label")
    resolution: str | None


class AlertSummaryView(View):
    """Number of alerts by state, and the newest open alerts."""

    open: int
    critical: int = Field(description="Open alerts that are critical")
    warning: int = Field(description="Open alerts that are warnings")
    acknowledged: int
    snoozed: int
    newest: list[AlertView] = Field(description="The newest open alerts, at most three")

    @staticmethod
    def of(summary: AlertSummary) -> "AlertSummaryView":
        counts = summary.counts
        return AlertSummaryView.copy_attributes(
            counts, newest=[AlertView.of(alert) for alert in summary.newest]
        )


class AcknowledgedView(View):
    acknowledged: int = Field(description="Number of alerts that were acknowledged")


class SnoozeBody(Body):
    """End of the snooze, given either as a time or as a number of minutes from now."""

    until: Moment | None = None
    minutes: Annotated[int, Field(ge=1, le=MOST_SNOOZE_DAYS * 24 * 60)] | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if (self.until is None) == (self.minutes is None):
            raise ValueError("Give either a time or a number of minutes")
        return self

    def to_command(self, project: ProjectId, alert: UUID) -> SnoozeAlert:
        return SnoozeAlert(
            project=project, alert=AlertId(alert), until=self.until, minutes=self.minutes
        )


class ResolveBody(Body):
    note: Annotated[Paragraphs, Field(max_length=MOST_NOTE)] = ""
    accept: bool = Field(
        default=False,
        description="Accept the current level as the new baseline: later executions are compared with it",
    )

    def to_command(self, project: ProjectId, alert: UUID) -> ResolveAlert:
        return ResolveAlert(
            project=project, alert=AlertId(alert), note=self.note, accept=self.accept
        )
