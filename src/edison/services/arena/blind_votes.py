"""Show a person two answers to the same case, and store which answer is better.

The models are hidden, and no person sees the same pair twice.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import numpy as np

from edison.domain.arena.leaderboards.next_vote_pair import (
    Deck,
    Voted,
    choose_pair,
    left_to_do,
    still_shown,
)
from edison.domain.arena.leaderboards.votes import (
    AnswerCell,
    AnswerPair,
    Seat,
    ShownVote,
    Vote,
    VoteOutcome,
    outcome_of,
)
from edison.domain.datasets.dataset import CaseContent
from edison.domain.errors import WrongState
from edison.domain.ids import BoardId, ProjectId, RunId, UserId, VoteId
from edison.domain.models.model_call import ToolCall
from edison.domain.people.access import Actor, Permission
from edison.domain.results.run_arrays import Floats
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.services.arena.leaderboard_runs import LeaderboardRuns, gather_leaderboard_runs
from edison.services.arena.vote_decks import deck_of_board
from edison.services.context import Context
from edison.services.permission_check import require_live_project

# Largest decision time that is stored (24 days): a person may leave a pair open for days.
MOST_MS = 2**31 - 1
GONE = "This pair can no longer be voted on"
ASK_AGAIN = "Load the next pair."


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAnswer:
    """One of the two answers, without its model. The text is untrusted."""

    text: str
    tool_calls: tuple[ToolCall, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindPair:
    token: UUID
    case: CaseContent
    left: ShownAnswer
    right: ShownAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class VotingProgress:
    mine: int
    all: int
    voters: int
    left_to_do: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedPair:
    # None: the person has voted on all pairs.
    pair: BlindPair | None
    progress: VotingProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class CastVote:
    project: ProjectId
    board: BoardId
    token: UUID
    said: ShownVote


@dataclass(frozen=True, slots=True, kw_only=True)
class CastResult:
    vote: VoteId
    outcome: VoteOutcome
    left_is_a: bool
    progress: VotingProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoneVote:
    undone: bool
    progress: VotingProgress


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Table:
    """The data needed for a vote: the leaderboard, its pairs, and the pairs that the person has voted on."""

    found: LeaderboardRuns
    deck: Deck
    me: UserId
    voted: Voted


async def next_pair(ctx: Context, who: Actor, project: ProjectId, board: BoardId) -> HandedPair:
    """Return the next pair for a person. The same pair is returned until the person votes on it."""
    who.must(Permission.COMMENT, project)
    me = who.must_be_person()
    async with ctx.change(who, project) as tx:
        at = await _sit_down(tx, board, me)
        seat = await tx.votes.seat(project, board, me)
        if seat is None or not _can_vote(at, seat.pair):
            seat = await _deal(tx, at)
        return HandedPair(
            pair=None if seat is None else await _blind(tx, at, seat),
            progress=await _progress(tx, at),
        )


async def cast_vote(ctx: Context, who: Actor, cmd: CastVote) -> CastResult:
    """Store a vote. If two votes have the same token, only the first one counts."""
    who.must(Permission.COMMENT, cmd.project)
    me = who.must_be_person()
    async with ctx.change(who, cmd.project) as tx:
        at = await _sit_down(tx, cmd.board, me)
        vote = await tx.votes.get(cmd.project, cmd.board, me, cmd.token)
        if vote is not None and vote.withdrawn_at is not None:
            raise WrongState("This vote was undone and cannot be repeated", advice=ASK_AGAIN)
        if vote is None:
            seat = await tx.votes.seat(cmd.project, cmd.board, me)
            if seat is None or seat.token != cmd.token or not _can_vote(at, seat.pair):
                raise WrongState(GONE, advice=ASK_AGAIN)
            vote = _vote_of(seat, who, cmd.said, tx.now)
            await tx.votes.add(cmd.project, vote)
            await tx.votes.leave_seat(cmd.project, cmd.board, me)
            at = _with_voted(at, vote.pair)
            change = {"old": None, "new": str(vote.outcome)}
            _record(tx, "vote.cast", vote, change)
        return CastResult(
            vote=vote.id,
            outcome=vote.outcome,
            left_is_a=vote.pair.left_is_a,
            progress=await _progress(tx, at),
        )


async def undo_vote(
    ctx: Context, who: Actor, project: ProjectId, board: BoardId, vote: UUID | None = None
) -> UndoneVote:
    """Undo the person's last vote and show its pair again.

    If `vote` is given, it is undone only if it is the last vote, so that a double click undoes a single vote.
    """
    who.must(Permission.COMMENT, project)
    me = who.must_be_person()
    async with ctx.change(who, project) as tx:
        at = await _sit_down(tx, board, me)
        last = await tx.votes.last(project, board, me)
        undone = last is not None and vote in (None, last.id)
        if last is not None and undone:
            await tx.votes.withdraw(project, last.id, tx.now)
            change = {"old": str(last.outcome), "new": None}
            _record(tx, "vote.undone", last, change)
            at = _without_voted(at, last.pair)
            await tx.votes.leave_seat(project, board, me)
            if still_shown(at.deck, last.pair):
                await tx.votes.take_seat(project, _seat(board, me, last.pair, tx.now))
        return UndoneVote(undone=undone, progress=await _progress(tx, at))


async def _sit_down(tx: ProjectTx, board: BoardId, me: UserId) -> _Table:
    """Load the leaderboard and lock the person's votes. Votes of different people do not block each other."""
    await require_live_project(tx, Permission.COMMENT)
    found = await gather_leaderboard_runs(tx, tx.project, board)
    await tx.votes.one_after_another(tx.project, board, me)
    return _Table(
        found=found,
        deck=await deck_of_board(tx, tx.project, found, tx.now),
        me=me,
        voted=await tx.votes.voted(tx.project, board, me),
    )


