"""Repository of internal calls (calls that Edison makes for its own features) and their reservations."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from edison.domain.assists.internal_calls import InternalCall, InternalCallState
from edison.domain.errors import NotFound
from edison.domain.ids import AskId, BudgetId, ProjectId
from edison.domain.models.model_call import (
    CallOutcome,
    call_from_json,
    call_to_json,
    outcome_from_json,
    outcome_to_json,
)
from edison.domain.money import MicroUsd
from edison.domain.runs.cell import Bill
from edison.kit.storable_text import storable_json
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.assists import AskRow


class InternalCalls(Repository):
    async def get(self, project: ProjectId, wanted: AskId, *, lock: bool = False) -> InternalCall:
        query = select(AskRow).where(AskRow.project_id == project, AskRow.id == wanted)
        if lock:
            query = query.with_for_update().execution_options(populate_existing=True)
        row = await self._session.scalar(query)
        if row is None:
            raise NotFound("No such internal call in this project")
        return _to_ask(row)

    async def find(self, project: ProjectId, wanted: AskId) -> InternalCall | None:
        try:
            return await self.get(project, wanted)
        except NotFound:
            return None

    async def add(self, project: ProjectId, ask: InternalCall) -> None:
        values = to_columns(
            AskRow,
            ask,
            project_id=project,
            experiment_id=ask.experiment,
            model_id=ask.model,
            input=storable_json(ask.input),
            call=None if ask.call is None else storable_json(call_to_json(ask.call)),
            outcome=None,
            cost_micro=ask.cost,
        )
        await self._add(AskRow(**values))

    async def mark_calling(
        self,
        project: ProjectId,
        wanted: AskId,
        *,
        budgets: Sequence[BudgetId],
        held: MicroUsd,
        held_tokens: int,
        again: bool,
    ) -> bool:
        """Mark that the request is about to be sent. `again`: this is another attempt of a call in progress."""
        return await self._change(
            AskRow,
            project,
            wanted,
            AskRow.state == (InternalCallState.CALLING if again else InternalCallState.WAITING),
            state=InternalCallState.CALLING,
            attempt=AskRow.attempt + (0 if again else 1),
            budgets=list(budgets),
            held=AskRow.held + held,
            held_tokens=AskRow.held_tokens + held_tokens,
        )

    async def mark_in_doubt(self, project: ProjectId, wanted: AskId) -> None:
        """Count the reservation of a call as spent because its worker died, and allow the call to be repeated."""
        await self._change(
            AskRow,
            project,
            wanted,
            AskRow.state == InternalCallState.CALLING,
            state=InternalCallState.WAITING,
            cost_micro=AskRow.cost_micro + AskRow.held,
            tokens=AskRow.tokens + AskRow.held_tokens,
            held=0,
            held_tokens=0,
        )

    async def finish(
        self,
        project: ProjectId,
        wanted: AskId,
        outcome: CallOutcome,
        bill: Bill,
        at: datetime,
        *,
        attempt: int,
        sent: bool,
    ) -> bool:
        """Save the outcome of this attempt; return False if the attempt is outdated."""
        return await self._change(
            AskRow,
            project,
            wanted,
            AskRow.attempt == attempt,
            AskRow.state == (InternalCallState.CALLING if sent else InternalCallState.WAITING),
            state=InternalCallState.DONE,
            outcome=storable_json(outcome_to_json(outcome)),
            cost_micro=AskRow.cost_micro + bill.cost + bill.doubt,
            tokens=AskRow.tokens + bill.tokens + bill.doubt_tokens,
            held=0,
            held_tokens=0,
            finished_at=at,
        )


def _to_ask(row: AskRow) -> InternalCall:
    return from_row(
        InternalCall,
        row,
        experiment=row.experiment_id,
        model=row.model_id,
        call=None if row.call is None else call_from_json(row.call),
        outcome=None if row.outcome is None else outcome_from_json(row.outcome),
        cost=row.cost_micro,
    )
