"""Routes of comments: threads of a subject or of the whole project, replies, resolution and export."""

from typing import Annotated
from uuid import UUID

from fastapi import Query
from starlette.responses import StreamingResponse

from edison.api.api_router import ApiRouter
from edison.api.base_views import PageView, WantedPage
from edison.api.comments.views import (
    PART,
    StartThreadBody,
    ThreadCountsView,
    ThreadCountView,
    ThreadView,
    WriteCommentBody,
)
from edison.api.error_responses import Responses
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.comments.comment import SubjectKind
from edison.domain.ids import CommentId, ProjectId
from edison.domain.people.access import Actor
from edison.services.comments import comment_commands, comment_export, comment_queries
from edison.services.context import Context

router = ApiRouter(prefix="/projects/{project}/comments", tags=["comments"])

FILE: Responses = {200: {"content": {"application/x-ndjson": {}}}}


@router.get("")
async def list_comments(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    kind: SubjectKind | None = None,
    subject: Annotated[UUID | None, Query(description="Needs `kind`")] = None,
    part: Annotated[str | None, Query(max_length=40, description=PART)] = None,
    open: Annotated[
        bool | None, Query(description="true: only open threads; false: only resolved ones")
    ] = None,
    mentions_me: Annotated[bool, Query(description="Only threads that mention you")] = False,
) -> PageView[ThreadView]:
    """List threads with their comments, newest thread first; at most 20 at once."""
    wanted = comment_queries.WantedThreads(
        kind=kind, subject=subject, part=part, open=open, mentions_me=mentions_me
    )
    found = await comment_queries.list_threads(ctx, who, project, wanted, page)
    return PageView(
        items=[ThreadView.of(one) for one in found.items], next_cursor=found.next_cursor
    )


@router.get("/counts")
async def count_comments(
    kind: SubjectKind, subject: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ThreadCountsView:
    """Count the threads on each part of a subject that has any, such as the cells of a run."""
    found = await comment_queries.count_threads(ctx, who, project, kind, subject)
    return ThreadCountsView(items=[ThreadCountView.of(one) for one in found])


@router.get("/export", response_class=StreamingResponse, responses=FILE)
async def export_comments(
    project: CurrentProject, who: CurrentActor, ctx: Services
) -> StreamingResponse:
    """Download all comments of the project as JSON Lines, in the order in which they were written."""
    lines = await comment_export.export_comments(ctx, who, project)
    return StreamingResponse(
        lines,
        media_type="application/x-ndjson",
        headers={"content-disposition": 'attachment; filename="comments.jsonl"'},
    )


@router.get("/{comment}")
async def read_comment(
    comment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ThreadView:
    """Get the thread of a comment."""
    return await _thread(ctx, who, project, CommentId(comment))


@router.post("", status_code=201)
async def start_thread(
    body: StartThreadBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ThreadView:
    """Comment on a cell, case, prompt version, run, experiment, leaderboard or suggestion."""
    made = await comment_commands.start_thread(ctx, who, body.to_command(project))
    return await _thread(ctx, who, project, made)


@router.post("/{comment}/replies", status_code=201)
async def reply_to_comment(
    comment: UUID, body: WriteCommentBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ThreadView:
    """Reply in the thread of a comment. A resolved thread is opened again."""
    thread = await comment_commands.reply(ctx, who, body.to_command(project, comment))
    return await _thread(ctx, who, project, thread)


@router.patch("/{comment}")
async def edit_comment(
    comment: UUID, body: WriteCommentBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ThreadView:
    """Change the text of your own comment. It is marked as edited."""
    thread = await comment_commands.edit_comment(ctx, who, body.to_command(project, comment))
    return await _thread(ctx, who, project, thread)


@router.delete("/{comment}", status_code=204)
async def delete_comment(
    comment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Delete your own comment; owners of the project delete any.

    The first comment of a thread with replies keeps its place, without its text.
    """
    await comment_commands.delete_comment(ctx, who, project, CommentId(comment))


@router.post("/{comment}/resolve")
async def resolve_thread(
    comment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ThreadView:
    """Mark the thread of a comment as resolved."""
    thread = await comment_commands.resolve_thread(
        ctx, who, project, CommentId(comment), resolved=True
    )
    return await _thread(ctx, who, project, thread)


@router.post("/{comment}/reopen")
async def reopen_thread(
    comment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ThreadView:
    """Open a resolved thread again."""
    thread = await comment_commands.resolve_thread(
        ctx, who, project, CommentId(comment), resolved=False
    )
    return await _thread(ctx, who, project, thread)


async def _thread(ctx: Context, who: Actor, project: ProjectId, comment: CommentId) -> ThreadView:
    return ThreadView.of(await comment_queries.read_thread(ctx, who, project, comment))
