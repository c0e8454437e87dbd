"""Request and response bodies of comments."""

from datetime import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Paragraphs, View
from edison.domain.comments.comment import MOST_TEXT, PostedComment, SubjectKind
from edison.domain.ids import CommentId, ProjectId
from edison.services.comments.comment_commands import StartThread, WriteComment
from edison.services.comments.comment_queries import ShownComment, ShownThread

Text = Annotated[
    Paragraphs,
    Field(
        min_length=1,
        max_length=MOST_TEXT,
        description="Plain text. `@[id]` with the id of a member mentions that member",
    ),
]
PART = "Ordinal of the cell, id of the case, or number of the version; empty for the other kinds"


class CommentAuthorView(View):
    """A person, or an API token."""

    id: UUID | None = Field(description="null: an API token")
    name: str


class CommentSubjectView(View):
    """What is commented on."""

    kind: SubjectKind
    id: UUID = Field(description="The run, dataset, prompt, experiment, leaderboard or suggestion")
    part: str = Field(description=PART)
    title: str


class CommentView(View):
    id: UUID
    author: CommentAuthorView
    text: str = Field(description="`@[id]` mentions a person. Empty if the comment was deleted")
    created_at: datetime
    edited_at: datetime | None
    deleted: bool = Field(description="The first comment of a thread whose text was deleted")
    may_edit: bool
    may_delete: bool

    @classmethod
    def of(cls, shown: ShownComment) -> Self:
        comment = shown.comment
        return cls.copy_attributes(
            comment,
            author=author_of(comment),
            deleted=comment.deleted_at is not None,
            may_edit=shown.may_edit,
            may_delete=shown.may_delete,
        )


class ThreadView(View):
    """A comment with its replies."""

    id: UUID = Field(description="The first comment")
    subject: CommentSubjectView
    comments: list[CommentView] = Field(description="Oldest first")
    resolved_at: datetime | None
    resolved_by: CommentAuthorView | None
    mentioned: dict[UUID, str] = Field(
        description="Names of mentioned people. Who is missing is no member any more"
    )
    may_write: bool = Field(description="You may reply, and resolve the thread")

    @classmethod
    def of(cls, shown: ShownThread) -> Self:
        first = shown.thread.first
        resolved = first.resolved_by_label
        subject = first.subject
        return cls(
            id=first.id,
            subject=CommentSubjectView(
                kind=subject.kind, id=subject.id, part=subject.part, title=shown.title
            ),
            comments=[CommentView.of(one) for one in shown.comments],
            resolved_at=first.resolved_at,
            resolved_by=None
            if resolved is None
            else CommentAuthorView(id=first.resolved_by, name=resolved),
            mentioned=shown.mentioned,
            may_write=shown.may_write,
        )


class ThreadCountView(DomainView):
    """The number of threads on one part of a subject."""

    part: str
    open: int
    threads: int


class ThreadCountsView(View):
    items: list[ThreadCountView]


class StartThreadBody(Body):
    kind: SubjectKind
    subject: UUID = Field(
        description="The run, dataset, prompt, experiment, leaderboard or suggestion"
    )
    part: Annotated[str, Field(max_length=40, description=PART)] = ""
    text: Text

    def to_command(self, project: ProjectId) -> StartThread:
        return StartThread(
            project=project,
            kind=self.kind,
            subject=self.subject,
            part=self.part,
            text=self.text,
        )


class WriteCommentBody(Body):
    text: Text

    def to_command(self, project: ProjectId, comment: UUID) -> WriteComment:
        return WriteComment(project=project, comment=CommentId(comment), text=self.text)


def author_of(comment: PostedComment) -> CommentAuthorView:
    return CommentAuthorView(id=comment.author, name=comment.author_label)
