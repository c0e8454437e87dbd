"""Request and response bodies of iterations and experiment templates."""

from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, UsdAmount, View
from edison.api.judging.rubric_views import CriterionView
from edison.api.prompts.content_views import ContentView
from edison.api.results.views import EstimateView
from edison.domain.datasets.dataset import CaseContent
from edison.domain.experiments.experiment import EvidenceKind, Stage
from edison.domain.experiments.experiment_states import IterationState
from edison.domain.experiments.iteration_stages import StageState, stage_states
from edison.domain.experiments.refining.suggestion import SuggestionState
from edison.domain.experiments.templates.experiment_template import Template
from edison.domain.statistics.paired_comparison import Verdict
from edison.services.experiments.experiment_cards import IterationCard
from edison.services.experiments.experiment_queries import IterationReport
from edison.services.runs.run_queries import RunReport


class StartIterationBody(Body):
    version: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = Field(
        default=None,
        description="Version of the experiment's prompt. Default: the newest, or the draft if it has changes",
    )


class IterationVersionView(View):
    id: UUID
    number: int


class IterationVerdictView(DomainView):
    against: int = Field(description="Number of the best iteration before this one")
    verdict: Verdict
    effect: EstimateView | None
    cases: int
    p: float | None
    alpha: float | None = Field(
        description="Maximum p-value to accept the change, given how often the cases were used"
    )
    evidence: EvidenceKind = Field(
        description="validation: cases the refiner has not seen; seen: cases it has seen, which prove no improvement"
    )
    use: int | None = Field(description="Number of candidates compared so far, including this one")
    train_effect: float | None = Field(
        description="Mean difference on the cases that the refiner has seen"
    )
    sentence: str


class SuggestionMarkView(View):
    id: UUID
    state: SuggestionState


class StageView(View):
    stage: Stage
    state: StageState
    began: datetime | None
    ended: datetime | None


class IterationCardView(View):
    id: UUID
    experiment: UUID
    number: int
    state: IterationState
    run: UUID | None
    run_number: int | None
    version: IterationVersionView
    composite: EstimateView | None = Field(description="From 0 to 1")
    scale: int
    verdict: IterationVerdictView | None
    gained: bool | None
    partial: bool = Field(description="Whether some of its cells failed")
    problem: str | None
    suggestion: SuggestionMarkView | None
    stages: list[StageView]
    cost_usd: UsdAmount
    tokens: int
    started_at: datetime | None
    finished_at: datetime | None
    took_s: float | None = Field(
        description="Seconds from the first call of its run to the last answer; null: nothing was called"
    )

    @classmethod
    def of_card(cls, card: IterationCard, **others: object) -> Self:
        found = card.iteration
        return cls.copy_attributes(
            found,
            run_number=card.costs.run_number,
            version=IterationVersionView(id=found.version, number=found.version_number),
            scale=card.scale,
            suggestion=card.suggestion,
            stages=[
                StageView(stage=stage, state=state, began=began, ended=ended)
                for stage, state, began, ended in stage_states(found)
            ],
            cost_usd=card.costs.cost,
            tokens=card.costs.tokens,
            took_s=card.took_s,
            **others,
        )


class IterationTargetView(View):
    model_name: str
    done: int
    total: int
    failed: int


class DoneView(View):
    done: int
    total: int


class NoteView(View):
    at: datetime
    kind: Literal["info", "warning", "error"]
    text: str


class IterationView(IterationCardView):
    targets: list[IterationTargetView]
    judging: DoneView
    elapsed_s: float | None
    eta_s: float | None = Field(description="Estimated seconds until the end; null: unknown")
    notes: list[NoteView] = Field(description="The timeline, oldest first")
    next: UUID | None
    previous: UUID | None

    @staticmethod
    def of(report: IterationReport) -> "IterationView":
        return IterationView.of_card(
            report.card,
            targets=[] if report.run is None else _targets(report.run),
            judging=DoneView(done=0, total=0) if report.run is None else _judging(report.run),
            elapsed_s=report.elapsed_s,
            eta_s=None if report.run is None else report.run.left_s,
            next=report.next,
            previous=report.previous,
        )


def _targets(run: RunReport) -> list[IterationTargetView]:
    plan = run.run.plan
    found: list[IterationTargetView] = []
    for number, column in enumerate(plan.columns):
        sums = run.columns.get(number)
        found.append(
            IterationTargetView(
                model_name=column.model_name,
                done=0 if sums is None else sums.done,
                total=plan.cases * plan.trials,
                failed=0 if sums is None else sums.failed,
            )
        )
    return found


def _judging(run: RunReport) -> DoneView:
    """Return the number of finished and expected judge results. Failed answers are not judged."""
    judges = {scorer.number for scorer in run.scorers if scorer.kind == "judge"}
    cells = run.run.plan.cells - sum(sums.failed for sums in run.columns.values())
    done = sum(
        sums.scored + sums.errors + sums.not_applicable
        for (_, scorer), sums in run.scores.items()
        if scorer in judges
    )
    return DoneView(done=min(done, cells * len(judges)), total=cells * len(judges))


class TemplateCaseView(View):
    values: dict[str, str]
    expected: str | None
    tags: list[str]
    difficulty: int | None

    @staticmethod
    def of(case: CaseContent) -> "TemplateCaseView":
        texts = {name: value for name, value in case.values.items() if isinstance(value, str)}
        return TemplateCaseView.copy_attributes(case, values=texts)


class TemplateView(View):
    id: str
    name: str
    description: str
    goal: str
    criteria: list[CriterionView]
    content: ContentView
    prompt_name: str
    cases: list[TemplateCaseView] = Field(description="20 sample cases")

    @staticmethod
    def of(template: Template) -> "TemplateView":
        return TemplateView.copy_attributes(
            template, cases=[TemplateCaseView.of(case) for case in template.cases]
        )
