"""Request and response bodies of suite recipes."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, JsonObject, Line, UsdAmount, View
from edison.api.models.playground_views import ParametersBody
from edison.api.runs.run_bodies import MOST_SCORERS, ChoiceBody, Number, Specs, Usd, micro
from edison.domain.datasets.dataset import Split
from edison.domain.ids import DatasetId, ModelId, PromptId
from edison.domain.runs.provider_batch import AfterExpiry, AnswerDelivery
from edison.domain.runs.run_plan import MOST_COLUMNS, MOST_TRIALS
from edison.domain.suites.recipe import (
    USUAL_ERROR_SHARE,
    DatasetRef,
    PromptRef,
    Recipe,
    ScorerThreshold,
    SuiteTarget,
    Thresholds,
)
from edison.services.suites.suite_cards import RecipeNames

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Limit = Annotated[float, Field(gt=0, le=1_000_000, allow_inf_nan=False)]


class RecipePromptBody(Body):
    """A prompt with a fixed version or a label. With neither, the newest version is used when the suite runs."""

    prompt: UUID
    version: Number | None = None
    label: Annotated[Line, Field(min_length=1, max_length=100)] | None = None


class DatasetRefBody(Body):
    id: UUID
    version: Number | None = Field(default=None, description="Default: the newest at run time")


class SuiteTargetBody(Body):
    model: UUID
    parameters: ParametersBody = ParametersBody()

    def to_target(self) -> SuiteTarget:
        return SuiteTarget(model=ModelId(self.model), parameters=self.parameters.to_parameters())


class ScorerThresholdBody(Body):
    """Thresholds of one scorer that every target must reach."""

    scorer: Annotated[Line, Field(min_length=1, max_length=100)]
    mean: Share | None = None
    pass_share: Share | None = None


class ThresholdsBody(Body):
    """Thresholds that every target must reach. A monitor opens an alert if a target misses one."""

    score: Share | None = Field(default=None, description="Minimum score, all scorers together")
    pass_rate: Share | None = Field(default=None, description="Minimum rate, all scorers together")
    cost_usd: Limit | None = Field(default=None, description="Maximum cost of one execution")
    latency_p95_ms: Limit | None = Field(default=None, description="Maximum 95th percentile")
    scorers: list[ScorerThresholdBody] = Field(
        default_factory=list[ScorerThresholdBody], max_length=MOST_SCORERS
    )

    def to_thresholds(self) -> Thresholds:
        return Thresholds(
            score=self.score,
            pass_rate=self.pass_rate,
            cost_usd=self.cost_usd,
            latency_p95_ms=self.latency_p95_ms,
            scorers=tuple(
                ScorerThreshold(scorer=each.scorer, mean=each.mean, pass_share=each.pass_share)
                for each in self.scorers
            ),
        )


class RecipeBody(Body):
    prompts: list[RecipePromptBody] = Field(min_length=1, max_length=MOST_COLUMNS)
    dataset: DatasetRefBody | None = None
    choice: ChoiceBody = ChoiceBody()
    targets: list[SuiteTargetBody] = Field(min_length=1, max_length=MOST_COLUMNS)
    scorers: Specs = Field(default_factory=list[JsonObject])
    trials: int = Field(default=1, json_schema_extra={"minimum": 1, "maximum": MOST_TRIALS})
    thresholds: ThresholdsBody = ThresholdsBody()
    fallback: SuiteTargetBody | None = Field(
        default=None, description="Fallback model that answers when a target finally fails"
    )
    run_budget_usd: Usd | None = Field(default=None, description="Budget of one execution")
    timeout_s: float | None = Field(
        default=None, allow_inf_nan=False, json_schema_extra={"minimum": 1, "maximum": 3600}
    )
    reuse: bool = Field(
        default=False,
        description="Reuse stored answers. Changes of a model are then not detected",
    )
    max_error_share: Share = Field(
        default=USUAL_ERROR_SHARE,
        description="Above this share of failed or unscored cells, an execution is inconclusive",
    )
    delivery: AnswerDelivery = Field(
        default=AnswerDelivery.LIVE,
        description="`batch`: the targets answer within a day, at the lower price of their providers' batches",
    )
    after_expiry: AfterExpiry = Field(
        default=AfterExpiry.BATCH,
        description="What happens to calls that a batch has not answered in time: another batch, or a live call",
    )

    def to_recipe(self) -> Recipe:
        return Recipe(
            prompts=tuple(
                PromptRef(prompt=PromptId(each.prompt), version=each.version, label=each.label)
                for each in self.prompts
            ),
            dataset=None
            if self.dataset is None
            else DatasetRef(id=DatasetId(self.dataset.id), version=self.dataset.version),
            choice=self.choice.to_choice(),
            targets=tuple(target.to_target() for target in self.targets),
            scorers=tuple(self.scorers),
            trials=self.trials,
            thresholds=self.thresholds.to_thresholds(),
            fallback=None if self.fallback is None else self.fallback.to_target(),
            run_budget=micro(self.run_budget_usd),
            timeout_s=self.timeout_s,
            reuse=self.reuse,
            max_error_share=self.max_error_share,
            delivery=self.delivery,
            after_expiry=self.after_expiry,
        )


class RecipePromptView(View):
    prompt: UUID
    prompt_name: str
    version: int | None
    label: str | None
    resolved: int | None = Field(description="The version that would run now")
    gone: bool

    @staticmethod
    def of(ref: PromptRef, names: RecipeNames) -> "RecipePromptView":
        known = names.prompts.get(ref.prompt)
        return RecipePromptView.copy_attributes(
            ref,
            prompt_name="" if known is None else known.name,
            resolved=None if known is None else known.resolved(ref.version, ref.label),
            gone=known is None or known.gone,
        )


class DatasetRefView(View):
    id: UUID
    name: str
    version: int | None = Field(description="null: the newest when the suite runs")
    newest: int
    cases: int = Field(description="Number of cases in the newest version")
    gone: bool

    @staticmethod
    def of(ref: DatasetRef, names: RecipeNames) -> "DatasetRefView":
        known = names.datasets.get(ref.id)
        return DatasetRefView(
            id=ref.id,
            name="" if known is None else known.name,
            version=ref.version,
            newest=0 if known is None else known.newest,
            cases=0 if known is None else known.cases,
            gone=known is None or known.gone,
        )


class SuiteTargetView(View):
    model: UUID
    model_name: str
    provider: str
    credential_label: str
    parameters: dict[str, Any]
    gone: bool

    @staticmethod
    def of(target: SuiteTarget, names: RecipeNames) -> "SuiteTargetView":
        known = names.models.get(target.model)
        return SuiteTargetView(
            model=target.model,
            model_name="" if known is None else known.name,
            provider="" if known is None else known.provider,
            credential_label="" if known is None else known.credential_label,
            parameters=target.parameters.given(),
            gone=known is None or known.gone,
        )


class CaseChoiceView(View):
    split: Split | None
    tags: list[str]
    first: int | None
    ids: list[UUID]


class ScorerThresholdView(View):
    scorer: str
    mean: float | None
    pass_share: float | None


class ThresholdsView(DomainView):
    score: float | None
    pass_rate: float | None
    cost_usd: float | None
    latency_p95_ms: float | None
    scorers: list[ScorerThresholdView]


class RecipeView(View):
    prompts: list[RecipePromptView]
    dataset: DatasetRefView | None
    choice: CaseChoiceView
    targets: list[SuiteTargetView]
    scorers: list[dict[str, Any]]
    trials: int
    thresholds: ThresholdsView
    fallback: SuiteTargetView | None
    run_budget_usd: UsdAmount | None = Field(validation_alias="run_budget")
    timeout_s: float | None
    reuse: bool
    max_error_share: float
    delivery: AnswerDelivery
    after_expiry: AfterExpiry

    @staticmethod
    def of(recipe: Recipe, names: RecipeNames) -> "RecipeView":
        return RecipeView.copy_attributes(
            recipe,
            prompts=[RecipePromptView.of(each, names) for each in recipe.prompts],
            dataset=None if recipe.dataset is None else DatasetRefView.of(recipe.dataset, names),
            targets=[SuiteTargetView.of(target, names) for target in recipe.targets],
            fallback=None
            if recipe.fallback is None
            else SuiteTargetView.of(recipe.fallback, names),
        )
