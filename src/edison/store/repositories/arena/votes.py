"""Repository of votes on pairs of answers, and of the pair that each person is shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.dialects.postgresql import insert as upsert

from edison.domain.arena.leaderboards.votes import AnswerCell, AnswerPair, Seat, Vote, VoteOutcome
from edison.domain.ids import BoardId, ProjectId, RunId, UserId, VoteId
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.arena import BoardRow, VoteRow, VoteSeatRow

# A vote on an answer that was replaced since does not apply to the current one.
COUNTING = text(
    """
    SELECT v.case_id, v.run_a, v.ordinal_a, v.run_b, v.ordinal_b, v.outcome, v.left_is_a, v.voter
    FROM votes v
    JOIN cells a ON a.run_id = v.run_a AND a.ordinal = v.ordinal_a AND a.attempt = v.attempt_a
    JOIN cells b ON b.run_id = v.run_b AND b.ordinal = v.ordinal_b AND b.attempt = v.attempt_b
    WHERE v.project_id = :project AND v.board_id = :board AND v.withdrawn_at IS NULL
      AND v.run_a = ANY (CAST(:runs AS uuid[])) AND v.run_b = ANY (CAST(:runs AS uuid[]))
    ORDER BY v.id
    """
)
# Wins of one column over another, as the pairs are stored.
SUMS = text(
    """
    SELECT v.run_a, mod(v.ordinal_a, a.width) AS column_a, v.run_b, mod(v.ordinal_b, b.width) AS column_b,
        CAST(sum(CASE v.outcome WHEN 'a' THEN 1.0 WHEN 'b' THEN 0.0 ELSE 0.5 END) AS double precision) AS won,
        count(*) AS votes
    FROM votes v
    JOIN unnest(CAST(:runs AS uuid[]), CAST(:widths AS int[])) AS a(run, width) ON a.run = v.run_a
    JOIN unnest(CAST(:runs AS uuid[]), CAST(:widths AS int[])) AS b(run, width) ON b.run = v.run_b
    WHERE v.project_id = :project AND v.board_id = :board AND v.withdrawn_at IS NULL
    GROUP BY 1, 2, 3, 4
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptVote:
    case: UUID
    run_a: RunId
    ordinal_a: int
    run_b: RunId
    ordinal_b: int
    outcome: VoteOutcome
    left_is_a: bool
    voter: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnsMet:
    """The number of wins of the first column against the second, and of votes; a tie is half a win."""

    run_a: RunId
    column_a: int
    run_b: RunId
    column_b: int
    won: float
    votes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteCounts:
    votes: int = 0
    voters: int = 0
    mine: int = 0


