"""Request and response bodies of suite executions and their forecasts."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from edison.api.base_views import NONE_IF_EMPTY, Body, DomainView, UsdAmount, View
from edison.api.runs.forecast_views import ProspectView
from edison.api.runs.run_views import KIND_OF_MONEY
from edison.api.suites.recipe_views import SuiteTargetBody
from edison.domain.budgets.budget import Balance, Scope
from edison.domain.money import ZERO, MicroUsd, MoneyKind, to_usd
from edison.domain.suites.execution import ChangeOf, ExecutionReason, ExecutionState, Trigger
from edison.domain.suites.recipe import SuiteTarget
from edison.services.suites.execution_queries import ExecutionReport
from edison.services.suites.suite_forecast import SuiteProspect


class ExecuteSuiteBody(Body):
    override: SuiteTargetBody | None = Field(
        default=None, description="Model that replaces all targets, in this execution only"
    )

    def target(self) -> SuiteTarget | None:
        return None if self.override is None else self.override.to_target()


class ChangeView(DomainView):
    what: ChangeOf
    words: str
    old: str | None
    new: str | None
    entity_id: Annotated[UUID | None, NONE_IF_EMPTY] = Field(
        validation_alias="entity", description="The prompt whose version changed"
    )


class OverrideView(View):
    model: UUID
    model_name: str = Field(description="Empty when it is no longer in the catalog")
    parameters: dict[str, Any]


class ExecutionView(View):
    id: UUID
    suite_id: UUID = Field(validation_alias="suite")
    monitor_id: UUID | None = Field(
        validation_alias="monitor",
        description="The monitor that started it; null: started by a person or with a token",
    )
    number: int = Field(description="Number of the execution, counted per suite from 1")
    trigger: Trigger
    due_at: datetime | None
    state: ExecutionState
    reason: ExecutionReason | None = Field(
        description="Why there is no run, or why it has no result"
    )
    problem: str | None = Field(description="The reason as a sentence")
    run_id: UUID | None = Field(validation_alias="run")
    run_number: int | None
    run_state: str | None
    canary_run_id: UUID | None = Field(
        validation_alias="canary_run", description="Run that judges fixed answers again"
    )
    cells: int
    done: int
    override: OverrideView | None
    changes: list[ChangeView] = Field(description="What changed since the previous execution")
    expected_usd: UsdAmount | None = Field(
        validation_alias="forecast", description="Cost forecast before the start"
    )
    cost_usd: Decimal
    money: MoneyKind = Field(description=KIND_OF_MONEY)
    score: float | None = Field(description="Score of all targets together; null: not known yet")
    low: float | None
    high: float | None
    pass_rate: float | None
    created_by: str = Field(validation_alias="created_by_label")
    created_at: datetime
    finished_at: datetime | None

    @staticmethod
    def of(report: ExecutionReport) -> "ExecutionView":
        execution, facts = report.execution, report.facts
        return ExecutionView.copy_attributes(
            execution,
            run_number=facts.run_number,
            run_state=facts.run_state,
            cells=facts.cells,
            done=facts.done,
            override=_override(report),
            cost_usd=to_usd(facts.spent),
            money=report.money,
            score=facts.score,
            low=facts.low,
            high=facts.high,
            pass_rate=facts.pass_rate,
        )


class DayView(View):
    """Budget of the suite for the current day (UTC)."""

    limit_usd: UsdAmount | None = Field(validation_alias="limit")
    spent_usd: UsdAmount = Field(validation_alias="spent")
    held_usd: UsdAmount = Field(
        validation_alias="held", description="Reserved for calls in progress"
    )
    planned_usd: Decimal = Field(description="Expected further cost of executions in progress")
    left_usd: Decimal | None = Field(description="Remaining budget; null: no limit")

    @staticmethod
    def of(balance: Balance, planned: MicroUsd) -> "DayView":
        left = None
        if balance.limit is not None:
            left = to_usd(MicroUsd(max(0, balance.limit - balance.used - planned)))
        return DayView.copy_attributes(balance, planned_usd=to_usd(planned), left_usd=left)


class SuiteForecastView(ProspectView):
    """Forecast of a suite. `problems` lists every reason why the suite cannot start, including budgets."""

    expected_usd: Decimal | None = Field(
        description="Expected cost for the daily limit: cost of the last execution, or the forecast of the first"
    )
    learned: bool = Field(description="From the last execution; otherwise forecast")
    suite_day: DayView | None = Field(description="null: nothing was spent on this day")
    project_day: DayView | None

    @staticmethod
    def of_suite(prospect: SuiteProspect) -> "SuiteForecastView":
        expected = prospect.expected
        return SuiteForecastView(
            **dict(ProspectView.of(prospect.run)),
            expected_usd=None if expected is None else to_usd(expected),
            learned=prospect.learned,
            suite_day=_day(prospect, Scope.SUITE_DAY),
            project_day=_day(prospect, Scope.PROJECT_DAY),
        )


def _override(report: ExecutionReport) -> OverrideView | None:
    override = report.execution.override
    if override is None:
        return None
    return OverrideView(
        model=override.model,
        model_name="" if report.override is None else report.override.name,
        parameters=override.parameters.given(),
    )


def _day(prospect: SuiteProspect, scope: Scope) -> DayView | None:
    balance = prospect.balances.get(scope)
    return None if balance is None else DayView.of(balance, prospect.planned.get(scope, ZERO))
