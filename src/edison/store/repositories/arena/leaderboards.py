"""Boards of one project and the runs on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import Select, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from edison.domain.arena.leaderboards.equal_terms import NOT_ANSWERS
from edison.domain.arena.leaderboards.leaderboard import Board
from edison.domain.errors import DuplicateName, NotFound
from edison.domain.ids import BoardId, DatasetId, ProjectId, RunId, UserId
from edison.kit.pagination import Page, PageRequest, page_of
from edison.store.repositories.base import Repository
from edison.store.tables.arena import BoardRow, BoardRunRow, VoteRow
from edison.store.tables.datasets import DatasetRow
from edison.store.tables.runs import RunRow

# The same for runs with the same wordings of the same cases, in whatever order.
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
        try:
            await self._session.execute(
                insert(BoardRow).values(
                    id=board.id,
                    project_id=project,
                    name=board.name,
                    dataset_id=board.dataset,
                    dataset_version=board.dataset_version,
                    panel=list(board.panel),
                    created_by=board.created_by,
                    created_by_label=board.created_by_label,
                    created_at=board.created_at,
                )
            )
        except IntegrityError as error:
            raise _named(error) from error
        await self._put_runs(board)

    async def change(self, project: ProjectId, board: Board) -> None:
        """Write name and runs; who calls holds the lock."""
        try:
            await self._session.execute(
                update(BoardRow)
                .where(BoardRow.project_id == project, BoardRow.id == board.id)
                .values(name=board.name)
                .execution_options(synchronize_session=False)
            )
        except IntegrityError as error:
            raise _named(error) from error
        await self._session.execute(delete(BoardRunRow).where(BoardRunRow.board_id == board.id))
        await self._put_runs(board)

    async def remove(self, project: ProjectId, board: BoardId, at: datetime) -> None:
        """Nobody sees it any more; its votes stay."""
        await self._session.execute(
            update(BoardRow)
            .where(BoardRow.project_id == project, BoardRow.id == board)
            .values(removed_at=at)
            .execution_options(synchronize_session=False)
        )

    async def get(self, project: ProjectId, board: BoardId, *, lock: bool = False) -> Board:
        query = _query(project).where(BoardRow.id == board)
        if lock:
            query = query.with_for_update(of=BoardRow, key_share=True)
        row = (await self._session.execute(query)).one_or_none()
        if row is None:
            raise NotFound("No such board in this project")
        return _board(row[0], row[1], (await self._runs([board]))[board])

    async def page(self, project: ProjectId, page: PageRequest) -> Page[ListedBoard]:
        """Newest first, with how many votes count."""
        query = _query(project).order_by(BoardRow.id.desc()).limit(page.limit + 1)
        if page.after:
            query = query.where(BoardRow.id < page.key(UUID)[0])
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
        """Equal for runs with the same cases, whatever was chosen to get there."""
        if not runs:
            return {}
        rows = await self._session.execute(CASE_SETS, {"project": project, "runs": list(runs)})
        return {RunId(row.run_id): row.cases for row in rows}

    async def runs_on(self, project: ProjectId, dataset: DatasetId, most: int) -> list[RunId]:
        """Runs of answers on a dataset, newest first."""
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
    return Board(
        id=BoardId(row.id),
        name=row.name,
        dataset=DatasetId(row.dataset_id),
        dataset_name=dataset,
        dataset_version=row.dataset_version,
        panel=tuple(row.panel),
        runs=runs,
        created_by=None if row.created_by is None else UserId(row.created_by),
        created_by_label=row.created_by_label,
        created_at=row.created_at,
    )


def _named(error: IntegrityError) -> Exception:
    if "uq_boards_name" in str(error.orig):
        return DuplicateName("There is a board with this name", field="name")
    return error
