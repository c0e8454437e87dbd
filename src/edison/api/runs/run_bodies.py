"""Request bodies that start and change runs."""

from decimal import Decimal
from math import prod
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, JsonObject, Line
from edison.api.models.playground_views import (
    MaxTokens,
    ParametersBody,
    Penalty,
    Probability,
    Temperature,
)
from edison.domain.datasets.case_rules import TAG_AT_MOST
from edison.domain.datasets.dataset import Split
from edison.domain.errors import InvalidInput
from edison.domain.ids import DatasetId, ModelId, ProjectId, PromptId, RunId
from edison.domain.models.parameters import ReasoningEffort
from edison.domain.money import MicroUsd, from_usd
from edison.domain.results.run_summary import USUAL_MINIMUM
from edison.domain.runs.calls_in_doubt import CountDoubt
from edison.domain.runs.provider_batch import AfterExpiry, AnswerDelivery
from edison.domain.runs.run_order import RunOrder, TargetChoice, VersionChoice
from edison.domain.runs.run_plan import MOST_COLUMNS, MOST_TRIALS, CaseChoice
from edison.services.runs.run_control import Repeat

MOST_USD = 1_000_000
MOST_TOKENS = 10**15
MOST_SCORERS = 50
AT_ONCE = 10_000

Number = Annotated[int, Field(ge=1, le=2**31 - 1)]
Usd = Annotated[Decimal, Field(ge=0, le=MOST_USD, allow_inf_nan=False)]
Tokens = Annotated[int, Field(ge=1, le=MOST_TOKENS)]
Specs = Annotated[list[JsonObject], Field(max_length=MOST_SCORERS)]


def micro(dollars: Decimal | None) -> MicroUsd | None:
    return None if dollars is None else from_usd(dollars)


class VersionBody(Body):
    """A prompt version, given by number or label. With neither, the draft is saved as a version and used."""

    prompt: UUID
    number: Number | None = None
    label: Annotated[Line, Field(min_length=1, max_length=100)] | None = None


class GridBody(Body):
    """Several values for parameters. Each combination of values is a target."""

    temperature: list[Temperature] = Field(default_factory=list[float], max_length=20)
    max_tokens: list[MaxTokens] = Field(default_factory=list[int], max_length=20)
    top_p: list[Probability] = Field(default_factory=list[float], max_length=20)
    top_k: list[Number] = Field(default_factory=list[int], max_length=20)
    frequency_penalty: list[Penalty] = Field(default_factory=list[float], max_length=20)
    presence_penalty: list[Penalty] = Field(default_factory=list[float], max_length=20)
    seed: list[Annotated[int, Field(ge=0, le=2**63 - 1)]] = Field(
        default_factory=list[int], max_length=20
    )
    reasoning_effort: list[ReasoningEffort] = Field(
        default_factory=list[ReasoningEffort], max_length=20
    )

    def values(self) -> dict[str, tuple[Any, ...]]:
        return {name: tuple(dict.fromkeys(values)) for name, values in self if values}


class TargetBody(Body):
    model: UUID
    parameters: ParametersBody = ParametersBody()
    grid: GridBody = GridBody()

    @property
    def combinations(self) -> int:
        return prod(len(values) for values in self.grid.values().values())

    def to_choice(self) -> TargetChoice:
        return TargetChoice(
            model=ModelId(self.model),
            parameters=self.parameters.to_parameters(),
            grid=self.grid.values(),
        )


class ChoiceBody(Body):
    """Selection of cases. A case must match all conditions; without conditions all cases are used."""

    split: Split | None = None
    tags: list[Annotated[Line, Field(min_length=1, max_length=TAG_AT_MOST)]] = Field(
        default_factory=list[Line], max_length=100
    )
    first: Number | None = None
    ids: list[UUID] = Field(default_factory=list[UUID], max_length=AT_ONCE)

    def to_choice(self) -> CaseChoice:
        return CaseChoice(
            split=self.split, tags=tuple(self.tags), first=self.first, ids=tuple(self.ids)
        )


