"""Read threads of comments, with what the caller may do, and count the threads on parts of a subject."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from edison.domain.comments.comment import (
    CommentThread,
    PostedComment,
    SubjectKind,
    ThreadCount,
    may_delete,
    may_edit,
    subject_of,
)
from edison.domain.errors import InvalidInput
from edison.domain.ids import CommentId, ProjectId
from edison.domain.people.access import Actor, Permission, Role, allows
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.store.repositories.comments.comments import ThreadFilter
from edison.store.unit_of_work import ReadTx

# A thread may have hundreds of long comments.
MOST_AT_ONCE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedThreads:
    kind: SubjectKind | None = None
    subject: UUID | None = None
    part: str | None = None
    open: bool | None = None
    # Only threads that mention the caller.
    mentions_me: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownComment:
    comment: PostedComment
    may_edit: bool
    may_delete: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownThread:
    thread: CommentThread
    title: str
    comments: tuple[ShownComment, ...]
    # Names of the members that are mentioned; former members are missing.
    mentioned: dict[UUID, str]
    may_write: bool


async def list_threads(
    ctx: Context, who: Actor, project: ProjectId, wanted: WantedThreads, page: PageRequest
) -> Page[ShownThread]:
    """List threads, newest first."""
    who.must(Permission.VIEW_PROJECT, project)
    chosen = _filter(who, wanted)
    page = replace(page, limit=min(page.limit, MOST_AT_ONCE))
    async with ctx.read() as tx:
        found = await tx.comments.page(project, chosen, page)
        return Page(
            items=await _shown(tx, who, project, found.items), next_cursor=found.next_cursor
        )


async def read_thread(
    ctx: Context, who: Actor, project: ProjectId, comment: CommentId
) -> ShownThread:
    """Return the thread of a comment."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.comments.get(project, comment)
        thread = await tx.comments.thread(project, found.thread)
        [shown] = await _shown(tx, who, project, [thread])
        return shown


async def count_threads(
    ctx: Context, who: Actor, project: ProjectId, kind: SubjectKind, subject: UUID
) -> list[ThreadCount]:
    """Return the number of threads on each part of a subject that has any, such as the cells of a run."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.comments.counts(project, kind, subject)


def _filter(who: Actor, wanted: WantedThreads) -> ThreadFilter:
    part = wanted.part
    if part is not None:
        if wanted.kind is None or wanted.subject is None:
            raise InvalidInput("A part needs a kind and a subject", field="part")
        part = subject_of(wanted.kind, wanted.subject, part).part
    if wanted.subject is not None and wanted.kind is None:
        raise InvalidInput("A subject needs a kind", field="kind")
    mentions = who.must_be_person() if wanted.mentions_me else None
    return ThreadFilter(
        kind=wanted.kind,
        subject=wanted.subject,
        part=part,
        open=wanted.open,
        mentions=mentions,
    )


async def _shown(
    tx: ReadTx, who: Actor, project: ProjectId, threads: Sequence[CommentThread]
) -> tuple[ShownThread, ...]:
    role = who.roles[project]
    live = (await tx.projects.get(project)).archived_at is None
    writes = live and allows(role, Permission.COMMENT)
    titles = await tx.comment_subjects.titles(project, [one.first.subject for one in threads])
    people = {user for one in threads for each in one.comments for user in each.mentions}
    names = await tx.comments.members_among(project, people)
    return tuple(
        ShownThread(
            thread=one,
            title=titles[one.first.subject],
            comments=tuple(_comment(who, role, each, writes=writes) for each in one.comments),
            mentioned={
                user: names[user]
                for each in one.comments
                for user in each.mentions
                if user in names
            },
            may_write=writes,
        )
        for one in threads
    )


def _comment(who: Actor, role: Role, comment: PostedComment, *, writes: bool) -> ShownComment:
    return ShownComment(
        comment=comment,
        may_edit=writes and may_edit(who, comment),
        may_delete=writes and may_delete(who, role, comment),
    )
