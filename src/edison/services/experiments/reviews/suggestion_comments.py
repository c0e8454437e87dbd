"""Add comments to a suggestion. They are threads of the room `comments`."""

from dataclasses import dataclass

from edison.domain.comments.comment import CommentSubject, PostedComment, SubjectKind
from edison.domain.ids import ProjectId, SuggestionId
from edison.domain.people.access import Actor, Permission
from edison.services.comments.post_comment import post_comment
from edison.services.context import Context
from edison.services.permission_check import require_live_project


@dataclass(frozen=True, slots=True, kw_only=True)
class AddComment:
    project: ProjectId
    suggestion: SuggestionId
    text: str


async def add_comment(ctx: Context, who: Actor, cmd: AddComment) -> PostedComment:
    """Add a comment to a suggestion, before or after the decision."""
    who.must(Permission.COMMENT, cmd.project)
    subject = CommentSubject(kind=SubjectKind.SUGGESTION, id=cmd.suggestion)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.COMMENT)
        return await post_comment(tx, subject, cmd.text)
