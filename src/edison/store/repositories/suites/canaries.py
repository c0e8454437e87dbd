"""Frozen answers of one project's suites."""

from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert as upsert

from edison.domain.ids import ProjectId, RunId, SuiteId
from edison.domain.suites.execution import Canary
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row
from edison.store.tables.suites import CanaryRow


class Canaries(Repository):
    async def find(self, project: ProjectId, suite: SuiteId) -> Canary | None:
        row = await self._find(
            CanaryRow, CanaryRow.project_id == project, CanaryRow.suite_id == suite
        )
        if row is None:
            return None
        return from_row(
            Canary,
            row,
            suite=row.suite_id,
            taken_from=row.frozen_from_run_id,
            frozen=row.frozen_run_id,
        )

    async def put(self, project: ProjectId, canary: Canary) -> None:
        """In place of what was frozen before."""
        values = {
            "frozen_from_run_id": canary.taken_from,
            "frozen_run_id": canary.frozen,
            "source": canary.source,
            "created_at": canary.created_at,
        }
        await self._session.execute(
            upsert(CanaryRow)
            .values(suite_id=canary.suite, project_id=project, **values)
            .on_conflict_do_update(index_elements=[CanaryRow.suite_id], set_=values)
        )

    async def close_frozen(self, project: ProjectId, run: RunId) -> None:
        """Nothing of a run that only keeps answers is ever worked on."""
        del project
        await self._session.execute(
            text("UPDATE run_chunks SET done = true WHERE run_id = :run"), {"run": run}
        )
