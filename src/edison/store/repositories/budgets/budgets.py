"""Repository of budgets and the ledger, and sums of the spend."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import TextClause, or_, select, text
from sqlalchemy.dialects.postgresql import insert as upsert

from edison.domain.budgets.budget import ALERT_SHARE, NO_PERIOD, Balance, Scope, day_of, month_of
from edison.domain.errors import BudgetSpent, NotFound
from edison.domain.ids import BudgetId, ModelId, ProjectId, RunId
from edison.domain.models.token_usage import Usage
from edison.domain.money import MicroUsd, MoneyKind, kind_of
from edison.domain.runs.cell import Phase
from edison.kit.uuids import new_id
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row
from edison.store.tables.budgets import BudgetRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """One line of the ledger and its effect on the balances."""

    kind: str
    phase: Phase
    model: ModelId
    calls: int
    held: int = 0
    settled: int = 0
    doubt: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    # Parts of the prompt tokens.
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    held_tokens: int = 0
    doubt_tokens: int = 0
    # The part of the settled or doubtful amount that exceeds the reservation.
    overrun: int = 0

    @property
    def tokens(self) -> int:
        """The tokens that count against a limit, including tokens in doubt."""
        return self.prompt_tokens + self.completion_tokens + self.doubt_tokens

    def using(self, usage: Usage | None) -> "Movement":
        """Return the movement with the tokens of one more call added; `usage` None means unknown."""
        if usage is None:
            return self
        return replace(
            self,
            prompt_tokens=self.prompt_tokens + usage.prompt,
            completion_tokens=self.completion_tokens + usage.completion,
            cache_read_tokens=self.cache_read_tokens + usage.cache_read,
            cache_write_tokens=(self.cache_write_tokens + usage.cache_write + usage.cache_write_1h),
        )


# A bill above the worst case is counted as overrun: the answer is paid and must be saved.
MOVE = text(
    """
    UPDATE budgets SET
        held = held - :release,
        held_tokens = held_tokens - :release_tokens,
        doubt = doubt + :doubt,
        doubt_tokens = doubt_tokens + :doubt_tokens,
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

# What was spent before the balance existed counts, too.
OPEN_EXPERIMENT = text(
    """
    INSERT INTO budgets (id, project_id, scope, subject, period, simulated, alert_share,
        settled, held, doubt, overrun, tokens, held_tokens)
    SELECT CAST(:id AS uuid), CAST(:project AS uuid), 'experiment', CAST(:experiment AS uuid),
        CAST(:period AS timestamptz), false, :share, coalesce(sum(settled), 0), 0,
        coalesce(sum(doubt), 0), 0, coalesce(sum(prompt_tokens + completion_tokens), 0), 0
    FROM spend_days WHERE project_id = :project AND experiment_id = :experiment
    ON CONFLICT (scope, subject, period, simulated) DO NOTHING
    """
)
OVERRUN = text(
    "SELECT sum(overrun)::bigint FROM spend_days WHERE project_id = :project AND run_id = :run"
)

# One statement for all lines, so that the trigger that adds them up runs once.
NAMES = ("kind", "phase")
MOVED = (
    "calls",
    "held",
    "settled",
    "doubt",
    "prompt_tokens",
    "completion_tokens",
    "doubt_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
    "overrun",
)
WRITE = text(
    f"""
    INSERT INTO ledger (id, project_id, run_id, experiment_id, at, model_id, {", ".join(NAMES + MOVED)})
    SELECT t.id, CAST(:project AS uuid), CAST(:run AS uuid), CAST(:experiment AS uuid),
        CAST(:at AS timestamptz), t.model, {", ".join(f"t.{name}" for name in NAMES + MOVED)}
    FROM unnest(CAST(:ids AS uuid[]), CAST(:model AS uuid[]),
        {", ".join(f"CAST(:{name} AS text[])" for name in NAMES)},
        {", ".join(f"CAST(:{name} AS bigint[])" for name in MOVED)})
        AS t(id, model, {", ".join(NAMES + MOVED)})
    """
)


