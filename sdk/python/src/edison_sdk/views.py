"""Objects of the API. Fields that the SDK does not know are kept, so that a newer server works too."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from edison_sdk.calls import Answer

T = TypeVar("T")
V = TypeVar("V", bound="View")

ENDED = frozenset({"completed", "failed", "cancelled"})


class View(BaseModel):
    """Base class of the objects of the API."""

    model_config = ConfigDict(extra="allow", frozen=True)


def parser(kind: type[V]) -> Callable[[Answer], V]:
    """Return the function that parses an answer as this object."""
    return lambda answer: kind.model_validate(answer.body)


class Page(BaseModel, Generic[T]):
    """One page of a list."""

    items: list[T]
    next_cursor: str | None = None


class Dataset(View):
    id: str
    name: str
    kind: str
    description: str = ""
    columns: list[str] = Field(default_factory=list[str])
    version: int
    cases: int


class Case(View):
    """A row of a dataset."""

    id: str
    values: dict[str, Any]
    expected: str | None = None
    tags: list[str] = Field(default_factory=list[str])
    metadata: dict[str, Any] = Field(default_factory=dict[str, Any])

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


class OpenCell(View):
    """A case that waits for an output of your application, in one trial."""

    cell_id: int
    case_id: str | None = None
    trial: int = 0
    values: dict[str, Any]
    expected: str | None = None

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


class Progress(View):
    """Counts of one target of a run."""

    column: int
    total: int
    open: int
    answered: int
    malformed: int = 0
    failed: int


class ScoreOfTarget(View):
    """Scores of one target by one scorer."""

    column: int
    scored: int
    mean: float | None
    pass_share: float | None = None
    errors: int = 0


class RunScorer(View):
    number: int
    name: str
    kind: str
    columns: list[ScoreOfTarget]


class Run(View):
    """A run. `progress` and `scorers` are present when a single run is read."""

    id: str
    number: int
    name: str
    state: str
    problem: str | None = None
    created_at: datetime
    finished_at: datetime | None = None
    progress: list[Progress] = []
    scorers: list[RunScorer] = []

    @property
    def ended(self) -> bool:
        return self.state in ENDED

    @property
    def total(self) -> int:
        return sum(each.total for each in self.progress)

    @property
    def done(self) -> int:
        return self.total - sum(each.open for each in self.progress)

    def scores(self, column: int = 0) -> dict[str, float | None]:
        """Return the mean score of each scorer for one target."""
        return {
            scorer.name: each.mean
            for scorer in self.scorers
            for each in scorer.columns
            if each.column == column
        }


class CellScore(View):
    """The score of one cell by one scorer."""

    scorer: int
    value: float | None = None
    passed: bool | None = None
    reason: str | None = None


class Cell(View):
    """One answer of a run with its scores."""

    ordinal: int
    case_id: str | None = None
    trial: int = 0
    state: str
    output: str | None = None
    error: str | None = None
    scores: list[CellScore] = Field(default_factory=list[CellScore])


def cells_of_row(row: dict[str, Any]) -> list[Cell]:
    """Return the cells of a row of the result grid."""
    return [
        Cell.model_validate(
            {
                **cell,
                "case_id": row["case_id"],
                "trial": row["trial"],
                "output": None if cell["output"] is None else cell["output"]["text"],
                "scores": [
                    {**score, "reason": score["reason"]["text"]} for score in cell["scores"]
                ],
            }
        )
        for cell in row["cells"]
    ]
