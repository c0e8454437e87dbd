"""What lists of executions show beside them: the number and the money of their runs, and what they came to."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import text

from edison.domain.ids import ExecutionId, ProjectId
from edison.domain.money import ZERO, MicroUsd
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row

FACTS = text(
    """
    SELECT e.id, r.number, r.state, r.cells, p.score, p.low, p.high, p.pass_rate,
           (SELECT sum(answered + malformed + failed) FROM run_columns c WHERE c.run_id = r.id) AS done,
           (SELECT sum(settled + doubt + overrun) FROM budgets b
            WHERE b.scope = 'run' AND b.subject IN (e.run_id, e.canary_run_id)) AS spent
    FROM executions e
    LEFT JOIN runs r ON r.id = e.run_id
    LEFT JOIN points p ON p.execution_id = e.id AND p.target = -1
    WHERE e.project_id = :project AND e.id = ANY (CAST(:ids AS uuid[]))
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionFacts:
    run_number: int | None = None
    run_state: str | None = None
    cells: int = 0
    done: int = 0
    # Its canary included.
    spent: MicroUsd = ZERO
    score: float | None = None
    low: float | None = None
    high: float | None = None
    pass_rate: float | None = None


class ExecutionFactsOf(Repository):
    async def read(
        self, project: ProjectId, executions: Sequence[ExecutionId]
    ) -> dict[ExecutionId, ExecutionFacts]:
        rows = await self._session.execute(FACTS, {"project": project, "ids": list(executions)})
        return {
            ExecutionId(row.id): from_row(
                ExecutionFacts,
                row,
                run_number=row.number,
                run_state=row.state,
                cells=row.cells or 0,
                done=int(row.done or 0),
                spent=MicroUsd(int(row.spent or 0)),
            )
            for row in rows
        }
