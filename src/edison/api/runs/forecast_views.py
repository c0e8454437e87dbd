"""What a run would come to."""

from decimal import Decimal
from typing import Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import View
from edison.api.results.views import MetricView
from edison.api.runs.run_views import BalanceView
from edison.domain.money import to_usd
from edison.domain.runs.cost_forecast import Forecast, ForecastPart, Money
from edison.domain.runs.start_problem import StartProblem
from edison.services.runs.run_forecast import RunProspect, RunReach


class RunProblemView(View):
    code: str
    message: str
    field: str = Field(description="The part of the order to mend")

    @staticmethod
    def of(problem: StartProblem) -> "RunProblemView":
        return RunProblemView(code=problem.code, message=problem.message, field=problem.field)


class MoneyView(View):
    low_usd: Decimal
    likely_usd: Decimal
    high_usd: Decimal
    worst_usd: Decimal = Field(
        description="Reserved at most, if every answer is as long as it may be"
    )

    @staticmethod
    def of(money: Money) -> "MoneyView":
        return MoneyView(
            low_usd=to_usd(money.low),
            likely_usd=to_usd(money.likely),
            high_usd=to_usd(money.high),
            worst_usd=to_usd(money.worst),
        )


class ForecastPartView(View):
    """One column, or one grader on it."""

    phase: Literal["target", "judge", "refine", "assist"]
    title: str
    model_id: UUID
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
        return ForecastPartView(
            phase=asking.phase.value,
            title=asking.title,
            model_id=asking.model,
            model_name=asking.model_name,
            calls=asking.calls,
            prompt_tokens=part.prompt_tokens,
            prompt_exact=asking.prompt_exact,
            answer_tokens=part.answer_tokens,
            answer_known=asking.answer_known,
            latency_s=asking.latency_s,
            latency_known=asking.latency_known,
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
        return ForecastView(
            cells=forecast.cells,
            calls=forecast.calls,
            judge_calls=forecast.judge_calls,
            prompt_tokens=forecast.prompt_tokens,
            answer_tokens=forecast.answer_tokens,
            money=None if forecast.money is None else MoneyView.of(forecast.money),
            simulated=simulated,
            seconds=forecast.seconds,
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
        return ReachView(
            metric=MetricView.model_validate(found.metric),
            comparisons=reach.comparisons,
            detectable=reach.detectable,
            minimum_effect=reach.minimum_effect,
            power=reach.power,
            cases_needed=reach.cases_needed,
            cases_needed_usd=None if found.cases_cost is None else to_usd(found.cases_cost),
            trials_needed=reach.trials_needed,
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
        return ProspectView(
            problems=[RunProblemView.of(each) for each in prospect.problems],
            warnings=[RunProblemView.of(each) for each in prospect.warnings],
            cases=prospect.cases,
            columns=prospect.columns,
            sampled=prospect.sampled,
            forecast=None
            if prospect.forecast is None
            else ForecastView.of(prospect.forecast, simulated=prospect.simulated),
            month=None if prospect.month is None else BalanceView.of(prospect.month),
            reach=None if prospect.reach is None else ReachView.of(prospect.reach),
        )
