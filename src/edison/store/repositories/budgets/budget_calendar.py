"""Repository of monthly and daily balances (UTC). A call counts against the day on which it is made."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import TextClause, text

from edison.domain.budgets.budget import ALERT_SHARE, NO_PERIOD, Balance, Scope, day_of, month_of
from edison.domain.ids import ProjectId, RunId
from edison.domain.money import MicroUsd
from edison.kit.uuids import new_id
from edison.store.repositories.base import Repository
from edison.store.repositories.budgets.budgets import to_balance

# The balances of a month and a day are created by the first call, with the permanent limits: those of a project are
# in the row without a period, those of a suite in the suite. Rows are created in one order, to avoid deadlocks.
OPEN = text(
    """
    INSERT INTO budgets (id, project_id, scope, subject, period, simulated, limit_micro, limit_tokens,
        alert_share, settled, held, doubt, overrun, tokens, held_tokens)
    SELECT w.id, CAST(:project AS uuid), w.scope, w.subject, w.period,
        w.scope <> 'run' AND CAST(:simulated AS boolean), w.limit_micro, w.limit_tokens, w.share, 0, 0, 0, 0, 0, 0
    FROM (
        SELECT 1 AS place, CAST(:month_id AS uuid) AS id, 'project_month' AS scope,
            CAST(:project AS uuid) AS subject, CAST(:month AS timestamptz) AS period,
            u.limit_micro, u.limit_tokens, coalesce(u.alert_share, :share) AS share
        FROM (SELECT 1) one LEFT JOIN budgets u
            ON u.scope = 'project_month' AND u.subject = :project AND u.period = :no_period AND NOT u.simulated
        UNION ALL
        SELECT 2, CAST(:day_id AS uuid), 'project_day', CAST(:project AS uuid), CAST(:day AS timestamptz),
            u.limit_micro, u.limit_tokens, coalesce(u.alert_share, :share)
        FROM (SELECT 1) one LEFT JOIN budgets u
            ON u.scope = 'project_day' AND u.subject = :project AND u.period = :no_period AND NOT u.simulated
        UNION ALL
        SELECT 4, CAST(:run_id AS uuid), 'run', CAST(:run AS uuid), CAST(:no_period AS timestamptz),
            CAST(:limit AS bigint), CAST(:limit_tokens AS bigint), CAST(:run_share AS float8)
        WHERE CAST(:run AS uuid) IS NOT NULL
        UNION ALL
        SELECT 3, CAST(:suite_id AS uuid), 'suite_day', s.id, CAST(:day AS timestamptz),
            s.daily_limit_micro, NULL, :share
        FROM suites s WHERE s.project_id = :project AND s.id = CAST(:suite AS uuid)
    ) w ORDER BY w.place
    ON CONFLICT (scope, subject, period, simulated) DO NOTHING
    """
)
THESE = """
    SELECT * FROM budgets WHERE project_id = :project AND simulated = CAST(:simulated AS boolean) AND (
        (scope = 'project_month' AND subject = :project AND period = :month)
        OR (scope = 'project_day' AND subject = :project AND period = :day)
        OR (scope = 'suite_day' AND subject = CAST(:suite AS uuid) AND period = :day))
    ORDER BY id
"""
READ = text(THESE)
LOCK = text(f"{THESE} FOR UPDATE")
# Not below the amount that is spent or reserved: then there is no room until that decreases, or the day ends. Both
# balances of the day, real and simulated, have the limit.
SET_DAY_LIMIT = text(
    """
    UPDATE budgets SET limit_micro = CASE WHEN CAST(:limit AS bigint) IS NULL THEN NULL
        ELSE greatest(CAST(:limit AS bigint), settled + held + doubt) END, alerted_at = NULL
    WHERE project_id = :project AND scope = :scope AND subject = :subject AND period = :day
    """
)

# Simulated spending never causes a real limit to be rejected: it has no room until its month ends.
SET_SIMULATED_MONTH = text(
    """
    UPDATE budgets SET alert_share = :share, alerted_at = NULL,
        limit_micro = CASE WHEN CAST(:limit AS bigint) IS NULL THEN NULL
            ELSE greatest(CAST(:limit AS bigint), settled + held + doubt) END,
        limit_tokens = CASE WHEN CAST(:limit_tokens AS bigint) IS NULL THEN NULL
            ELSE greatest(CAST(:limit_tokens AS bigint), tokens + held_tokens) END
    WHERE project_id = :project AND scope = 'project_month' AND subject = :project
        AND period = :month AND simulated
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunBudget:
    """The limits of a run that is about to begin."""

    run: RunId
    limit: MicroUsd | None
    limit_tokens: int | None
    alert_share: float


class BudgetCalendar(Repository):
    async def open(
        self,
        project: ProjectId,
        at: datetime,
        suite: UUID | None = None,
        *,
        simulated: bool,
        run: RunBudget | None = None,
    ) -> None:
        """Create the balances of the month and the day that contain `at`, and the balance of a new run."""
        await self._session.execute(
            OPEN,
            {
                "project": project,
                "suite": suite,
                "simulated": simulated,
                "month": month_of(at),
                "day": day_of(at),
                "no_period": NO_PERIOD,
                "share": ALERT_SHARE,
                "month_id": new_id(),
                "day_id": new_id(),
                "suite_id": new_id(),
                "run_id": new_id(),
                "run": None if run is None else run.run,
                "limit": None if run is None else run.limit,
                "limit_tokens": None if run is None else run.limit_tokens,
                "run_share": None if run is None else run.alert_share,
            },
        )

    async def read(
        self, project: ProjectId, at: datetime, suite: UUID | None = None, *, simulated: bool
    ) -> list[Balance]:
        return await self._balances(READ, project, at, suite, simulated)

    async def lock(
        self, project: ProjectId, at: datetime, suite: UUID | None = None, *, simulated: bool
    ) -> list[Balance]:
        """Lock the balances of the month and the day, so that concurrent plans cannot use the same remainder."""
        return await self._balances(LOCK, project, at, suite, simulated)

    async def _balances(
        self,
        wanted: TextClause,
        project: ProjectId,
        at: datetime,
        suite: UUID | None,
        simulated: bool,
    ) -> list[Balance]:
        values = {
            "project": project,
            "suite": suite,
            "simulated": simulated,
            "month": month_of(at),
            "day": day_of(at),
        }
        return [to_balance(row) for row in await self._session.execute(wanted, values)]

    async def set_day_limit(
        self,
        project: ProjectId,
        scope: Scope,
        subject: UUID,
        limit: MicroUsd | None,
        at: datetime,
    ) -> None:
        """Change the limit of the current day's balance, if that balance exists."""
        await self._session.execute(
            SET_DAY_LIMIT,
            {
                "project": project,
                "scope": str(scope),
                "subject": subject,
                "day": day_of(at),
                "limit": limit,
            },
        )

    async def set_simulated_month(
        self,
        project: ProjectId,
        *,
        limit: MicroUsd | None,
        limit_tokens: int | None,
        alert_share: float,
        at: datetime,
    ) -> None:
        """Change the limits of the current month's balance for simulated models, if that balance exists."""
        values = {"limit": limit, "limit_tokens": limit_tokens, "share": alert_share}
        await self._session.execute(
            SET_SIMULATED_MONTH, {"project": project, "month": month_of(at), **values}
        )
