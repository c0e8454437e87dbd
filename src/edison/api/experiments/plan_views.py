"""Request and response bodies of experiment plans. A draft may be incomplete; the response lists its problems."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, Paragraphs, SetParameters, UsdAmount, View
from edison.api.judging.rubric_views import CriterionBody, CriterionView
from edison.api.models.playground_views import ParametersBody
from edison.api.prompts.content_views import ContentBody, ContentView
from edison.api.runs.run_bodies import Number, TargetBody
from edison.domain.datasets.case_rules import TAG_AT_MOST
from edison.domain.errors import InvalidInput
from edison.domain.experiments.experiment_plan import (
    ExperimentPlan,
    JudgeChoice,
    Pairwise,
    Safety,
    StopRules,
)
from edison.domain.ids import DatasetId, JudgeId, ModelId, PromptId, RubricId
from edison.domain.judging.rubric import MOST_CRITERIA
from edison.domain.money import from_usd
from edison.domain.prompts.prompt_rules import MOST_NAME as MOST_PROMPT_NAME
from edison.domain.runs.run_order import TargetChoice
from edison.domain.runs.run_plan import MOST_COLUMNS

# Wider than what can start: an invalid draft is saved, and its problems are listed.
Share = Annotated[float, Field(ge=-1_000, le=1_000, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]
Dollars = Annotated[Decimal, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False, max_digits=18)]
TokenCount = Annotated[int, Field(ge=0, le=10**15)]


class RubricRefBody(Body):
    id: UUID
    version: Number


class PlanPromptBody(Body):
    id: UUID


class JudgeChoiceBody(Body):
    """Either an existing judge, or a model that judges by the experiment's rubric."""

    judge: UUID | None = None
    version: Number | None = Field(default=None, description="Judge version. Default: the newest")
    model: UUID | None = None
    parameters: ParametersBody = ParametersBody()

    def to_choice(self) -> JudgeChoice:
        return JudgeChoice(
            judge=None if self.judge is None else JudgeId(self.judge),
            version=self.version,
            model=None if self.model is None else ModelId(self.model),
            parameters=self.parameters.to_parameters(),
        )


class PairwiseBody(Body):
    enabled: bool = False
    model: UUID | None = None


class SafetyBody(Body):
    moderation: bool = Field(default=False, description="Use a moderation model of the catalog")
    pii: bool = True
    jailbreak: bool = True
    toxicity: bool = True
    block: bool = Field(default=True, description="Block unsafe answers; otherwise flag them")


class StopRulesBody(Body):
    max_iterations: Count = Field(default=10, json_schema_extra={"minimum": 1, "maximum": 100})
    min_delta: Share = Field(
        default=0.02,
        description="Smallest gain that counts, as a share of the best composite score so far",
        json_schema_extra={"minimum": 0, "maximum": 1},
    )
    convergence_window: Count = Field(default=3, json_schema_extra={"minimum": 1, "maximum": 10})
    max_budget_usd: Dollars = Decimal(100)
    alert_share: Share = Field(default=0.8, json_schema_extra={"minimum": 0.5, "maximum": 1})
    max_tokens: TokenCount | None = None
    prune_weak: bool = True
    stop_if_no_refinement: bool = True
    adaptive_sampling: bool = False


