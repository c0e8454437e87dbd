"""What an experiment would come to, and what would fit it."""

from decimal import Decimal
from typing import Literal
from uuid import UUID

from pydantic import AliasPath, Field

from edison.api.base_views import UsdAmount, View
from edison.api.experiments.experiment_views import ExperimentProblemView
from edison.api.runs.run_views import usd
from edison.domain.experiments.experiment_estimate import Range
from edison.services.experiments.experiment_advice import ExperimentAdvice
from edison.services.experiments.experiment_forecast import ExperimentProspect


class MoneyRangeView(View):
    low: Decimal
    high: Decimal

    @staticmethod
    def of(money: Range | None) -> "MoneyRangeView | None":
        if money is None:
            return None
        return MoneyRangeView(low=usd(round(money.low)), high=usd(round(money.high)))


class SecondsRangeView(View):
    low: float
    high: float


class CountRangeView(View):
    low: int
    high: int

    @staticmethod
    def of(count: Range) -> "CountRangeView":
        return CountRangeView(low=round(count.low), high=round(count.high))


class IterationForecastView(View):
    calls: int
    judge_calls: int
    usd: MoneyRangeView | None = Field(description="null: a price is not known; never zero")
    seconds: SecondsRangeView


class TotalForecastView(View):
    usd: MoneyRangeView | None
    seconds: SecondsRangeView
    tokens: CountRangeView


class ExperimentForecastView(View):
    cases: int = Field(description="In each iteration, without those that are held out")
    configurations: int
    judges: int
    iterations: CountRangeView
    iteration: IterationForecastView
    total: TotalForecastView
    unknown_prices: list[str] = Field(description="Names of models that nobody knows the price of")
    sentence: str
    problems: list[ExperimentProblemView]

    @staticmethod
    def of(made: ExperimentProspect) -> "ExperimentForecastView":
        one, total = made.estimate.iteration, made.estimate.total
        return ExperimentForecastView.copy_attributes(
            made,
            iterations=CountRangeView.of(made.estimate.iterations),
            iteration=IterationForecastView(
                calls=made.estimate.calls,
                judge_calls=made.estimate.judge_calls,
                usd=MoneyRangeView.of(one.money),
                seconds=SecondsRangeView(low=one.seconds.low, high=one.seconds.high),
            ),
            total=TotalForecastView(
                usd=MoneyRangeView.of(total.money),
                seconds=SecondsRangeView(low=total.seconds.low, high=total.seconds.high),
                tokens=CountRangeView.of(total.tokens),
            ),
            problems=_problems(made),
        )


def _problems(made: ExperimentProspect) -> list[ExperimentProblemView]:
    return [ExperimentProblemView.of(problem) for problem in made.problems]


class AdvisedModelView(View):
    model: UUID = Field(validation_alias=AliasPath("model", "id"))
    name: str = Field(validation_alias=AliasPath("model", "name"))
    role: Literal["fast", "balanced", "smart"]
    usd_per_1k: Decimal | None = Field(description="Of input and output tokens, averaged")
    why: str


class CostlyModelView(View):
    model: UUID
    name: str
    usd_per_1k: Decimal


class AdvisedJudgeView(View):
    model: UUID = Field(validation_alias=AliasPath("model", "id"))
    name: str = Field(validation_alias=AliasPath("model", "name"))
    why: str


class AdvisedLimitsView(View):
    max_iterations: int
    max_budget_usd: UsdAmount = Field(validation_alias="max_budget")
    max_tokens: int | None
    why: str


class ExperimentAdviceView(View):
    models: list[AdvisedModelView]
    costly: list[CostlyModelView] = Field(description="Of the plan's models, above $0.01 per 1K")
    judges: list[AdvisedJudgeView]
    limits: AdvisedLimitsView

    @staticmethod
    def of(advice: ExperimentAdvice) -> "ExperimentAdviceView":
        return ExperimentAdviceView.copy_attributes(advice, costly=_costly(advice))


def _costly(advice: ExperimentAdvice) -> list[CostlyModelView]:
    return [
        CostlyModelView(model=model.id, name=model.name, usd_per_1k=price)
        for model, price in advice.costly
    ]
