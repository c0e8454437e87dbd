"""Recipe of a suite: everything needed to start its runs. Prompts may refer to a label instead of a fixed version."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from edison.domain.ids import DatasetId, ModelId, ProjectId, PromptId
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.money import MicroUsd
from edison.domain.prompts.prompt import LATEST
from edison.domain.runs.provider_batch import AfterExpiry, AnswerDelivery
from edison.domain.runs.run_order import RunOrder, StartProblem, TargetChoice, VersionChoice
from edison.domain.runs.run_plan import ALL_CASES, CaseChoice

SUITE_TRIGGER = "suite"
USUAL_ERROR_SHARE = 0.05
# Scorers that call a model, and so can drift.
ASKING = frozenset({"grader", "judge", "pairwise"})
# Scorers whose settings name a model of the catalog.
NAME_A_MODEL = frozenset({"grader", "moderation", "semantic_similarity"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptRef:
    """A prompt with a fixed version or a label. With neither, the newest version is used when the suite runs."""

    prompt: PromptId
    version: int | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetRef:
    id: DatasetId
    # None: the newest version when the suite runs.
    version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteTarget:
    """A model with parameters. Also used for the fallback and for the target override of an execution."""

    model: ModelId
    parameters: Parameters = NOTHING_SET


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorerThreshold:
    """Threshold of one scorer, given by name, that every target must reach."""

    scorer: str
    mean: float | None = None
    pass_share: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Thresholds that every target must reach: for all scorers together, and for single scorers."""

    score: float | None = None
    pass_rate: float | None = None
    # Highest cost of one execution.
    cost_usd: float | None = None
    latency_p95_ms: float | None = None
    scorers: tuple[ScorerThreshold, ...] = ()


NO_THRESHOLDS = Thresholds()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    prompts: tuple[PromptRef, ...] = ()
    dataset: DatasetRef | None = None
    choice: CaseChoice = ALL_CASES
    targets: tuple[SuiteTarget, ...] = ()
    scorers: tuple[dict[str, Any], ...] = ()
    trials: int = 1
    thresholds: Thresholds = field(default=NO_THRESHOLDS)
    # Answers when a target fails permanently; the cell names which model answered.
    fallback: SuiteTarget | None = None
    run_budget: MicroUsd | None = None
    timeout_s: float | None = None
    # Off by default: a cached answer does not show how the model behaves now.
    reuse: bool = False
    # Above this share of failed or unscored cells an execution has no result.
    max_error_share: float = USUAL_ERROR_SHARE
    delivery: AnswerDelivery = AnswerDelivery.LIVE
    # For executions in batches.
    after_expiry: AfterExpiry = AfterExpiry.BATCH

    @property
    def prompt(self) -> PromptId | None:
        """Id of the first prompt, for lists and filters."""
        return self.prompts[0].prompt if self.prompts else None

    @property
    def asks_a_judge(self) -> bool:
        return any(spec.get("kind") in ASKING for spec in self.scorers)


def order_of(
    project: ProjectId,
    recipe: Recipe,
    override: SuiteTarget | None = None,
    *,
    name: str = "",
    trigger: str = SUITE_TRIGGER,
    series: str | None = None,
) -> RunOrder:
    """Build the request that starts the run of an execution. `override` replaces all targets, to try another model."""
    targets = recipe.targets if override is None else (override,)
    return RunOrder(
        project=project,
        versions=tuple(
            VersionChoice(
                prompt=each.prompt,
                number=each.version,
                # Never the draft: monitoring is about saved versions.
                label=None if each.version is not None else each.label or LATEST,
            )
            for each in recipe.prompts
        ),
        targets=tuple(
            TargetChoice(model=target.model, parameters=target.parameters) for target in targets
        ),
        dataset=None if recipe.dataset is None else recipe.dataset.id,
        dataset_version=None if recipe.dataset is None else recipe.dataset.version,
        choice=recipe.choice,
        trials=recipe.trials,
        scorers=recipe.scorers,
        reuse=recipe.reuse,
        timeout_s=recipe.timeout_s,
        delivery=recipe.delivery,
        after_expiry=recipe.after_expiry,
        budget=recipe.run_budget,
        fallback=None
        if recipe.fallback is None
        else TargetChoice(model=recipe.fallback.model, parameters=recipe.fallback.parameters),
        name=name,
        trigger=trigger,
        series=series,
    )


MOST_LIMIT = 1_000_000


def problems_of(recipe: Recipe, scorers: Collection[str] | None) -> Iterator[StartProblem]:
    """Yield every problem of the recipe. `scorers` are the scorer names of the run, or None if unknown."""
    yield from _of_the_whole(recipe)
    for place, each in enumerate(recipe.thresholds.scorers):
        if scorers is not None and each.scorer not in scorers:
            known = ", ".join(scorers) or "none"
            message = f"The scorer {each.scorer} does not exist. Scorers: {known}"
            yield _wrong(message, f"thresholds.scorers.{place}")
    if not 0 <= recipe.max_error_share <= 1:
        yield _wrong("A share must be between 0 and 1", "max_error_share")
    if recipe.delivery is AnswerDelivery.BATCH and recipe.thresholds.latency_p95_ms is not None:
        message = "The latency of answers in a batch is unknown. Remove the limit, or call live"
        yield _wrong(message, "thresholds.latency_p95_ms")
    for place, each in enumerate(recipe.prompts):
        if each.version is not None and each.label is not None:
            yield _wrong("Give a version or a label, not both", f"prompts.{place}")


def _of_the_whole(recipe: Recipe) -> Iterator[StartProblem]:
    wanted = recipe.thresholds
    shares = {"score": wanted.score, "pass_rate": wanted.pass_rate}
    for name, value in shares.items():
        if value is not None and not 0 <= value <= 1:
            yield _wrong("A threshold must be between 0 and 1", f"thresholds.{name}")
    if any(value is not None for value in shares.values()) and not recipe.scorers:
        yield _wrong("The suite has no scorer. Add a scorer, or remove the threshold", "thresholds")
    limits = {"cost_usd": wanted.cost_usd, "latency_p95_ms": wanted.latency_p95_ms}
    for name, value in limits.items():
        if value is not None and not 0 < value <= MOST_LIMIT:
            yield _wrong("A limit must be above zero", f"thresholds.{name}")


def _wrong(message: str, field: str) -> StartProblem:
    return StartProblem(code="bad_suite", message=message, field=field)


_RECIPE = TypeAdapter(Recipe)
_TARGET = TypeAdapter(SuiteTarget)


def recipe_to_json(recipe: Recipe) -> dict[str, Any]:
    return _RECIPE.dump_python(recipe, mode="json")


def recipe_from_json(value: dict[str, Any]) -> Recipe:
    return _RECIPE.validate_python(value)


def target_to_json(target: SuiteTarget) -> dict[str, Any]:
    return _TARGET.dump_python(target, mode="json")


def target_from_json(value: dict[str, Any]) -> SuiteTarget:
    return _TARGET.validate_python(value)
