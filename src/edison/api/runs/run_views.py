"""Response bodies of runs: plan, progress, scores and cost."""

from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, UsdAmount, View
from edison.api.results.views import MetricFiguresView, MetricView
from edison.api.runs.label_views import ColumnGradeView
from edison.api.runs.plan_views import PlanView
from edison.domain.budgets.budget import Scope, named_scope
from edison.domain.models.usage_tally import percentile
from edison.domain.money import MicroUsd, MoneyKind, to_usd
from edison.domain.runs.calls_in_doubt import CountDoubt
from edison.domain.runs.parameter_note import NoteKind
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import PauseReason, RunState
from edison.domain.runs.run_sums import ColumnSums, ScoreSums
from edison.services.runs.run_queries import RunCard, RunReport, RunScorer

KIND_OF_MONEY = "Whether the cost is real money, simulated money, or both"


def usd(amount: int) -> Decimal:
    return to_usd(MicroUsd(amount))


class ParameterNoteView(DomainView):
    """A parameter that was not sent as it was set, or that stopped a target.

    `adapted`: a default of Edison that the model rejects. `left_out`: set by a user, but known to be unsupported.
    `stopped`: set by a user and refused, so the target makes no more calls and its cells fail.
    """

    kind: NoteKind
    column: int | None = Field(description="Column of the target; null: a scorer or the fallback")
    scorer: int | None = Field(description="Number of the scorer")
    model: str
    parameter: str
    message: str = Field(description="The provider's words")
    suggestion: str


class RunView(View):
    id: UUID
    number: int
    name: str
    state: RunState
    pause_reason: PauseReason | None
    problem: str | None = Field(description="Why the run was paused or failed, as a sentence")
    stopped_by: Scope | None = Field(
        description="Scope of the budget that paused the run; null: no budget did"
    )
    trigger: str
    plan: PlanView
    created_by: str = Field(validation_alias="created_by_label")
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    kept_by: str | None = Field(description="Who exempted it from retention; null: nobody")
    parameter_notes: list[ParameterNoteView]

    @staticmethod
    def of(run: Run) -> "RunView":
        stopped = run.pause_reason in (PauseReason.BUDGET, PauseReason.TOKENS)
        return RunView.copy_attributes(
            run,
            plan=PlanView.of(run.plan),
            stopped_by=named_scope(run.problem) if stopped else None,
            parameter_notes=[ParameterNoteView.of(note) for note in run.parameter_notes],
        )


class RunCardView(RunView):
    """A run in a list, with sums over all its targets."""

    done: int
    answered: int
    malformed: int
    failed: int
    reused: int
    cost_usd: UsdAmount = Field(
        validation_alias="cost", description="Cost of targets and judges, without amounts in doubt"
    )
    in_doubt_usd: UsdAmount = Field(validation_alias="doubt")
    money: MoneyKind = Field(description=KIND_OF_MONEY)
    metric: str | None = Field(
        description="Key of the metric to show first; null: nothing is computed yet"
    )
    figures: list[MetricFiguresView] = Field(description="Last computed, for every metric")

    @staticmethod
    def of_card(card: RunCard) -> "RunCardView":
        totals = card.totals
        return RunCardView.copy_attributes(
            totals,
            **dict(RunView.of(card.run)),
            money=card.money,
            metric=card.metric,
            figures=[MetricFiguresView.model_validate(one) for one in card.figures],
        )


class ColumnProgressView(View):
    column: int
    total: int
    open: int
    answered: int
    malformed: int
    failed: int
    reused: int
    prompt_tokens: int = Field(description="With reused answers at their original tokens")
    completion_tokens: int
    cost_usd: Decimal = Field(description="Amount spent")
    saved_usd: Decimal = Field(description="Original cost of reused answers")
    answer_cost_usd: Decimal = Field(
        description="Cost of answers, with reused ones at their original cost; compare targets by it"
    )
    in_doubt_usd: Decimal = Field(
        description="Amount the provider may have charged for calls without an answer"
    )
    mean_latency_ms: float | None
    p50_latency_ms: float | None
    p95_latency_ms: float | None

    @staticmethod
    def of(column: int, total: int, sums: ColumnSums) -> "ColumnProgressView":
        return ColumnProgressView(
            column=column,
            total=total,
            open=max(0, total - sums.done),
            answered=sums.answered,
            malformed=sums.malformed,
            failed=sums.failed,
            reused=sums.reused,
            prompt_tokens=sums.prompt_tokens,
            completion_tokens=sums.completion_tokens,
            cost_usd=usd(sums.cost),
            saved_usd=usd(sums.saved),
            answer_cost_usd=usd(sums.answer_cost),
            in_doubt_usd=usd(sums.doubt),
            mean_latency_ms=sums.mean_latency_ms,
            p50_latency_ms=percentile(sums.buckets, 0.5),
            p95_latency_ms=percentile(sums.buckets, 0.95),
        )


class ColumnScoreView(View):
    """Scores of one target. Errors and cells that cannot be judged are counted separately, not as scores."""

    column: int
    scored: int
    mean: float | None = Field(description="Mean of scored cells; estimates are in `figures`")
    passed: int
    not_passed: int
    pass_share: float | None = Field(description="null: the scorer has no threshold")
    errors: int
    not_applicable: int
    cost_usd: Decimal
    in_doubt_usd: Decimal

    @staticmethod
    def of(column: int, sums: ScoreSums) -> "ColumnScoreView":
        judged = sums.passed + sums.not_passed
        return ColumnScoreView(
            column=column,
            scored=sums.scored,
            mean=sums.mean,
            passed=sums.passed,
            not_passed=sums.not_passed,
            pass_share=sums.passed / judged if judged else None,
            errors=sums.errors,
            not_applicable=sums.not_applicable,
            cost_usd=usd(sums.cost),
            in_doubt_usd=usd(sums.doubt),
        )


