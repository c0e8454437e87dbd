"""Repository of suggested prompt changes, and their reviews."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select

from edison.domain.errors import NotFound
from edison.domain.experiments.refining.suggestion import (
    ATTEMPTS,
    EXEMPLARS,
    GUARDRAILS,
    WEAK,
    Suggestion,
    SuggestionState,
    parts_to_json,
)
from edison.domain.experiments.review import SuggestionReview
from edison.domain.ids import ProjectId, SuggestionId, VersionId
from edison.domain.prompts.prompt import content_from_json, content_to_json
from edison.kit.pagination import Page, PageRequest
from edison.kit.storable_text import storable, storable_json
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.experiments import ReviewRow, SuggestionRow


class Suggestions(Repository):
    async def get(
        self, project: ProjectId, wanted: SuggestionId, *, lock: bool = False
    ) -> Suggestion:
        query = select(SuggestionRow).where(
            SuggestionRow.project_id == project, SuggestionRow.id == wanted
        )
        if lock:
            query = query.with_for_update().execution_options(populate_existing=True)
        row = await self._session.scalar(query)
        if row is None:
            raise NotFound("No such suggestion in this project")
        return _to_suggestion(row)

    async def page(
        self, project: ProjectId, state: SuggestionState | None, page: PageRequest
    ) -> Page[Suggestion]:
        """List suggestions, newest first."""
        query = select(SuggestionRow).where(SuggestionRow.project_id == project)
        if state is not None:
            query = query.where(SuggestionRow.state == str(state))
        return await self._page(query, page, _to_suggestion, SuggestionRow.id)

    async def count(self, project: ProjectId, state: SuggestionState) -> int:
        return await self._count(
            SuggestionRow, SuggestionRow.project_id == project, SuggestionRow.state == str(state)
        )

    async def of_iteration(self, project: ProjectId, iteration: UUID) -> list[Suggestion]:
        """Return the suggestions of an iteration, oldest first."""
        rows = await self._session.scalars(
            select(SuggestionRow)
            .where(SuggestionRow.project_id == project, SuggestionRow.iteration_id == iteration)
            .order_by(SuggestionRow.id)
        )
        return [_to_suggestion(row) for row in rows]

    async def add(self, project: ProjectId, suggestion: Suggestion) -> None:
        values = to_columns(
            SuggestionRow,
            suggestion,
            project_id=project,
            experiment_id=suggestion.experiment,
            iteration_id=suggestion.iteration,
            diff=storable(suggestion.diff),
            proposed=storable_json(content_to_json(suggestion.proposed)),
            note=storable(suggestion.note),
            cost_micro=suggestion.cost,
            **storable_json(parts_to_json(suggestion)),
        )
        await self._add(SuggestionRow(**values))

    async def decide(
        self,
        project: ProjectId,
        wanted: SuggestionId,
        state: SuggestionState,
        at: datetime,
        applied_version: VersionId | None = None,
        *,
        automatic: bool = False,
    ) -> bool:
        """Save the decision; return False if the suggestion was already decided."""
        return await self._change(
            SuggestionRow,
            project,
            wanted,
            SuggestionRow.state == str(SuggestionState.PENDING),
            state=str(state),
            revision=SuggestionRow.revision + 1,
            decided_at=at,
            applied_version=applied_version,
            automatic=automatic,
        )

    async def supersede(self, project: ProjectId, experiment: UUID, at: datetime) -> None:
        """Mark the pending suggestions of this experiment as superseded."""
        await self._update(
            SuggestionRow,
            SuggestionRow.project_id == project,
            SuggestionRow.experiment_id == experiment,
            SuggestionRow.state == str(SuggestionState.PENDING),
            state=str(SuggestionState.SUPERSEDED),
            revision=SuggestionRow.revision + 1,
            decided_at=at,
        )


def _to_suggestion(row: SuggestionRow) -> Suggestion:
    return from_row(
        Suggestion,
        row,
        experiment=row.experiment_id,
        iteration=row.iteration_id,
        proposed=content_from_json(row.proposed),
        weak=WEAK.validate_python(row.weak),
        exemplars=EXEMPLARS.validate_python(row.exemplars),
        guardrails=GUARDRAILS.validate_python(row.guardrails),
        attempts=ATTEMPTS.validate_python(row.attempts),
        cost=row.cost_micro,
    )


class Reviews(Repository):
    async def of(self, project: ProjectId, suggestion: UUID) -> list[SuggestionReview]:
        """Return the reviews of a suggestion, oldest first."""
        rows = await self._session.scalars(
            select(ReviewRow)
            .where(ReviewRow.project_id == project, ReviewRow.suggestion_id == suggestion)
            .order_by(ReviewRow.at, ReviewRow.id)
        )
        return [from_row(SuggestionReview, row) for row in rows]

    async def add(self, project: ProjectId, suggestion: UUID, review: SuggestionReview) -> None:
        values = to_columns(ReviewRow, review, project_id=project, suggestion_id=suggestion)
        await self._add(ReviewRow(**values))
