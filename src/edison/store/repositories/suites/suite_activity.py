"""Recent activity of suites for lists: executions, trend points and monitors.

The cost does not grow with the history.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from sqlalchemy import text

from edison.domain.ids import ProjectId, SuiteId
from edison.domain.trends.trend_points import OVERALL_KEY
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row

MOST_RECENT = 20

# Numbers of executions run from 1 without gaps, so the last one is their count.
LAST = text(
    """
    SELECT suite.id AS suite, e.id, e.number, e.state, e.reason, e.problem, e.run_id, e.created_at, e.finished_at,
           e.override IS NOT NULL AS override,
           p.score, p.low, p.high, p.pass_rate
    FROM unnest(CAST(:suites AS uuid[])) AS suite(id)
    CROSS JOIN LATERAL (
        SELECT * FROM executions
        WHERE suite_id = suite.id AND project_id = :project
        ORDER BY number DESC LIMIT 1
    ) e
    LEFT JOIN points p ON p.execution_id = e.id AND p.target = -1
    """
)
# An execution with another model is not part of the trend.
RECENT = text(
    """
    SELECT suite.id AS suite, p.number, p.run_id, p.at, p.score, p.low, p.high, p.pass_rate
    FROM unnest(CAST(:suites AS uuid[])) AS suite(id)
    CROSS JOIN LATERAL (
        SELECT p.* FROM points p JOIN executions e ON e.id = p.execution_id
        WHERE p.suite_id = suite.id AND p.target_key = :key AND p.project_id = :project
          AND e.override IS NULL
        ORDER BY p.at DESC LIMIT :most
    ) p
    ORDER BY p.at
    """
)
WATCHED = text(
    """
    SELECT suite_id AS suite, count(*) AS monitors, min(next_due_at) AS next
    FROM monitors
    WHERE project_id = :project AND suite_id = ANY(:suites) AND removed_at IS NULL
    GROUP BY suite_id
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LastExecution:
    id: UUID
    number: int
    state: str
    reason: str | None
    problem: str | None
    run: UUID | None
    at: datetime
    finished_at: datetime | None
    # Another model replaced the targets.
    override: bool
    score: float | None
    low: float | None
    high: float | None
    pass_rate: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastScore:
    """The score of an execution over all targets, with its interval and pass rate."""

    number: int
    run: UUID
    at: datetime
    score: float
    low: float | None
    high: float | None
    pass_rate: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteActivity:
    last: LastExecution | None = None
    # The last execution with a score: later ones may have been refused or may still be running.
    scored: LastScore | None = None
    # Scores of all targets together, oldest first.
    recent: tuple[float | None, ...] = ()
    monitors: int = 0
    next_due_at: datetime | None = None

    @property
    def executions(self) -> int:
        return 0 if self.last is None else self.last.number


NOTHING = SuiteActivity()


class SuiteActivities(Repository):
    async def of(
        self, project: ProjectId, suites: Sequence[SuiteId]
    ) -> dict[SuiteId, SuiteActivity]:
        found = dict.fromkeys(suites, NOTHING)
        if not suites:
            return found
        wanted = {"project": project, "suites": list(suites)}
        for row in await self._session.execute(LAST, wanted):
            last = from_row(LastExecution, row, run=row.run_id, at=row.created_at)
            found[row.suite] = replace(found[row.suite], last=last)
        recent = {**wanted, "key": OVERALL_KEY, "most": MOST_RECENT}
        for row in await self._session.execute(RECENT, recent):
            known = found[row.suite]
            found[row.suite] = replace(
                known,
                recent=(*known.recent, row.score),
                scored=known.scored
                if row.score is None
                else from_row(LastScore, row, run=row.run_id),
            )
        for row in await self._session.execute(WATCHED, wanted):
            found[row.suite] = replace(
                found[row.suite], monitors=row.monitors, next_due_at=row.next
            )
        return found
