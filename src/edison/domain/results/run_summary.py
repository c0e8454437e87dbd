"""Types of a run's results, as stored and returned by the API. Every mean has an interval."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import isfinite
from typing import Any
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from edison.domain.money import ZERO, MicroUsd, to_usd
from edison.domain.results.run_metrics import Metric
from edison.domain.statistics.estimates import Estimate

USUAL_MINIMUM = 0.02
# A column with a larger share of finished cells without a usable score gets no verdict.
LOST_AT_MOST = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A value with its interval, the number of observations, and the number of cases (`clusters`)."""

    value: float
    low: float
    high: float
    n: int
    clusters: int
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnScale:
    value: float
    low: float
    high: float
    scale: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Covers:
    cells: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricOfRun:
    id: UUID
    version: int
    name: str
    scale: int
    criteria: tuple[str, ...]
    weights: tuple[float, ...]
    scales: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionResult:
    name: str
    scale: int
    mean: float | None
    min: float | None
    max: float | None
    deviation: float | None
    estimate: Figure | None
    histogram: tuple[int, ...]
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Errors:
    target: int = 0
    judge: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatResult:
    trials: int
    pass_at_k: Figure | None
    pass_hat_k: Figure | None
    flip_rate: Figure | None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnResult:
    column: int
    model_name: str
    prompt_name: str
    version: int
    composite: Figure | None = None
    own: OwnScale | None = None
    pass_rate: Figure | None = None
    criteria: tuple[CriterionResult, ...] = ()
    errors: Errors = field(default_factory=Errors)
    # Cells of the column, and how many of them have a grade.
    cells: int = 0
    graded: int = 0
    inconclusive: bool = False
    repeats: RepeatResult | None = None
    tokens: int = 0
    # What was spent.
    cost: MicroUsd = ZERO
    # With reused answers at their recorded cost: columns are compared by it.
    answer_cost: MicroUsd = ZERO
    judge_cost: MicroUsd = ZERO
    # Three separate figures: judges' scores of all answers, people's grades of labelled answers, and judges' scores
    # corrected by people's. Only by the metric `labels_first` does `composite` mix the first two.
    judges: Figure | None = None
    people: Figure | None = None
    # All labels are yes or no: a different scale than the judges' scores.
    labels_are_binary: bool = False
    corrected: Figure | None = None
    # Effect of people's labels, and whether more of them are worthwhile.
    corrected_sentence: str = ""
    labels: int = 0
    sentence: str = ""

    @property
    def cost_usd(self) -> object:
        return to_usd(self.cost)

    @property
    def answer_cost_usd(self) -> object:
        return to_usd(self.answer_cost)

    @property
    def judge_cost_usd(self) -> object:
        return to_usd(self.judge_cost)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Comparison of two columns over shared cases. `effect` is the mean of `other` minus the mean of `base`."""

    cases: int
    lost: int
    base_mean: Figure | None
    other_mean: Figure | None
    effect: Figure | None
    p: float | None
    p_adjusted: float | None
    verdict: str
    why: str
    power: float | None
    # For the smallest difference that matters, and for the observed one.
    cases_needed: int | None
    cases_for_observed: int | None
    detectable: float | None
    minimum_effect: float
    method: str
    sentence: str
    next_step: str
    # As in domain/statistics; None in results stored before they were computed.
    p_unseen: float | None = None
    missing_share: float | None = None
    detectable_beyond: float | None = None
    cases_to_decide: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnCompared(Compared):
    column: int
    base: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Previous:
    run: UUID
    number: int
    column: int
    comparison: Compared


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedColumn:
    column: int
    strength: float
    low: float
    high: float
    rank: int
    rank_low: int
    rank_high: int
    win_rate: Figure | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    wins: int = 0
    losses: int = 0
    ties: int = 0
    flips: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PairwiseResult:
    items: tuple[RankedColumn, ...]
    matrix: tuple[tuple[Match, ...], ...]
    flip_rate: Figure | None
    errors: int
    sentence: str
    next_step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementResult:
    criterion: str | None
    alpha: float | None
    kappa: float | None
    n: int
    judges: int
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetFigure:
    facet: str
    group: str
    column: int | None
    estimate: Figure
    difference: Figure | None
    p_adjusted: float | None
    small: bool
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrendPoint:
    run: UUID
    number: int
    created_at: datetime
    column: int
    model_name: str
    # Version of the prompt.
    version: int
    metric: str
    composite: Figure
    # Whether it is joined to the previous point: same target, metric and cases; else the reasons. Empty for the first.
    joined: bool
    breaks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelsWorth:
    labels: int
    half_width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Stored results of a run for one metric, computed by a worker.

    Results that depend on options of the request are computed later from the stored arrays.
    """

    covers: Covers
    rubric: RubricOfRun | None
    measure: Metric
    columns: tuple[ColumnResult, ...]
    pairwise: PairwiseResult | None = None
    agreement: tuple[AgreementResult, ...] = ()
    facets: tuple[FacetFigure, ...] = ()
    labels_plan: tuple[LabelsWorth, ...] | None = None
    labels_sentence: str = ""

    @property
    def best(self) -> int | None:
        """Column with the highest mean, even if the difference to others is not significant."""
        return best_column(self.columns)

    @property
    def inconclusive(self) -> bool:
        return any(column.inconclusive for column in self.columns)


