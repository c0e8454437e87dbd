"""Repository of comments, their threads, and the number of threads on parts of a subject."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, or_, select
from sqlalchemy.orm import aliased

from edison.domain.comments.comment import (
    CommentSubject,
    CommentThread,
    PostedComment,
    SubjectKind,
    ThreadCount,
)
from edison.domain.errors import NotFound
from edison.domain.ids import CommentId, ProjectId, UserId
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.comments import CommentRow
from edison.store.tables.people import MemberRow, UserRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadFilter:
    kind: SubjectKind | None = None
    subject: UUID | None = None
    part: str | None = None
    open: bool | None = None
    # Threads that mention this person.
    mentions: UserId | None = None


class Comments(Repository):
    async def get(self, project: ProjectId, comment: CommentId) -> PostedComment:
        return _to_comment(await self._get(CommentRow, project, comment, "comment"))

    async def lock_thread(self, project: ProjectId, thread: CommentId) -> PostedComment:
        """Read the first comment of a thread and block other changes of the thread."""
        return _to_comment(await self._get(CommentRow, project, thread, "comment", lock=True))

    async def thread(self, project: ProjectId, thread: CommentId) -> CommentThread:
        found = await self._with_replies(project, [thread])
        if not found:
            raise NotFound("No such comment in this project")
        return found[0]

    async def page(
        self, project: ProjectId, wanted: ThreadFilter, page: PageRequest
    ) -> Page[CommentThread]:
        """List threads with their replies, newest thread first."""
        conditions = [
            column == value
            for column, value in (
                (CommentRow.kind, wanted.kind and str(wanted.kind)),
                (CommentRow.subject_id, wanted.subject),
                (CommentRow.part, wanted.part),
            )
            if value is not None
        ]
        if wanted.open is not None:
            resolved = CommentRow.resolved_at
            conditions.append(resolved.is_(None) if wanted.open else resolved.is_not(None))
        if wanted.mentions is not None:
            other = aliased(CommentRow)
            conditions.append(
                CommentRow.id.in_(
                    select(other.thread).where(
                        other.project_id == project, other.mentions.contains([wanted.mentions])
                    )
                )
            )
        query = select(CommentRow).where(
            CommentRow.project_id == project, CommentRow.id == CommentRow.thread, *conditions
        )
        found = await self._page(query, page, _to_comment, CommentRow.id)
        threads = await self._with_replies(project, [first.id for first in found.items])
        return Page(items=tuple(threads), next_cursor=found.next_cursor)

    async def of_subject(self, project: ProjectId, subject: CommentSubject) -> list[PostedComment]:
        """Return all comments on a subject, oldest first."""
        rows = await self._session.scalars(
            select(CommentRow).where(*_on(project, subject)).order_by(CommentRow.id)
        )
        return [_to_comment(row) for row in rows]

    async def after(
        self, project: ProjectId, last: CommentId | None, most: int
    ) -> list[PostedComment]:
        """Return the next comments of the project in the order of their ids."""
        query = select(CommentRow).where(CommentRow.project_id == project)
        if last is not None:
            query = query.where(CommentRow.id > last)
        rows = await self._session.scalars(query.order_by(CommentRow.id).limit(most))
        return [_to_comment(row) for row in rows]

    async def counts(
        self, project: ProjectId, kind: SubjectKind, subject: UUID
    ) -> list[ThreadCount]:
        """Return the number of threads on each part of a subject that has any."""
        rows = await self._session.execute(
            select(
                CommentRow.part,
                func.count().filter(CommentRow.resolved_at.is_(None)).label("open"),
                func.count().label("threads"),
            )
            .where(
                CommentRow.project_id == project,
                CommentRow.kind == str(kind),
                CommentRow.subject_id == subject,
                CommentRow.id == CommentRow.thread,
            )
            .group_by(CommentRow.part)
            .order_by(CommentRow.part)
        )
        return [from_row(ThreadCount, row) for row in rows]

    async def count_threads(self, project: ProjectId, subject: CommentSubject) -> int:
        return await self._count(
            CommentRow, *_on(project, subject), CommentRow.id == CommentRow.thread
        )

    async def count_in(self, project: ProjectId, thread: CommentId) -> int:
        """Count the comments of a thread; the caller must hold its lock."""
        return await self._count(
            CommentRow, CommentRow.project_id == project, CommentRow.thread == thread
        )

    async def authors_in(self, project: ProjectId, thread: CommentId) -> list[UserId]:
        """Return the people who wrote the comments of a thread."""
        found = await self._session.scalars(
            select(CommentRow.author)
            .where(
                CommentRow.project_id == project,
                CommentRow.thread == thread,
                CommentRow.author.is_not(None),
            )
            .distinct()
        )
        return [UserId(user) for user in found if user is not None]

    async def members_among(
        self, project: ProjectId, people: Iterable[UserId]
    ) -> dict[UserId, str]:
        """Return the names of those people who are members of the project now."""
        rows = await self._session.execute(
            select(UserRow.id, func.coalesce(UserRow.name, UserRow.email).label("name"))
            .join(MemberRow, MemberRow.user_id == UserRow.id)
            .where(MemberRow.project_id == project, UserRow.id.in_(list(people)))
        )
        return {UserId(row.id): row.name for row in rows}

    async def add(self, project: ProjectId, comment: PostedComment) -> None:
        await self._add(CommentRow(project_id=project, **_columns(comment)))

    async def save(self, project: ProjectId, comment: PostedComment) -> None:
        """Save a change; the caller must hold the lock of the thread."""
        values = _columns(comment)
        del values["id"]
        await self._change(CommentRow, project, comment.id, **values)

    async def remove(self, project: ProjectId, comment: CommentId) -> None:
        """Remove a comment without replies; the caller must hold the lock of the thread."""
        await self._session.execute(
            delete(CommentRow).where(CommentRow.project_id == project, CommentRow.id == comment)
        )

    async def remove_of(self, project: ProjectId, kinds: Sequence[SubjectKind], of: UUID) -> None:
        """Remove all comments on a subject that is removed itself."""
        await self._session.execute(
            delete(CommentRow).where(
                CommentRow.project_id == project,
                CommentRow.subject_id == of,
                CommentRow.kind.in_([str(kind) for kind in kinds]),
            )
        )

    async def _with_replies(
        self, project: ProjectId, threads: Sequence[CommentId]
    ) -> list[CommentThread]:
        rows = await self._session.scalars(
            select(CommentRow)
            .where(
                CommentRow.project_id == project,
                or_(CommentRow.id.in_(threads), CommentRow.thread.in_(threads)),
            )
            .order_by(CommentRow.id != CommentRow.thread, CommentRow.id)
            .execution_options(populate_existing=True)
        )
        found: dict[CommentId, list[PostedComment]] = {}
        for comment in map(_to_comment, rows):
            found.setdefault(comment.thread, []).append(comment)
        return [
            CommentThread(comments=tuple(found[thread])) for thread in threads if thread in found
        ]


def _on(project: ProjectId, subject: CommentSubject) -> tuple[Any, ...]:
    return (
        CommentRow.project_id == project,
        CommentRow.subject_id == subject.id,
        CommentRow.kind == str(subject.kind),
        CommentRow.part == subject.part,
    )


def _columns(comment: PostedComment) -> dict[str, Any]:
    return to_columns(
        CommentRow,
        comment,
        kind=str(comment.subject.kind),
        subject_id=comment.subject.id,
        part=comment.subject.part,
    )


def _to_comment(row: CommentRow) -> PostedComment:
    subject = CommentSubject(kind=SubjectKind(row.kind), id=row.subject_id, part=row.part)
    return from_row(PostedComment, row, subject=subject)
