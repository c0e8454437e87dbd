"""Routes of leaderboards, duels and votes."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter
from edison.api.arena.leaderboard_views import (
    BoardCardView,
    BoardView,
    CandidatesView,
    ChangeBoardBody,
    MakeBoardBody,
)
from edison.api.arena.vote_views import BoardDuelsView, NextPairView, UndoneView, VoteBody, VoteView
from edison.api.base_views import Line, PageView, WantedPage
from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.datasets.case_rules import TAG_AT_MOST
from edison.domain.ids import BoardId, DatasetId, RunId
from edison.services.arena import (
    blind_votes,
    duel_results,
    leaderboard_commands,
    leaderboard_queries,
    leaderboard_report,
)
from edison.services.arena.leaderboard_report import WantedBoard

router = ApiRouter(prefix="/projects/{project}/boards", tags=["boards"])


@router.get("")
async def list_boards(
    project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[BoardCardView]:
    """List leaderboards, newest first."""
    found = await leaderboard_queries.list_boards(ctx, who, project, page)
    return PageView(
        items=[BoardCardView.of(item) for item in found.items], next_cursor=found.next_cursor
    )


@router.get("/candidates")
async def list_board_candidates(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    dataset: UUID,
    version: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    like: Annotated[
        UUID | None, Query(description="Only runs that are comparable with this run")
    ] = None,
) -> CandidatesView:
    """List the runs of a dataset, newest first, with the reason if a run cannot join the leaderboard."""
    wanted = leaderboard_queries.WantedCandidates(
        project=project,
        dataset=DatasetId(dataset),
        version=version,
        like=None if like is None else RunId(like),
    )
    return CandidatesView.of(await leaderboard_queries.list_candidates(ctx, who, wanted))


@router.post("", status_code=201)
async def make_board(
    body: MakeBoardBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> BoardView:
    """Create a leaderboard of comparable runs.

    If the runs are not comparable, `details.reasons` of the error explains why.
    """
    board = await leaderboard_commands.make_board(ctx, who, body.to_command(project))
    wanted = leaderboard_report.WantedBoard(project=project, board=board.id)
    return BoardView.of(await leaderboard_report.read_board(ctx, who, wanted))


@router.get("/{board}")
async def read_board(
    board: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    tag: Annotated[
        Line | None, Query(max_length=TAG_AT_MOST, description="Only cases with this tag")
    ] = None,
) -> BoardView:
    """Get the ranking with uncertainty and cost."""
    wanted = leaderboard_report.WantedBoard(project=project, board=BoardId(board), tag=tag)
    return BoardView.of(await leaderboard_report.read_board(ctx, who, wanted))


@router.patch("/{board}")
async def change_board(
    board: UUID,
    body: ChangeBoardBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> BoardView:
    """Rename a leaderboard or replace its runs."""
    changed = await leaderboard_commands.change_board(ctx, who, body.to_command(project, board))
    wanted = leaderboard_report.WantedBoard(project=project, board=changed.id)
    return BoardView.of(await leaderboard_report.read_board(ctx, who, wanted))


@router.delete("/{board}", status_code=204)
async def remove_board(
    board: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Delete a leaderboard. Its runs are not changed."""
    await leaderboard_commands.remove_board(ctx, who, project, BoardId(board))


board_votes_router = ApiRouter(prefix="/projects/{project}/boards/{board}", tags=["boards"])


@board_votes_router.get("/duels")
async def read_board_duels(
    board: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    tag: Annotated[
        Line | None, Query(max_length=TAG_AT_MOST, description="Only cases with this tag")
    ] = None,
) -> BoardDuelsView:
    """Get three rankings: from pairwise judges, from people's votes, and from judges and votes together.

    Includes the position bias: does the side an answer is shown on affect votes?
    """
    wanted = WantedBoard(project=project, board=BoardId(board), tag=tag)
    return BoardDuelsView.of(await duel_results.read_duels(ctx, who, wanted))


@board_votes_router.get("/next-pair", responses=problems(409))
async def next_board_pair(
    board: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> NextPairView:
    """Get two answers for you to compare.

    Until you vote, repeated requests return the same pair.
    """
    return NextPairView.of(await blind_votes.next_pair(ctx, who, project, BoardId(board)))


@board_votes_router.post("/votes", status_code=201)
async def cast_vote(
    board: UUID, body: VoteBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> VoteView:
    """Vote for the better answer. If the same token is sent twice, only the first vote counts."""
    return VoteView.of(await blind_votes.cast_vote(ctx, who, body.to_command(project, board)))


@board_votes_router.delete("/votes/last")
async def undo_vote(
    board: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    vote: Annotated[
        UUID | None, Query(description="Undo only if this vote is the last one")
    ] = None,
) -> UndoneView:
    """Undo your last vote. The same pair is shown next."""
    return UndoneView.of(await blind_votes.undo_vote(ctx, who, project, BoardId(board), vote))
