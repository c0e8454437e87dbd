"""Compare two columns case by case; the classification of pairs is in `domain/runs/cell_comparison.py`."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import text, update

from edison.domain.ids import ProjectId, RunId
from edison.domain.runs.cell_comparison import FAILING, PASSING, CellPair, CellStanding
from edison.domain.runs.cell_labels import PASS_AT, LabelUse, Panel
from edison.domain.runs.run_plan import Plan
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.store.repositories.base import Repository
from edison.store.repositories.runs.cell_labels import grade_joins, grade_sql, label_sql
from edison.store.tables.runs import RunRow

# A run without a dataset has one row, which matches the row of any other such run.
NO_CASE = "00000000-0000-0000-0000-000000000000"


def _among(standings: Collection[CellStanding]) -> str:
    return ", ".join(f"'{standing}'" for standing in sorted(standings))


# NULL where one side has no result.
_SAME_CASE = (
    f"{{what}}(CASE WHEN standing IN ({_among(PASSING)}) THEN 1"
    f" WHEN standing IN ({_among(FAILING)}) THEN 0 END) OVER same_case"
)


def _side(name: str, panel: Panel) -> str:
    """Return the SQL for the rows of one column, with the same standing as `standing_of` computes."""
    ours = f"mod(ordinal, :{name}_columns) = :{name}_column"
    label, alone = label_sql(panel), str(panel.labels is LabelUse.ALONE).lower()
    return f"""
        SELECT *, {_SAME_CASE.format(what="min")} <> {_SAME_CASE.format(what="max")} AS flaky FROM (
        SELECT rc.position * :{name}_trials + trial AS row, trial, rc.revision,
            coalesce(k.case_id, '{NO_CASE}') AS case_id,
            CASE WHEN c.state IN ('answered','malformed') THEN {grade_sql(panel)} END AS grade,
            CASE WHEN c.state IS NULL OR c.state IN ('open','calling') THEN '{CellStanding.OPEN}'
                WHEN c.state = 'failed' THEN '{CellStanding.FAILED}'
                WHEN {label} >= {PASS_AT} THEN '{CellStanding.APPROVED}'
                WHEN {label} IS NOT NULL THEN '{CellStanding.REJECTED}'
                WHEN {alone} THEN '{CellStanding.UNSCORED}'
                WHEN c.state = 'malformed' THEN '{CellStanding.MALFORMED}'
                WHEN cardinality(CAST(:{name}_panel AS smallint[])) = 0 THEN '{CellStanding.WELL_FORMED}'
                WHEN g.value IS NULL THEN '{CellStanding.UNSCORED}'
                WHEN coalesce(g.passed, g.value >= {PASS_AT}) THEN '{CellStanding.PASSED}'
                ELSE '{CellStanding.NOT_PASSED}' END AS standing
        FROM run_cases rc CROSS JOIN generate_series(0, :{name}_trials - 1) trial
        LEFT JOIN cases k ON k.id = rc.revision AND k.project_id = :project
        LEFT JOIN cells c ON c.run_id = :{name}_run
            AND c.ordinal = (rc.position * :{name}_trials + trial) * :{name}_columns + :{name}_column
        {grade_joins(panel, f":{name}_panel", f":{name}_run", only=ours)}
        WHERE rc.run_id = :{name}_run
        ) rows WINDOW same_case AS (PARTITION BY row / :{name}_trials)
    """


# Cases of this run in their order, then those that only the other run has.
PAIRED = f"""
    WITH this AS ({{this}}), other AS ({{other}}), paired AS MATERIALIZED (
        SELECT coalesce(t.row, :this_rows + o.row) AS place, t.row AS this_row, o.row AS other_row,
            t.grade AS this_grade, o.grade AS other_grade,
            coalesce(t.standing, '{CellStanding.ABSENT}') AS this_standing,
            coalesce(o.standing, '{CellStanding.ABSENT}') AS other_standing,
            CASE WHEN t.revision = o.revision THEN false ELSE EXISTS (
                SELECT 1 FROM cases x, cases y
                WHERE x.project_id = :project AND y.project_id = :project AND x.id = t.revision AND y.id = o.revision
                  AND (x.values <> y.values OR x.expected IS DISTINCT FROM y.expected)
            ) END AS case_changed,
            coalesce(t.flaky, false) OR coalesce(o.flaky, false) AS flaky
        FROM this t FULL JOIN other o ON o.case_id = t.case_id AND o.trial = t.trial
    )
