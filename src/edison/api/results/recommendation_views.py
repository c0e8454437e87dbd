"""Which model to use: figures of each model of a run, and what they say in words."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView
from edison.api.results.views import EstimateView


class ModelFiguresView(DomainView):
    column: int
    name: str = Field(description="As short as tells the columns apart")
    model_name: str
    score: EstimateView | None
    success_rate: EstimateView | None = Field(description="Answers, of all calls that ended")
    latency_ms: EstimateView | None
    cost_usd: EstimateView | None = Field(description="Of one case, without its judges")
    total_cost_usd: float
    cost_per_point_usd: float | None = Field(description="Dollars for a score of one")
    inconclusive: bool
    advice: Literal["optimal", "consider_cheaper", "maybe_cheaper", "outperformed"] | None
    advice_sentence: str


class PickView(DomainView):
    kind: Literal["most_accurate", "fastest", "best_value"]
    columns: list[int] = Field(description="More than one: a tie, the best guess first")
    sentence: str


class FitView(DomainView):
    column: int
    fits: Literal["yes", "perhaps", "no"]
    sentence: str


class RecommendationsView(DomainView):
    models: list[ModelFiguresView]
    picks: list[PickView]
    fits: list[FitView] = Field(description="Empty without a wish")
    wish_sentence: str
    cases: int
    sentence: str


class RunRecommendationsView(DomainView):
    run: UUID
    as_of: datetime | None
    stale: bool
    scale: int | None = Field(description="The rubric's; null: from 0 to 1")
    recommendations: RecommendationsView | None = Field(
        description="Null until the results are computed"
    )
