"""Repository of assists.

An assist is a row without a subject in the table of internal calls; the calls of an assist have it as their subject.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import func, or_, select

from edison.domain.assists.assist import (
    Assist,
    AssistKind,
    AssistState,
    input_from_json,
    input_to_json,
)
from edison.domain.errors import NotFound
from edison.domain.ids import AssistId, ProjectId, UserId
from edison.domain.models.provider import Provider
from edison.kit.storable_text import storable_json
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row
from edison.store.tables.assists import AskRow
from edison.store.tables.models import CredentialRow, ModelRow

OPEN = ("waiting", "calling")


class Assists(Repository):
    async def add(self, project: ProjectId, item: Assist, by: UserId | None) -> None:
        self._session.add(
            AskRow(
                id=item.id,
                project_id=project,
                experiment_id=item.experiment,
                purpose="assist",
                kind=str(item.kind),
                subject=None,
                model_id=item.model,
                input=storable_json(input_to_json(item.kind, item.input)),
                call=None,
                state="waiting",
                attempt=0,
                budgets=[],
                held=0,
                held_tokens=0,
                outcome=None,
                result=None,
                problem=None,
                cost_micro=0,
                tokens=0,
                done=0,
                total=item.total,
                asked_by=by,
                asked_by_label=item.asked_by,
                asked_at=item.asked_at,
            )
        )
        await self._session.flush()

    async def get(self, project: ProjectId, wanted: AssistId, *, lock: bool = False) -> Assist:
        query = (
            select(AskRow, ModelRow.name, CredentialRow.provider)
            .join(ModelRow, ModelRow.id == AskRow.model_id)
            .join(CredentialRow, CredentialRow.id == ModelRow.credential_id)
            .where(_is(project, wanted))
        )
        if lock:
            query = query.with_for_update(of=AskRow)
        row = (await self._session.execute(query)).first()
        if row is None:
            raise NotFound("No such assist in this project")
        spent = await self._spent(project, wanted)
        return _to_assist(row[0], row[1], row[2], spent)

    async def begin(self, project: ProjectId, wanted: AssistId) -> bool:
        """Mark the assist as in progress; return False if it has ended."""
        return await self._change_open(project, wanted, state="calling")

    async def progress(
        self,
        project: ProjectId,
        wanted: AssistId,
        result: dict[str, Any] | None,
        *,
        done: int,
        total: int,
    ) -> bool:
        """Save the intermediate result; return False and change nothing if the assist has ended."""
        return await self._change_open(
            project, wanted, result=_kept(result), done=done, total=total
        )

    async def finish(
        self,
        project: ProjectId,
        wanted: AssistId,
        at: datetime,
        *,
        result: dict[str, Any] | None,
        problem: str | None,
        done: int,
        total: int,
    ) -> bool:
        return await self._change_open(
            project,
            wanted,
            state="done",
            result=_kept(result),
            problem=problem,
            done=done,
            total=total,
            finished_at=at,
        )

    async def cancel(self, project: ProjectId, wanted: AssistId, at: datetime) -> bool:
        """End the assist and cancel its unsent calls; the cost of calls that were sent is still counted."""
        ended = await self._change_open(project, wanted, state="cancelled", finished_at=at)
        await self._update(
            AskRow,
            AskRow.project_id == project,
            AskRow.subject == wanted,
            AskRow.purpose == "assist",
            AskRow.state == "waiting",
            state="cancelled",
            finished_at=at,
        )
        return ended

    async def _change_open(self, project: ProjectId, wanted: AssistId, **values: Any) -> bool:
        ours = (_is(project, wanted), AskRow.state.in_(OPEN))
        return await self._update(AskRow, *ours, **values) > 0

    async def _spent(self, project: ProjectId, wanted: AssistId) -> tuple[int, int]:
        row = (
            await self._session.execute(
                select(func.sum(AskRow.cost_micro), func.sum(AskRow.tokens)).where(
                    AskRow.project_id == project,
                    AskRow.purpose == "assist",
                    or_(AskRow.id == wanted, AskRow.subject == wanted),
                )
            )
        ).one()
        return int(row[0] or 0), int(row[1] or 0)


def _is(project: ProjectId, wanted: AssistId) -> Any:
    return (
        (AskRow.project_id == project)
        & (AskRow.id == wanted)
        & (AskRow.purpose == "assist")
        & AskRow.subject.is_(None)
    )


def _kept(result: dict[str, Any] | None) -> dict[str, Any] | None:
    return None if result is None else storable_json(result)


def _to_assist(row: AskRow, model_name: str, provider: str, spent: tuple[int, int]) -> Assist:
    kind = AssistKind(row.kind)
    return from_row(
        Assist,
        row,
        kind=kind,
        experiment=row.experiment_id,
        model=row.model_id,
        model_name=model_name,
        simulated=provider == Provider.SIMULATED,
        input=input_from_json(kind, row.input),
        state=_state(row),
        cost=spent[0],
        tokens=spent[1],
        asked_by=row.asked_by_label,
    )


def _state(row: AskRow) -> AssistState:
    match row.state:
        case "waiting":
            return AssistState.WAITING
        case "calling":
            return AssistState.WORKING
        case "cancelled":
            return AssistState.CANCELLED
        case _:
            return AssistState.DONE if row.problem is None else AssistState.FAILED
