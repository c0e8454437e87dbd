"""Read the cells that a figure of the results summarizes, worst or best first, and the costs by case.

Grades and groups are the same as in the results, but computed in SQL.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import text

from edison.domain.ids import ProjectId, RunId
from edison.domain.results.case_facets import FacetKind, difficulty_range, length_range
from edison.domain.results.recommendation import AnswerCosts
from edison.domain.runs.cell_labels import Panel
from edison.domain.runs.run_plan import Plan
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.store.repositories.base import Repository
from edison.store.repositories.results.result_arrays import INPUT_LENGTH
from edison.store.repositories.runs.cell_labels import grade_joins, grade_sql, label_sql

FOUND = """
    SELECT ordinal, value, passed, by_person, malformed FROM (
        SELECT c.ordinal, {value} AS value, {passed} AS passed, {label} IS NOT NULL AS by_person,
            c.state = 'malformed' AS malformed
        FROM cells c {joins}
        WHERE c.run_id = :run AND c.state IN ('answered','malformed'){where}
    ) found
    WHERE value IS NOT NULL{within}
    ORDER BY value {way}, ordinal LIMIT :limit
"""
OF_CASE = (
    " JOIN run_cases rc ON rc.run_id = :run AND rc.position = c.ordinal / (:columns * :trials)"
    " JOIN cases k ON k.id = rc.revision AND k.project_id = :project"
)
BY_CRITERION = """
    LEFT JOIN (
        SELECT ordinal, avg(criteria[CAST(:place AS int)]) AS value FROM scores
        WHERE run_id = :run AND scorer = ANY (CAST(:panel AS smallint[])) AND state = 'scored' AND {only}
        GROUP BY ordinal
    ) b ON b.ordinal = c.ordinal
"""
# The reasons of the judges for one criterion, or for the whole score.
REASONS = text(
    """
    SELECT DISTINCT ON (ordinal) ordinal,
        left(coalesce(more -> 'criteria' -> CAST(:criterion AS text) ->> 'why', reason), :most) AS reason
    FROM scores WHERE run_id = :run AND scorer = ANY (CAST(:panel AS smallint[]))
      AND ordinal = ANY (CAST(:ordinals AS int[])) AND state = 'scored'
    ORDER BY ordinal, value, scorer
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellsBehind:
    """Filter of cells; an empty filter matches all cells with a grade."""

    column: int | None = None
    # The position of a criterion in the rubric, and its name.
    criterion: tuple[int, str] | None = None
    at_least: float | None = None
    below: float | None = None
    facet: FacetKind | None = None
    group: str | None = None
    best_first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CellBehind:
    ordinal: int
    value: float
    passed: bool | None
    by_person: bool
    malformed: bool


class ResultCells(Repository):
    """Reads the cells behind a figure of the results.

    The caller must have checked that the run belongs to the project.
    """

    async def page(
        self,
        project: ProjectId,
        run: RunId,
        plan: Plan,
        panel: Panel,
        wanted: CellsBehind,
        page: PageRequest,
    ) -> Page[CellBehind]:
        values: dict[str, Any] = {
            "project": project,
            "run": run,
            "panel": list(panel.scorers),
            "columns": len(plan.columns),
            "trials": plan.trials,
            "limit": page.limit + 1,
        }
        only = "true" if wanted.column is None else "mod(ordinal, :columns) = :column"
        joins = grade_joins(panel, ":panel", only=only)
        label, value = label_sql(panel), grade_sql(panel)
        passed = f"CASE WHEN {label} IS NOT NULL THEN {label} >= 0.5 ELSE g.passed END"
        if wanted.criterion is not None:
            joins += BY_CRITERION.format(only=only)
            value = "CAST(b.value AS float8)"
            values["place"] = wanted.criterion[0] + 1
        where = ""
        if wanted.column is not None:
            where += " AND mod(c.ordinal, :columns) = :column"
            values["column"] = wanted.column
        joined, condition = _group(wanted, plan, values)
        sql = FOUND.format(
            value=value,
            passed=passed,
            label=label,
            joins=joins + joined,
            where=where + condition,
            within=_within(wanted, page, values),
            way="DESC" if wanted.best_first else "ASC",
        )
        rows = (await self._session.execute(text(sql), values)).all()
        cells = [
            CellBehind(
                ordinal=row.ordinal,
                value=float(row.value),
                passed=row.passed,
                by_person=row.by_person,
                malformed=row.malformed,
            )
            for row in rows
        ]
        return page_of(cells, page.limit, lambda cell: (cell.value, cell.ordinal))

    async def reasons(
        self,
        project: ProjectId,
        run: RunId,
        panel: Panel,
        ordinals: list[int],
        criterion: str | None,
        most: int,
    ) -> dict[int, str]:
        """Return, for each cell, the reason of the judge that gave the lowest score."""
        del project
        rows = await self._session.execute(
            REASONS,
            {
                "run": run,
                "panel": list(panel.scorers),
                "ordinals": ordinals,
                "criterion": criterion or "",
                "most": most,
            },
        )
        return {row.ordinal: row.reason or "" for row in rows}


