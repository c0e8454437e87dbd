"""Notify the people whom a comment concerns: those it mentions, and the others who take part in its thread."""

from typing import Any
from urllib.parse import quote

from edison.domain.comments.comment import CommentSubject, PostedComment, SubjectKind
from edison.domain.ids import UserId
from edison.domain.notifications.notified_event import NotifiedEvent
from edison.engine.notifications.notify import notify
from edison.engine.project_tx import ProjectTx


async def notify_participants(tx: ProjectTx, comment: PostedComment) -> None:
    """Notify mentioned people of a new comment, and the other authors of its thread of a reply."""
    await notify_mentioned(tx, comment, comment.mentions)
    authors = await tx.comments.authors_in(tx.project, comment.thread)
    await notify(
        tx,
        NotifiedEvent.COMMENT_ADDED,
        subject=comment.id,
        version=1,
        payload=await _payload(tx, comment, "commented on"),
        people=[user for user in authors if user not in comment.mentions],
    )


async def notify_mentioned(
    tx: ProjectTx, comment: PostedComment, people: tuple[UserId, ...] | list[UserId]
) -> None:
    if people:
        await notify(
            tx,
            NotifiedEvent.COMMENT_MENTIONED,
            subject=comment.id,
            version=1,
            payload=await _payload(tx, comment, "mentioned you on"),
            people=people,
        )


async def _payload(tx: ProjectTx, comment: PostedComment, did: str) -> dict[str, Any]:
    """Return who did what, and the page. The text stays in Edison, because it may quote an answer."""
    title = (await tx.comment_subjects.titles(tx.project, [comment.subject]))[comment.subject]
    # Within a sentence.
    title = title.replace("A ", "a ", 1) if title.startswith("A ") else title
    slug = (await tx.projects.get(tx.project)).slug
    return {
        "title": f"{tx.who.label} {did} {title}",
        "sentence": "",
        "path": f"/projects/{slug}/{_page(comment.subject)}",
    }


def _page(subject: CommentSubject) -> str:
    """Return the page that shows the thread, as `subjectAddress.ts` does."""
    part = quote(subject.part, safe="")
    match subject.kind:
        case SubjectKind.CELL:
            return f"runs/{subject.id}?cell={part}"
        case SubjectKind.RUN:
            return f"runs/{subject.id}"
        case SubjectKind.CASE:
            return f"datasets/{subject.id}?open={part}"
        case SubjectKind.VERSION:
            return f"prompts/{subject.id}?version={part}"
        case SubjectKind.EXPERIMENT:
            return f"experiments/{subject.id}"
        case SubjectKind.BOARD:
            return f"arena/{subject.id}"
        case SubjectKind.SUGGESTION:
            return f"reviews/{subject.id}"
