"""How a suite did over time, as it goes out."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import View
from edison.domain.alerts.alert import Alert, AlertRule, AlertState
from edison.domain.money import to_usd
from edison.domain.monitoring.assessment import Cause, Severity
from edison.domain.suites.execution import ChangeOf
from edison.domain.trends.trend import Span, TrendPlace
from edison.domain.trends.trend_points import BaselineLevel
from edison.services.trends.suite_trend import SuiteTrend


class SuiteTrendPointView(View):
    """One execution, or several that lie close together: then figures are means."""

    at: datetime = Field(description="Of the newest of them")
    executions: int
    execution_id: UUID = Field(description="The newest of them")
    run_id: UUID
    number: int = Field(description="Of the execution, counted per suite")
    score: float | None
    low: float | None = Field(description="Of the 95% interval of one execution")
    high: float | None
    lowest: float | None = Field(description="The lowest score of a single execution here")
    highest: float | None
    pass_rate: float | None
    cost_usd: Decimal = Field(description="Of one execution, judges not included")
    judge_cost_usd: Decimal
    latency_p50_ms: float | None
    latency_p95_ms: float | None
    n_cases: int
    answered: int
    failed: int
    canary: float | None = Field(
        description="What the judges give the frozen answers; it should not move"
    )
    label: str = Field(description="The target's model and what tells it apart")

    @staticmethod
    def of(place: TrendPlace) -> "SuiteTrendPointView":
        return SuiteTrendPointView(
            at=place.at,
            executions=place.executions,
            execution_id=place.execution,
            run_id=place.run,
            number=place.number,
            score=place.score,
            low=place.low,
            high=place.high,
            lowest=place.lowest,
            highest=place.highest,
            pass_rate=place.pass_rate,
            cost_usd=to_usd(place.cost),
            judge_cost_usd=to_usd(place.judge_cost),
            latency_p50_ms=place.latency_p50_ms,
            latency_p95_ms=place.latency_p95_ms,
            n_cases=place.n_cases,
            answered=place.answered,
            failed=place.failed,
            canary=place.canary,
            label=place.label,
        )


class TrendTargetView(View):
    key: str = Field(description="`all`: all targets together")
    label: str
    current: bool = Field(description="It took part in the newest execution")


class LevelView(View):
    score: float
    low: float
    high: float
    words: str = Field(description="Where it comes from")

    @staticmethod
    def of(level: BaselineLevel) -> "LevelView":
        return LevelView(score=level.score, low=level.low, high=level.high, words=level.words)


class AnnotationView(View):
    at: datetime
    what: ChangeOf
    words: str
    execution_id: UUID
    number: int


class TrendAlertView(View):
    id: UUID
    rule: AlertRule
    target_key: str | None
    severity: Severity
    state: AlertState
    cause: Cause | None
    title: str
    execution_id: UUID | None
    opened_at: datetime
    resolved_at: datetime | None

    @staticmethod
    def of(alert: Alert) -> "TrendAlertView":
        return TrendAlertView(
            id=alert.id,
            rule=alert.rule,
            target_key=alert.target_key,
            severity=alert.severity,
            state=alert.state,
            cause=alert.cause,
            title=alert.title,
            execution_id=alert.execution,
            opened_at=alert.opened_at,
            resolved_at=alert.resolved_at,
        )


class TrendView(View):
    range: Span
    target: str
    executions: int
    points: list[SuiteTrendPointView] = Field(description="The oldest first, at most 500")
    targets: list[TrendTargetView]
    baseline: LevelView | None
    annotations: list[AnnotationView] = Field(description="What was changed, the oldest first")
    alerts: list[TrendAlertView]
    sentence: str

    @staticmethod
    def of(trend: SuiteTrend) -> "TrendView":
        return TrendView(
            range=trend.span,
            target=trend.target,
            executions=trend.executions,
            points=[SuiteTrendPointView.of(place) for place in trend.places],
            targets=[
                TrendTargetView(key=one.key, label=one.label, current=one.current)
                for one in trend.targets
            ],
            baseline=None if trend.baseline is None else LevelView.of(trend.baseline),
            annotations=[
                AnnotationView(
                    at=one.at,
                    what=ChangeOf(one.what),
                    words=one.words,
                    execution_id=one.execution,
                    number=one.number,
                )
                for one in trend.annotations
            ],
            alerts=[TrendAlertView.of(alert) for alert in trend.alerts],
            sentence=trend.sentence,
        )
