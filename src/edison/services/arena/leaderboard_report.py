"""Compute a leaderboard from the stored grades of its runs, with the costs and latencies of their answers."""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from edison.domain.arena.leaderboards.leaderboard_entries import EntryCells, RunCells, cells_of
from edison.domain.arena.leaderboards.rank_entries import by_tag, leaderboard
from edison.domain.arena.leaderboards.standings import Leaderboard, TagRow
from edison.domain.errors import InvalidInput
from edison.domain.ids import BoardId, ProjectId, RunId
from edison.domain.people.access import Actor, Permission
from edison.domain.results.result_phrasing import score_measure
from edison.domain.statistics.statistics_phrasing import Measure
from edison.engine.runs.describe_run import describe_run
from edison.engine.runs.request_summary import request_summary
from edison.services.arena.leaderboard_runs import (
    Aligned,
    LeaderboardRuns,
    align_cells,
    gather_leaderboard_runs,
)
from edison.services.context import Context
from edison.store.repositories.arena.votes import VoteCounts
from edison.store.unit_of_work import ReadTx

# People can grade answers of a finished run: its summary is computed again at most this often.
NOT_WITHIN = timedelta(seconds=10)
NOTHING_LEFT = "None of the runs of this leaderboard is comparable any more."


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedBoard:
    project: ProjectId
    board: BoardId
    # Only cases with this tag.
    tag: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TagCount:
    tag: str
    cases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardReport:
    gathered: LeaderboardRuns
    tag: str | None
    tags: tuple[TagCount, ...]
    # The largest score of the rubric; None: scores are from 0 to 1.
    scale: int | None
    stale: bool
    leaderboard: Leaderboard
    by_tag: tuple[TagRow, ...]
    votes: VoteCounts


async def read_board(ctx: Context, who: Actor, wanted: WantedBoard) -> BoardReport:
    """Read a leaderboard. If the grades of a large run have changed, queue the computation of its results."""
    who.must(Permission.VIEW_PROJECT, wanted.project)
    project, now = wanted.project, ctx.clock.now()
    async with ctx.read() as tx:
        found = await gather_leaderboard_runs(tx, project, wanted.board)
        votes = await tx.votes.counts(project, wanted.board, who.user)
        kept = await align_cells(tx, project, found, now)
        if kept is None:
            return _empty(found, votes)
        runs = await _cells(tx, project, found, kept)
        tags = await tx.board_cells.tags(project, found.runs[0].id)
        rubric = (await describe_run(tx, project, found.runs[0].id)).rubric
        ask = [
            run
            for run in kept.stale
            if await tx.run_statistics.may_ask(project, run, now, NOT_WITHIN)
        ]
    await _ask(ctx, who, project, ask, now)
    if wanted.tag is not None and wanted.tag not in tags:
        raise InvalidInput("No case of this leaderboard has this tag", field="tag")
    inside = None
    if wanted.tag is not None:
        inside = np.zeros(kept.cases.size, dtype=np.bool_)
        inside[tags[wanted.tag]] = True
    board, rows = await asyncio.to_thread(_reckon, found, runs, tags, inside, score_measure(rubric))
    return BoardReport(
        gathered=found,
        tag=wanted.tag,
        tags=tuple(TagCount(tag=tag, cases=int(at.size)) for tag, at in tags.items()),
        scale=rubric.scale if rubric else None,
        stale=bool(kept.stale),
        leaderboard=board,
        by_tag=rows,
        votes=votes,
    )


async def _ask(
    ctx: Context, who: Actor, project: ProjectId, runs: list[RunId], now: datetime
) -> None:
    for run in runs:
        async with ctx.change(who, project, now) as tx:
            await request_summary(tx, run)


async def _cells(
    tx: ReadTx, project: ProjectId, found: LeaderboardRuns, kept: Aligned
) -> list[RunCells]:
    runs: list[RunCells] = []
    for run, grades, rows in zip(found.runs, kept.kept, kept.rows, strict=True):
        spent = await tx.board_cells.spent(project, run.id, run.plan)
        runs.append(
            RunCells(
                plan=run.plan,
                kept=grades,
                cost=spent.cost,
                latency_ms=spent.latency_ms,
                rows=rows,
            )
        )
    return runs


def _reckon(
    found: LeaderboardRuns,
    runs: list[RunCells],
    tags: dict[str, NDArray[np.int64]],
    inside: NDArray[np.bool_] | None,
    measure: Measure,
) -> tuple[Leaderboard, tuple[TagRow, ...]]:
    cells: list[EntryCells] = [cells_of(entry, runs) for entry in found.entries]
    part = cells if inside is None else [one.only(inside) for one in cells]
    return leaderboard(found.entries, part, measure), by_tag(cells, tags)


def _empty(found: LeaderboardRuns, votes: VoteCounts) -> BoardReport:
    return BoardReport(
        gathered=found,
        tag=None,
        tags=(),
        scale=None,
        stale=False,
        leaderboard=Leaderboard(
            standings=(),
            cases=0,
            frontier=(),
            frontier_sentence="",
            sentence=NOTHING_LEFT,
            next_step="Add other runs. The reasons why each run was left out are listed below.",
        ),
        by_tag=(),
        votes=votes,
    )
