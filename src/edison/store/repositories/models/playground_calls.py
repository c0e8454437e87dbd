"""Calls that people made by hand, of one project."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select, update

from edison.domain.errors import NotFound
from edison.domain.ids import ModelId, ProjectId, TryId, UserId
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.model_call import CallOutcome
from edison.domain.models.model_call_json import (
    call_from_json,
    call_to_json,
    outcome_from_json,
    outcome_to_json,
)
from edison.domain.models.playground_call import PlaygroundCall, PlaygroundCallState
from edison.kit.pagination import Page, PageRequest, page_of
from edison.store.repositories.base import Repository
from edison.store.tables.models import TryRow


class PlaygroundCalls(Repository):
    async def get(self, project: ProjectId, wanted: TryId) -> PlaygroundCall:
        row = await self._session.scalar(
            select(TryRow).where(TryRow.project_id == project, TryRow.id == wanted)
        )
        if row is None:
            raise NotFound("No such try in this project")
        return _to_try(row)

    async def page(
        self, project: ProjectId, model: ModelId, page: PageRequest
    ) -> Page[PlaygroundCall]:
        query = (
            select(TryRow)
            .where(TryRow.project_id == project, TryRow.model_id == model)
            .order_by(TryRow.id.desc())
            .limit(page.limit + 1)
        )
        if page.after:
            query = query.where(TryRow.id < page.key(UUID)[0])
        rows = (await self._session.scalars(query)).all()
        return page_of([_to_try(row) for row in rows], page.limit, lambda item: (item.id,))

    async def add(
        self, project: ProjectId, item: PlaygroundCall, model: CatalogModel, by: UserId | None
    ) -> None:
        self._session.add(
            TryRow(
                id=item.id,
                project_id=project,
                credential_id=model.credential,
                model_id=model.id,
                call=call_to_json(item.call),
                fresh=item.fresh,
                state=item.state,
                asked_by=by,
                asked_by_label=item.asked_by,
                asked_at=item.asked_at,
            )
        )
        await self._session.flush()

    async def mark_calling(self, project: ProjectId, wanted: TryId) -> bool:
        """Mark that the request is about to leave; False if that was marked before."""
        done = await self._session.execute(
            update(TryRow)
            .where(
                TryRow.project_id == project,
                TryRow.id == wanted,
                TryRow.state == PlaygroundCallState.WAITING,
            )
            .values(state=PlaygroundCallState.CALLING)
            .returning(TryRow.id)
        )
        return done.first() is not None

    async def finish(
        self, project: ProjectId, wanted: TryId, outcome: CallOutcome, at: datetime
    ) -> bool:
        """Keep the outcome; False if there is one already."""
        done = await self._session.execute(
            update(TryRow)
            .where(
                TryRow.project_id == project,
                TryRow.id == wanted,
                TryRow.state != PlaygroundCallState.DONE,
            )
            .values(
                state=PlaygroundCallState.DONE, outcome=outcome_to_json(outcome), finished_at=at
            )
            .returning(TryRow.id)
        )
        return done.first() is not None


def _to_try(row: TryRow) -> PlaygroundCall:
    return PlaygroundCall(
        id=TryId(row.id),
        model=ModelId(row.model_id),
        call=call_from_json(row.call),
        fresh=row.fresh,
        state=PlaygroundCallState(row.state),
        outcome=outcome_from_json(row.outcome) if row.outcome else None,
        asked_by=row.asked_by_label,
        asked_at=row.asked_at,
        finished_at=row.finished_at,
    )
