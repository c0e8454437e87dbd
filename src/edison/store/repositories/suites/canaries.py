"""Frozen answers of one project's suites."""

from sqlalchemy import select, text
from sqlalchemy.dialects.postgresql import insert as upsert

from edison.domain.ids import ProjectId, RunId, SuiteId
from edison.domain.suites.execution import Canary
from edison.store.repositories.base import Repository
from edison.store.tables.executions import CanaryRow


class Canaries(Repository):
    async def find(self, project: ProjectId, suite: SuiteId) -> Canary | None:
        row = await self._session.scalar(
            select(CanaryRow)
            .where(CanaryRow.project_id == project, CanaryRow.suite_id == suite)
            .execution_options(populate_existing=True)
        )
        return (
            None
            if row is None
            else Canary(
                suite=SuiteId(row.suite_id),
                taken_from=RunId(row.frozen_from_run_id),
                frozen=RunId(row.frozen_run_id),
                source=row.source,
                created_at=row.created_at,
            )
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
