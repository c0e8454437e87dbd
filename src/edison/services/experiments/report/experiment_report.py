"""The final report of an experiment as one value; page, PDF, Markdown and CSV are all drawn from it."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from edison.domain.prompts.prompt import PromptContent
from edison.domain.results.run_summary import Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedExperiment:
    """Which experiment this is. `scale` is the rubric's; None: figures are from 0 to 1."""

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
    cost_usd: Decimal
    # What calls may have cost that a worker lost sight of.
    doubt_usd: Decimal
    tokens: int
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IterationStanding:
    """An iteration with the version it tried and what that came to."""

    iteration: UUID
    number: int
    version: UUID
    version_number: int
    composite: Figure | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLast:
    first: IterationStanding
    last: IterationStanding
    # better, worse or cannot tell; None: they share nothing to compare.
    verdict: str | None
    effect: Figure | None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldOut:
    """The best version against the first, over cases that no iteration has seen."""

    run: UUID
    run_number: int
    state: str
    cases: int
    verdict: str | None
    effect: Figure | None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Splits:
    """Which cases were for what, and how often changes were compared on the validation cases."""

    seed: int
    train: int
    validation: int
    holdout: int
    validation_uses: int
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseCost:
    phase: str
    usd: Decimal
    doubt_usd: Decimal
    calls: int
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTokens:
    model: str
    prompt: int
    completion: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IterationLine:
    number: int
    state: str
    version: int
    composite: Figure | None
    # The number of the iteration that it was held against.
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
    """How a target did with the best version. No price: what it costs is not known."""

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
    # The text of the best version, or of the newest where nothing has a score.
    content: PromptContent | None
    first_last: FirstLast | None
    check: HoldOut | None
    # None: it has not started, or was started by an earlier release.
    splits: Splits | None
    costs: tuple[PhaseCost, ...]
    tokens: tuple[ModelTokens, ...]
    iterations: tuple[IterationLine, ...]
    models: tuple[ModelLine, ...]
    weaknesses: tuple[Weakness, ...]
    next_steps: tuple[str, ...]
