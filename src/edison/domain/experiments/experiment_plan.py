"""Plan of an experiment: all settings from the wizard. The plan of a draft may be incomplete."""

from dataclasses import dataclass, field

from edison.domain.ids import DatasetId, JudgeId, ModelId, PromptId, RubricId
from edison.domain.judging.rubric import SHARED_SCALE, Criterion, Rubric
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.money import MICRO, MicroUsd
from edison.domain.prompts.prompt import PromptContent
from edison.domain.runs.run_order import TargetChoice

USUAL_HOLDOUT = 0.3
USUAL_BUDGET = MicroUsd(100 * MICRO)
EMPTY = PromptContent()


@dataclass(frozen=True, slots=True, kw_only=True)
class StopRules:
    max_iterations: int = 10
    # Smallest gain that counts, as a share of the best composite so far.
    min_delta: float = 0.02
    # This many iterations in a row without a gain end the experiment.
    convergence_window: int = 3
    max_budget: MicroUsd = USUAL_BUDGET
    alert_share: float = 0.8
    max_tokens: int | None = None
    prune_weak: bool = True
    stop_if_no_refinement: bool = True
    adaptive_sampling: bool = False


USUAL_RULES = StopRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeChoice:
    """An existing judge, or a model from which a judge with the experiment's rubric is created."""

    judge: JudgeId | None = None
    # None: the newest version.
    version: int | None = None
    model: ModelId | None = None
    parameters: Parameters = NOTHING_SET


@dataclass(frozen=True, slots=True, kw_only=True)
class Safety:
    """Safety checks of every answer.

    If `block` is true, an answer with a finding fails; otherwise findings are only shown.
    """

    moderation: bool = False
    pii: bool = True
    jailbreak: bool = True
    toxicity: bool = True
    block: bool = True


USUAL_SAFETY = Safety()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairwise:
    """Settings of the pairwise judge, which compares the answers of two targets in both orders."""

    enabled: bool = False
    model: ModelId | None = None


NO_PAIRWISE = Pairwise()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentPlan:
    goal: str = ""
    criteria: tuple[Criterion, ...] = ()
    # Rubric that the criteria were copied from; if they were edited, a new rubric is created.
    rubric: RubricId | None = None
    rubric_version: int | None = None
    # Prompt to improve; None: it is created from `prompt_name` and `content`.
    prompt: PromptId | None = None
    prompt_name: str = ""
    content: PromptContent = EMPTY
    dataset: DatasetId | None = None
    tags: tuple[str, ...] = ()
    holdout_share: float = USUAL_HOLDOUT
    targets: tuple[TargetChoice, ...] = ()
    judges: tuple[JudgeChoice, ...] = ()
    pairwise: Pairwise = NO_PAIRWISE
    safety: Safety = USUAL_SAFETY
    trials: int = 1
    stop_rules: StopRules = field(default=USUAL_RULES)
    # None: a judge's model, chosen at the start.
    refiner: ModelId | None = None
    timeout_s: float | None = None

    @property
    def configurations(self) -> int:
        """Number of combinations of models and parameters."""
        return sum(1 for target in self.targets for _ in target.expanded())

    @property
    def scale(self) -> int:
        """Scale of composite scores: the scale of the criteria if all have the same one, otherwise the shared scale."""
        return Rubric(criteria=self.criteria).scale if self.criteria else SHARED_SCALE
