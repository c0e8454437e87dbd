"""Leaderboards and their entries. An entry is a model with a prompt version and parameters.

If several runs contain the same entry, the answers of all these runs count as trials of the entry.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from edison.domain.errors import InvalidInput
from edison.domain.ids import BoardId, DatasetId, RunId, UserId
from edison.domain.results.grade_arrays import Kept
from edison.domain.results.run_arrays import Floats
from edison.domain.runs.run_plan import Column, Plan
from edison.kit.digests import canonical_json


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrySource:
    """A column of a run that belongs to an entry. `run` is the index of the run in the leaderboard."""

    run: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    number: int
    # As short as possible while unique among the entries.
    name: str
    column: Column
    sources: tuple[EntrySource, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RunCells:
    """A run of the leaderboard, with arrays that have one value per cell."""

    plan: Plan
    kept: Kept
    # Cost of an answer in micro-dollars, and its latency; NaN where unknown.
    cost: Floats
    latency_ms: Floats
    # For each case of the leaderboard, the run's row of this case.
    rows: NDArray[np.int64]

    def of(self, values: NDArray[np.generic], column: int) -> NDArray[np.generic]:
        """Return the values of one column, with one row per case of the leaderboard and one value per trial."""
        shaped = values.reshape(-1, self.kept.trials, self.kept.columns)
        return shaped[self.rows, :, column]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EntryCells:
    """All answers of an entry: arrays with one row per case of the leaderboard and one value per trial."""

    grades: Floats
    standings: NDArray[np.uint8]
    cost: Floats
    latency_ms: Floats

    def only(self, inside: NDArray[np.bool_]) -> "EntryCells":
        return EntryCells(
            grades=self.grades[inside],
            standings=self.standings[inside],
            cost=self.cost[inside],
            latency_ms=self.latency_ms[inside],
        )


def entries_of(plans: Sequence[Plan]) -> tuple[Entry, ...]:
    """Return the entries of a leaderboard, ordered by run and then by column of the run."""
    found: dict[tuple[str, str, str], tuple[Column, list[EntrySource]]] = {}
    for run, plan in enumerate(plans):
        for number, column in enumerate(plan.columns):
            key = (
                str(column.version),
                str(column.model),
                canonical_json(column.parameters.given()),
            )
            sources = found.setdefault(key, (column, []))[1]
            sources.append(EntrySource(run=run, column=number))
    names = entry_names([column for column, _ in found.values()])
    return tuple(
        Entry(number=number, name=names[number], column=column, sources=tuple(sources))
        for number, (column, sources) in enumerate(found.values())
    )


def entry_names(columns: Sequence[Column]) -> list[str]:
    """Return the shortest unique names of the entries: the model, with prompt version and settings if needed."""
    models = [column.model_name for column in columns]
    versions = [column.versioned_name for column in columns]
    both = [f"{model}, {version}" for model, version in zip(models, versions, strict=True)]
    settings = [_settings(column) for column in columns]
    for names in (
        models,
        versions if len(set(models)) == 1 else both,
        [f"{name} ({said})" for name, said in zip(models, settings, strict=True)],
        [f"{name} ({said})" for name, said in zip(both, settings, strict=True)],
    ):
        if len(set(names)) == len(names):
            return names
    return [f"{name}, no. {number + 1}" for number, name in enumerate(both)]


def aligned(kepts: Sequence[Kept]) -> list[NDArray[np.int64]]:
    """Return, for each run, the row of each case of the first run. All runs must have the same cases."""
    first = kepts[0].revisions
    found: list[NDArray[np.int64]] = []
    for kept in kepts:
        if kept.revisions.shape == first.shape and bool(np.all(kept.revisions == first)):
            found.append(np.arange(first.size, dtype=np.int64))
            continue
        places = {revision.tobytes(): row for row, revision in enumerate(kept.revisions)}
        found.append(np.array([places[each.tobytes()] for each in first], dtype=np.int64))
    return found


def cells_of(entry: Entry, runs: Sequence[RunCells]) -> EntryCells:
    """Return the answers of an entry from all runs that contain it. Answers from different runs count as trials."""

    def beside(values: Sequence[NDArray[np.generic]]) -> NDArray[np.generic]:
        return np.concatenate(
            [runs[source.run].of(values[source.run], source.column) for source in entry.sources],
            axis=1,
        )

    return EntryCells(
        grades=beside([run.kept.grades for run in runs]).astype(np.float64),
        standings=beside([run.kept.standings for run in runs]).astype(np.uint8),
        cost=beside([run.cost for run in runs]).astype(np.float64),
        latency_ms=beside([run.latency_ms for run in runs]).astype(np.float64),
    )


def _settings(column: Column) -> str:
    given = column.parameters.given()
    return ", ".join(f"{name} {value}" for name, value in given.items()) or "no settings"


MOST_NAME = 100
MOST_RUNS = 20
# Above this the matrix of pairwise results becomes unreadable.
MOST_ENTRIES = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A leaderboard. The dataset version and the panel of scorers are fixed when the leaderboard is created."""

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
    """Return the runs without duplicates, in the given order. Raise if there are none or too many."""
    found = tuple(dict.fromkeys(runs))
    if not 1 <= len(found) <= MOST_RUNS:
        raise InvalidInput(f"A leaderboard has 1 to {MOST_RUNS} runs", field="runs")
    return found
