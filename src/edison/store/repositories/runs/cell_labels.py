"""Repository of grades and flags that people give to cells."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert

from edison.domain.annotations.annotation_queue import Value
from edison.domain.ids import ItemId, ProjectId, RunId, UserId
from edison.domain.people.access import Actor
from edison.domain.runs.cell import CellState
from edison.domain.runs.cell_labels import GradedCell, LabelUse, Mark, Panel
from edison.store.repositories.base import Repository
from edison.store.tables.runs import CellMarkRow, CellRow


def grade_sql(panel: Panel) -> str:
    """Return `grade_of` of domain/runs/cell_labels.py in SQL.

    `c` is the cell, `m` a label of its latest answer, `g` the grade of the panel, as computed by `panel_value` and
    `panel_passes`.
    """
    if panel.labels is LabelUse.ALONE:
        return "m.grade"
    machine = "CASE WHEN c.state = 'malformed' THEN 0 ELSE g.value END"
    return f"coalesce({label_sql(panel)}, {machine})"


def label_sql(panel: Panel) -> str:
    """Return the SQL of the label that counts in the grade: none in the figure of scorers."""
    return "CAST(NULL AS float8)" if panel.labels is LabelUse.IGNORED else "m.grade"


def grade_joins(
    panel: Panel, scorers: str, run: str = ":run", *, few: bool = False, only: str = "true"
) -> str:
    """Return the SQL joins that `grade_sql` needs. `scorers` and `run` are the names of SQL parameters.

    With `few` the scores are looked up cell by cell; otherwise all scores of the run, or those that meet `only`, are
    read at once.
    """
    marks = f" LEFT JOIN cell_marks m ON m.run_id = {run} AND m.ordinal = c.ordinal AND m.attempt = c.attempt"
    ours = f"scorer = ANY (CAST({scorers} AS smallint[])) AND state = 'scored'"
    if len(panel.scorers) < 2:
        return (
            f"{marks} LEFT JOIN scores g ON g.run_id = {run} AND g.ordinal = c.ordinal"
            f" AND g.scorer = (CAST({scorers} AS smallint[]))[1] AND g.state = 'scored'"
        )
    said = "avg(value) AS value, avg(CAST(passed AS int)) > 0.5 AS passed"
    if few:
        return (
            f"{marks} LEFT JOIN LATERAL (SELECT {said} FROM scores"
            f" WHERE run_id = {run} AND ordinal = c.ordinal AND {ours}) g ON true"
        )
    return (
        f"{marks} LEFT JOIN (SELECT ordinal, {said} FROM scores"
        f" WHERE run_id = {run} AND {ours} AND {only} GROUP BY ordinal) g ON g.ordinal = c.ordinal"
    )


MARKS = """
    SELECT m.*, m.grade IS NOT NULL AND m.attempt = c.attempt AND c.state IN ('answered','malformed') AS counts
    FROM cell_marks m LEFT JOIN cells c ON c.run_id = m.run_id AND c.ordinal = m.ordinal
    WHERE m.project_id = :project AND m.run_id = :run AND m.ordinal = ANY (CAST(:ordinals AS int[]))
"""
GRADED = """
    SELECT mod(c.ordinal, :columns) AS number, m.grade, c.state = 'malformed' AS malformed, g.value
    FROM cells c {joins}
    WHERE c.run_id = :run AND c.state IN ('answered','malformed') AND m.grade IS NOT NULL
      AND m.project_id = :project
