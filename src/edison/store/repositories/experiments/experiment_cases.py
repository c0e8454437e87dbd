"""Repository of the splits of an experiment, which are saved once at its start."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select, text

from edison.domain.datasets.case_json import values_from_json
from edison.domain.experiments.experiment_splits import ExperimentSplit
from edison.domain.ids import ExperimentId, ProjectId, RunId
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.store.repositories.base import Repository
from edison.store.repositories.judging.judged_cells import join_case_values
from edison.store.repositories.runs.run_cases import ChosenCase
from edison.store.tables.datasets import CaseRow
from edison.store.tables.experiments import ExperimentCaseRow

# PostgreSQL takes 65,535 parameters in one statement.
ROWS_AT_ONCE = 5_000
MOST_TEXT = 300

ROWS_OF_RUN = text("""
    SELECT rc.position FROM run_cases rc
    JOIN runs r ON r.id = rc.run_id AND r.project_id = :project
    JOIN cases c ON c.id = rc.revision AND c.project_id = :project
    JOIN experiment_cases e ON e.experiment_id = :experiment AND e.project_id = :project
        AND e.case_id = c.case_id
    WHERE rc.run_id = :run AND e.split = :split
""")
PIN = text("""
    WITH pinned AS (
        INSERT INTO run_cases (run_id, position, revision)
        SELECT :run, row_number() OVER (ORDER BY position) - 1, revision FROM experiment_cases
        WHERE project_id = :project AND experiment_id = :experiment AND split = :split
        RETURNING 1)
    SELECT count(*) FROM pinned
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitCase:
    """A case as it was at the start of the experiment; `position` is its place among the sampled cases."""

    position: int
    case: UUID
    split: ExperimentSplit
    text: str


class ExperimentCases(Repository):
    async def add(
        self,
        project: ProjectId,
        experiment: ExperimentId,
        drawn: Sequence[tuple[ChosenCase, ExperimentSplit]],
    ) -> None:
        rows: list[dict[str, Any]] = [
            {
                "project_id": project,
                "experiment_id": experiment,
                "position": position,
                "case_id": case.id,
                "revision": case.revision,
                "split": str(split),
            }
            for position, (case, split) in enumerate(drawn)
        ]
        for start in range(0, len(rows), ROWS_AT_ONCE):
            await self._session.execute(
                insert(ExperimentCaseRow).values(rows[start : start + ROWS_AT_ONCE])
            )

    async def ids(
        self, project: ProjectId, experiment: ExperimentId, split: ExperimentSplit
    ) -> frozenset[UUID]:
        found = await self._session.scalars(
            select(ExperimentCaseRow.case_id).where(
                ExperimentCaseRow.project_id == project,
                ExperimentCaseRow.experiment_id == experiment,
                ExperimentCaseRow.split == str(split),
            )
        )
        return frozenset(found)

    async def rows_of_run(
        self, project: ProjectId, experiment: ExperimentId, run: RunId, split: ExperimentSplit
    ) -> frozenset[int]:
        """Return the rows of a run that have a case of this split."""
        found = await self._session.scalars(
            ROWS_OF_RUN,
            {"project": project, "experiment": experiment, "run": run, "split": str(split)},
        )
        return frozenset(found)

    async def pin(
        self, project: ProjectId, experiment: ExperimentId, split: ExperimentSplit, run: RunId
    ) -> int:
        """Pin the cases of a split to a run, in the revisions saved at the start; return the number of cases."""
        found = await self._session.scalar(
            PIN, {"project": project, "experiment": experiment, "split": str(split), "run": run}
        )
        return int(found or 0)

    async def page(
        self,
        project: ProjectId,
        experiment: ExperimentId,
        split: ExperimentSplit | None,
        page: PageRequest,
    ) -> Page[SplitCase]:
        """List the cases of an experiment in the order of the dataset."""
        query = (
            select(ExperimentCaseRow, CaseRow.values)
            .outerjoin(
                CaseRow,
                (CaseRow.id == ExperimentCaseRow.revision) & (CaseRow.project_id == project),
            )
            .where(
                ExperimentCaseRow.project_id == project,
                ExperimentCaseRow.experiment_id == experiment,
            )
        )
        if split is not None:
            query = query.where(ExperimentCaseRow.split == str(split))
        if page.after:
            query = query.where(ExperimentCaseRow.position > page.key(row_number)[0])
        rows = await self._session.execute(
            query.order_by(ExperimentCaseRow.position).limit(page.limit + 1)
        )
        found = [
            SplitCase(
                position=row.position,
                case=row.case_id,
                split=ExperimentSplit(row.split),
                text=join_case_values(values_from_json(values or {}))[:MOST_TEXT],
            )
            for row, values in rows
        ]
        return page_of(found, page.limit, lambda each: (each.position,))
