"""Response bodies of run forecasts: cost, problems and the smallest detectable difference."""

from decimal import Decimal
from typing import Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, UsdAmount, View
from edison.api.results.views import MetricView
from edison.api.runs.run_views import BalanceView
from edison.domain.money import to_usd
from edison.domain.runs.answer_length import LengthSource
from edison.domain.runs.cost_forecast import Forecast, ForecastPart
from edison.services.runs.run_forecast import RunProspect, RunReach


class RunProblemView(DomainView):
    code: str
    message: str
    field: str = Field(description="The field of the request to correct")


class MoneyView(DomainView):
    low_usd: UsdAmount = Field(validation_alias="low")
    likely_usd: UsdAmount = Field(validation_alias="likely")
    high_usd: UsdAmount = Field(validation_alias="high")
    worst_usd: UsdAmount = Field(
        validation_alias="worst",
        description="Maximum that is reserved, if every answer has the maximum length",
    )


class ForecastPartView(View):
    """Forecast of the calls of one target or one judge."""

    phase: Literal["target", "judge", "refine", "assist"]
    title: str
    model_id: UUID = Field(validation_alias="model")
    model_name: str
    calls: int
    prompt_tokens: int
    prompt_exact: bool = Field(description="Whether counted with the model's own tokenizer")
    answer_tokens: int
    answer_known: bool = Field(description="Whether it is from earlier runs; otherwise assumed")
    answer_source: LengthSource = Field(
        description="Earlier answers to this prompt or of this model, the expected answers of the cases, or"
        " an assumption"
    )
    latency_s: float
    latency_known: bool
    money: MoneyView | None
    cached_tokens: int = Field(description="Prompt tokens that the provider's cache will answer")
    cache_saving_usd: UsdAmount = Field(
        description="Expected saving by prompt caching, included in `money`"
    )

    @staticmethod
    def of(part: ForecastPart) -> "ForecastPartView":
        asking = part.asking
        return ForecastPartView.copy_attributes(
            asking,
            prompt_tokens=part.prompt_tokens,
            answer_tokens=part.answer_tokens,
            cached_tokens=part.cached_tokens,
            cache_saving_usd=part.cache_saving,
            money=None if part.money is None else MoneyView.of(part.money),
        )


class ForecastView(View):
    cells: int
    calls: int
    judge_calls: int
    prompt_tokens: int
    answer_tokens: int
    money: MoneyView | None = Field(description="null: a price is unknown")
    simulated: bool = Field(description="Whether all models are simulated: no real money is spent")
    cached_tokens: int = Field(description="Prompt tokens that the provider's cache will answer")
    cache_saving_usd: UsdAmount = Field(
        validation_alias="cache_saving",
        description="Expected saving by prompt caching, included in `money`",
    )
    seconds: float
    basis: str = Field(description="Where the length of the answers comes from, as a sentence")
    parts: list[ForecastPartView]

    @staticmethod
    def of(forecast: Forecast, *, simulated: bool) -> "ForecastView":
        return ForecastView.copy_attributes(
            forecast,
            simulated=simulated,
            parts=[ForecastPartView.of(part) for part in forecast.parts],
        )


class BatchOfferView(DomainView):
    """The same run in batches of the providers, whose answers cost less and arrive later."""

    money: MoneyView | None = Field(description="null: a price is unknown")
    hours: int = Field(description="The longest time until a batch has ended")


class ReachView(View):
    """The smallest difference that the run can detect, and the data needed to detect `minimum_effect`."""

    metric: MetricView
    comparisons: int = Field(description="Number of comparisons that share the error rate")
    detectable: float | None = Field(
        description="Smallest difference detected with 80% probability in each comparison; null: no difference is"
    )
    detectable_beyond: float | None = Field(
        description="Smallest difference whose verdict also holds beyond these cases with 80% probability"
    )
    minimum_effect: float
    power: float | None = Field(description="Chance of detecting `minimum_effect`; null: it is 0")
    cases_needed: int | None = Field(
        description="Cases needed for a power of 80% with the same trials; null: no number is enough"
    )
    cases_needed_usd: Decimal | None = Field(description="Probable cost of that run")
    trials_needed: int | None = Field(
        description="Trials needed for a power of 80% with the same cases; null: no number is enough, or unknown"
    )
    trials_needed_usd: Decimal | None
    trials_known: bool = Field(
        description="Whether earlier cases had several trials, so that trials can be planned"
    )
    source: Literal["comparison", "scores", "assumed"] = Field(
        description="Where the variance comes from: a comparison of this prompt, scores of one "
        "target, or an assumption"
    )
    sentence: str
    basis: str = Field(description="The source as a sentence")

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
    """Forecast of a run. It does not account for reused answers, which make the run cheaper."""

    problems: list[RunProblemView] = Field(description="Every reason the run cannot start")
    warnings: list[RunProblemView] = Field(description="Problems that do not prevent the start")
    cases: int
    columns: int
    sampled: int = Field(description="Number of counted cases; totals are extrapolated from them")
    forecast: ForecastView | None = Field(description="null: there is nothing to count yet")
    month: BalanceView | None = Field(
        description="This month's budget of the project; of simulated models if the run uses no others"
    )
    reach: ReachView | None = Field(
        description="What the run can detect; null: no scorer measures it, or nothing to count yet"
    )
    batch: BatchOfferView | None = Field(
        description="The run in batches; null: not every target can be called in a batch, or nothing to count yet"
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
