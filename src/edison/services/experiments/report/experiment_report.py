"""Data of an experiment's report, from which the screen, the PDF, the Markdown and the CSV are built."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from edison.domain.experiments.experiment_costs import ModelTokens, PhaseCost
from edison.domain.experiments.experiment_gain import ExperimentGain
from edison.domain.prompts.prompt import PromptContent
from edison.domain.results.run_summary import Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedExperiment:
    """The reported experiment. `scale` is the highest score of the rubric; if None, scores are from 0 to 1."""

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
    cases: int
    scale: int | None
    created_by: str
    started_at: datetime | None
    ended_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    iterations: int
    seconds: float | None
    # Contains the amount in doubt: the possible cost of calls whose outcome is unknown because their worker stopped.
    cost_usd: Decimal
    doubt_usd: Decimal
    tokens: int
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IterationStanding:
    """An iteration with its prompt version and score."""

    iteration: UUID
    number: int
    version: UUID
    version_number: int
    composite: Figure | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLast:
    first: IterationStanding
    last: IterationStanding
    # better, worse or cannot tell; None: they have no target in common.
    verdict: str | None
    effect: Figure | None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldOut:
    """Comparison of the best version with the first version on the holdout, which no iteration used."""

    run: UUID
    run_number: int
    state: str
    cases: int
    verdict: str | None
    effect: Figure | None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Splits:
    """The sizes of the splits, and the number of comparisons made on the validation cases."""

    seed: int
    train: int
    validation: int
    holdout: int
    validation_uses: int
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IterationLine:
    number: int
    state: str
    version: int
    composite: Figure | None
    # The number of the iteration that it was compared with.
    against: int | None
    verdict: str | None
    effect: Figure | None
    sentence: str | None
    gained: bool | None
    partial: bool
    cost_usd: Decimal
    tokens: int
    changelog: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelLine:
    """The result of a target with the best version. `usd_per_case` is None if the price is unknown."""

    model_name: str
    parameters: dict[str, object]
    composite: Figure | None
    usd_per_case: Decimal | None
    recommended: bool
    pruned: bool
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Weakness:
    criterion: str
    mean: float
    scale: int
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalReport:
    experiment: ReportedExperiment
    made_at: datetime
    summary: Totals
    best: IterationStanding | None
    # As on the page of the experiment; None while there are not two scored iterations.
    gain: ExperimentGain | None
    # The text of the best version, or of the newest version if none has a score.
    content: PromptContent | None
    first_last: FirstLast | None
    check: HoldOut | None
    # None: the experiment has not started, or an earlier release started it.
    splits: Splits | None
    costs: tuple[PhaseCost, ...]
    tokens: tuple[ModelTokens, ...]
    iterations: tuple[IterationLine, ...]
    models: tuple[ModelLine, ...]
    weaknesses: tuple[Weakness, ...]
    next_steps: tuple[str, ...]

    @property
    def last_is_another(self) -> FirstLast | None:
        """Return the comparison of the last iteration with the first one, unless it is that of the gain."""
        pair, gain = self.first_last, self.gain
        if pair is None or pair.verdict is None:
            return None
        same = gain is not None and (gain.base.id, gain.best.id) == (
            pair.first.iteration,
            pair.last.iteration,
        )
        return None if same else pair