class Budgets(Repository):
    async def open(
        self,
        project: ProjectId,
        scope: Scope,
        subject: UUID,
        *,
        period: datetime = NO_PERIOD,
        alert_share: float = ALERT_SHARE,
    ) -> None:
        """Create a balance without limits, unless it exists."""
        await self._session.execute(
            upsert(BudgetRow)
            .values(
                id=new_id(),
                project_id=project,
                scope=str(scope),
                subject=subject,
                period=period,
                simulated=False,
                alert_share=alert_share,
                settled=0,
                held=0,
                doubt=0,
                overrun=0,
                tokens=0,
                held_tokens=0,
            )
            .on_conflict_do_nothing(index_elements=["scope", "subject", "period", "simulated"])
        )

    async def open_of_experiment(self, project: ProjectId, experiment: UUID) -> None:
        """Create the balance of an experiment, unless it exists. The start of the experiment sets its limits."""
        values = {"id": new_id(), "project": project, "experiment": experiment}
        await self._session.execute(
            OPEN_EXPERIMENT, {**values, "period": NO_PERIOD, "share": ALERT_SHARE}
        )

    async def of_run(
        self,
        project: ProjectId,
        run: RunId,
        at: datetime,
        *,
        simulated: bool,
        experiment: UUID | None = None,
        suite: UUID | None = None,
    ) -> list[BudgetId]:
        """Return the balances that a call of this run, started at this time, counts against."""
        subjects = {"run": run, "experiment": experiment}
        return await self._counting(project, at, subjects, simulated, suite)

    async def of_experiment(
        self, project: ProjectId, experiment: UUID | None, at: datetime, *, simulated: bool
    ) -> list[BudgetId]:
        """Return the balances that a call of an experiment outside of runs counts against."""
        return await self._counting(project, at, {"experiment": experiment}, simulated)

    async def _counting(
        self,
        project: ProjectId,
        at: datetime,
        subjects: dict[str, UUID | None],
        simulated: bool,
        suite: UUID | None = None,
    ) -> list[BudgetId]:
        # A run and an experiment have one limit for all their calls, simulated or not. Days and months have two
        # balances, so that simulated calls do not use up the real one.
        own = [
            (BudgetRow.scope == scope) & (BudgetRow.subject == subject)
            for scope, subject in subjects.items()
            if subject is not None
        ]
        periods = [
            (Scope.PROJECT_MONTH, project, month_of(at)),
            (Scope.PROJECT_DAY, project, day_of(at)),
            (Scope.SUITE_DAY, suite, day_of(at)),
        ]
        calendar = [
            (BudgetRow.scope == str(scope))
            & (BudgetRow.subject == subject)
            & (BudgetRow.period == period)
            & (BudgetRow.simulated == simulated)
            for scope, subject, period in periods
            if subject is not None
        ]
        rows = await self._session.scalars(
            select(BudgetRow.id).where(BudgetRow.project_id == project, or_(*calendar, *own))
        )
        return sorted(BudgetId(row) for row in rows)

    async def read(
        self,
        project: ProjectId,
        scope: Scope,
        subject: UUID,
        period: datetime = NO_PERIOD,
        *,
        simulated: bool = False,
    ) -> Balance:
        found = await self._balance(project, scope, subject, period, simulated)
        if found is None:
            raise NotFound("No such budget")
        return found

    async def lock(self, project: ProjectId, ids: Sequence[BudgetId]) -> list[Balance]:
        """Lock these balances until the transaction ends, in a fixed order that prevents deadlocks."""
        rows = await self._session.execute(LOCK, {"project": project, "ids": list(ids)})
        return [to_balance(row) for row in rows]

    async def reserve(
        self, project: ProjectId, ids: Sequence[BudgetId], cost: int, tokens: int
    ) -> None:
        """Reserve money; the balances must be locked and have room."""
        await self._session.execute(
            RESERVE, {"project": project, "ids": list(ids), "cost": cost, "tokens": tokens}
        )

    async def move(
        self, project: ProjectId, ids: Sequence[BudgetId], movements: Sequence[Movement]
    ) -> None:
        """Release reservations and count the actual costs."""
        del project
        values = {
            "release": -sum(item.held for item in movements),
            "release_tokens": -sum(item.held_tokens for item in movements),
            "settled": sum(item.settled for item in movements),
            "doubt": sum(item.doubt for item in movements),
            "tokens": sum(item.tokens for item in movements),
            "doubt_tokens": sum(item.doubt_tokens for item in movements),
        }
        await self._session.execute(MOVE, {"ids": list(ids), **values})

    async def write(
        self,
        project: ProjectId,
        run: RunId | None,
        movements: Sequence[Movement],
        at: datetime,
        *,
        experiment: UUID | None = None,
    ) -> None:
        """Append lines to the ledger. Call this after all balances are updated, because it locks the daily sums."""
        await self._session.execute(
            WRITE,
            {
                "ids": [new_id() for _ in movements],
                "project": project,
                "run": run,
                "experiment": experiment,
                "at": at,
                **{name: [str(getattr(item, name)) for item in movements] for name in NAMES},
                **{name: [getattr(item, name) for item in movements] for name in ("model", *MOVED)},
            },
        )

    async def overrun_of_run(self, project: ProjectId, run: RunId) -> MicroUsd:
        """Return the amount that providers billed beyond the reservations of a run's calls."""
        found = await self._session.scalar(OVERRUN, {"project": project, "run": run})
        return MicroUsd(found or 0)

    async def note_alert(self, project: ProjectId, budget: BudgetId, at: datetime) -> None:
        await self._change(BudgetRow, project, budget, alerted_at=at)

    async def set_limits(
        self,
        project: ProjectId,
        budget: BudgetId,
        *,
        limit: MicroUsd | None,
        limit_tokens: int | None,
        alert_share: float,
    ) -> None:
        """Change the limits, but not below the amount spent or reserved. Budget alerts can then be raised again."""
        (now,) = await self.lock(project, [budget])
        if limit is not None and limit < now.used:
            raise BudgetSpent(
                "More than this limit is already spent or reserved for running calls", used=now.used
            )
        if limit_tokens is not None and limit_tokens < now.tokens + now.held_tokens:
            raise BudgetSpent(
                "The limit is lower than the number of tokens already used or reserved"
            )
        await self._change(
            BudgetRow,
            project,
            budget,
            limit_micro=limit,
            limit_tokens=limit_tokens,
            alert_share=alert_share,
            alerted_at=None,
        )

    async def _balance(
        self,
        project: ProjectId,
        scope: Scope,
        subject: UUID,
        period: datetime,
        simulated: bool,
    ) -> Balance | None:
        row = await self._find(
            BudgetRow,
            BudgetRow.project_id == project,
            BudgetRow.scope == str(scope),
            BudgetRow.subject == subject,
            BudgetRow.period == period,
            BudgetRow.simulated == simulated,
        )
        return None if row is None else to_balance(row)


