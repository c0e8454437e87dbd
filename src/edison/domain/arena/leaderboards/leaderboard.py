"""A board: runs on equal terms, side by side under one name."""

from dataclasses import dataclass
from datetime import datetime

from edison.domain.errors import InvalidInput
from edison.domain.ids import BoardId, DatasetId, RunId, UserId

MOST_NAME = 100
MOST_RUNS = 20
# Of more, nobody could read the matrix of who beats whom.
MOST_ENTRIES = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Its version of the dataset and its panel stay what they were when it was made: they are its terms."""

    id: BoardId
    name: str
    dataset: DatasetId
    dataset_name: str
    dataset_version: int
    # Keys of the scorers whose mean is the grade; see `equal_terms.scorer_key`.
    panel: tuple[str, ...]
    runs: tuple[RunId, ...]
    created_by: UserId | None
    created_by_label: str
    created_at: datetime


def check_name(name: str) -> str:
    if not 1 <= len(name) <= MOST_NAME:
        raise InvalidInput(f"A name has 1 to {MOST_NAME} characters", field="name")
    return name


def check_runs(runs: tuple[RunId, ...]) -> tuple[RunId, ...]:
    """In the order given, each once."""
    found = tuple(dict.fromkeys(runs))
    if not 1 <= len(found) <= MOST_RUNS:
        raise InvalidInput(f"A board has 1 to {MOST_RUNS} runs", field="runs")
    return found
