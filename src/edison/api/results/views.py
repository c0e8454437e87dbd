"""Response bodies of run results: estimates with intervals, comparisons and verdicts, each with a sentence."""

from datetime import datetime
from decimal import Decimal
from typing import Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, View
from edison.domain.statistics.paired_comparison import Verdict


class EstimateView(DomainView):
    value: float
    low: float = Field(description="Lower end of the 95% interval")
    high: float
    n: int = Field(description="Observations")
    clusters: int = Field(description="Number of cases; trials of one case are not independent")
    method: str


class OwnScaleView(DomainView):
    """The composite score on the rubric's own scale."""

    value: float
    low: float
    high: float
    scale: int


class CoversView(View):
    cells: int = Field(description="Cells with a grade, an error, or a reason for no grade")
    of: int


class RubricOfRunView(DomainView):
    id: UUID
    version: int
    name: str
    scale: int
    criteria: list[str]
    weights: list[float]
    scales: list[int]


class MetricView(DomainView):
    """A metric of answers: of scorers, of people, or of both. Labels of people never change a metric of scorers."""

    key: str = Field(description="Key of the metric, the value of the parameter `metric`")
    kind: Literal["composite", "scorer", "people", "labels_first"] = Field(
        description="The mean over the judges of a rubric, the score of one scorer, the mean of people's labels, "
        "or a mixture: the label of a person, else 0 for a broken output contract, else the scorers"
    )
    name: str
    scorers: list[int]
    scale: int | None = Field(description="Highest value of its scale; null: from 0 to 1")
    pass_at: float | None = Field(
        description="The score from which on an answer passes, from 0 to 1; null: there is no single threshold"
    )


class ColumnFigureView(DomainView):
    column: int
    model_name: str
    figure: EstimateView | None = Field(description="null: no answer has a score")
    pass_rate: EstimateView | None
    graded: int
    labels: int
    inconclusive: bool


class MetricFiguresView(DomainView):
    """The last computed figures of a run for one metric."""

    metric: MetricView
    columns: list[ColumnFigureView]


class CriterionResultView(DomainView):
    """Result of one criterion, from 0 to 1. Multiply the values by the scale of the criterion."""

    name: str
    scale: int
    mean: float | None
    min: float | None
    max: float | None
    deviation: float | None
    estimate: EstimateView | None
    histogram: list[int] = Field(description="Counts in ten equal parts of 0 to 1, including 1")
    n: int


class ErrorsView(DomainView):
    target: int = Field(description="Cells whose model gave no answer")
    judge: int = Field(description="Answers that no scorer of the metric could score")


class RepeatsView(DomainView):
    trials: int
    pass_at_k: EstimateView | None = Field(description="Probability that one of `trials` passes")
    pass_hat_k: EstimateView | None = Field(description="Probability that all `trials` pass")
    flip_rate: EstimateView | None = Field(description="Share of cases whose trials do not agree")
    sentence: str


class ColumnResultView(DomainView):
    column: int
    model_name: str
    prompt_name: str
    version: int
    composite: EstimateView | None = Field(description="null: no answer has a grade yet")
    own: OwnScaleView | None = Field(description="null: no rubric")
    pass_rate: EstimateView | None
    criteria: list[CriterionResultView]
    errors: ErrorsView
    cells: int
    graded: int
    inconclusive: bool = Field(
        description="More than a tenth of the finished cells have no usable score"
    )
    repeats: RepeatsView | None = Field(description="null: each case has one trial")
    tokens: int = Field(description="With reused answers at their original tokens")
    cost_usd: Decimal = Field(description="Amount spent on answers, without judges")
    answer_cost_usd: Decimal = Field(
        description="Cost of answers, with reused ones at their original cost; compare targets by it"
    )
    judge_cost_usd: Decimal
    judges: EstimateView | None = Field(
        description="Mean of judges over all answers; null: there are no labels or no judges"
    )
    people: EstimateView | None = Field(
        description="Mean of people over the answers they labelled; null: there are no labels"
    )
    labels_are_binary: bool = Field(
        description="All labels are yes or no, so their scale differs from the judges' scores"
    )
    corrected: EstimateView | None = Field(
        description="Estimated mean label of people over all answers, from their labels and the judges' scores"
    )
    corrected_sentence: str = Field(description="Empty: there is nothing to correct")
    labels: int = Field(description="Answers that a person labelled")
    sentence: str


class ComparisonResultView(DomainView):
    """Comparison of two targets on shared cases. `effect` is the score of `other` minus that of `base`."""

    cases: int
    lost: int = Field(description="Shared cases left out because one side has an error")
    base_mean: EstimateView | None
    other_mean: EstimateView | None
    effect: EstimateView | None
    p: float | None
    p_adjusted: float | None = Field(description="Holm-adjusted for all comparisons made together")
    verdict: Verdict
    why: str
    power: float | None = Field(
        description="Probability of detecting the smallest difference that matters"
    )
    cases_needed: int | None = Field(
        description="Cases needed to detect the smallest difference that matters with 80% probability"
    )
    cases_for_observed: int | None = Field(
        description="Cases needed to detect a difference as large as the observed one with 80% probability"
    )
    detectable: float | None = Field(
        description="Smallest difference that these cases detect with 80% probability"
    )
    detectable_beyond: float | None = Field(
        description="Smallest difference whose verdict also holds beyond these cases with 80% probability"
    )
    minimum_effect: float
    method: str
    sentence: str
    next_step: str
    p_unseen: float | None = Field(
        description="Adjusted p-value of a test without assumptions about unseen cases; a verdict of better or worse"
        " requires it, too. null: there is no difference to confirm"
    )
    missing_share: float | None = Field(
        description="A kind of case that makes up at most this share of the traffic may be missing here"
    )
    cases_to_decide: int | None = Field(
        description="Approximate number of cases needed for the verdict to hold for unseen cases; null: it holds, or no"
        " number is enough"
    )


