"""What people finally say of the answers of a run, for passports of judges and corrected scores."""

from dataclasses import dataclass

from sqlalchemy import text

from edison.domain.ids import ProjectId, RunId
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row

LABELS = """
    SELECT m.ordinal, m.attempt, m.grade, m.criteria, m.people FROM cell_marks m
    JOIN cells c ON c.run_id = m.run_id AND c.ordinal = m.ordinal AND c.attempt = m.attempt
    WHERE m.project_id = :project AND m.run_id = :run AND m.grade IS NOT NULL
      AND c.state IN ('answered','malformed')
    ORDER BY m.ordinal
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanLabel:
    """The mark of a cell, given by hand or come of a queue; criteria from 0 to 1."""

    ordinal: int
    attempt: int
    grade: float
    criteria: dict[str, float] | None
    people: int


class HumanLabels(Repository):
    async def of_run(self, project: ProjectId, run: RunId) -> list[HumanLabel]:
        """Only of answers that are still there: what was asked anew is not among them."""
        rows = await self._session.execute(text(LABELS), {"project": project, "run": run})
        return [from_row(HumanLabel, row) for row in rows]
