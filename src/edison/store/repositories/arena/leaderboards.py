"""Repository of leaderboards and their runs."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import Select, delete, func, insert, select, text

from edison.domain.arena.leaderboards.equal_terms import NOT_ANSWERS
from edison.domain.arena.leaderboards.leaderboard_entries import Board
from edison.domain.errors import DuplicateName
from edison.domain.ids import BoardId, DatasetId, ProjectId, RunId
from edison.kit.pagination import Page, PageRequest, page_of
from edison.store.repositories.base import Repository, after_cursor, unique
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.arena import BoardRow, BoardRunRow, VoteRow
from edison.store.tables.datasets import DatasetRow
from edison.store.tables.runs import RunRow

# Equal for runs with the same revisions of the same cases, in any order.
CASE_SETS = text(
    """
    SELECT rc.run_id, md5(string_agg(CAST(rc.revision AS text), ',' ORDER BY rc.revision)) AS cases
    FROM run_cases rc JOIN runs r ON r.id = rc.run_id
    WHERE r.project_id = :project AND rc.run_id = ANY (CAST(:runs AS uuid[]))
    GROUP BY rc.run_id
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedBoard:
    board: Board
    votes: int
    voters: int


class Boards(Repository):
    async def add(self, project: ProjectId, board: Board) -> None:
        values = to_columns(BoardRow, board, project_id=project, dataset_id=board.dataset)
        with _unique_name():
            await self._session.execute(insert(BoardRow).values(values))
        await self._put_runs(board)

    async def change(self, project: ProjectId, board: Board) -> None:
        """Save the name and the runs of a leaderboard; the caller must hold the lock."""
        with _unique_name():
            await self._change(BoardRow, project, board.id, name=board.name)
        await self._session.execute(delete(BoardRunRow).where(BoardRunRow.board_id == board.id))
        await self._put_runs(board)

    async def remove(self, project: ProjectId, board: BoardId, at: datetime) -> None:
        """Mark the leaderboard as removed; its votes are kept."""
        await self._change(BoardRow, project, board, removed_at=at)

    async def get(self, project: ProjectId, board: BoardId, *, lock: bool = False) -> Board:
        query = _query(project).where(BoardRow.id == board)
        if lock:
            query = query.with_for_update(of=BoardRow, key_share=True)
        row = await self._one(query, "No such leaderboard in this project")
        return _board(row[0], row[1], (await self._runs([board]))[board])

    async def page(self, project: ProjectId, page: PageRequest) -> Page[ListedBoard]:
        """List leaderboards, newest first, each with its number of valid votes."""
        query = after_cursor(_query(project), page, BoardRow.id)
        rows = (await self._session.execute(query)).all()
        ids = [BoardId(row[0].id) for row in rows]
        runs, votes = await self._runs(ids), await self._votes(ids)
        found = [
            ListedBoard(
                board=_board(row[0], row[1], runs[BoardId(row[0].id)]),
                votes=votes.get(row[0].id, (0, 0))[0],
                voters=votes.get(row[0].id, (0, 0))[1],
            )
            for row in rows
        ]
        return page_of(found, page.limit, lambda one: (one.board.id,))

    async def case_sets(self, project: ProjectId, runs: Sequence[RunId]) -> dict[RunId, str]:
        """Return a digest of each run's cases; runs with the same cases have the same digest."""
        if not runs:
            return {}
        rows = await self._session.execute(CASE_SETS, {"project": project, "runs": list(runs)})
        return {RunId(row.run_id): row.cases for row in rows}

    async def runs_on(self, project: ProjectId, dataset: DatasetId, most: int) -> list[RunId]:
        """Return the runs with answers on a dataset, newest first."""
        found = await self._session.scalars(
            select(RunRow.id)
            .where(
                RunRow.project_id == project,
                RunRow.dataset_id == dataset,
                RunRow.trigger.not_in(sorted(NOT_ANSWERS)),
            )
            .order_by(RunRow.id.desc())
            .limit(most)
        )
        return [RunId(run) for run in found]

    async def _put_runs(self, board: Board) -> None:
        await self._session.execute(
            insert(BoardRunRow),
            [
                {"board_id": board.id, "run_id": run, "position": position}
                for position, run in enumerate(board.runs)
            ],
        )

    async def _runs(self, boards: Sequence[BoardId]) -> dict[BoardId, tuple[RunId, ...]]:
        rows = await self._session.execute(
            select(BoardRunRow.board_id, BoardRunRow.run_id)
            .where(BoardRunRow.board_id.in_(boards))
            .order_by(BoardRunRow.position)
        )
        found: dict[BoardId, tuple[RunId, ...]] = dict.fromkeys(boards, ())
        for board, run in rows:
            found[BoardId(board)] += (RunId(run),)
        return found

    async def _votes(self, boards: Sequence[BoardId]) -> dict[UUID, tuple[int, int]]:
        rows = await self._session.execute(
            select(VoteRow.board_id, func.count(), func.count(VoteRow.voter.distinct()))
            .where(VoteRow.board_id.in_(boards), VoteRow.withdrawn_at.is_(None))
            .group_by(VoteRow.board_id)
        )
        return {row[0]: (row[1], row[2]) for row in rows}


def _query(project: ProjectId) -> Select[BoardRow, str]:
    return (
        select(BoardRow, DatasetRow.name)
        .join(DatasetRow, DatasetRow.id == BoardRow.dataset_id)
        .where(BoardRow.project_id == project, BoardRow.removed_at.is_(None))
        .execution_options(populate_existing=True)
    )


def _board(row: BoardRow, dataset: str, runs: tuple[RunId, ...]) -> Board:
    return from_row(Board, row, dataset=row.dataset_id, dataset_name=dataset, runs=runs)


def _unique_name() -> AbstractContextManager[None]:
    taken = DuplicateName("Another leaderboard of this project has this name", field="name")
    return unique("uq_boards_name", taken)
