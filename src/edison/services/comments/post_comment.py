"""Post a comment inside a transaction: check the limits, and write the comment, the audit entry and the events."""

from typing import Any

from edison.domain.comments.comment import (
    MOST_IN_THREAD,
    MOST_THREADS,
    CommentSubject,
    PostedComment,
    SubjectKind,
    check_comment,
    check_members,
)
from edison.domain.errors import WrongState
from edison.domain.events import COMMENT_ADDED, SUGGESTION_COMMENTED, run_topic
from edison.domain.ids import CommentId, ExperimentId, IterationId, SuggestionId
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.services.comments.notify_participants import notify_participants


async def post_comment(
    tx: ProjectTx, subject: CommentSubject, text: str, thread: PostedComment | None = None
) -> PostedComment:
    """Start a thread on a subject, or reply in a locked thread."""
    text, mentions = check_comment(text)
    check_members(mentions, list(await tx.comments.members_among(tx.project, mentions)))
    await tx.comment_subjects.hold(tx.project, subject)
    await _check_limits(tx, subject, thread)
    id_ = CommentId(new_id())
    comment = PostedComment(
        id=id_,
        thread=id_ if thread is None else thread.id,
        subject=subject,
        author=tx.who.user,
        author_label=tx.who.label,
        text=text,
        mentions=mentions,
        created_at=tx.now,
    )
    await tx.comments.add(tx.project, comment)
    announce(tx, COMMENT_ADDED, comment)
    await notify_participants(tx, comment)
    if subject.kind is SubjectKind.SUGGESTION:
        await _tell_reviewers(tx, comment)
    return comment


async def _check_limits(
    tx: ProjectTx, subject: CommentSubject, thread: PostedComment | None
) -> None:
    if thread is None:
        if await tx.comments.count_threads(tx.project, subject) >= MOST_THREADS:
            raise WrongState(
                f"There are {MOST_THREADS} threads here, which is the maximum",
                advice="Continue in one of the threads.",
            )
    elif await tx.comments.count_in(tx.project, thread.id) >= MOST_IN_THREAD:
        raise WrongState(
            f"A thread has at most {MOST_IN_THREAD} comments", advice="Start another thread."
        )


def announce(tx: ProjectTx, fact: str, comment: PostedComment, *changed: str) -> None:
    """Write the audit entry and the events of a change. They contain no text, because it may quote an answer."""
    subject = comment.subject
    place = {"kind": str(subject.kind), "subject": str(subject.id), "part": subject.part}
    tx.record_entry(
        fact,
        ("comment", comment.id),
        {
            "thread": {"old": None, "new": str(comment.thread)},
            **{name: {"old": None, "new": value} for name, value in place.items() if value},
            **({"changed": {"old": None, "new": list(changed)}} if changed else {}),
        },
    )
    facts: dict[str, Any] = {
        "id": str(comment.id),
        "thread": str(comment.thread),
        **place,
        "changed": list(changed),
    }
    tx.emit_event(fact, **facts)
    if subject.kind is SubjectKind.CELL:
        tx.emit_event(fact, topic=run_topic(subject.id), **facts)


async def _tell_reviewers(tx: ProjectTx, comment: PostedComment) -> None:
    """Emit the event of suggestions. Their comments are kept in the audit log, with the text."""
    about = await tx.suggestions.get(tx.project, SuggestionId(comment.subject.id))
    experiment = await tx.experiments.get(tx.project, ExperimentId(about.experiment))
    iteration = await tx.iterations.get(tx.project, IterationId(about.iteration))
    tx.emit_event(
        SUGGESTION_COMMENTED,
        suggestion=str(about.id),
        experiment=str(experiment.id),
        iteration=str(iteration.id),
        number=iteration.number,
        name=experiment.title,
    )
    tx.record_entry(
        SUGGESTION_COMMENTED,
        ("suggestion", about.id),
        {"comment": {"old": None, "new": comment.text}},
    )
