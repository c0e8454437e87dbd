"""Export all comments of a project, page by page, so that memory use does not grow with their number."""

import json
from collections.abc import AsyncGenerator

from edison.domain.comments.comment import PostedComment
from edison.domain.ids import CommentId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.services.context import Context

COMMENTS_AT_ONCE = 200


async def export_comments(ctx: Context, who: Actor, project: ProjectId) -> AsyncGenerator[str]:
    """Return the lines of a JSON Lines file with one comment a line, in the order in which they were written."""
    who.must(Permission.EXPORT_RESULTS, project)
    return _lines(ctx, project)


async def _lines(ctx: Context, project: ProjectId) -> AsyncGenerator[str]:
    """Yield the lines. Each page is read in its own transaction, so slow readers hold no connection."""
    last: CommentId | None = None
    while True:
        async with ctx.read() as tx:
            found = await tx.comments.after(project, last, COMMENTS_AT_ONCE)
        if not found:
            return
        yield "".join(json.dumps(_record(one), ensure_ascii=False) + "\n" for one in found)
        last = found[-1].id


def _record(comment: PostedComment) -> dict[str, object]:
    moments = {
        name: None if at is None else at.isoformat()
        for name, at in (
            ("edited_at", comment.edited_at),
            ("deleted_at", comment.deleted_at),
            ("resolved_at", comment.resolved_at),
        )
    }
    return {
        "id": str(comment.id),
        "thread": str(comment.thread),
        "kind": str(comment.subject.kind),
        "subject": str(comment.subject.id),
        "part": comment.subject.part or None,
        "author": comment.author_label,
        "text": comment.text,
        "mentions": [str(user) for user in comment.mentions],
        "created_at": comment.created_at.isoformat(),
        **moments,
        "resolved_by": comment.resolved_by_label,
    }