def best_column(columns: Sequence[ColumnResult]) -> int | None:
    """Return the column with the highest composite, or None if no column has one."""
    graded = [column for column in columns if column.composite is not None]
    if not graded:
        return None
    return max(graded, key=lambda one: one.composite.value if one.composite else 0.0).column


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnFigure:
    """Score of one column by one metric, and the number of answers."""

    column: int
    model_name: str
    figure: Figure | None
    pass_rate: Figure | None = None
    graded: int = 0
    labels: int = 0
    inconclusive: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricFigures:
    """Scores of a run by one metric, for lists and headers."""

    metric: Metric
    columns: tuple[ColumnFigure, ...]


def figures_of(summary: Summary) -> MetricFigures:
    return MetricFigures(
        metric=summary.measure,
        columns=tuple(
            ColumnFigure(
                column=one.column,
                model_name=one.model_name,
                figure=one.composite,
                pass_rate=one.pass_rate,
                graded=one.graded,
                labels=one.labels,
                inconclusive=one.inconclusive,
            )
            for one in summary.columns
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Results(Summary):
    """A summary with the run it belongs to, the requested comparisons, and the time of its computation."""

    run: UUID
    number: int
    state: str
    as_of: datetime | None
    stale: bool
    base: int
    minimum_effect: float
    sentence: str
    # All metrics of this run.
    metrics: tuple[MetricFigures, ...] = ()
    comparisons: tuple[ColumnCompared, ...] = ()
    previous: Previous | None = None
    trend: tuple[TrendPoint, ...] = ()


def figure(estimate: Estimate | None, *, least: float = 0.0, most: float = 1.0) -> Figure | None:
    """Convert an estimate to a figure. `least` and `most` replace infinite bounds."""
    if estimate is None or not isfinite(estimate.value):
        return None
    return Figure(
        value=estimate.value,
        low=estimate.low if isfinite(estimate.low) else least,
        high=estimate.high if isfinite(estimate.high) else most,
        n=estimate.n,
        clusters=estimate.clusters,
        method=estimate.method,
    )


def on_own_scale(composite: Figure | None, scale: int | None) -> OwnScale | None:
    if composite is None or scale is None:
        return None
    return OwnScale(
        value=composite.value * scale,
        low=composite.low * scale,
        high=composite.high * scale,
        scale=scale,
    )


_SUMMARIES = TypeAdapter(tuple[Summary, ...])
_FIGURES = TypeAdapter(MetricFigures)
_METRIC = TypeAdapter(Metric)


def summaries_to_json(summaries: Sequence[Summary]) -> dict[str, Any]:
    return {"metrics": _SUMMARIES.dump_python(tuple(summaries), mode="json")}


def summaries_from_json(value: dict[str, Any]) -> tuple[Summary, ...]:
    """Deserialize summaries. Return an empty tuple for the format of another release, which requires recomputation."""
    try:
        return _SUMMARIES.validate_python(value.get("metrics", ()))
    except ValidationError:
        return ()


def figures_from_json(value: dict[str, Any]) -> MetricFigures | None:
    try:
        return _FIGURES.validate_python(value)
    except ValidationError:
        return None


def metric_from_json(value: dict[str, Any]) -> Metric | None:
    try:
        return _METRIC.validate_python(value)
    except ValidationError:
        return None