async def _deal(tx: ProjectTx, at: _Table) -> Seat | None:
    board = at.found.board.id
    pair = choose_pair(at.deck, await _wins(tx, at.found), at.voted, np.random.default_rng())
    if pair is None:
        await tx.votes.leave_seat(tx.project, board, at.me)
        return None
    seat = _seat(board, at.me, pair, tx.now)
    await tx.votes.take_seat(tx.project, seat)
    return seat


async def _wins(tx: ProjectTx, found: LeaderboardRuns) -> Floats:
    """Return the votes of all people as a matrix: wins of the row over the column, a tie counts as half a win."""
    wins = np.zeros((len(found.entries), len(found.entries)))
    entry_of: dict[tuple[RunId, int], int] = found.entry_of
    for met in await tx.votes.met(tx.project, found.board.id, found.widths):
        a, b = entry_of[met.run_a, met.column_a], entry_of[met.run_b, met.column_b]
        wins[a, b] += met.won
        wins[b, a] += met.votes - met.won
    return wins


async def _blind(tx: ProjectTx, at: _Table, seat: Seat) -> BlindPair:
    left, right = seat.pair.sides
    run = next(run for run in at.found.runs if run.id == left.run)
    place = run.plan.place(left.ordinal)
    cases = await tx.cells.cases(tx.project, run.id, place.case, place.case + 1)
    return BlindPair(
        token=seat.token,
        case=cases[place.case],
        left=await _shown(tx, left),
        right=await _shown(tx, right),
    )


async def _shown(tx: ProjectTx, cell: AnswerCell) -> ShownAnswer:
    found = await tx.run_rows.cell(tx.project, cell.run, cell.ordinal)
    return ShownAnswer(
        text=found.output or "",
        tool_calls=tuple(ToolCall(**call) for call in found.more.get("tool_calls", [])),
    )


async def _progress(tx: ProjectTx, at: _Table) -> VotingProgress:
    counts = await tx.votes.counts(tx.project, at.found.board.id, at.me)
    return VotingProgress(
        mine=counts.mine,
        all=counts.votes,
        voters=counts.voters,
        left_to_do=left_to_do(at.deck, at.voted),
    )


def _record(tx: ProjectTx, action: str, vote: Vote, change: dict[str, str | None]) -> None:
    changes = {"outcome": change, "board": {"old": None, "new": str(vote.board)}}
    tx.record_entry(action, ("vote", vote.id), changes)


def _can_vote(at: _Table, pair: AnswerPair) -> bool:
    return (pair.a, pair.b) not in at.voted and still_shown(at.deck, pair)


def _seat(board: BoardId, me: UserId, pair: AnswerPair, now: datetime) -> Seat:
    return Seat(token=new_id(), board=board, voter=me, pair=pair, handed_at=now)


def _vote_of(seat: Seat, who: Actor, said: ShownVote, now: datetime) -> Vote:
    took = (now - seat.handed_at).total_seconds() * 1_000
    return Vote(
        id=VoteId(seat.token),
        board=seat.board,
        pair=seat.pair,
        outcome=outcome_of(said, left_is_a=seat.pair.left_is_a),
        voter=seat.voter,
        voter_label=who.label,
        at=now,
        took_ms=min(MOST_MS, max(0, round(took))),
    )


def _with_voted(at: _Table, pair: AnswerPair) -> _Table:
    return _Table(found=at.found, deck=at.deck, me=at.me, voted=at.voted | {(pair.a, pair.b)})


def _without_voted(at: _Table, pair: AnswerPair) -> _Table:
    return _Table(found=at.found, deck=at.deck, me=at.me, voted=at.voted - {(pair.a, pair.b)})
