"""Questions that Edison asks for itself, of one project; with the money that is promised for each."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import select, update

from edison.domain.assists.internal_calls import InternalCall, InternalCallState, Purpose
from edison.domain.errors import NotFound
from edison.domain.ids import AskId, BudgetId, ModelId, ProjectId, UserId
from edison.domain.models.model_call import CallOutcome
from edison.domain.models.model_call_json import (
    call_from_json,
    call_to_json,
    outcome_from_json,
    outcome_to_json,
)
from edison.domain.money import MicroUsd
from edison.domain.runs.cell import Bill
from edison.kit.storable_text import storable_json
from edison.store.repositories.base import Repository
from edison.store.tables.assists import AskRow


class InternalCalls(Repository):
    async def get(self, project: ProjectId, wanted: AskId, *, lock: bool = False) -> InternalCall:
        query = select(AskRow).where(AskRow.project_id == project, AskRow.id == wanted)
        if lock:
            query = query.with_for_update().execution_options(populate_existing=True)
        row = await self._session.scalar(query)
        if row is None:
            raise NotFound("No such question in this project")
        return _to_ask(row)

    async def find(self, project: ProjectId, wanted: AskId) -> InternalCall | None:
        try:
            return await self.get(project, wanted)
        except NotFound:
            return None

    async def of_subject(self, project: ProjectId, subject: UUID) -> list[InternalCall]:
        """In the order of asking."""
        rows = await self._session.scalars(
            select(AskRow)
            .where(AskRow.project_id == project, AskRow.subject == subject)
            .order_by(AskRow.asked_at, AskRow.id)
        )
        return [_to_ask(row) for row in rows]

    async def add(self, project: ProjectId, ask: InternalCall) -> None:
        self._session.add(
            AskRow(
                id=ask.id,
                project_id=project,
                experiment_id=ask.experiment,
                purpose=str(ask.purpose),
                kind=ask.kind,
                subject=ask.subject,
                model_id=ask.model,
                input=storable_json(ask.input),
                call=None if ask.call is None else storable_json(call_to_json(ask.call)),
                state=str(ask.state),
                attempt=ask.attempt,
                budgets=list(ask.budgets),
                held=ask.held,
                held_tokens=ask.held_tokens,
                outcome=None,
                result=ask.result,
                problem=ask.problem,
                cost_micro=ask.cost,
                tokens=ask.tokens,
                done=ask.done,
                total=ask.total,
                asked_by=ask.asked_by,
                asked_by_label=ask.asked_by_label,
                asked_at=ask.asked_at,
            )
        )
        await self._session.flush()

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
        """Mark that the request is about to leave. `again`: one more attempt of a call that is on its way."""
        done = await self._session.execute(
            update(AskRow)
            .where(
                AskRow.project_id == project,
                AskRow.id == wanted,
                AskRow.state == (InternalCallState.CALLING if again else InternalCallState.WAITING),
            )
            .values(
                state=InternalCallState.CALLING,
                attempt=AskRow.attempt + (0 if again else 1),
                budgets=list(budgets),
                held=AskRow.held + held,
                held_tokens=AskRow.held_tokens + held_tokens,
            )
            .returning(AskRow.id)
        )
        return done.first() is not None

    async def mark_in_doubt(self, project: ProjectId, wanted: AskId) -> None:
        """The worker that waited for the answer is gone: what was promised counts as paid, and it may be asked anew."""
        await self._session.execute(
            update(AskRow)
            .where(
                AskRow.project_id == project,
                AskRow.id == wanted,
                AskRow.state == InternalCallState.CALLING,
            )
            .values(
                state=InternalCallState.WAITING,
                cost_micro=AskRow.cost_micro + AskRow.held,
                tokens=AskRow.tokens + AskRow.held_tokens,
                held=0,
                held_tokens=0,
            )
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
        """Keep the outcome of this attempt; False if it is no longer the one that counts."""
        done = await self._session.execute(
            update(AskRow)
            .where(
                AskRow.project_id == project,
                AskRow.id == wanted,
                AskRow.attempt == attempt,
                AskRow.state == (InternalCallState.CALLING if sent else InternalCallState.WAITING),
            )
            .values(
                state=InternalCallState.DONE,
                outcome=storable_json(outcome_to_json(outcome)),
                cost_micro=AskRow.cost_micro + bill.cost + bill.doubt,
                tokens=AskRow.tokens + bill.tokens + bill.doubt_tokens,
                held=0,
                held_tokens=0,
                finished_at=at,
            )
            .returning(AskRow.id)
        )
        return done.first() is not None

    async def cancel(self, project: ProjectId, wanted: AskId, at: datetime) -> bool:
        """Only before it was sent: what is on its way is paid for and may as well be kept."""
        done = await self._session.execute(
            update(AskRow)
            .where(
                AskRow.project_id == project,
                AskRow.id == wanted,
                AskRow.state == InternalCallState.WAITING,
            )
            .values(state=InternalCallState.CANCELLED, finished_at=at)
            .returning(AskRow.id)
        )
        return done.first() is not None

    async def record_response(
        self,
        project: ProjectId,
        wanted: AskId,
        *,
        result: dict[str, Any] | None,
        problem: str | None = None,
    ) -> None:
        """Write beside the outcome what was read from it."""
        await self._session.execute(
            update(AskRow)
            .where(AskRow.project_id == project, AskRow.id == wanted)
            .values(result=storable_json(result), problem=storable_json(problem))
        )


def _to_ask(row: AskRow) -> InternalCall:
    return InternalCall(
        id=AskId(row.id),
        experiment=row.experiment_id,
        purpose=Purpose(row.purpose),
        kind=row.kind,
        subject=row.subject,
        model=ModelId(row.model_id),
        input=row.input,
        call=None if row.call is None else call_from_json(row.call),
        state=InternalCallState(row.state),
        attempt=row.attempt,
        budgets=tuple(BudgetId(each) for each in row.budgets),
        held=MicroUsd(row.held),
        held_tokens=row.held_tokens,
        outcome=None if row.outcome is None else outcome_from_json(row.outcome),
        result=row.result,
        problem=row.problem,
        cost=MicroUsd(row.cost_micro),
        tokens=row.tokens,
        done=row.done,
        total=row.total,
        asked_by=None if row.asked_by is None else UserId(row.asked_by),
        asked_by_label=row.asked_by_label,
        asked_at=row.asked_at,
        finished_at=row.finished_at,
    )
