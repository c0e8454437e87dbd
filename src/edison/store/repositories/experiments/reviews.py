"""Decisions on suggestions of one project, and what people say about them."""

from uuid import UUID

from sqlalchemy import func, select

from edison.domain.experiments.review import Comment, ReviewDecision, SuggestionReview
from edison.domain.ids import CommentId, ProjectId, ReviewId, UserId
from edison.store.repositories.base import Repository
from edison.store.tables.experiments import ReviewCommentRow, ReviewRow


class Reviews(Repository):
    async def of(self, project: ProjectId, suggestion: UUID) -> list[SuggestionReview]:
        """Oldest first."""
        rows = await self._session.scalars(
            select(ReviewRow)
            .where(ReviewRow.project_id == project, ReviewRow.suggestion_id == suggestion)
            .order_by(ReviewRow.at, ReviewRow.id)
        )
        return [_to_review(row) for row in rows]

    async def add(self, project: ProjectId, suggestion: UUID, review: SuggestionReview) -> None:
        self._session.add(
            ReviewRow(
                id=review.id,
                project_id=project,
                suggestion_id=suggestion,
                reviewer=review.reviewer,
                reviewer_label=review.reviewer_label,
                decision=review.decision,
                notes=review.notes,
                at=review.at,
            )
        )
        await self._session.flush()

    async def comments(self, project: ProjectId, suggestion: UUID) -> list[Comment]:
        """Oldest first."""
        rows = await self._session.scalars(
            select(ReviewCommentRow)
            .where(
                ReviewCommentRow.project_id == project,
                ReviewCommentRow.suggestion_id == suggestion,
            )
            .order_by(ReviewCommentRow.at, ReviewCommentRow.id)
        )
        return [_to_comment(row) for row in rows]

    async def count_comments(self, project: ProjectId, suggestion: UUID) -> int:
        found = await self._session.scalar(
            select(func.count())
            .select_from(ReviewCommentRow)
            .where(
                ReviewCommentRow.project_id == project,
                ReviewCommentRow.suggestion_id == suggestion,
            )
        )
        return found or 0

    async def say(self, project: ProjectId, suggestion: UUID, comment: Comment) -> None:
        self._session.add(
            ReviewCommentRow(
                id=comment.id,
                project_id=project,
                suggestion_id=suggestion,
                author=comment.author,
                author_label=comment.author_label,
                text=comment.text,
                at=comment.at,
            )
        )
        await self._session.flush()


def _to_review(row: ReviewRow) -> SuggestionReview:
    return SuggestionReview(
        id=ReviewId(row.id),
        reviewer=None if row.reviewer is None else UserId(row.reviewer),
        reviewer_label=row.reviewer_label,
        decision=ReviewDecision(row.decision),
        notes=row.notes,
        at=row.at,
    )


def _to_comment(row: ReviewCommentRow) -> Comment:
    return Comment(
        id=CommentId(row.id),
        author=None if row.author is None else UserId(row.author),
        author_label=row.author_label,
        text=row.text,
        at=row.at,
    )
