"""What an experiment is to do: everything that the wizard asks for. Incomplete while it is a draft."""

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
    # The gain that counts, as a share of what the best so far has.
    min_delta: float = 0.02
    # So many iterations in a row without a gain end it.
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
    """A judge that is there already, or a model that becomes one for this experiment's rubric."""

    judge: JudgeId | None = None
    # None: the newest.
    version: int | None = None
    model: ModelId | None = None
    parameters: Parameters = NOTHING_SET


@dataclass(frozen=True, slots=True, kw_only=True)
class Safety:
    """Checks of every answer. `block`: what is found counts as a failure, else it is only shown."""

    moderation: bool = False
    pii: bool = True
    jailbreak: bool = True
    toxicity: bool = True
    block: bool = True


USUAL_SAFETY = Safety()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairwise:
    """One model compares the answers of the targets side by side, in both orders."""

    enabled: bool = False
    model: ModelId | None = None


NO_PAIRWISE = Pairwise()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentPlan:
    goal: str = ""
    criteria: tuple[Criterion, ...] = ()
    # The rubric that the criteria were taken from; if they differ by now, a new one is made.
    rubric: RubricId | None = None
    rubric_version: int | None = None
    # The prompt that is to become better; None: it is made of `prompt_name` and `content`.
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
    # None: a judge's model, chosen when it starts.
    refiner: ModelId | None = None
    timeout_s: float | None = None

    @property
    def configurations(self) -> int:
        """Models with each combination of their parameters."""
        return sum(1 for target in self.targets for _ in target.expanded())

    @property
    def scale(self) -> int:
        """On which a composite is told: the criteria's own if they share it."""
        return Rubric(criteria=self.criteria).scale if self.criteria else SHARED_SCALE
