"""Load the content of a leaderboard: its comparable runs, its entries, and their grades."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from edison.domain.arena.leaderboards.equal_terms import (
    Contender,
    UnequalReason,
    scorer_key,
    split_comparable,
    to_look_into,
)
from edison.domain.arena.leaderboards.leaderboard_entries import Board, Entry, aligned, entries_of
from edison.domain.ids import BoardId, ProjectId, RunId
from edison.domain.results.grade_arrays import Kept
from edison.domain.runs.run_plan import Plan, Run
from edison.engine.runs.judge_dialogues import load_kept_grades
from edison.store.repositories.results.run_panels import panel_among
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardRuns:
    board: Board
    # The comparable runs, in the order of the leaderboard.
    runs: tuple[Run, ...]
    left_out: tuple[UnequalReason, ...]
    # Names of the scorers that grade all of these runs.
    scorers: tuple[str, ...]
    entries: tuple[Entry, ...]

    @property
    def plans(self) -> list[Plan]:
        return [run.plan for run in self.runs]

    @property
    def widths(self) -> dict[RunId, int]:
        return {run.id: len(run.plan.columns) for run in self.runs}

    @property
    def entry_of(self) -> dict[tuple[RunId, int], int]:
        return {
            (self.runs[source.run].id, source.column): entry.number
            for entry in self.entries
            for source in entry.sources
        }


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Aligned:
    """The grades of each run of a leaderboard, and the row of every leaderboard case in each run."""

    kept: tuple[Kept, ...]
    rows: tuple[NDArray[np.int64], ...]
    # Runs whose grades changed after they were computed.
    stale: tuple[RunId, ...]

    @property
    def cases(self) -> NDArray[np.void]:
        return self.kept[0].cases


async def load_contenders(
    tx: ReadTx, project: ProjectId, runs: Sequence[RunId]
) -> tuple[list[Contender], dict[RunId, Run]]:
    """Load runs with their scorers, in the given order; raise NotFound if a run is not in the project."""
    found: list[Contender] = []
    known: dict[RunId, Run] = {}
    for id_ in runs:
        run = await tx.runs.get(project, id_)
        scorers = await tx.run_panels.scorers(project, id_)
        panel = [one for one in scorers if one.number in panel_among(scorers).scorers]
        known[id_] = run
        found.append(
            Contender(
                run=id_,
                number=run.number,
                state=run.state,
                trigger=run.trigger,
                plan=run.plan,
                panel=tuple(scorer_key(one.spec) for one in panel),
                scorers=tuple(one.name for one in panel),
            )
        )
    sets = await tx.boards.case_sets(project, to_look_into(found))
    return [replace(one, case_set=sets.get(one.run)) for one in found], known


async def gather_leaderboard_runs(
    tx: ReadTx, project: ProjectId, board: BoardId
) -> LeaderboardRuns:
    found = await tx.boards.get(project, board)
    everyone, runs = await load_contenders(tx, project, found.runs)
    fitting, reasons = split_comparable(everyone, found.dataset, found.dataset_version, found.panel)
    return LeaderboardRuns(
        board=found,
        runs=tuple(runs[one.run] for one in fitting),
        left_out=tuple(reasons),
        scorers=fitting[0].scorers if fitting else (),
        entries=entries_of([one.plan for one in fitting]),
    )


async def align_cells(
    tx: ReadTx, project: ProjectId, found: LeaderboardRuns, now: datetime
) -> Aligned | None:
    """Load the grades and match their rows by case; return None if the leaderboard has no comparable run."""
    if not found.runs:
        return None
    kept = [await load_kept_grades(tx, project, run, now) for run in found.runs]
    return Aligned(
        kept=tuple(one.kept for one in kept),
        rows=tuple(aligned([one.kept for one in kept])),
        stale=tuple(run.id for run, one in zip(found.runs, kept, strict=True) if one.stale),
    )