def to_balance(row: Any) -> Balance:
    return from_row(Balance, row, limit=row.limit_micro, alerted=row.alerted_at is not None)


def _parts(column: str) -> TextClause:
    return text(
        f"""
        SELECT s.{column} AS id,
            sum(s.settled + s.doubt) FILTER (WHERE c.provider = 'SIMULATED') AS simulated,
            sum(s.settled + s.doubt) FILTER (WHERE c.provider IS DISTINCT FROM 'SIMULATED') AS real
        FROM spend_days s
        LEFT JOIN models m ON m.id = s.model_id
        LEFT JOIN credentials c ON c.id = m.credential_id
        WHERE s.project_id = :project AND s.{column} = ANY (CAST(:ids AS uuid[]))
        GROUP BY s.{column}
        """
    )


OF_RUNS = _parts("run_id")
OF_EXPERIMENTS = _parts("experiment_id")


class MoneyKinds(Repository):
    async def of_runs(self, project: ProjectId, runs: Sequence[RunId]) -> dict[UUID, MoneyKind]:
        """Return the spend of each run by kind of money; runs without cost are omitted."""
        return await self._read(OF_RUNS, project, runs)

    async def of_experiments(
        self, project: ProjectId, experiments: Sequence[UUID]
    ) -> dict[UUID, MoneyKind]:
        """Return the spend of each experiment by kind of money; experiments without cost are omitted."""
        return await self._read(OF_EXPERIMENTS, project, experiments)

    async def _read(
        self, wanted: TextClause, project: ProjectId, ids: Sequence[UUID]
    ) -> dict[UUID, MoneyKind]:
        rows = await self._session.execute(wanted, {"project": project, "ids": list(ids)})
        return {
            row.id: kind_of(real=int(row.real or 0), simulated=int(row.simulated or 0))
            for row in rows
        }