class ColumnComparisonView(ComparisonResultView):
    column: int
    base: int


class PreviousView(DomainView):
    """The previous run of the same prompt and dataset version."""

    run: UUID
    number: int
    column: int
    comparison: ComparisonResultView


class RankedView(DomainView):
    column: int
    strength: float
    low: float
    high: float
    rank: int
    rank_low: int
    rank_high: int
    win_rate: EstimateView | None


class MatchView(DomainView):
    """Pairwise results between two targets, from the point of view of the row's target."""

    wins: int
    losses: int
    ties: int
    flips: int = Field(description="Ties in which the judge's choice changed with the order")


class PairwiseResultView(DomainView):
    items: list[RankedView]
    matrix: list[list[MatchView]]
    flip_rate: EstimateView | None
    errors: int
    sentence: str
    next_step: str


class AgreementView(DomainView):
    criterion: str | None = Field(description="null: the composite score")
    alpha: float | None = Field(description="Krippendorff's alpha on an interval scale")
    kappa: float | None = Field(
        description="Kappa on pass or fail: Cohen's for two judges, Fleiss' for more"
    )
    n: int
    judges: int
    sentence: str


class FacetView(DomainView):
    facet: Literal["tag", "length", "difficulty", "split", "model"]
    group: str
    column: int | None
    estimate: EstimateView
    difference: EstimateView | None = Field(description="Difference to the target's other cases")
    p_adjusted: float | None
    small: bool = Field(description="Too few cases for a reliable figure")
    sentence: str


class RunTrendPointView(DomainView):
    run: UUID
    number: int
    created_at: datetime
    column: int
    model_name: str
    version: int = Field(description="Prompt version")
    metric: str
    composite: EstimateView
    joined: bool = Field(description="Same target, metric and cases as the previous point")
    breaks: list[str] = Field(description="Why it is not comparable with the previous point")


class LabelsPlanView(DomainView):
    labels: int
    half_width: float


class ResultsView(DomainView):
    """The last computed results. `stale` means that data has changed and the results are being recomputed."""

    run: UUID
    number: int
    state: str
    as_of: datetime | None = Field(
        description="When the results were computed; null: not stored yet, as small runs are computed on request"
    )
    stale: bool
    covers: CoversView
    rubric: RubricOfRunView | None
    measure: MetricView
    metrics: list[MetricFiguresView] = Field(description="All metrics of this run")
    inconclusive: bool
    best: int | None = Field(
        description="The target with the highest mean, which `sentence` describes; null: no grade yet"
    )
    base: int
    minimum_effect: float
    sentence: str
    columns: list[ColumnResultView]
    comparisons: list[ColumnComparisonView]
    previous: PreviousView | None
    pairwise: PairwiseResultView | None
    agreement: list[AgreementView]
    facets: list[FacetView]
    trend: list[RunTrendPointView]
    labels_plan: list[LabelsPlanView] | None
    labels_sentence: str


class ResultCellView(DomainView):
    """A cell that contributes to a figure. Texts are untrusted and shortened."""

    ordinal: int
    column: int
    case: UUID | None
    position: int
    trial: int
    value: float | None
    passed: bool | None
    by_person: bool
    malformed: bool
    reason: str
    input: str
    output: str
    tags: list[str]


class VerdictCountsView(DomainView):
    fixed: int
    broken: int
    still_failing: int
    unchanged: int
    flaky: int = Field(description="Trials of one side do not agree: neither better nor worse")
    incomparable: int


class CostsView(DomainView):
    this_usd: Decimal
    other_usd: Decimal


class LatenciesView(DomainView):
    this_ms: float | None
    other_ms: float | None


class ModelVerdictView(DomainView):
    """Verdict on one model that is part of two runs: the later run compared with the earlier run."""

    column: int
    other_column: int
    model_name: str
    label: str
    identical: bool = Field(description="All answers are the same text")
    comparison: ComparisonResultView


class ColumnVerdictView(DomainView):
    """Verdict on one target compared with another on shared cases. `other` is the baseline."""

    run: UUID
    column: int
    other_run: UUID
    other_column: int
    as_of: datetime | None
    stale: bool
    scale: int | None = Field(description="Scale of the metric; null: from 0 to 1")
    metric: MetricView
    other_metric: MetricView
    shared: list[MetricView] = Field(description="Metrics that are the same for both")
    label: str = Field(description="What is compared, such as v3 against v2 on a model")
    comparison: ComparisonResultView
    models: list[ModelVerdictView] = Field(
        description="One for each model that is in both runs; they are adjusted as one family of tests"
    )
    identical: int = Field(description="Answers with the same text on both sides")
    answers: int = Field(description="Pairs of answers to the same case")
    passes: ComparisonResultView | None
    counts: VerdictCountsView = Field(description="Numbers of cases, each with all its trials")
    judge_only_flips: int = Field(
        description="Cases with the same text on both sides of which only one passed"
    )
    cost: CostsView
    latency: LatenciesView
    incomparable: dict[str, int] = Field(description="Number of cases by reason")
    sentence: str
    next_step: str
