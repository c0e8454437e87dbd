"""What a run would come to."""

from decimal import Decimal
from typing import Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, UsdAmount, View
from edison.api.results.views import MetricView
from edison.api.runs.run_views import BalanceView
from edison.domain.money import to_usd
from edison.domain.runs.cost_forecast import Forecast, ForecastPart
from edison.services.runs.run_forecast import RunProspect, RunReach


class RunProblemView(DomainView):
    code: str
    message: str
    field: str = Field(description="The part of the order to mend")


class MoneyView(DomainView):
    low_usd: UsdAmount = Field(validation_alias="low")
    likely_usd: UsdAmount = Field(validation_alias="likely")
    high_usd: UsdAmount = Field(validation_alias="high")
    worst_usd: UsdAmount = Field(
        validation_alias="worst",
        description="Reserved at most, if every answer is as long as it may be",
    )


class ForecastPartView(View):
    """One column, or one grader on it."""

    phase: Literal["target", "judge", "refine", "assist"]
    title: str
    model_id: UUID = Field(validation_alias="model")
    model_name: str
    calls: int
    prompt_tokens: int
    prompt_exact: bool = Field(description="Counted by the model's own tokenizer")
    answer_tokens: int
    answer_known: bool = Field(description="From earlier runs, and not assumed")
    latency_s: float
    latency_known: bool
    money: MoneyView | None

    @staticmethod
    def of(part: ForecastPart) -> "ForecastPartView":
        asking = part.asking
        return ForecastPartView.copy_attributes(
            asking,
            prompt_tokens=part.prompt_tokens,
            answer_tokens=part.answer_tokens,
            money=None if part.money is None else MoneyView.of(part.money),
        )


class ForecastView(View):
    cells: int
    calls: int
    judge_calls: int
    prompt_tokens: int
    answer_tokens: int
    money: MoneyView | None = Field(description="null: a price is not known; never zero")
    simulated: bool = Field(description="All its calls are of simulated models: no real money")
    seconds: float
    parts: list[ForecastPartView]

    @staticmethod
    def of(forecast: Forecast, *, simulated: bool) -> "ForecastView":
        return ForecastView.copy_attributes(
            forecast,
            simulated=simulated,
            parts=[ForecastPartView.of(part) for part in forecast.parts],
        )


class ReachView(View):
    """The smallest difference that the run can detect, and what the one that matters takes."""

    metric: MetricView
    comparisons: int = Field(description="Made at once; all of them share the error rate")
    detectable: float | None = Field(
        description="Found with a chance of 80% in each comparison; null: not even the largest is"
    )
    minimum_effect: float
    power: float | None = Field(description="The chance to find `minimum_effect`; null: it is 0")
    cases_needed: int | None = Field(
        description="Cases with as many trials that make it 80%; null: no number is enough"
    )
    cases_needed_usd: Decimal | None = Field(description="What a run of so many probably costs")
    trials_needed: int | None = Field(
        description="Trials of as many cases that make it 80%; null: no number is, or it is unknown"
    )
    trials_needed_usd: Decimal | None
    trials_known: bool = Field(
        description="Whether cases were asked twice, so that trials can be planned"
    )
    source: Literal["comparison", "scores", "assumed"] = Field(
        description="Where the variance is from: a comparison of this prompt, scores of one "
        "column, or an assumption"
    )
    sentence: str
    basis: str = Field(description="The source in words")

    @staticmethod
    def of(found: RunReach) -> "ReachView":
        reach = found.reach
        return ReachView.copy_attributes(
            reach,
            metric=MetricView.model_validate(found.metric),
            cases_needed_usd=None if found.cases_cost is None else to_usd(found.cases_cost),
            trials_needed_usd=None if found.trials_cost is None else to_usd(found.trials_cost),
            trials_known=found.learned.spread.repeated,
            source=found.learned.source,
            sentence=found.sentence,
            basis=found.basis,
        )


class ProspectView(View):
    """Answers that can be reused make it cheaper: that is not known before."""

    problems: list[RunProblemView] = Field(description="Every reason why it would not start")
    warnings: list[RunProblemView] = Field(description="What does not stop it")
    cases: int
    columns: int
    sampled: int = Field(description="So many cases were counted, the rest is scaled")
    forecast: ForecastView | None = Field(description="null: there is nothing to count yet")
    month: BalanceView | None = Field(
        description="This month's budget of the project; that of simulated models if no other is asked"
    )
    reach: ReachView | None = Field(
        description="What the run can detect; null: no scorer measures it, or nothing to count yet"
    )

    @staticmethod
    def of(prospect: RunProspect) -> "ProspectView":
        return ProspectView.copy_attributes(
            prospect,
            forecast=None
            if prospect.forecast is None
            else ForecastView.of(prospect.forecast, simulated=prospect.simulated),
            reach=None if prospect.reach is None else ReachView.of(prospect.reach),
        )
