"""Comments of people in threads, on what a project shows: cells, cases, prompt versions, runs and others."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from edison.domain.errors import InvalidInput, NotAllowed, WrongState
from edison.domain.ids import CommentId, UserId
from edison.domain.people.access import Actor, Role

MOST_TEXT = 10_000
# Comments in one thread, with the first one.
MOST_IN_THREAD = 200
# Threads on one subject.
MOST_THREADS = 500
MOST_MENTIONS = 50
MAX_NUMBER = 2**31 - 1
# Deletes comments of others.
MODERATOR_ROLE = Role.OWNER
# A mention of a person in a text. Screens show the current name instead.
MENTION = re.compile(
    r"@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]", re.IGNORECASE
)


class SubjectKind(StrEnum):
    """What is commented on, and what its id and its part are."""

    # The run and the ordinal of the cell.
    CELL = "cell"
    # The dataset and the id of the case, which is the same in all its revisions.
    CASE = "case"
    # The prompt and the number of the version.
    VERSION = "version"
    RUN = "run"
    EXPERIMENT = "experiment"
    BOARD = "board"
    SUGGESTION = "suggestion"


NUMBERED = frozenset({SubjectKind.CELL, SubjectKind.VERSION})


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentSubject:
    kind: SubjectKind
    id: UUID
    # Empty for a subject that is no part of another one.
    part: str = ""

    @property
    def number(self) -> int:
        """The ordinal of a cell or the number of a version."""
        return int(self.part)


def subject_of(kind: SubjectKind, wanted: UUID, part: str) -> CommentSubject:
    """Return the subject with its part in one spelling; raise an error if the kind has no such part."""
    if kind in NUMBERED:
        if not re.fullmatch(r"[0-9]{1,10}", part, re.ASCII) or int(part) > MAX_NUMBER:
            raise InvalidInput(f"The part of a {kind} is a number", field="part")
        return CommentSubject(kind=kind, id=wanted, part=str(int(part)))
    if kind is SubjectKind.CASE:
        try:
            return CommentSubject(kind=kind, id=wanted, part=str(UUID(part)))
        except ValueError:
            raise InvalidInput("The part of a case is its id", field="part") from None
    if part:
        raise InvalidInput(f"A comment on a {kind} has no part", field="part")
    return CommentSubject(kind=kind, id=wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedComment:
    id: CommentId
    # The first comment of its thread; a first comment names itself.
    thread: CommentId
    subject: CommentSubject
    # None: an API token, or a person whose account is gone. The label names it.
    author: UserId | None
    author_label: str
    text: str
    mentions: tuple[UserId, ...]
    created_at: datetime
    edited_at: datetime | None = None
    # The text is erased, and the place stays because there are replies.
    deleted_at: datetime | None = None
    # Only of the first comment of a thread.
    resolved_at: datetime | None = None
    resolved_by: UserId | None = None
    resolved_by_label: str | None = None

    @property
    def starts_thread(self) -> bool:
        return self.id == self.thread

    def must_exist(self) -> None:
        """Raise an error if the comment was deleted."""
        if self.deleted_at is not None:
            raise WrongState(
                "This comment was deleted", advice="Reply in the thread, or start another one."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentThread:
    """The first comment and its replies, oldest first."""

    comments: tuple[PostedComment, ...]

    @property
    def first(self) -> PostedComment:
        return self.comments[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadCount:
    """The number of threads on one part of a subject."""

    part: str
    open: int
    threads: int


def check_comment(text: str) -> tuple[str, tuple[UserId, ...]]:
    """Return the trimmed text and whom it mentions; raise an error if one is too long or there is no text."""
    text = text.strip()
    if not text:
        raise InvalidInput("Write a text", field="text")
    if len(text) > MOST_TEXT:
        raise InvalidInput(f"A comment has at most {MOST_TEXT:,} characters", field="text")
    mentions = mentioned_in(text)
    if len(mentions) > MOST_MENTIONS:
        raise InvalidInput(f"A comment mentions at most {MOST_MENTIONS} people", field="text")
    return text, mentions


def mentioned_in(text: str) -> tuple[UserId, ...]:
    """Return the people whom a text mentions, each once, in the order of the text."""
    return tuple(dict.fromkeys(UserId(UUID(found)) for found in MENTION.findall(text)))


def check_members(wanted: Sequence[UserId], members: Sequence[UserId]) -> None:
    """Raise an error if somebody mentioned is not a member of the project."""
    if set(wanted) - set(members):
        raise InvalidInput(
            "Only members of the project can be mentioned",
            field="text",
            advice="Remove the mention, or invite the person first.",
        )


def may_edit(who: Actor, comment: PostedComment) -> bool:
    """Return whether this is the caller's own comment. Comments of API tokens cannot be edited."""
    return comment.deleted_at is None and who.user is not None and comment.author == who.user


def may_delete(who: Actor, role: Role, comment: PostedComment) -> bool:
    moderates = who.user is not None and role.at_least(MODERATOR_ROLE)
    return comment.deleted_at is None and (may_edit(who, comment) or moderates)


def must_edit(who: Actor, comment: PostedComment) -> None:
    comment.must_exist()
    if not may_edit(who, comment):
        raise NotAllowed("Only its author can edit a comment", advice="Reply to it instead.")


def must_delete(who: Actor, role: Role, comment: PostedComment) -> None:
    comment.must_exist()
    if not may_delete(who, role, comment):
        raise NotAllowed(
            "Only its author and owners of the project can delete a comment",
            advice="Ask an owner of the project.",
        )
