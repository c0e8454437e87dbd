"""Request and response bodies of the experiment endpoints."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Self
from uuid import UUID

from pydantic import AliasPath, Field

from edison.api.base_views import (
    Body,
    DomainView,
    Line,
    PageView,
    Paragraphs,
    SetParameters,
    UsdAmount,
    View,
)
from edison.api.experiments.iteration_views import IterationCardView
from edison.api.experiments.plan_views import ExperimentPlanView, PlanBody
from edison.api.results.views import EstimateView
from edison.api.runs.run_views import KIND_OF_MONEY, usd
from edison.domain.budgets.budget import Balance
from edison.domain.experiments.candidate_acceptance import alpha_of_use, splits_sentence
from edison.domain.experiments.experiment_costs import ExperimentCosts
from edison.domain.experiments.experiment_gain import ExperimentGain
from edison.domain.experiments.experiment_plan import ExperimentPlan
from edison.domain.experiments.experiment_splits import CaseDraw, ExperimentSplit
from edison.domain.experiments.experiment_states import ExperimentState
from edison.domain.ids import ExperimentId, ProjectId
from edison.domain.money import MoneyKind
from edison.domain.runs.cell import Phase
from edison.domain.runs.run_states import RunState
from edison.domain.statistics.paired_comparison import Verdict
from edison.services.experiments.experiment_cards import ExperimentCard, ExperimentReport
from edison.services.experiments.experiment_drafts import CreateExperiment, EditExperiment


class SplitsView(View):
    """The splits of the cases, drawn at random when the experiment started. They do not change afterwards."""

    seed: int
    dataset_version: int
    train: int = Field(description="Number of cases whose failing answers the refiner sees")
    validation: int = Field(
        description="Number of cases that decide whether a change is accepted; 0: too few for a split"
    )
    holdout: int = Field(description="Number of cases for the final check")
    validation_uses: int = Field(description="Number of changes compared on validation cases")
    next_alpha: float = Field(description="Maximum p-value to accept the next change")
    sentence: str

    @staticmethod
    def of(draw: CaseDraw, uses: int) -> "SplitsView":
        return SplitsView.copy_attributes(
            draw,
            validation_uses=uses,
            next_alpha=alpha_of_use(uses + 1),
            sentence=splits_sentence(draw, uses),
        )


class SplitCaseView(DomainView):
    position: int
    case: UUID
    split: ExperimentSplit
    text: str = Field(description="Beginning of the case, as it was when the experiment started")


MOST_NAME = 200
MOST_DESCRIPTION = 2_000

Name = Annotated[Line, Field(max_length=MOST_NAME)]
Description = Annotated[Paragraphs, Field(max_length=MOST_DESCRIPTION)]


class CreateExperimentBody(Body):
    """A new draft: empty, from a template, or from a plan. All fields are optional."""

    name: Name = ""
    description: Description = ""
    template: Annotated[Line, Field(max_length=100)] | None = None
    plan: PlanBody = PlanBody()

    def to_command(self, project: ProjectId) -> CreateExperiment:
        return CreateExperiment(
            project=project,
            name=self.name,
            description=self.description,
            template=self.template,
            change=self.plan.applied_to,
        )


class EditExperimentBody(Body):
    revision: Annotated[int, Field(ge=1, le=2**31 - 1)]
    name: Name | None = None
    description: Description | None = None
    step: Annotated[int, Field(ge=1, le=7)] | None = None
    plan: PlanBody | None = None

    def to_command(self, project: ProjectId, experiment: UUID) -> EditExperiment:
        return EditExperiment(
            project=project,
            experiment=ExperimentId(experiment),
            revision=self.revision,
            name=self.name,
            description=self.description,
            step=self.step,
            change=None if self.plan is None else self.plan.applied_to,
        )


class PlanOnlyBody(Body):
    """A plan to forecast or advise on. It is not stored."""

    plan: PlanBody = PlanBody()

    def to_plan(self) -> ExperimentPlan:
        return self.plan.applied_to(ExperimentPlan())


class ExperimentProblemView(DomainView):
    step: int = Field(description="Step of the setup wizard, 1 to 7, that fixes it")
    field: str
    message: str


class ExperimentCardView(View):
    id: UUID
    number: int
    name: str = Field(validation_alias="title")
    description: str
    state: ExperimentState
    waiting_for: str | None = Field(description="What a person has to do next, as a sentence")
    iterations: int
    best: EstimateView | None = Field(description="Composite score of the best version, 0 to 1")
    scale: int = Field(description="Scale on which composite scores are shown")
    spent_usd: UsdAmount
    money: MoneyKind = Field(description=KIND_OF_MONEY)
    budget_usd: UsdAmount
    suggestion: UUID | None = Field(description="The suggestion that waits for a review")
    created_by: str = Field(validation_alias="created_by_label")
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of_card(cls, card: ExperimentCard, **others: object) -> Self:
        plan = card.experiment.plan
        return cls.copy_attributes(
            card.experiment,
            iterations=card.iterations,
            best=card.best,
            scale=plan.scale,
            spent_usd=card.costs.total,
            money=card.money,
            budget_usd=plan.stop_rules.max_budget,
            suggestion=card.suggestion,
            **others,
        )


class ExperimentPageView(PageView[ExperimentCardView]):
    total: int = Field(description="Number of items on all pages")


class EndView(View):
    kind: str
    reason: str


class ChampionView(DomainView):
    iteration: UUID = Field(validation_alias="id")
    number: int
    version: UUID
    version_number: int
    composite: EstimateView | None


class GainView(View):
    """Comparison of the best iteration with the first one; the same on the page and in the report."""

    base: ChampionView
    best: ChampionView
    verdict: Verdict | None = Field(description="null: there is no later version to compare")
    effect: EstimateView | None
    sentence: str

    @staticmethod
    def of(gain: ExperimentGain | None) -> "GainView | None":
        if gain is None:
            return None
        found = gain.found
        return GainView.copy_attributes(
            gain,
            verdict=found and found.verdict,
            effect=found and found.effect,
        )


class ExperimentTargetView(DomainView):
    model: UUID
    model_name: str
    parameters: SetParameters
    active: bool
    pruned_because: str | None


class ExperimentBalanceView(View):
    spent_usd: Decimal = Field(description="The total of `costs`, which counts against the limit")
    limit_usd: Decimal
    tokens: int
    limit_tokens: int | None
    alert_share: float

    @staticmethod
    def of(
        plan: ExperimentPlan, balance: Balance | None, costs: ExperimentCosts
    ) -> "ExperimentBalanceView":
        rules = plan.stop_rules
        if balance is None:
            return ExperimentBalanceView(
                spent_usd=usd(costs.total),
                limit_usd=usd(rules.max_budget),
                tokens=costs.tokens,
                limit_tokens=rules.max_tokens,
                alert_share=rules.alert_share,
            )
        return ExperimentBalanceView(
            spent_usd=usd(costs.total),
            limit_usd=usd(rules.max_budget if balance.limit is None else balance.limit),
            tokens=balance.tokens,
            limit_tokens=balance.limit_tokens,
            alert_share=balance.alert_share,
        )


class PhaseCostsView(View):
    """What the experiment cost by phase. The phases add up to the total; each contains its amount in doubt."""

    target_usd: Decimal
    judge_usd: Decimal
    refine_usd: Decimal
    assist_usd: Decimal
    total_usd: Decimal
    doubt_usd: Decimal

    @staticmethod
    def of(costs: ExperimentCosts) -> "PhaseCostsView":
        return PhaseCostsView(
            target_usd=usd(costs.of(Phase.TARGET)),
            judge_usd=usd(costs.of(Phase.JUDGE)),
            refine_usd=usd(costs.of(Phase.REFINE)),
            assist_usd=usd(costs.of(Phase.ASSIST)),
            total_usd=usd(costs.total),
            doubt_usd=usd(costs.doubt),
        )


class CheckVerdictView(DomainView):
    verdict: Verdict
    first: EstimateView | None
    best: EstimateView | None
    effect: EstimateView | None
    cases: int
    sentence: str


class HoldoutCheckView(View):
    """Final check of the best version on the holdout cases."""

    run: UUID
    state: RunState
    verdict: CheckVerdictView | None


class NamedRefView(View):
    id: UUID
    name: str


class ExperimentDatasetView(View):
    id: UUID = Field(validation_alias=AliasPath("dataset", "id"))
    name: str = Field(validation_alias=AliasPath("dataset", "name"))
    cases: int = Field(validation_alias=AliasPath("dataset", "cases"))
    holdout: int


class ExperimentView(ExperimentCardView):
    step: int
    revision: int
    plan: ExperimentPlanView
    problems: list[ExperimentProblemView] = Field(description="Every reason it cannot start")
    end: EndView | None
    champion: ChampionView | None
    first: ChampionView | None = Field(description="The first iteration with a score")
    gain: GainView | None = Field(description="null while there are not two scored iterations")
    targets: list[ExperimentTargetView]
    recent: list[IterationCardView] = Field(description="The newest ten iterations")
    balance: ExperimentBalanceView
    costs: PhaseCostsView
    check: HoldoutCheckView | None
    prompt: NamedRefView | None
    dataset: ExperimentDatasetView | None
    splits: SplitsView | None = Field(description="null before the start")
    locked_because: str | None = Field(description="Why the plan cannot be changed now")
    started_at: datetime | None
    ended_at: datetime | None

    @staticmethod
    def of(report: ExperimentReport) -> "ExperimentView":
        found, check = report.card.experiment, report.check
        return ExperimentView.of_card(
            report.card,
            plan=ExperimentPlanView.of(found.plan),
            problems=report.problems,
            end=None
            if found.end_kind is None
            else EndView(kind=found.end_kind, reason=found.end_reason or ""),
            champion=report.champion,
            first=report.first,
            gain=GainView.of(report.gain),
            targets=report.targets,
            recent=[IterationCardView.of_card(card) for card in report.recent],
            balance=ExperimentBalanceView.of(found.plan, report.balance, report.card.costs),
            costs=PhaseCostsView.of(report.card.costs),
            check=None
            if check is None
            else {"run": check.id, "state": check.state, "verdict": found.check_verdict},
            prompt=None
            if found.prompt is None
            else NamedRefView(id=found.prompt, name=report.prompt_name or ""),
            dataset=report.dataset,
            splits=None if found.draw is None else SplitsView.of(found.draw, report.uses),
            locked_because=report.locked_because,
        )
