"""The cost of an experiment by phase and model, summed from the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import text

from edison.domain.ids import ExperimentId, ProjectId, VersionId
from edison.domain.money import MicroUsd
from edison.store.repositories.base import Repository

# Includes runs of iterations, the final check, and calls outside of runs.
LINES = text(
    """
    SELECT l.phase, coalesce(m.name, 'unknown') AS model,
        sum(l.settled) AS settled, sum(l.doubt) AS doubt,
        sum(l.calls) FILTER (WHERE l.kind = 'settle') AS calls,
        sum(l.prompt_tokens) AS prompt, sum(l.completion_tokens) AS completion
    FROM ledger l LEFT JOIN models m ON m.id = l.model_id
    WHERE l.project_id = :project AND (l.experiment_id = :experiment OR l.run_id IN (
        SELECT coalesce(i.run_id, i.deleted_run_id) FROM iterations i
        WHERE i.experiment_id = :experiment AND i.project_id = :project
        UNION ALL SELECT e.check_run FROM experiments e WHERE e.id = :experiment AND e.project_id = :project
    ))
    GROUP BY 1, 2 ORDER BY 1, 2
    """
)
CHANGELOGS = text(
    """
    SELECT id, changelog FROM prompt_versions
    WHERE project_id = :project AND id = ANY (CAST(:versions AS uuid[]))
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentLedgerLine:
    phase: str
    model: str
    settled: MicroUsd
    doubt: MicroUsd
    calls: int
    prompt_tokens: int
    completion_tokens: int


class ExperimentLedger(Repository):
    async def lines(
        self, project: ProjectId, experiment: ExperimentId
    ) -> list[ExperimentLedgerLine]:
        rows = await self._session.execute(LINES, {"project": project, "experiment": experiment})
        return [
            ExperimentLedgerLine(
                phase=row.phase,
                model=row.model,
                settled=MicroUsd(int(row.settled)),
                doubt=MicroUsd(int(row.doubt)),
                calls=int(row.calls or 0),
                prompt_tokens=int(row.prompt),
                completion_tokens=int(row.completion),
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
