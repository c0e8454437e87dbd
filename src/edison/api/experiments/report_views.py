"""The final report of an experiment."""

from datetime import datetime
from decimal import Decimal
from typing import Literal, Self
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView
from edison.api.prompts.content_views import ContentView
from edison.api.results.views import EstimateView
from edison.domain.statistics.paired_comparison import Verdict
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
    cases: int = Field(description="That iterations used; without the hold-out")
    scale: int | None = Field(description="The rubric's; composites are from 0 to 1")
    created_by: str
    started_at: datetime | None
    ended_at: datetime | None


class ReportSummaryView(DomainView):
    iterations: int
    seconds: float | None
    cost_usd: Decimal
    doubt_usd: Decimal = Field(description="What calls may have cost that a worker lost sight of")
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
    """The best version against the first, over cases that no iteration has seen."""

    run: UUID
    run_number: int
    state: str
    cases: int
    verdict: Verdict | None = Field(description="null: not done yet")
    effect: EstimateView | None
    sentence: str


class ReportedSplitsView(DomainView):
    seed: int
    train: int = Field(description="Cases whose failing answers the refiner saw")
    validation: int = Field(
        description="Cases that changes were accepted on; 0: too few for a split"
    )
    holdout: int
    validation_uses: int
    sentence: str


class PhaseCostView(DomainView):
    phase: Literal["target", "judge", "refine", "assist"]
    usd: Decimal
    doubt_usd: Decimal
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
    against: int | None = Field(description="Number of the iteration it was held against")
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
    usd_per_case: Decimal | None = Field(description="null: all answers were there already")
    recommended: bool
    pruned: bool
    why: str


class WeaknessView(DomainView):
    criterion: str
    mean: float = Field(description="From 0 to 1")
    scale: int
    sentence: str


class ToldReportView(DomainView):
    """All but the prompt, field by field as the service says it."""

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
    content: ContentView | None = Field(description="The prompt of the best version")

    @classmethod
    def of_report(cls, source: FinalReport) -> Self:
        told = ToldReportView.model_validate(source)
        content = None if source.content is None else ContentView.of(source.content)
        return cls(**dict(told), content=content)
