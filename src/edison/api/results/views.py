"""Results of a run as figures: each with its interval, what it rests on, and what it says in one sentence."""

from datetime import datetime
from decimal import Decimal
from typing import Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, View
from edison.domain.statistics.paired_comparison import Verdict


class EstimateView(DomainView):
    value: float
    low: float = Field(description="Of the 95% interval")
    high: float
    n: int = Field(description="Observations")
    clusters: int = Field(description="Cases: trials of one case are not independent")
    method: str


class OwnScaleView(DomainView):
    """The composite on the rubric's own scale."""

    value: float
    low: float
    high: float
    scale: int


class CoversView(View):
    cells: int = Field(description="Cells that have a grade, an error or a reason to have none")
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
    """By what answers are measured: the mean over the judges of a rubric, or one scorer's score."""

    key: str = Field(description="Its name, and what `metric` takes")
    kind: Literal["composite", "scorer", "people"]
    name: str
    scorers: list[int]
    scale: int | None = Field(description="The top of its own scale; null: from 0 to 1")


class ColumnFigureView(DomainView):
    column: int
    model_name: str
    figure: EstimateView | None = Field(description="null: nothing has a score")
    pass_rate: EstimateView | None
    graded: int
    labels: int
    inconclusive: bool


class MetricFiguresView(DomainView):
    """A run by one metric, as last computed."""

    metric: MetricView
    columns: list[ColumnFigureView]


class CriterionResultView(DomainView):
    """Values from 0 to 1; multiply by the criterion's scale."""

    name: str
    scale: int
    mean: float | None
    min: float | None
    max: float | None
    deviation: float | None
    estimate: EstimateView | None
    histogram: list[int] = Field(description="Ten equal parts of 0 to 1; the last has its end")
    n: int


class ErrorsView(DomainView):
    target: int = Field(description="Cells whose model gave no answer")
    judge: int = Field(description="Answers that no scorer of the panel could score")


class RepeatsView(DomainView):
    trials: int
    pass_at_k: EstimateView | None = Field(description="At least one of `trials` passes")
    pass_hat_k: EstimateView | None = Field(description="All of `trials` pass")
    flip_rate: EstimateView | None = Field(description="Cases whose trials do not agree")
    sentence: str


class ColumnResultView(DomainView):
    column: int
    model_name: str
    prompt_name: str
    version: int
    composite: EstimateView | None = Field(description="null: nothing has a grade yet")
    own: OwnScaleView | None = Field(description="null: no rubric")
    pass_rate: EstimateView | None
    criteria: list[CriterionResultView]
    errors: ErrorsView
    cells: int
    graded: int
    inconclusive: bool = Field(
        description="More than a tenth of the finished cells have no usable score"
    )
    repeats: RepeatsView | None = Field(description="null: each case was asked once")
    tokens: int
    cost_usd: Decimal = Field(description="Targets only")
    judge_cost_usd: Decimal
    judges: EstimateView | None = Field(
        description="The judges alone, over all answers; null: nobody labelled any, or no judge"
    )
    people: EstimateView | None = Field(
        description="People alone, over the answers they labelled; null: they labelled none"
    )
    labels_are_binary: bool = Field(
        description="All labels are a yes or a no, on another scale than the judges' scores"
    )
    corrected: EstimateView | None = Field(
        description="What people would have given on average, from their labels and the judges' values"
    )
    corrected_sentence: str = Field(description="Empty where there is nothing to correct")
    labels: int = Field(description="Answers that a person graded")
    sentence: str


class ComparisonResultView(DomainView):
    """`effect` is `other` minus `base`, on 0 to 1, over cases that both have."""

    cases: int
    lost: int = Field(description="Cases that both have, and that an error took from one of them")
    base_mean: EstimateView | None
    other_mean: EstimateView | None
    effect: EstimateView | None
    p: float | None
    p_adjusted: float | None = Field(description="For all comparisons made at once, by Holm")
    verdict: Verdict
    why: str
    power: float | None = Field(
        description="Chance to see an effect as large as the smallest that matters"
    )
    cases_needed: int | None = Field(
        description="To find the smallest difference that matters in 4 of 5 comparisons"
    )
    cases_for_observed: int | None = Field(
        description="To find a difference as large as the one observed in 4 of 5 comparisons"
    )
    detectable: float | None = Field(
        description="The smallest difference that these cases show with a chance of 80%"
    )
    minimum_effect: float
    method: str
    sentence: str
    next_step: str
    p_unseen: float | None = Field(
        description="The adjusted p of a test that assumes nothing about cases not seen; better and worse need it"
        " too. null: no difference to confirm"
    )
    missing_share: float | None = Field(
        description="A kind of case up to this share of the traffic may be missing from these cases"
    )
    cases_to_decide: int | None = Field(
        description="About how many such cases would make the verdict hold beyond them; null: it holds, or no number"
    )