class PlanBody(Body):
    """Changes of a plan. Fields that are left out keep their values, also within `stop_rules` and `safety`."""

    goal: Annotated[Paragraphs, Field(max_length=20_000)] = ""
    criteria: list[CriterionBody] = Field(
        default_factory=list[CriterionBody], max_length=MOST_CRITERIA * 2
    )
    rubric: RubricRefBody | None = Field(
        default=None, description="Existing rubric that the criteria come from"
    )
    prompt: PlanPromptBody | None = Field(
        default=None, description="The prompt to improve. Default: a new prompt"
    )
    prompt_name: Annotated[Line, Field(max_length=MOST_PROMPT_NAME)] = ""
    content: ContentBody = ContentBody()
    dataset: UUID | None = None
    tags: list[Annotated[Line, Field(min_length=1, max_length=TAG_AT_MOST)]] = Field(
        default_factory=list[Line], max_length=100, description="Only cases with one of these tags"
    )
    holdout_share: Share = Field(
        default=0.3,
        description="Share of cases kept for the final check; 0: none",
        json_schema_extra={"minimum": 0, "maximum": 0.9},
    )
    targets: list[TargetBody] = Field(default_factory=list[TargetBody], max_length=MOST_COLUMNS)
    judges: list[JudgeChoiceBody] = Field(default_factory=list[JudgeChoiceBody], max_length=20)
    pairwise: PairwiseBody = PairwiseBody()
    safety: SafetyBody = SafetyBody()
    trials: Count = Field(default=1, json_schema_extra={"minimum": 1, "maximum": 20})
    stop_rules: StopRulesBody = StopRulesBody()
    refiner: UUID | None = Field(
        default=None,
        description="The model that proposes changes. Default: a judge's model, chosen at the start",
    )
    timeout_s: float | None = Field(default=None, ge=0, le=100_000, allow_inf_nan=False)

    def applied_to(self, plan: ExperimentPlan) -> ExperimentPlan:
        """Return the plan with the given fields replaced."""
        # Check this before expanding the grid: the largest one would take minutes.
        if sum(target.combinations for target in self.targets) > MOST_COLUMNS:
            raise InvalidInput(
                f"A plan can have at most {MOST_COLUMNS} targets", field="plan.targets"
            )
        values = self._values(plan)
        given = {name: values[name] for name in self.model_fields_set}
        if "rubric" in given:
            given["rubric_version"] = None if self.rubric is None else self.rubric.version
        return replace(plan, **given)

    def _values(self, plan: ExperimentPlan) -> Mapping[str, Any]:
        return {
            "goal": self.goal,
            "criteria": tuple(criterion.to_criterion() for criterion in self.criteria),
            "rubric": None if self.rubric is None else RubricId(self.rubric.id),
            "prompt": None if self.prompt is None else PromptId(self.prompt.id),
            "prompt_name": self.prompt_name,
            "content": self.content.to_content(),
            "dataset": None if self.dataset is None else DatasetId(self.dataset),
            "tags": tuple(self.tags),
            "holdout_share": self.holdout_share,
            "targets": tuple(target.to_choice() for target in self.targets),
            "judges": tuple(judge.to_choice() for judge in self.judges),
            "pairwise": Pairwise(
                enabled=self.pairwise.enabled,
                model=None if self.pairwise.model is None else ModelId(self.pairwise.model),
            ),
            "safety": _safety(plan.safety, self.safety),
            "trials": self.trials,
            "stop_rules": _rules(plan.stop_rules, self.stop_rules),
            "refiner": None if self.refiner is None else ModelId(self.refiner),
            "timeout_s": self.timeout_s,
        }


def _safety(was: Safety, given: SafetyBody) -> Safety:
    return replace(was, **given.model_dump(include=given.model_fields_set))


def _rules(was: StopRules, given: StopRulesBody) -> StopRules:
    values = given.model_dump(include=given.model_fields_set)
    if "max_budget_usd" in values:
        values["max_budget"] = from_usd(values.pop("max_budget_usd"))
    return replace(was, **values)


class RubricRefView(View):
    id: UUID
    version: int


class PlanPromptView(View):
    id: UUID


class PlannedTargetView(View):
    model: UUID
    parameters: dict[str, Any] = Field(description="Only the parameters that were set")
    grid: dict[str, list[Any]]

    @staticmethod
    def of(target: TargetChoice) -> "PlannedTargetView":
        return PlannedTargetView(
            model=target.model,
            parameters=target.parameters.given(),
            grid={name: list(values) for name, values in target.grid.items()},
        )


class JudgeChoiceView(View):
    judge: UUID | None
    version: int | None
    model: UUID | None
    parameters: SetParameters


class PairwisePlanView(View):
    enabled: bool
    model: UUID | None


class SafetyView(View):
    moderation: bool
    pii: bool
    jailbreak: bool
    toxicity: bool
    block: bool


class StopRulesView(DomainView):
    max_iterations: int
    min_delta: float
    convergence_window: int
    max_budget_usd: UsdAmount = Field(validation_alias="max_budget")
    alert_share: float
    max_tokens: int | None
    prune_weak: bool
    stop_if_no_refinement: bool
    adaptive_sampling: bool


class ExperimentPlanView(View):
    goal: str
    criteria: list[CriterionView]
    rubric: RubricRefView | None
    prompt: PlanPromptView | None
    prompt_name: str
    content: ContentView
    dataset: UUID | None
    tags: list[str]
    holdout_share: float
    targets: list[PlannedTargetView]
    judges: list[JudgeChoiceView]
    pairwise: PairwisePlanView
    safety: SafetyView
    trials: int
    stop_rules: StopRulesView
    refiner: UUID | None
    timeout_s: float | None

    @staticmethod
    def of(plan: ExperimentPlan) -> "ExperimentPlanView":
        return ExperimentPlanView.copy_attributes(
            plan,
            rubric=None
            if plan.rubric is None or plan.rubric_version is None
            else RubricRefView(id=plan.rubric, version=plan.rubric_version),
            prompt=None if plan.prompt is None else PlanPromptView(id=plan.prompt),
            targets=[PlannedTargetView.of(target) for target in plan.targets],
        )