class Votes(Repository):
    async def one_after_another(self, project: ProjectId, board: BoardId, voter: UserId) -> None:
        """Serialize one person's actions on a leaderboard, so that a double click creates one vote."""
        del project
        await self._lock(f"edison-votes:{board}:{voter}")

    async def counting(
        self, project: ProjectId, board: BoardId, runs: Sequence[RunId]
    ) -> list[KeptVote]:
        """Return all valid votes on answers of these runs; replaced votes are omitted."""
        rows = await self._session.execute(
            COUNTING, {"project": project, "board": board, "runs": list(runs)}
        )
        return [from_row(KeptVote, row, case=row.case_id) for row in rows]

    async def met(
        self, project: ProjectId, board: BoardId, widths: dict[RunId, int]
    ) -> list[ColumnsMet]:
        rows = await self._session.execute(
            SUMS,
            {
                "project": project,
                "board": board,
                "runs": list(widths),
                "widths": list(widths.values()),
            },
        )
        return [from_row(ColumnsMet, row) for row in rows]

    async def counts(self, project: ProjectId, board: BoardId, me: UserId | None) -> VoteCounts:
        row = (
            await self._session.execute(
                select(
                    func.count(),
                    func.count(VoteRow.voter.distinct()),
                    func.count().filter(VoteRow.voter == me),
                ).where(*_counting(project, board))
            )
        ).one()
        return VoteCounts(votes=row[0], voters=row[1], mine=0 if me is None else row[2])

    async def voted(
        self, project: ProjectId, board: BoardId, voter: UserId
    ) -> frozenset[tuple[AnswerCell, AnswerCell]]:
        """Return the pairs that a person has voted on."""
        rows = await self._session.execute(
            select(*_PAIR).where(*_counting(project, board), VoteRow.voter == voter)
        )
        return frozenset(_cells(row) for row in rows)

    async def get(
        self, project: ProjectId, board: BoardId, voter: UserId, id_: UUID
    ) -> Vote | None:
        row = await self._find(
            VoteRow,
            VoteRow.project_id == project,
            VoteRow.board_id == board,
            VoteRow.voter == voter,
            VoteRow.id == id_,
        )
        return None if row is None else _vote(row)

    async def last(self, project: ProjectId, board: BoardId, voter: UserId) -> Vote | None:
        """Return the person's latest valid vote."""
        row = await self._session.scalar(
            select(VoteRow)
            .where(*_counting(project, board), VoteRow.voter == voter)
            .order_by(VoteRow.at.desc(), VoteRow.id.desc())
            .limit(1)
        )
        return None if row is None else _vote(row)

    async def add(self, project: ProjectId, vote: Vote) -> None:
        pair = _pair_values(vote.pair)
        values = to_columns(VoteRow, vote, project_id=project, board_id=vote.board, **pair)
        await self._session.execute(insert(VoteRow).values(values))

    async def withdraw(self, project: ProjectId, vote: VoteId, at: datetime) -> None:
        counts = VoteRow.withdrawn_at.is_(None)
        await self._change(VoteRow, project, vote, counts, withdrawn_at=at)

    async def seat(self, project: ProjectId, board: BoardId, voter: UserId) -> Seat | None:
        row = await self._session.scalar(
            select(VoteSeatRow)
            .join(BoardRow, BoardRow.id == VoteSeatRow.board_id)
            .where(
                BoardRow.project_id == project,
                VoteSeatRow.board_id == board,
                VoteSeatRow.voter == voter,
            )
            .execution_options(populate_existing=True)
        )
        if row is None:
            return None
        return from_row(Seat, row, board=row.board_id, pair=_pair(row))

    async def take_seat(self, project: ProjectId, seat: Seat) -> None:
        """Save the pair that a person is shown, in place of the earlier pair."""
        del project
        values = {
            "token": seat.token,
            "handed_at": seat.handed_at,
            **_pair_values(seat.pair),
        }
        await self._session.execute(
            upsert(VoteSeatRow)
            .values(board_id=seat.board, voter=seat.voter, **values)
            .on_conflict_do_update(index_elements=["board_id", "voter"], set_=values)
        )

    async def leave_seat(self, project: ProjectId, board: BoardId, voter: UserId) -> None:
        del project
        await self._session.execute(
            delete(VoteSeatRow).where(VoteSeatRow.board_id == board, VoteSeatRow.voter == voter)
        )


_PAIR = (
    VoteRow.run_a,
    VoteRow.ordinal_a,
    VoteRow.attempt_a,
    VoteRow.run_b,
    VoteRow.ordinal_b,
    VoteRow.attempt_b,
)


def _counting(project: ProjectId, board: BoardId) -> tuple[Any, ...]:
    return (
        VoteRow.project_id == project,
        VoteRow.board_id == board,
        VoteRow.withdrawn_at.is_(None),
    )


def _cells(row: Any) -> tuple[AnswerCell, AnswerCell]:
    return (
        AnswerCell(run=RunId(row.run_a), ordinal=row.ordinal_a, attempt=row.attempt_a),
        AnswerCell(run=RunId(row.run_b), ordinal=row.ordinal_b, attempt=row.attempt_b),
    )


def _pair(row: VoteRow | VoteSeatRow) -> AnswerPair:
    a, b = _cells(row)
    return AnswerPair(case=row.case_id, a=a, b=b, left_is_a=row.left_is_a)


def _pair_values(pair: AnswerPair) -> dict[str, Any]:
    return {
        "case_id": pair.case,
        "run_a": pair.a.run,
        "ordinal_a": pair.a.ordinal,
        "attempt_a": pair.a.attempt,
        "run_b": pair.b.run,
        "ordinal_b": pair.b.ordinal,
        "attempt_b": pair.b.attempt,
        "left_is_a": pair.left_is_a,
    }


def _vote(row: VoteRow) -> Vote:
    return from_row(Vote, row, board=row.board_id, pair=_pair(row))
