"""Who beats whom on a board, and the votes of people who do not know who is who."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter
from edison.api.arena.vote_views import BoardDuelsView, NextPairView, UndoneView, VoteBody, VoteView
from edison.api.base_views import Line
from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.datasets.case_rules import TAG_AT_MOST
from edison.domain.ids import BoardId
from edison.services.arena import blind_votes, duel_results
from edison.services.arena.leaderboard_report import WantedBoard

router = ApiRouter(prefix="/projects/{project}/boards/{board}", tags=["boards"])


@router.get("/duels")
async def read_board_duels(
    board: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    tag: Annotated[
        Line | None, Query(max_length=TAG_AT_MOST, description="Only cases with this tag")
    ] = None,
) -> BoardDuelsView:
    """Get the rankings from pairwise judges, from votes, and from both.

    Includes the position bias: does the side an answer is shown on affect votes?
    """
    wanted = WantedBoard(project=project, board=BoardId(board), tag=tag)
    return BoardDuelsView.of(await duel_results.read_duels(ctx, who, wanted))


@router.get("/next-pair", responses=problems(409))
async def next_board_pair(
    board: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> NextPairView:
    """Get two answers for you to compare.

    Until you vote, repeated requests return the same pair.
    """
    return NextPairView.of(await blind_votes.next_pair(ctx, who, project, BoardId(board)))


@router.post("/votes", status_code=201)
async def cast_vote(
    board: UUID, body: VoteBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> VoteView:
    """Vote for the better answer. If the same token is sent twice, only the first vote counts."""
    return VoteView.of(await blind_votes.cast_vote(ctx, who, body.to_command(project, board)))


@router.delete("/votes/last")
async def undo_vote(
    board: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    vote: Annotated[
        UUID | None, Query(description="Undo only if this vote is the last one")
    ] = None,
) -> UndoneView:
    """Undo your last vote. Its pair is shown next."""
    return UndoneView.of(await blind_votes.undo_vote(ctx, who, project, BoardId(board), vote))