"""
# Counts and page come from one query, so that they agree.
COMPARED = f"""
    {PAIRED} SELECT (
        SELECT jsonb_agg(to_jsonb(c)) FROM (
            SELECT this_standing, other_standing, case_changed, flaky, count(*) AS rows FROM paired GROUP BY 1, 2, 3, 4
        ) c
    ) AS counts, (
        SELECT jsonb_agg(to_jsonb(p) ORDER BY p.rank, p.place) FROM (
            SELECT paired.*, w.rank FROM paired
            JOIN unnest(CAST(:pairs AS text[]), CAST(:ranks AS int[])) AS w(pair, rank)
              ON w.pair = this_standing || ' ' || other_standing || ' ' || case_changed || ' ' || flaky
            WHERE (w.rank, place) > (:after_rank, :after)
            ORDER BY w.rank, place LIMIT :limit
        ) p
    ) AS page
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnAt:
    """One column of a run, and the panel of scorers that grades it."""

    run: RunId
    plan: Plan
    column: int
    panel: Panel


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRow:
    rank: int
    place: int
    pair: CellPair
    # Rows in the two grids; None: the run does not have the case.
    this_row: int | None
    other_row: int | None
    this_grade: float | None
    other_grade: float | None


class RunComparison(Repository):
    """Compares two runs. The caller must have checked that both belong to the project."""

    async def mark_main(self, project: ProjectId, run: RunId, at: datetime) -> None:
        """Mark a run that passed on the main branch, as a baseline for later ones."""
        await self._session.execute(
            update(RunRow)
            .where(RunRow.project_id == project, RunRow.id == run)
            .values(on_main_at=at)
        )

    async def read(
        self,
        project: ProjectId,
        this: ColumnAt,
        other: ColumnAt,
        pairs: Mapping[CellPair, int],
        page: PageRequest,
    ) -> tuple[dict[CellPair, int], Page[ComparedRow]]:
        """Count all rows by kind of pair, and return a page of the rows of the given kinds.

        `pairs` maps kinds to ranks: rows of a lower rank come first. Within a rank, rows are in the order of this run's
        cases.
        """
        after_rank, after = page.key(row_number, row_number) if page.after else (-1, -1)
        names = [
            f"{pair.this} {pair.other} {pair.case_changed} {pair.flaky}".lower() for pair in pairs
        ]
        found = (
            await self._session.execute(
                text(
                    COMPARED.format(
                        this=_side("this", this.panel), other=_side("other", other.panel)
                    )
                ),
                {
                    **_values(project, this, other),
                    "pairs": names,
                    "ranks": list(pairs.values()),
                    "after_rank": after_rank,
                    "after": after,
                    "limit": page.limit + 1,
                },
            )
        ).one()
        rows = [
            ComparedRow(
                rank=row["rank"],
                place=row["place"],
                pair=_pair(row),
                this_row=row["this_row"],
                other_row=row["other_row"],
                this_grade=row["this_grade"],
                other_grade=row["other_grade"],
            )
            for row in found.page or ()
        ]
        return (
            {_pair(row): row["rows"] for row in found.counts or ()},
            page_of(rows, page.limit, lambda row: (row.rank, row.place)),
        )


def _values(project: ProjectId, this: ColumnAt, other: ColumnAt) -> dict[str, Any]:
    values: dict[str, Any] = {"project": project, "this_rows": this.plan.cases * this.plan.trials}
    for name, side in (("this", this), ("other", other)):
        values |= {
            f"{name}_run": side.run,
            f"{name}_columns": len(side.plan.columns),
            f"{name}_trials": side.plan.trials,
            f"{name}_column": side.column,
            f"{name}_panel": list(side.panel.scorers),
        }
    return values


def _pair(row: dict[str, Any]) -> CellPair:
    return CellPair(
        this=CellStanding(row["this_standing"]),
        other=CellStanding(row["other_standing"]),
        case_changed=row["case_changed"],
        flaky=row["flaky"],
    )
