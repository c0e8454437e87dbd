"""Budgets and the ledger. A balance is locked only for the moment in which it changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncSession

from edison.domain.access import ProjectId
from edison.domain.budgets import ALERT_SHARE, NO_PERIOD, Balance, BudgetId, Scope, month_of
from edison.domain.catalog import ModelId
from edison.domain.errors import BudgetSpent, NotFound
from edison.domain.money import MicroUsd
from edison.domain.runs.cells import Phase
from edison.domain.runs.plan import RunId
from edison.kit.ids import new_id
from edison.store.tables.budgets import BudgetRow, LedgerRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """One line of the ledger, and what it does to the balances."""

    kind: str
    phase: Phase
    model: ModelId
    calls: int
    held: int = 0
    settled: int = 0
    doubt: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    held_tokens: int = 0
    doubt_tokens: int = 0

    @property
    def tokens(self) -> int:
        """What counts against a limit of tokens: also those that nobody has answered for."""
        return self.prompt_tokens + self.completion_tokens + self.doubt_tokens


# A bill above the worst case is put aside as overrun: the answer is paid and must be kept.
MOVE = text(
    """
    UPDATE budgets SET
        held = held - :release,
        held_tokens = held_tokens - :release_tokens,
        doubt = doubt + :doubt,
        tokens = tokens + :tokens - greatest(0, coalesce(
            tokens + held_tokens - :release_tokens + :tokens - limit_tokens, 0)),
        settled = settled + :settled - greatest(0, coalesce(
            settled + held + doubt - :release + :settled + :doubt - limit_micro, 0)),
        overrun = overrun + greatest(0, coalesce(
            settled + held + doubt - :release + :settled + :doubt - limit_micro, 0))
    FROM (SELECT id AS which FROM budgets WHERE id = ANY (CAST(:ids AS uuid[])) ORDER BY id FOR UPDATE) locked
    WHERE id = locked.which
    """
)
LOCK = text(
    "SELECT * FROM budgets WHERE project_id = :project AND id = ANY (CAST(:ids AS uuid[])) "
    "ORDER BY id FOR UPDATE"
)
RESERVE = text(
    "UPDATE budgets SET held = held + :cost, held_tokens = held_tokens + :tokens "
    "WHERE project_id = :project AND id = ANY (CAST(:ids AS uuid[]))"
)


class Budgets:
    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def open(
        self,
        project: ProjectId,
        scope: Scope,
        subject: UUID,
        *,
        period: datetime = NO_PERIOD,
        limit: MicroUsd | None = None,
        limit_tokens: int | None = None,
        alert_share: float = ALERT_SHARE,
    ) -> None:
        """Make the balance if it is not there yet."""
        await self._session.execute(
            upsert(BudgetRow)
            .values(
                id=new_id(),
                project_id=project,
                scope=str(scope),
                subject=subject,
                period=period,
                limit_micro=limit,
                limit_tokens=limit_tokens,
                alert_share=alert_share,
                settled=0,
                held=0,
                doubt=0,
                overrun=0,
                tokens=0,
                held_tokens=0,
            )
            .on_conflict_do_nothing(index_elements=["scope", "subject", "period"])
        )

    async def open_month(self, project: ProjectId, month: datetime) -> None:
        """Make the project's balance of a month; its limits are those kept under no period."""
        usual = await self._find(project, Scope.PROJECT_MONTH, project, NO_PERIOD)
        await self.open(
            project,
            Scope.PROJECT_MONTH,
            project,
            period=month,
            limit=usual.limit if usual else None,
            limit_tokens=usual.limit_tokens if usual else None,
            alert_share=usual.alert_share if usual else ALERT_SHARE,
        )

    async def of_run(self, project: ProjectId, run: RunId, at: datetime) -> list[BudgetId]:
        """The balances that a call of this run, started at this time, counts against."""
        rows = await self._session.execute(
            select(BudgetRow.id, BudgetRow.scope, BudgetRow.period).where(
                BudgetRow.project_id == project,
                ((BudgetRow.scope == "run") & (BudgetRow.subject == run))
                | (
                    (BudgetRow.scope == "project_month")
                    & (BudgetRow.subject == project)
                    & (BudgetRow.period == month_of(at))
                ),
            )
        )
        return sorted(BudgetId(row.id) for row in rows)

    async def read(
        self, project: ProjectId, scope: Scope, subject: UUID, period: datetime = NO_PERIOD
    ) -> Balance:
        found = await self._find(project, scope, subject, period)
        if found is None:
            raise NotFound("No such budget")
        return found

    async def lock(self, project: ProjectId, ids: Sequence[BudgetId]) -> list[Balance]:
        """Hold these balances until the end of the transaction, in one order for all."""
        rows = await self._session.execute(LOCK, {"project": project, "ids": list(ids)})
        return [_to_balance(row) for row in rows]

    async def reserve(
        self, project: ProjectId, ids: Sequence[BudgetId], cost: int, tokens: int
    ) -> None:
        """Promise money; the balances must be locked and have room."""
        await self._session.execute(
            RESERVE, {"project": project, "ids": list(ids), "cost": cost, "tokens": tokens}
        )

    async def move(
        self, project: ProjectId, ids: Sequence[BudgetId], movements: Sequence[Movement]
    ) -> None:
        """Give promises back and count what came of them."""
        del project
        values = {
            "release": -sum(item.held for item in movements),
            "release_tokens": -sum(item.held_tokens for item in movements),
            "settled": sum(item.settled for item in movements),
            "doubt": sum(item.doubt for item in movements),
            "tokens": sum(item.tokens for item in movements),
        }
        await self._session.execute(MOVE, {"ids": list(ids), **values})

    async def write(
        self, project: ProjectId, run: RunId, movements: Sequence[Movement], at: datetime
    ) -> None:
        """Add lines to the ledger."""
        await self._session.execute(
            insert(LedgerRow),
            [
                {
                    "id": new_id(),
                    "project_id": project,
                    "run_id": run,
                    "model_id": item.model,
                    "at": at,
                    "kind": item.kind,
                    "phase": str(item.phase),
                    "calls": item.calls,
                    "held": item.held,
                    "settled": item.settled,
                    "doubt": item.doubt,
                    "prompt_tokens": item.prompt_tokens,
                    "completion_tokens": item.completion_tokens,
                }
                for item in movements
            ],
        )

    async def note_alert(self, project: ProjectId, budget: BudgetId, at: datetime) -> None:
        await self._session.execute(
            update(BudgetRow)
            .where(BudgetRow.project_id == project, BudgetRow.id == budget)
            .values(alerted_at=at)
        )

    async def set_limits(
        self,
        project: ProjectId,
        budget: BudgetId,
        *,
        limit: MicroUsd | None,
        limit_tokens: int | None,
        alert_share: float,
    ) -> None:
        """Change what may be spent, not below what is spent or promised already. An alert may come again."""
        (now,) = await self.lock(project, [budget])
        if limit is not None and limit < now.used:
            raise BudgetSpent(
                "More than that is spent or promised to running calls already", used=now.used
            )
        if limit_tokens is not None and limit_tokens < now.tokens + now.held_tokens:
            raise BudgetSpent("More tokens than that are used or promised already")
        await self._session.execute(
            update(BudgetRow)
            .where(BudgetRow.project_id == project, BudgetRow.id == budget)
            .values(
                limit_micro=limit,
                limit_tokens=limit_tokens,
                alert_share=alert_share,
                alerted_at=None,
            )
        )

    async def _find(
        self, project: ProjectId, scope: Scope, subject: UUID, period: datetime
    ) -> Balance | None:
        row = await self._session.scalar(
            select(BudgetRow).where(
                BudgetRow.project_id == project,
                BudgetRow.scope == str(scope),
                BudgetRow.subject == subject,
                BudgetRow.period == period,
            )
        )
        return None if row is None else _to_balance(row)


def _to_balance(row: Any) -> Balance:
    values: dict[str, Any] = {
        name: MicroUsd(getattr(row, name)) for name in ("settled", "held", "doubt", "overrun")
    }
    return Balance(
        id=BudgetId(row.id),
        scope=Scope(row.scope),
        limit=None if row.limit_micro is None else MicroUsd(row.limit_micro),
        limit_tokens=row.limit_tokens,
        alert_share=row.alert_share,
        alerted=row.alerted_at is not None,
        tokens=row.tokens,
        held_tokens=row.held_tokens,
        **values,
    )
