"""Suggested changes of prompts, of one project."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select, update

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
from edison.domain.ids import ProjectId, SuggestionId, VersionId
from edison.domain.money import MicroUsd
from edison.domain.prompts.prompt_json import content_from_json, content_to_json
from edison.kit.pagination import Page, PageRequest, page_of
from edison.kit.storable_text import storable, storable_json
from edison.store.repositories.base import Repository
from edison.store.tables.experiments import SuggestionRow


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
        """Newest first."""
        query = (
            select(SuggestionRow)
            .where(SuggestionRow.project_id == project)
            .order_by(SuggestionRow.id.desc())
            .limit(page.limit + 1)
        )
        if state is not None:
            query = query.where(SuggestionRow.state == str(state))
        if page.after:
            query = query.where(SuggestionRow.id < page.key(UUID)[0])
        rows = (await self._session.scalars(query)).all()
        return page_of([_to_suggestion(row) for row in rows], page.limit, lambda item: (item.id,))

    async def count(self, project: ProjectId, state: SuggestionState) -> int:
        return (
            await self._session.scalar(
                select(func.count())
                .select_from(SuggestionRow)
                .where(SuggestionRow.project_id == project, SuggestionRow.state == str(state))
            )
            or 0
        )

    async def of_iterations(
        self, project: ProjectId, iterations: list[UUID]
    ) -> dict[UUID, tuple[SuggestionId, SuggestionState]]:
        """The newest suggestion of each, without its texts."""
        rows = await self._session.execute(
            select(SuggestionRow.iteration_id, SuggestionRow.id, SuggestionRow.state)
            .where(
                SuggestionRow.project_id == project,
                SuggestionRow.iteration_id.in_(iterations),
            )
            .order_by(SuggestionRow.id)
        )
        return {
            row.iteration_id: (SuggestionId(row.id), SuggestionState(row.state)) for row in rows
        }

    async def of_iteration(self, project: ProjectId, iteration: UUID) -> list[Suggestion]:
        """Oldest first."""
        rows = await self._session.scalars(
            select(SuggestionRow)
            .where(SuggestionRow.project_id == project, SuggestionRow.iteration_id == iteration)
            .order_by(SuggestionRow.id)
        )
        return [_to_suggestion(row) for row in rows]

    async def of_experiment(
        self, project: ProjectId, experiment: UUID, state: SuggestionState | None = None
    ) -> list[Suggestion]:
        """Oldest first."""
        query = (
            select(SuggestionRow)
            .where(SuggestionRow.project_id == project, SuggestionRow.experiment_id == experiment)
            .order_by(SuggestionRow.id)
        )
        if state is not None:
            query = query.where(SuggestionRow.state == str(state))
        return [_to_suggestion(row) for row in await self._session.scalars(query)]

    async def waiting(
        self, project: ProjectId, experiments: list[UUID]
    ) -> dict[UUID, SuggestionId]:
        """Which of these experiments have a suggestion that waits for a person."""
        rows = await self._session.execute(
            select(SuggestionRow.experiment_id, SuggestionRow.id)
            .where(
                SuggestionRow.project_id == project,
                SuggestionRow.experiment_id.in_(experiments),
                SuggestionRow.state == str(SuggestionState.PENDING),
            )
            .order_by(SuggestionRow.id)
        )
        return {row.experiment_id: SuggestionId(row.id) for row in rows}

    async def add(self, project: ProjectId, suggestion: Suggestion) -> None:
        self._session.add(
            SuggestionRow(
                id=suggestion.id,
                project_id=project,
                experiment_id=suggestion.experiment,
                iteration_id=suggestion.iteration,
                revision=suggestion.revision,
                state=str(suggestion.state),
                base_version=suggestion.base_version,
                diff=storable(suggestion.diff),
                proposed=storable_json(content_to_json(suggestion.proposed)),
                note=storable(suggestion.note),
                automatic=suggestion.automatic,
                cost_micro=suggestion.cost,
                created_at=suggestion.created_at,
                decided_at=suggestion.decided_at,
                applied_version=suggestion.applied_version,
                **storable_json(parts_to_json(suggestion)),
            )
        )
        await self._session.flush()

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
        """End the wait; False if somebody was first."""
        done = await self._session.execute(
            update(SuggestionRow)
            .where(
                SuggestionRow.project_id == project,
                SuggestionRow.id == wanted,
                SuggestionRow.state == str(SuggestionState.PENDING),
            )
            .values(
                state=str(state),
                revision=SuggestionRow.revision + 1,
                decided_at=at,
                applied_version=applied_version,
                automatic=automatic,
            )
            .returning(SuggestionRow.id)
        )
        return done.first() is not None

    async def supersede(self, project: ProjectId, experiment: UUID, at: datetime) -> None:
        """Whatever waits in this experiment waits no more: something else took its place."""
        await self._session.execute(
            update(SuggestionRow)
            .where(
                SuggestionRow.project_id == project,
                SuggestionRow.experiment_id == experiment,
                SuggestionRow.state == str(SuggestionState.PENDING),
            )
            .values(
                state=str(SuggestionState.SUPERSEDED),
                revision=SuggestionRow.revision + 1,
                decided_at=at,
            )
        )


def _to_suggestion(row: SuggestionRow) -> Suggestion:
    return Suggestion(
        id=SuggestionId(row.id),
        experiment=row.experiment_id,
        iteration=row.iteration_id,
        revision=row.revision,
        state=SuggestionState(row.state),
        base_version=VersionId(row.base_version),
        diff=row.diff,
        proposed=content_from_json(row.proposed),
        note=row.note,
        weak=WEAK.validate_python(row.weak),
        exemplars=EXEMPLARS.validate_python(row.exemplars),
        guardrails=GUARDRAILS.validate_python(row.guardrails),
        attempts=ATTEMPTS.validate_python(row.attempts),
        automatic=row.automatic,
        cost=MicroUsd(row.cost_micro),
        created_at=row.created_at,
        decided_at=row.decided_at,
        applied_version=None if row.applied_version is None else VersionId(row.applied_version),
    )
