"""Decisions on suggestions of one project, and what people say about them."""

from uuid import UUID

from sqlalchemy import select

from edison.domain.experiments.review import Comment, SuggestionReview
from edison.domain.ids import ProjectId
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.experiments import ReviewCommentRow, ReviewRow


class Reviews(Repository):
    async def of(self, project: ProjectId, suggestion: UUID) -> list[SuggestionReview]:
        """Oldest first."""
        rows = await self._session.scalars(
            select(ReviewRow)
            .where(ReviewRow.project_id == project, ReviewRow.suggestion_id == suggestion)
            .order_by(ReviewRow.at, ReviewRow.id)
        )
        return [from_row(SuggestionReview, row) for row in rows]

    async def add(self, project: ProjectId, suggestion: UUID, review: SuggestionReview) -> None:
        values = to_columns(ReviewRow, review, project_id=project, suggestion_id=suggestion)
        await self._add(ReviewRow(**values))

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
        return [from_row(Comment, row) for row in rows]

    async def count_comments(self, project: ProjectId, suggestion: UUID) -> int:
        return await self._count(
            ReviewCommentRow,
            ReviewCommentRow.project_id == project,
            ReviewCommentRow.suggestion_id == suggestion,
        )

    async def say(self, project: ProjectId, suggestion: UUID, comment: Comment) -> None:
        values = to_columns(ReviewCommentRow, comment, project_id=project, suggestion_id=suggestion)
        await self._add(ReviewCommentRow(**values))
