"""Response bodies of suite trends."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, UsdAmount, View
from edison.domain.alerts.alert import AlertRule, AlertState
from edison.domain.monitoring.assessment import Cause, Severity
from edison.domain.suites.execution import ChangeOf
from edison.domain.trends.trend import Span


class SuiteTrendPointView(DomainView):
    """One execution, or the mean of several adjacent executions."""

    at: datetime = Field(description="Time of the newest execution")
    executions: int
    execution_id: UUID = Field(validation_alias="execution", description="The newest execution")
    run_id: UUID = Field(validation_alias="run")
    number: int = Field(description="Number of the execution, counted per suite")
    score: float | None
    low: float | None = Field(description="Lower end of the 95% interval of one execution")
    high: float | None
    lowest: float | None = Field(description="Lowest score of these executions")
    highest: float | None
    pass_rate: float | None
    cost_usd: UsdAmount = Field(
        validation_alias="cost", description="Cost of one execution, without judges"
    )
    judge_cost_usd: UsdAmount = Field(validation_alias="judge_cost")
    latency_p50_ms: float | None
    latency_p95_ms: float | None
    n_cases: int
    answered: int
    failed: int
    canary: float | None = Field(
        description="Score of fixed answers that are judged again; if it changes, the judges have changed"
    )
    label: str = Field(description="Model of the target and what distinguishes it from others")


class TrendTargetView(View):
    key: str = Field(description="`all`: all targets together")
    label: str
    current: bool = Field(description="Whether it is part of the newest execution")


class LevelView(DomainView):
    score: float
    low: float
    high: float
    words: str = Field(description="Origin of the level, as a sentence")


class AnnotationView(View):
    at: datetime
    what: ChangeOf
    words: str
    execution_id: UUID = Field(validation_alias="execution")
    number: int


class TrendAlertView(DomainView):
    id: UUID
    rule: AlertRule
    target_key: str | None
    severity: Severity
    state: AlertState
    cause: Cause | None
    title: str
    execution_id: UUID | None = Field(validation_alias="execution")
    opened_at: datetime
    resolved_at: datetime | None


class TrendView(DomainView):
    range: Span = Field(validation_alias="span")
    target: str
    executions: int
    points: list[SuiteTrendPointView] = Field(
        validation_alias="places", description="Oldest first, at most 500"
    )
    targets: list[TrendTargetView]
    baseline: LevelView | None
    annotations: list[AnnotationView] = Field(description="Changes, oldest first")
    alerts: list[TrendAlertView]
    sentence: str
