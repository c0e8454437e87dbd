"""Response bodies of recommendations: the figures of each target, and the recommended targets."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView
from edison.api.results.views import EstimateView


class ModelFiguresView(DomainView):
    column: int
    name: str = Field(description="Shortest name that distinguishes the targets")
    model_name: str
    score: EstimateView | None
    success_rate: EstimateView | None = Field(description="Share of finished calls with an answer")
    latency_ms: EstimateView | None
    cost_usd: EstimateView | None = Field(description="Cost of one case, without judges")
    total_cost_usd: float
    cost_per_point_usd: float | None = Field(description="Cost divided by the score")
    inconclusive: bool
    advice: Literal["optimal", "consider_cheaper", "maybe_cheaper", "outperformed"] | None
    advice_sentence: str


class PickView(DomainView):
    kind: Literal["most_accurate", "fastest", "best_value"]
    columns: list[int] = Field(description="Several: a tie, the highest estimate first")
    sentence: str


class FitView(DomainView):
    column: int
    fits: Literal["yes", "perhaps", "no"]
    sentence: str


class RecommendationsView(DomainView):
    models: list[ModelFiguresView]
    picks: list[PickView]
    fits: list[FitView] = Field(description="Empty if the request states no limits")
    wish_sentence: str
    cases: int
    sentence: str


class RunRecommendationsView(DomainView):
    run: UUID
    as_of: datetime | None
    stale: bool
    scale: int | None = Field(description="Scale of the rubric; null: from 0 to 1")
    recommendations: RecommendationsView | None = Field(
        description="null: the results are not computed yet"
    )
