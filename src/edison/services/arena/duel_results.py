"""Load the results of duels on a leaderboard: by pairwise judges, by votes of people, or by both together."""

import asyncio
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from edison.domain.arena.leaderboards.duels import (
    Duels,
    Fights,
    by_both,
    by_judges,
    by_votes,
    fights_of_judges,
    joined,
    no_fights,
)
from edison.domain.arena.leaderboards.leaderboard_entries import Entry
from edison.domain.arena.leaderboards.votes import CountedVote, EntryOf
from edison.domain.errors import InvalidInput
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.runs.describe_run import describe_run
from edison.services.arena.leaderboard_report import WantedBoard
from edison.services.arena.leaderboard_runs import (
    Aligned,
    LeaderboardRuns,
    align_cells,
    gather_leaderboard_runs,
)
from edison.services.context import Context
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelReport:
    entries: tuple[Entry, ...]
    judges: Duels | None = None
    votes: Duels | None = None
    both: Duels | None = None


async def read_duels(ctx: Context, who: Actor, wanted: WantedBoard) -> DuelReport:
    who.must(Permission.VIEW_PROJECT, wanted.project)
    project = wanted.project
    async with ctx.read() as tx:
        found = await gather_leaderboard_runs(tx, project, wanted.board)
        kept = await align_cells(tx, project, found, ctx.clock.now())
        if kept is None:
            return DuelReport(entries=())
        judged = await _judged(tx, project, found, kept)
        votes = await _votes(tx, project, found, kept)
        if wanted.tag is not None:
            inside = await _with_tag(tx, wanted, found, kept.cases.size)
            judged = judged.within(inside)
            votes = [vote for vote in votes if inside[vote.case]]
    return await asyncio.to_thread(_reckon, found, judged, votes)


async def _judged(tx: ReadTx, project: ProjectId, found: LeaderboardRuns, kept: Aligned) -> Fights:
    """Load the duels that pairwise judges decided. They compare only answers of the same run."""
    fights: list[Fights] = [no_fights()]
    entry_of = found.entry_of
    for run, rows in zip(found.runs, kept.rows, strict=True):
        pairings = (await describe_run(tx, project, run.id)).pairings
        if not pairings:
            continue
        arrays = await tx.result_arrays.read(
            project,
            run.id,
            run.plan,
            panel=(),
            pairwise=[pairing.scorer for pairing in pairings],
            criteria=0,
        )
        numbers = [entry_of[run.id, column] for column in range(len(run.plan.columns))]
        # The inverse permutation: the leaderboard case of each row of the run.
        fights.append(fights_of_judges(arrays, pairings, numbers, np.argsort(rows)))
    return joined(fights)


async def _votes(
    tx: ReadTx, project: ProjectId, found: LeaderboardRuns, kept: Aligned
) -> list[CountedVote]:
    cells = EntryOf(widths=found.widths, entries=found.entry_of)
    cases = {UUID(bytes=case.tobytes()): row for row, case in enumerate(kept.cases)}
    counted: list[CountedVote] = []
    for vote in await tx.votes.counting(project, found.board.id, [run.id for run in found.runs]):
        case = cases.get(vote.case)
        a = cells.entry(vote.run_a, vote.ordinal_a)
        b = cells.entry(vote.run_b, vote.ordinal_b)
        if case is None or a is None or b is None or a == b:
            continue
        counted.append(
            CountedVote(
                case=case,
                a=a,
                b=b,
                outcome=vote.outcome,
                left_is_a=vote.left_is_a,
                voter=vote.voter,
            )
        )
    return counted


async def _with_tag(
    tx: ReadTx, wanted: WantedBoard, found: LeaderboardRuns, cases: int
) -> NDArray[np.bool_]:
    tags = await tx.board_cells.tags(wanted.project, found.runs[0].id)
    if wanted.tag is None or wanted.tag not in tags:
        raise InvalidInput("No case of this leaderboard has this tag", field="tag")
    inside = np.zeros(cases, dtype=np.bool_)
    inside[tags[wanted.tag]] = True
    return inside


def _reckon(found: LeaderboardRuns, judged: Fights, votes: list[CountedVote]) -> DuelReport:
    names = [entry.name for entry in found.entries]
    return DuelReport(
        entries=found.entries,
        judges=by_judges(judged, names),
        votes=by_votes(votes, names),
        both=by_both(judged, votes, names),
    )