class StartRunBody(Body):
    versions: list[VersionBody] = Field(default_factory=list[VersionBody], max_length=MOST_COLUMNS)
    targets: list[TargetBody] = Field(default_factory=list[TargetBody], max_length=MOST_COLUMNS)
    dataset: UUID | None = None
    dataset_version: Number | None = Field(default=None, description="Default: the newest")
    choice: ChoiceBody = ChoiceBody()
    trials: int = Field(default=1, json_schema_extra={"minimum": 1, "maximum": MOST_TRIALS})
    scorers: Specs = Field(default_factory=list[JsonObject])
    reuse: bool = Field(default=True, description="Reuse stored answers to the same request")
    prompt_caching: bool = Field(
        default=True,
        description="Ask providers to cache the shared beginning of prompts where that saves money",
    )
    timeout_s: float | None = Field(
        default=None, allow_inf_nan=False, json_schema_extra={"minimum": 1, "maximum": 3600}
    )
    budget_usd: Usd | None = None
    count_doubt: CountDoubt = Field(
        default=CountDoubt.WORST,
        description="How budgets count a call whose worker stopped before its cost was known: "
        "its maximum cost, or the mean of the finished calls of the same target",
    )
    budget_tokens: Tokens | None = None
    delivery: AnswerDelivery = Field(
        default=AnswerDelivery.LIVE,
        description="`batch`: the targets answer within a day, at the lower price of their providers' batches",
    )
    after_expiry: AfterExpiry = Field(
        default=AfterExpiry.BATCH,
        description="What happens to calls that a batch has not answered in time: another batch, or a live call at "
        "the full price",
    )
    name: Annotated[Line, Field(max_length=200)] = ""

    def to_order(self, project: ProjectId) -> RunOrder:
        # Check this before loading anything: a grid can have very many combinations.
        targets = sum(target.combinations for target in self.targets)
        if targets * max(1, len(self.versions)) > MOST_COLUMNS:
            raise InvalidInput(f"A run can have at most {MOST_COLUMNS} targets", field="targets")
        return RunOrder(
            project=project,
            versions=tuple(
                VersionChoice(prompt=PromptId(each.prompt), number=each.number, label=each.label)
                for each in self.versions
            ),
            targets=tuple(target.to_choice() for target in self.targets),
            dataset=None if self.dataset is None else DatasetId(self.dataset),
            dataset_version=self.dataset_version,
            choice=self.choice.to_choice(),
            trials=self.trials,
            scorers=tuple(self.scorers),
            reuse=self.reuse,
            prompt_caching=self.prompt_caching,
            timeout_s=self.timeout_s,
            budget=micro(self.budget_usd),
            count_doubt=self.count_doubt,
            budget_tokens=self.budget_tokens,
            delivery=self.delivery,
            after_expiry=self.after_expiry,
            name=self.name,
        )


class ForecastRunBody(StartRunBody):
    minimum_effect: float = Field(
        default=USUAL_MINIMUM,
        ge=0,
        le=1,
        allow_inf_nan=False,
        description="The smallest difference that matters, from 0 to 1",
    )


class RepeatBody(Body):
    """Selection of cells to repeat. At least one of the three fields is required."""

    failed: bool = False
    cells: list[Annotated[int, Field(ge=0, le=2**31 - 1)]] = Field(
        default_factory=list[int], max_length=AT_ONCE
    )
    column: Annotated[int, Field(ge=0, le=2**15 - 1)] | None = None

    def to_command(self, project: ProjectId, run: UUID) -> Repeat:
        if not (self.failed or self.cells or self.column is not None):
            raise InvalidInput("Select cells: failed ones, a column, or cells by number")
        return Repeat(
            project=project,
            run=RunId(run),
            failed=self.failed,
            ordinals=tuple(self.cells),
            column=self.column,
        )


class AddScorersBody(Body):
    scorers: Annotated[list[JsonObject], Field(min_length=1, max_length=MOST_SCORERS)]


class RunBudgetBody(Body):
    """Budget of a run; null removes the limit."""

    limit_usd: Usd | None = None
    limit_tokens: Tokens | None = None