def _within(wanted: CellsBehind, page: PageRequest, values: dict[str, Any]) -> str:
    within = ""
    if wanted.at_least is not None:
        within += " AND value >= :at_least"
        values["at_least"] = wanted.at_least
    if wanted.below is not None:
        # The last bin of a histogram includes its upper bound.
        within += " AND value <= :below" if wanted.below >= 1 else " AND value < :below"
        values["below"] = wanted.below
    if page.after:
        values["after"], values["after_ordinal"] = page.key(float, row_number)
        sign = "<" if wanted.best_first else ">"
        within += f" AND (value {sign} :after OR (value = :after AND ordinal > :after_ordinal))"
    return within


def _group(wanted: CellsBehind, plan: Plan, values: dict[str, Any]) -> tuple[str, str]:
    """Return a join and a condition that restrict the cells to one group of cases or columns."""
    if wanted.facet is None or wanted.group is None:
        return "", ""
    if wanted.facet is FacetKind.MODEL:
        values["of_model"] = [
            number
            for number, column in enumerate(plan.columns)
            if column.model_name == wanted.group
        ]
        return "", " AND mod(c.ordinal, :columns) = ANY (CAST(:of_model AS int[]))"
    condition = " AND false"
    if wanted.facet is FacetKind.TAG:
        condition = " AND k.tags @> CAST(:group_tags AS text[])"
        values["group_tags"] = [wanted.group]
    elif wanted.facet is FacetKind.SPLIT:
        condition = " AND k.split = :group_split"
        values["group_split"] = wanted.group
    elif wanted.facet is FacetKind.DIFFICULTY and (span := difficulty_range(wanted.group)):
        condition = " AND k.difficulty BETWEEN :easiest AND :hardest"
        values["easiest"], values["hardest"] = span
    elif wanted.facet is FacetKind.LENGTH and (lengths := length_range(wanted.group)):
        condition = f" AND {INPUT_LENGTH} >= :shortest"
        values["shortest"] = lengths[0]
        if lengths[1] is not None:
            condition += f" AND {INPUT_LENGTH} < :longest"
            values["longest"] = lengths[1]
    return OF_CASE, condition


# More cases would not make the interval noticeably narrower.
MOST_CASES = 2_000

# A reused answer counts with its original cost and latency: otherwise a model that was called
# before would seem to cost nothing.
BY_CASE = text(
    """
    SELECT div(c.ordinal, :row) AS place, mod(c.ordinal, :columns) AS number,
        avg(c.latency_ms) AS latency,
        avg(CASE WHEN c.reused IS NULL THEN c.cost ELSE (c.more ->> 'cost_then')::bigint END) AS cost
    FROM cells c JOIN runs r ON r.id = c.run_id
    WHERE r.project_id = :project AND c.run_id = :run AND c.ordinal < :cells
        AND c.state IN ('answered', 'malformed')
    GROUP BY 1, 2
    """
)


class SpentByCase(Repository):
    async def read(self, project: ProjectId, run: RunId, plan: Plan) -> AnswerCosts:
        columns = len(plan.columns)
        cases = min(plan.cases, MOST_CASES)
        row = columns * plan.trials
        latency = np.full((cases, columns), np.nan)
        cost = np.full((cases, columns), np.nan)
        for found in await self._session.execute(
            BY_CASE,
            {"project": project, "run": run, "row": row, "columns": columns, "cells": cases * row},
        ):
            at = int(found.place), int(found.number)
            if found.latency is not None:
                latency[at] = float(found.latency)
            if found.cost is not None:
                cost[at] = float(found.cost)
        return AnswerCosts(latency_ms=latency, cost_micro=cost)