"""

UNGRADED: dict[str, Any] = {
    "grade": None,
    "stars": None,
    "criteria": None,
    "comment": "",
    "people": 1,
    "annotation_item_id": None,
    "attempt": None,
    "graded_by": None,
    "graded_by_label": None,
    "graded_at": None,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenGrade:
    """A grade by people: of one person, or combined from several labels of a queue."""

    value: Value
    by: UserId | None
    by_label: str
    comment: str = ""
    people: int = 1
    item: ItemId | None = None


class CellMarks(Repository):
    """Repository of people's grades and flags. The caller must have checked that the run belongs to the project."""

    async def of(self, project: ProjectId, run: RunId, ordinals: Sequence[int]) -> dict[int, Mark]:
        """Return the grades and flags of these cells; cells without any are omitted."""
        rows = await self._session.execute(
            text(MARKS), {"project": project, "run": run, "ordinals": list(ordinals)}
        )
        return {row.ordinal: _mark(row) for row in rows}

    async def graded(
        self, project: ProjectId, run: RunId, columns: int, panel: Panel
    ) -> list[GradedCell]:
        """Return every cell with a grade by people, and its score by the panel."""
        joins = grade_joins(panel, ":scorers", few=True)
        rows = await self._session.execute(
            text(GRADED.format(joins=joins)),
            {
                "project": project,
                "run": run,
                "columns": columns,
                "scorers": list(panel.scorers),
            },
        )
        return [
            GradedCell(
                column=row.number, manual=row.grade, malformed=row.malformed, value=row.value
            )
            for row in rows
        ]

    async def answer(self, project: ProjectId, run: RunId, ordinal: int) -> tuple[CellState, int]:
        """Return the state and the attempt of a cell."""
        del project
        found = (
            await self._session.execute(
                select(CellRow.state, CellRow.attempt).where(
                    CellRow.run_id == run, CellRow.ordinal == ordinal
                )
            )
        ).one_or_none()
        return (CellState.OPEN, 1) if found is None else (CellState(found.state), found.attempt)

    async def grade(
        self,
        project: ProjectId,
        run: RunId,
        ordinal: int,
        *,
        said: GivenGrade,
        attempt: int,
        at: datetime,
    ) -> None:
        values = {
            "grade": said.value.grade,
            "stars": said.value.stars,
            "criteria": None if said.value.criteria is None else dict(said.value.criteria),
            "comment": said.comment,
            "people": said.people,
            "annotation_item_id": said.item,
            "attempt": attempt,
            "graded_by": said.by,
            "graded_by_label": said.by_label,
            "graded_at": at,
        }
        await self._put(project, run, ordinal, values)

    async def ungrade(
        self, project: ProjectId, run: RunId, ordinal: int, *, item: ItemId | None = None
    ) -> None:
        """Remove the grade of a cell; with `item`, only if the grade comes from this queue item."""
        query = update(CellMarkRow).where(
            CellMarkRow.project_id == project,
            CellMarkRow.run_id == run,
            CellMarkRow.ordinal == ordinal,
        )
        if item is not None:
            query = query.where(CellMarkRow.annotation_item_id == item)
        await self._session.execute(
            query.values(UNGRADED).execution_options(synchronize_session=False)
        )

    async def flag(
        self,
        project: ProjectId,
        run: RunId,
        ordinal: int,
        *,
        flagged: bool,
        note: str,
        by: Actor,
        at: datetime,
    ) -> None:
        values = {
            "flagged": flagged,
            "note": note if flagged else "",
            "flagged_by": by.user if flagged else None,
            "flagged_by_label": by.label if flagged else None,
            "flagged_at": at if flagged else None,
        }
        await self._put(project, run, ordinal, values)

    async def _put(
        self, project: ProjectId, run: RunId, ordinal: int, values: dict[str, Any]
    ) -> None:
        fresh = {"run_id": run, "ordinal": ordinal, "project_id": project}
        await self._session.execute(
            upsert(CellMarkRow)
            .values({"flagged": False, "note": "", **fresh, **values})
            .on_conflict_do_update(
                index_elements=[CellMarkRow.run_id, CellMarkRow.ordinal], set_=values
            )
        )


def _mark(row: Any) -> Mark:
    return Mark(
        ordinal=row.ordinal,
        grade=row.grade if row.counts else None,
        graded_by=row.graded_by_label if row.counts else None,
        graded_at=row.graded_at if row.counts else None,
        stars=row.stars if row.counts else None,
        criteria=row.criteria if row.counts else None,
        comment=row.comment if row.counts else "",
        people=row.people if row.counts else 0,
        flagged=row.flagged,
        note=row.note,
        flagged_by=row.flagged_by_label,
        flagged_at=row.flagged_at,
    )
