"""Who beats whom on a board, and the votes of people who do not know who is who."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from edison.api.errors import problems
from edison.api.identity import CurrentActor, CurrentProject, Services
from edison.api.schemas.base import Line
from edison.api.schemas.board_votes import (
    BoardDuelsView,
    NextPairView,
    UndoneView,
    VoteBody,
    VoteView,
)
from edison.domain.case_rules import TAG_AT_MOST
from edison.domain.ids import BoardId
from edison.services.boards import duels, voting
from edison.services.boards.read import WantedBoard

router = APIRouter(prefix="/projects/{project}/boards/{board}", tags=["boards"])


@router.get("/duels", operation_id="read_board_duels", responses=problems(400, 401, 403, 404))
async def read_board_duels(
    board: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    tag: Annotated[
        Line | None, Query(max_length=TAG_AT_MOST, description="Only cases with this tag")
    ] = None,
) -> BoardDuelsView:
    """By judges that compare two answers, by votes, and by both."""
    wanted = WantedBoard(project=project, board=BoardId(board), tag=tag)
    return BoardDuelsView.of(await duels.read_duels(ctx, who, wanted))


@router.get(
    "/next-pair", operation_id="next_board_pair", responses=problems(400, 401, 403, 404, 409)
)
async def next_board_pair(
    board: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> NextPairView:
    """Two answers for me to compare. Asked again, they are the same until I vote."""
    return NextPairView.of(await voting.next_pair(ctx, who, project, BoardId(board)))


@router.post(
    "/votes",
    status_code=201,
    operation_id="cast_vote",
    responses=problems(400, 401, 403, 404, 409),
)
async def cast_vote(
    board: UUID, body: VoteBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> VoteView:
    """Say which is better. The same token twice is one vote: the first."""
    return VoteView.of(await voting.cast_vote(ctx, who, body.to_command(project, board)))


@router.delete("/votes/last", operation_id="undo_vote", responses=problems(400, 401, 403, 404, 409))
async def undo_vote(
    board: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    vote: Annotated[UUID | None, Query(description="Only if this is the last one")] = None,
) -> UndoneView:
    """Take my last vote back; its pair comes next."""
    return UndoneView.of(await voting.undo_vote(ctx, who, project, BoardId(board), vote))
