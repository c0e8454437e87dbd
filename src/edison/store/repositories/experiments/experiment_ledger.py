"""The cost of experiments by phase and model, from the daily sums of the ledger."""

from collections.abc import Sequence

from sqlalchemy import text

from edison.domain.experiments.experiment_costs import ExperimentCostLine
from edison.domain.ids import ExperimentId, ProjectId, VersionId
from edison.domain.money import MicroUsd
from edison.domain.runs.cell import Phase
from edison.store.repositories.base import Repository

# Every call names its experiment in the ledger: those of runs, of the refiner and of assists.
LINES = text(
    """
    SELECT s.experiment_id, s.phase, coalesce(m.name, 'unknown') AS model,
        sum(s.settled)::bigint AS settled, sum(s.doubt)::bigint AS doubt, sum(s.calls)::bigint AS calls,
        sum(s.prompt_tokens)::bigint AS prompt, sum(s.completion_tokens)::bigint AS completion
    FROM spend_days s LEFT JOIN models m ON m.id = s.model_id
    WHERE s.project_id = :project AND s.experiment_id = ANY (CAST(:experiments AS uuid[]))
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    """
)
CHANGELOGS = text(
    """
    SELECT id, changelog FROM prompt_versions
    WHERE project_id = :project AND id = ANY (CAST(:versions AS uuid[]))
    """
)


class ExperimentLedger(Repository):
    async def lines(
        self, project: ProjectId, experiments: Sequence[ExperimentId]
    ) -> list[ExperimentCostLine]:
        rows = await self._session.execute(
            LINES, {"project": project, "experiments": list(experiments)}
        )
        return [
            ExperimentCostLine(
                experiment=ExperimentId(row.experiment_id),
                phase=Phase(row.phase),
                model=row.model,
                settled=MicroUsd(row.settled),
                doubt=MicroUsd(row.doubt),
                calls=row.calls,
                prompt_tokens=row.prompt,
                completion_tokens=row.completion,
            )
            for row in rows
        ]

    async def changelogs(
        self, project: ProjectId, versions: Sequence[VersionId]
    ) -> dict[VersionId, str]:
        rows = await self._session.execute(
            CHANGELOGS, {"project": project, "versions": list(versions)}
        )
        return {VersionId(row.id): row.changelog for row in rows}
