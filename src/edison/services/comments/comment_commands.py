"""Start threads, reply, edit and delete comments, and resolve threads."""

from dataclasses import dataclass, replace
from uuid import UUID

from edison.domain.comments.comment import (
    PostedComment,
    SubjectKind,
    check_comment,
    check_members,
    must_delete,
    must_edit,
    subject_of,
)
from edison.domain.errors import NothingChanged
from edison.domain.events import COMMENT_CHANGED, COMMENT_RESOLVED
from edison.domain.ids import CommentId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.project_tx import ProjectTx
from edison.services.comments.notify_participants import notify_mentioned
from edison.services.comments.post_comment import announce, post_comment
from edison.services.context import Context
from edison.services.permission_check import confirm_permission, require_live_project


@dataclass(frozen=True, slots=True, kw_only=True)
class StartThread:
    project: ProjectId
    kind: SubjectKind
    subject: UUID
    part: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteComment:
    """A reply to a comment, or its new text."""

    project: ProjectId
    comment: CommentId
    text: str


async def start_thread(ctx: Context, who: Actor, cmd: StartThread) -> CommentId:
    """Comment on a subject; return the thread."""
    who.must(Permission.COMMENT, cmd.project)
    subject = subject_of(cmd.kind, cmd.subject, cmd.part)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.COMMENT)
        return (await post_comment(tx, subject, cmd.text)).id


async def reply(ctx: Context, who: Actor, cmd: WriteComment) -> CommentId:
    """Reply in the thread of a comment, and open the thread if it was resolved; return the thread."""
    who.must(Permission.COMMENT, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.COMMENT)
        _, first = await _find(tx, cmd.comment)
        await post_comment(tx, first.subject, cmd.text, first)
        if first.resolved_at is not None:
            await _save_resolved(tx, first, resolved=False)
        return first.id


async def edit_comment(ctx: Context, who: Actor, cmd: WriteComment) -> CommentId:
    """Change the text of your own comment; return its thread. It is marked as edited."""
    who.must(Permission.COMMENT, cmd.project)
    who.must_be_person()
    text, mentions = check_comment(cmd.text)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.COMMENT)
        comment, _ = await _find(tx, cmd.comment)
        must_edit(who, comment)
        if comment.text == text:
            raise NothingChanged("The text is the same", advice="Change it, or cancel.")
        # People who were mentioned before may have left since.
        added = [user for user in mentions if user not in comment.mentions]
        check_members(added, list(await tx.comments.members_among(cmd.project, added)))
        await tx.comments.save(
            cmd.project, replace(comment, text=text, mentions=mentions, edited_at=tx.now)
        )
        announce(tx, COMMENT_CHANGED, comment, "text")
        await notify_mentioned(tx, comment, added)
        return comment.thread


async def delete_comment(ctx: Context, who: Actor, project: ProjectId, comment: CommentId) -> None:
    """Delete a comment. The first one of a thread with replies keeps its place, without its text."""
    who.must(Permission.COMMENT, project)
    who.must_be_person()
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.COMMENT)
        role = await confirm_permission(tx, Permission.COMMENT)
        found, first = await _find(tx, comment)
        must_delete(who, role, found)
        left = await tx.comments.count_in(project, first.id) - 1
        if found.starts_thread and left:
            emptied = replace(found, text="", mentions=(), deleted_at=tx.now, edited_at=None)
            await tx.comments.save(project, emptied)
        else:
            await tx.comments.remove(project, found.id)
            if left == 1 and first.deleted_at is not None:
                await tx.comments.remove(project, first.id)
        announce(tx, COMMENT_CHANGED, found, "deleted")


async def resolve_thread(
    ctx: Context, who: Actor, project: ProjectId, comment: CommentId, *, resolved: bool
) -> CommentId:
    """Resolve the thread of a comment, or open it again; return the thread."""
    who.must(Permission.COMMENT, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.COMMENT)
        _, first = await _find(tx, comment)
        if (first.resolved_at is not None) is resolved:
            state = "resolved" if resolved else "open"
            raise NothingChanged(
                f"This thread is {state} already", advice="Reload the thread to see its state."
            )
        await _save_resolved(tx, first, resolved=resolved)
        return first.id


async def _find(tx: ProjectTx, comment: CommentId) -> tuple[PostedComment, PostedComment]:
    """Return a comment and the first one of its thread, which is locked."""
    found = await tx.comments.get(tx.project, comment)
    first = await tx.comments.lock_thread(tx.project, found.thread)
    # It may have changed while this waited for the lock.
    return await tx.comments.get(tx.project, comment), first


async def _save_resolved(tx: ProjectTx, first: PostedComment, *, resolved: bool) -> None:
    after = replace(
        first,
        resolved_at=tx.now if resolved else None,
        resolved_by=tx.who.user if resolved else None,
        resolved_by_label=tx.who.label if resolved else None,
    )
    await tx.comments.save(tx.project, after)
    announce(tx, COMMENT_RESOLVED, first, "resolved" if resolved else "opened")
