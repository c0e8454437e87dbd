"""Request to start a run (`RunOrder`), and the expansion of parameter grids into targets."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from edison.domain.ids import DatasetId, ModelId, ProjectId, PromptId
from edison.domain.models.parameters import NAMES, NOTHING_SET, Parameters
from edison.domain.money import MicroUsd
from edison.domain.runs.calls_in_doubt import CountDoubt
from edison.domain.runs.provider_batch import AfterExpiry, AnswerDelivery
from edison.domain.runs.run_plan import ALL_CASES, CaseChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionChoice:
    """A prompt version, given by number or label.

    With neither, the draft is used, and saved as a version if it is new.
    """

    prompt: PromptId
    number: int | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetChoice:
    """A model with parameters. `grid` lists several values for some parameters; each combination is one target."""

    model: ModelId
    parameters: Parameters = NOTHING_SET
    grid: dict[str, tuple[Any, ...]] = field(default_factory=dict[str, "tuple[Any, ...]"])

    def expanded(self) -> Iterator[Parameters]:
        names = sorted(name for name, values in self.grid.items() if name in NAMES and values)
        for values in product(*(self.grid[name] for name in names)):
            yield replace(self.parameters, **dict(zip(names, values, strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOrder:
    project: ProjectId
    versions: tuple[VersionChoice, ...]
    targets: tuple[TargetChoice, ...]
    dataset: DatasetId | None = None
    # None: the newest version.
    dataset_version: int | None = None
    choice: CaseChoice = ALL_CASES
    trials: int = 1
    scorers: tuple[dict[str, Any], ...] = ()
    reuse: bool = True
    prompt_caching: bool = True
    timeout_s: float | None = None
    budget: MicroUsd | None = None
    budget_tokens: int | None = None
    name: str = ""
    trigger: str = "person"
    # Answers if a target fails permanently.
    fallback: TargetChoice | None = None
    # At most one run of a series is active.
    series: str | None = None
    count_doubt: CountDoubt = CountDoubt.WORST
    delivery: AnswerDelivery = AnswerDelivery.LIVE
    # For a run in batches.
    after_expiry: AfterExpiry = AfterExpiry.BATCH


@dataclass(frozen=True, slots=True, kw_only=True)
class StartProblem:
    """One reason why a run cannot start. `field` is the field of the request to change."""

    code: str
    message: str
    field: str
