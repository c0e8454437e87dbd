"""Response bodies of experiment reports, forecasts and advice."""

from datetime import datetime
from decimal import Decimal
from typing import Literal, Self
from uuid import UUID

from pydantic import AliasPath, Field

from edison.api.base_views import DomainView, UsdAmount, View
from edison.api.experiments.experiment_views import ExperimentProblemView, GainView
from edison.api.prompts.content_views import ContentView
from edison.api.results.views import EstimateView
from edison.api.runs.run_views import usd
from edison.domain.experiments.experiment_estimate import Range
from edison.domain.statistics.paired_comparison import Verdict
from edison.services.experiments.experiment_advice import ExperimentAdvice
from edison.services.experiments.experiment_forecast import ExperimentProspect
from edison.services.experiments.report.experiment_report import FinalReport


class ReportedExperimentView(DomainView):
    id: UUID
    number: int
    name: str
    goal: str
    state: str
    end_kind: str | None
    end_reason: str | None
    prompt: UUID | None
    prompt_name: str
    dataset_name: str
    cases: int = Field(description="Cases used by iterations, without holdout cases")
    scale: int | None = Field(description="Scale of the rubric; composite scores are from 0 to 1")
    created_by: str
    started_at: datetime | None
    ended_at: datetime | None


class ReportSummaryView(DomainView):
    iterations: int
    seconds: float | None
    cost_usd: Decimal = Field(description="Total cost, which contains the amount in doubt")
    doubt_usd: Decimal = Field(description="Possible cost of calls in doubt, whose worker stopped")
    tokens: int
    sentence: str


class StandingView(DomainView):
    iteration: UUID
    number: int
    version: UUID
    version_number: int
    composite: EstimateView | None


class FirstLastView(DomainView):
    first: StandingView
    last: StandingView
    verdict: Verdict | None = Field(description="null: there is nothing to compare")
    effect: EstimateView | None
    sentence: str


class HoldOutView(DomainView):
    """Comparison of the best version with the first version, on cases that no iteration has used."""

    run: UUID
    run_number: int
    state: str
    cases: int
    verdict: Verdict | None = Field(description="null: not done yet")
    effect: EstimateView | None
    sentence: str


class ReportedSplitsView(DomainView):
    seed: int
    train: int = Field(description="Number of cases whose failing answers the refiner saw")
    validation: int = Field(
        description="Number of cases that decided whether a change is accepted; 0: too few for a split"
    )
    holdout: int
    validation_uses: int
    sentence: str


class PhaseCostView(DomainView):
    phase: Literal["target", "judge", "refine", "assist"]
    usd: UsdAmount = Field(validation_alias="cost", description="Contains the amount in doubt")
    doubt_usd: UsdAmount = Field(validation_alias="doubt")
    calls: int
    tokens: int


class ModelTokensView(DomainView):
    model: str
    prompt: int
    completion: int


class ReportedIterationView(DomainView):
    number: int
    state: str
    version: int
    composite: EstimateView | None
    against: int | None = Field(description="Number of the iteration it was compared with")
    verdict: Verdict | None
    effect: EstimateView | None
    sentence: str | None
    gained: bool | None
    partial: bool
    cost_usd: Decimal
    tokens: int
    changelog: str


class ReportedModelView(DomainView):
    model_name: str
    parameters: dict[str, object]
    composite: EstimateView | None
    usd_per_case: Decimal | None = Field(description="null: all answers were reused")
    recommended: bool
    pruned: bool
    why: str


class WeaknessView(DomainView):
    criterion: str
    mean: float = Field(description="From 0 to 1")
    scale: int
    sentence: str


class ToldReportView(DomainView):
    """The report without the text of the prompt."""

    experiment: ReportedExperimentView
    made_at: datetime
    summary: ReportSummaryView
    best: StandingView | None
    first_last: FirstLastView | None
    check: HoldOutView | None
    splits: ReportedSplitsView | None = Field(description="null before the start")
    costs: list[PhaseCostView]
    tokens: list[ModelTokensView]
    iterations: list[ReportedIterationView]
    models: list[ReportedModelView]
    weaknesses: list[WeaknessView]
    next_steps: list[str]


class ReportView(ToldReportView):
    gain: GainView | None = Field(description="As on the page of the experiment")
    content: ContentView | None = Field(description="The prompt of the best version")

    @classmethod
    def of_report(cls, source: FinalReport) -> Self:
        told = ToldReportView.model_validate(source)
        content = None if source.content is None else ContentView.of(source.content)
        return cls(**dict(told), gain=GainView.of(source.gain), content=content)


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


WORST = "Cost if every answer has the maximum length"


class IterationForecastView(View):
    calls: int
    judge_calls: int
    usd: MoneyRangeView | None = Field(description="The likely cost; null: a price is unknown")
    worst_usd: Decimal | None = Field(description=WORST)
    seconds: SecondsRangeView


class TotalForecastView(View):
    usd: MoneyRangeView | None
    worst_usd: Decimal | None = Field(description=WORST)
    seconds: SecondsRangeView
    tokens: CountRangeView


class ExperimentForecastView(View):
    cases: int = Field(description="Cases in each iteration, without holdout cases")
    configurations: int
    judges: int
    iterations: CountRangeView
    iteration: IterationForecastView
    total: TotalForecastView
    unknown_prices: list[str] = Field(description="Names of models whose price is unknown")
    sentence: str
    basis: str = Field(description="Where the length of the answers comes from, as a sentence")
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
                worst_usd=None if one.worst is None else usd(round(one.worst)),
                seconds=SecondsRangeView(low=one.seconds.low, high=one.seconds.high),
            ),
            total=TotalForecastView(
                usd=MoneyRangeView.of(total.money),
                worst_usd=None if total.worst is None else usd(round(total.worst)),
                seconds=SecondsRangeView(low=total.seconds.low, high=total.seconds.high),
                tokens=CountRangeView.of(total.tokens),
            ),
            basis=made.estimate.basis,
            problems=_problems(made),
        )


def _problems(made: ExperimentProspect) -> list[ExperimentProblemView]:
    return [ExperimentProblemView.of(problem) for problem in made.problems]


class AdvisedModelView(View):
    model: UUID = Field(validation_alias=AliasPath("model", "id"))
    name: str = Field(validation_alias=AliasPath("model", "name"))
    role: Literal["fast", "balanced", "smart"]
    usd_per_1k: Decimal | None = Field(description="Mean of the input and the output price")
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
    costly: list[CostlyModelView] = Field(description="Models above $0.01 per 1,000 tokens")
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