class RunScorerView(View):
    number: int
    name: str
    kind: str
    spec: dict[str, Any]
    columns: list[ColumnScoreView]

    @staticmethod
    def of(
        scorer: RunScorer, columns: int, scores: dict[tuple[int, int], ScoreSums]
    ) -> "RunScorerView":
        return RunScorerView.copy_attributes(
            scorer,
            kind=str(scorer.spec.get("kind", "")),
            columns=[
                ColumnScoreView.of(column, scores.get((column, scorer.number), ScoreSums()))
                for column in range(columns)
            ],
        )


class BalanceView(DomainView):
    """Budget and spending. `settled` is spent, `held` is reserved for open calls, `in_doubt` may have been charged."""

    limit_usd: UsdAmount | None = Field(validation_alias="limit")
    limit_tokens: int | None
    alert_share: float
    settled_usd: UsdAmount = Field(validation_alias="settled")
    held_usd: UsdAmount = Field(validation_alias="held")
    in_doubt_usd: UsdAmount = Field(validation_alias="doubt")
    beyond_limit_usd: UsdAmount = Field(
        validation_alias="overrun",
        description="Amount billed beyond the limit; not part of `settled_usd`",
    )
    tokens: int = Field(description="Tokens that count towards the limit")
    in_doubt_tokens: int = Field(
        validation_alias="doubt_tokens",
        description="Part of `tokens` that calls in doubt may have used",
    )
    held_tokens: int


class MeanLatencyView(DomainView):
    calls: int
    mean_ms: float


class RunCachingView(DomainView):
    """What the prompt caches of providers did with the prompt tokens of a run."""

    prompt_tokens: int = Field(description="All prompt tokens in the ledger of the run")
    read_tokens: int = Field(description="Part of them that was read from a cache")
    written_tokens: int = Field(description="Part of them that was written to a cache")
    share: float = Field(description="Share of the prompt tokens that was read from a cache")
    saved_usd: UsdAmount | None = Field(
        validation_alias="saved",
        description="Saved against no caching at today's prices, as in the savings report; negative: caching cost"
        " more; null: a price is unknown",
    )
    latency_read: MeanLatencyView | None = Field(
        description="Of answers whose call read a cache; null: none, the run works, or it has over 5,000 cells"
    )
    latency_other: MeanLatencyView | None = Field(description="Of the other answers")


class DoubtView(DomainView):
    """Calls in progress when their worker stopped. It is unknown what the provider charged for these calls."""

    calls: int
    stops: int = Field(description="How often another worker took over from one that stopped")
    last_stop: datetime
    worst_usd: UsdAmount = Field(validation_alias="worst")
    probable_usd: UsdAmount = Field(
        validation_alias="probable",
        description="Estimated by the mean cost of finished calls of the same target or judge",
    )
    counted_usd: UsdAmount = Field(
        validation_alias="counted", description="Amount that budgets currently count for them"
    )


class BatchProgressView(DomainView):
    """Calls of the run that wait in batches at providers."""

    batches: int
    cells: int
    done: int = Field(description="Answered by the provider; joined to the run when the batch ends")
    submitted_at: datetime | None = Field(description="null: not all batches are submitted yet")


class RunReportView(RunView):
    progress: list[ColumnProgressView]
    scorers: list[RunScorerView]
    grade_scorer: int | None = Field(description="The first of `grade_scorers`; null: none")
    grade_scorers: list[int] = Field(description="Scorers of `metric`, whose mean is the grade")
    metric: MetricView = Field(
        description="Metric to show first: the project's main metric, else a grader, else the composite"
    )
    metrics: list[MetricView] = Field(description="All metrics of this run")
    figures: list[MetricFiguresView] = Field(
        description="The last computed figures of every metric; the same as in the results"
    )
    figures_stale: bool = Field(description="Whether the data has changed since they were computed")
    grades: list[ColumnGradeView] = Field(description="Mean grades of the finished cells so far")
    budget: BalanceView
    overrun_usd: UsdAmount = Field(
        validation_alias="overrun",
        description="Part of the cost that providers billed beyond the reservations of calls",
    )
    money: MoneyKind = Field(description=KIND_OF_MONEY)
    caching: RunCachingView | None = Field(
        description="null: no provider cached anything in this run"
    )
    count_doubt: CountDoubt = Field(description="How budgets count calls in doubt")
    doubt: DoubtView | None = Field(description="null: no call of this run is in doubt")
    elapsed_s: float | None
    eta_s: float | None = Field(
        validation_alias="left_s",
        description="Seconds until the end at the rate of the last minute; null: unknown",
    )
    waiting_for_worker: bool = Field(description="Whether no worker is available for its open work")
    batch: BatchProgressView | None = Field(description="null: the run waits for no batch")
    last_event: int = Field(description="Stream events after this number to miss none")

    @staticmethod
    def of_report(report: RunReport) -> "RunReportView":
        plan = report.run.plan
        columns = len(plan.columns)
        return RunReportView.copy_attributes(
            report,
            **dict(RunView.of(report.run)),
            progress=[
                ColumnProgressView.of(
                    number, plan.cases * plan.trials, report.columns.get(number, ColumnSums())
                )
                for number in range(columns)
            ],
            scorers=[RunScorerView.of(each, columns, report.scores) for each in report.scorers],
            grade_scorer=report.metric.panel.first,
            grade_scorers=list(report.metric.scorers),
            count_doubt=report.run.count_doubt,
        )


class RepeatedView(View):
    repeated: int = Field(description="Number of cells that are repeated")
    run: RunView