class ColumnComparisonView(ComparisonResultView):
    column: int
    base: int


class PreviousView(DomainView):
    """The run before with the same prompt and version of the dataset."""

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
    """From the row's view against the column's."""

    wins: int
    losses: int
    ties: int
    flips: int = Field(description="Of the ties: the judge changed its mind with the order")


class PairwiseResultView(DomainView):
    items: list[RankedView]
    matrix: list[list[MatchView]]
    flip_rate: EstimateView | None
    errors: int
    sentence: str
    next_step: str


class AgreementView(DomainView):
    criterion: str | None = Field(description="null: the composite")
    alpha: float | None = Field(description="Krippendorff's, on an interval scale")
    kappa: float | None = Field(
        description="On pass or fail: Cohen's of two judges, Fleiss' of more"
    )
    n: int
    judges: int
    sentence: str


class FacetView(DomainView):
    facet: Literal["tag", "length", "difficulty", "split", "model"]
    group: str
    column: int | None
    estimate: EstimateView
    difference: EstimateView | None = Field(description="To all other cases of the column")
    p_adjusted: float | None
    small: bool = Field(description="So few cases that the figure says little")
    sentence: str


class RunTrendPointView(DomainView):
    run: UUID
    number: int
    created_at: datetime
    column: int
    model_name: str
    version: int = Field(description="Of the prompt")
    metric: str
    composite: EstimateView
    joined: bool = Field(description="Same target, metric and cases as the point before")
    breaks: list[str] = Field(description="Why it is not joined to the point before")


class LabelsPlanView(DomainView):
    labels: int
    half_width: float


class ResultsView(DomainView):
    """As they were last computed. `stale`: something came since, and is being counted."""

    run: UUID
    number: int
    state: str
    as_of: datetime | None = Field(
        description="null: not kept yet; a small run is computed while you wait"
    )
    stale: bool
    covers: CoversView
    rubric: RubricOfRunView | None
    measure: MetricView
    metrics: list[MetricFiguresView] = Field(description="All that this run can be read by")
    inconclusive: bool
    best: int | None = Field(
        description="The column with the highest mean, of which `sentence` speaks; null: no grade yet"
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
    """A cell behind a number. Texts are untrusted, and cut."""

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
    """One model of both runs: the later against the earlier."""

    column: int
    other_column: int
    model_name: str
    label: str
    identical: bool = Field(description="All answers are the same text")
    comparison: ComparisonResultView


class ColumnVerdictView(DomainView):
    """Whether one column is better than another on the cases that both have; `other` is the base."""

    run: UUID
    column: int
    other_run: UUID
    other_column: int
    as_of: datetime | None
    stale: bool
    scale: int | None = Field(description="The metric's; null: figures are told on 0 to 1")
    metric: MetricView
    other_metric: MetricView
    shared: list[MetricView] = Field(description="Metrics by which both are measured alike")
    label: str = Field(description="What is compared: v3 against v2 on a model")
    comparison: ComparisonResultView
    models: list[ModelVerdictView] = Field(
        description="One for each model that both runs have; all of them are one family"
    )
    identical: int = Field(description="Answers that are the same text on both sides")
    answers: int = Field(description="Answers that both sides gave to the same case")
    passes: ComparisonResultView | None
    counts: VerdictCountsView = Field(description="Of cases, each with all its trials")
    judge_only_flips: int = Field(
        description="Same text on both sides, and one passed where the other did not"
    )
    cost: CostsView
    latency: LatenciesView
    incomparable: dict[str, int] = Field(description="Why, and how many cases")
    sentence: str
    next_step: str
