"""In-memory cache of the answer pairs of leaderboards.

The pairs of a leaderboard change only when its runs or their answers change.
"""

from datetime import datetime
from uuid import UUID

import numpy as np

from edison.domain.arena.leaderboards.next_vote_pair import Deck, RunTexts, deck_of
from edison.domain.ids import ProjectId
from edison.services.arena.leaderboard_runs import LeaderboardRuns, align_cells
from edison.store.unit_of_work import ReadTx

# Number of leaderboards in the cache.
REMEMBERED = 8

_known: dict[tuple[object, ...], Deck] = {}


async def deck_of_board(
    tx: ReadTx, project: ProjectId, found: LeaderboardRuns, now: datetime
) -> Deck:
    seen = [await tx.run_statistics.seen(project, run.id) for run in found.runs]
    key = (found.board.id, tuple(run.id for run in found.runs), tuple(seen))
    if key in _known:
        return _known[key]
    made = await _deck(tx, project, found, now)
    while len(_known) >= REMEMBERED:
        _known.pop(next(iter(_known)))
    _known[key] = made
    return made


async def _deck(tx: ReadTx, project: ProjectId, found: LeaderboardRuns, now: datetime) -> Deck:
    kept = await align_cells(tx, project, found, now)
    if kept is None:
        return deck_of((), (), ())
    runs: list[RunTexts] = []
    for run, rows in zip(found.runs, kept.rows, strict=True):
        texts = await tx.board_cells.texts(project, run.id, run.plan)
        runs.append(
            RunTexts(
                id=run.id,
                plan=run.plan,
                attempts=texts.attempts,
                digests=texts.digests,
                rows=np.asarray(rows),
            )
        )
    cases = [UUID(bytes=case.tobytes()) for case in kept.cases]
    return deck_of(found.entries, runs, cases)
