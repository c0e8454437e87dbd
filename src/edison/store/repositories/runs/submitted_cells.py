"""Repository of the cells of application runs: cells without an output, with their cases."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import text

from edison.domain.datasets.case_json import CaseValue, values_from_json
from edison.domain.ids import ProjectId, RunId
from edison.domain.runs.output_file import CaseOfRun
from edison.domain.runs.run_plan import Plan
from edison.store.repositories.base import Repository

_OPEN = """
    SELECT n FROM generate_series(CAST(:first AS int), CAST(:cells AS int) - 1) n
    WHERE NOT EXISTS (
        SELECT FROM cells c WHERE c.run_id = :run AND c.ordinal = n AND c.state <> 'open')
    ORDER BY n LIMIT :most
"""
OPEN_ORDINALS = text(_OPEN)
OPEN_CELLS = text(
    f"""
    SELECT o.n AS ordinal, k.case_id, k."values" AS inputs, k.expected FROM ({_OPEN}) o
    JOIN run_cases rc ON rc.run_id = :run AND rc.position = o.n / :trials
    LEFT JOIN cases k ON k.id = rc.revision AND k.project_id = :project
    ORDER BY o.n
    """
)


CASES = text(
    """
    SELECT rc.position, k.case_id, k."values" AS inputs FROM run_cases rc
    LEFT JOIN cases k ON k.id = rc.revision AND k.project_id = :project
    WHERE rc.run_id = :run ORDER BY rc.position
    """
)
FILLED = text("SELECT ordinal FROM cells WHERE run_id = :run AND state <> 'open'")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCell:
    """A cell of an application run without an output. `trial` counts from 0."""

    ordinal: int
    case: UUID | None
    trial: int
    values: dict[str, CaseValue]
    expected: str | None


class SubmittedCells(Repository):
    """Reads the open cells of application runs, which have one column.

    The caller must have checked that the run belongs to the project.
    """

    async def open_ordinals(
        self, project: ProjectId, run: RunId, plan: Plan, first: int, most: int
    ) -> list[int]:
        """Return the first open cells from `first` on."""
        del project
        values = {"run": run, "first": first, "cells": plan.cells, "most": most}
        return list((await self._session.execute(OPEN_ORDINALS, values)).scalars())

    async def open_cells(
        self, project: ProjectId, run: RunId, plan: Plan, first: int, most: int
    ) -> list[OpenCell]:
        """Return the first open cells from `first` on, with their cases."""
        rows = await self._session.execute(
            OPEN_CELLS,
            {
                "project": project,
                "run": run,
                "first": first,
                "cells": plan.cells,
                "most": most,
                "trials": plan.trials,
            },
        )
        return [
            OpenCell(
                ordinal=row.ordinal,
                case=row.case_id,
                trial=row.ordinal % plan.trials,
                values=values_from_json(row.inputs or {}),
                expected=row.expected,
            )
            for row in rows
        ]

    async def cases(self, project: ProjectId, run: RunId) -> list[CaseOfRun]:
        """Return all cases of the run, in order."""
        rows = await self._session.execute(CASES, {"project": project, "run": run})
        return [
            CaseOfRun(
                position=row.position, case=row.case_id, values=values_from_json(row.inputs or {})
            )
            for row in rows
        ]

    async def filled(self, project: ProjectId, run: RunId) -> frozenset[int]:
        """Return the cells that have an output."""
        del project
        return frozenset((await self._session.execute(FILLED, {"run": run})).scalars())
