"""Whether what runs and experiments cost is real money, from the day sums of the ledger."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import TextClause, text

from edison.domain.ids import ProjectId, RunId
from edison.domain.money import MoneyKind, kind_of
from edison.store.repositories.base import Repository


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
        """Runs that cost nothing are left out."""
        return await self._read(OF_RUNS, project, runs)

    async def of_experiments(
        self, project: ProjectId, experiments: Sequence[UUID]
    ) -> dict[UUID, MoneyKind]:
        """Experiments that cost nothing are left out."""
        return await self._read(OF_EXPERIMENTS, project, experiments)

    async def _read(
        self, wanted: TextClause, project: ProjectId, ids: Sequence[UUID]
    ) -> dict[UUID, MoneyKind]:
        rows = await self._session.execute(wanted, {"project": project, "ids": list(ids)})
        return {
            row.id: kind_of(real=int(row.real or 0), simulated=int(row.simulated or 0))
            for row in rows
        }
