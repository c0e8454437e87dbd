"""Repository of playground calls."""

from datetime import datetime

from sqlalchemy import select

from edison.domain.ids import ModelId, ProjectId, TryId, UserId
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.model_call import (
    CallOutcome,
    PlaygroundCall,
    PlaygroundCallState,
    call_from_json,
    call_to_json,
    outcome_from_json,
    outcome_to_json,
)
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row
from edison.store.tables.models import TryRow


class PlaygroundCalls(Repository):
    async def get(self, project: ProjectId, wanted: TryId) -> PlaygroundCall:
        return _to_try(await self._get(TryRow, project, wanted, "try"))

    async def page(
        self, project: ProjectId, model: ModelId, page: PageRequest
    ) -> Page[PlaygroundCall]:
        query = select(TryRow).where(TryRow.project_id == project, TryRow.model_id == model)
        return await self._page(query, page, _to_try, TryRow.id)

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
        """Mark that the request is about to be sent; return False if it was already marked."""
        waiting = TryRow.state == PlaygroundCallState.WAITING
        return await self._change(
            TryRow, project, wanted, waiting, state=PlaygroundCallState.CALLING
        )

    async def finish(
        self, project: ProjectId, wanted: TryId, outcome: CallOutcome, at: datetime
    ) -> bool:
        """Save the outcome of a call; return False if the call already has an outcome."""
        return await self._change(
            TryRow,
            project,
            wanted,
            TryRow.state != PlaygroundCallState.DONE,
            state=PlaygroundCallState.DONE,
            outcome=outcome_to_json(outcome),
            finished_at=at,
        )


def _to_try(row: TryRow) -> PlaygroundCall:
    return from_row(
        PlaygroundCall,
        row,
        model=row.model_id,
        call=call_from_json(row.call),
        outcome=outcome_from_json(row.outcome) if row.outcome else None,
        asked_by=row.asked_by_label,
    )
