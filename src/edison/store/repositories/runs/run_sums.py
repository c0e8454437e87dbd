"""Repository of the sums of a run, updated with each batch and recounted when cells are reopened."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import TextClause, func, insert, select, text, update

from edison.domain.ids import ProjectId, RunId
from edison.domain.models.usage_tally import bucket_of
from edison.domain.runs.run_sums import ColumnSums, ScoreSums
from edison.store.repositories.base import Repository
from edison.store.tables.runs import CellRow, RunColumnRow, RunLatencyRow, RunRow, RunScoreRow

COLUMN = (
    "answered", "malformed", "failed", "reused", "prompt_tokens", "completion_tokens",
    "cost", "saved", "doubt", "latency_ms", "latencies",
)  # fmt: skip
SCORE = (
    "scored", "passed", "not_passed", "errors", "not_applicable", "total", "squares",
    "malformed_scored", "malformed_total", "cost", "doubt",
)  # fmt: skip

FLOATS = frozenset({"latency_ms", "total", "squares", "malformed_total"})


def _adding(table: str, key: tuple[str, ...], names: tuple[str, ...]) -> TextClause:
    """Build one statement that adds to many rows and locks them in the order of their keys."""
    arrays = ", ".join(
        [f"CAST(:{name}s AS smallint[])" for name in key]
        + [f"CAST(:{n} AS {'float8' if n in FLOATS else 'bigint'}[])" for n in names]
    )
    same = " AND ".join(f"t.{name} = x.{name}" for name in key)
    return text(
        f"""
        WITH x AS (
            SELECT * FROM unnest({arrays}) AS x({", ".join(key + names)})
        ), locked AS (
            SELECT t.ctid FROM {table} t JOIN x ON {same}
            WHERE t.run_id = :run ORDER BY {", ".join(f"t.{name}" for name in key)} FOR UPDATE OF t
        )
        UPDATE {table} t SET {", ".join(f"{n} = t.{n} + x.{n}" for n in names)}
        FROM x, (SELECT count(*) FROM locked) waited
        WHERE t.run_id = :run AND {same}
        """
    )


ADD_COLUMNS = _adding("run_columns", ("number",), COLUMN)
ADD_SCORES = _adding("run_scores", ("number", "scorer"), SCORE)
ADD_LATENCIES = text(
    """
    INSERT INTO run_latencies (run_id, number, bucket, cells)
    SELECT :run, number, bucket, cells
    FROM unnest(CAST(:numbers AS smallint[]), CAST(:buckets AS smallint[]), CAST(:cells AS int[]))
        AS t(number, bucket, cells) ORDER BY number, bucket
    ON CONFLICT (run_id, number, bucket) DO UPDATE SET cells = run_latencies.cells + excluded.cells
    """
)

# Money is not recounted: it is spent, even if the cell is reopened.
RECOUNT_COLUMNS = """
    SELECT mod(ordinal, :columns) AS number,
        count(*) FILTER (WHERE state = 'answered') AS answered,
        count(*) FILTER (WHERE state = 'malformed') AS malformed,
        count(*) FILTER (WHERE state = 'failed') AS failed,
        count(*) FILTER (WHERE reused IS NOT NULL) AS reused,
        coalesce(sum(prompt_tokens), 0) AS prompt_tokens,
        coalesce(sum(completion_tokens), 0) AS completion_tokens,
        coalesce(sum(cost), 0) AS cost,
        coalesce(sum((more->>'cost_then')::bigint) FILTER (WHERE reused IS NOT NULL), 0) AS saved,
        coalesce(sum(doubt), 0) AS doubt,
        coalesce(sum(latency_ms::float8) FILTER (WHERE state IN ('answered','malformed')), 0) AS latency_ms,
        count(latency_ms) FILTER (WHERE state IN ('answered','malformed')) AS latencies
    FROM cells WHERE run_id = :run AND state IN ('answered','malformed','failed','open','calling')
    GROUP BY 1 ORDER BY 1
"""
RECOUNT_SCORES = """
    SELECT mod(s.ordinal, :columns) AS number, s.scorer,
        count(*) FILTER (WHERE s.state = 'scored') AS scored,
        count(*) FILTER (WHERE s.passed) AS passed,
        count(*) FILTER (WHERE NOT s.passed) AS not_passed,
        count(*) FILTER (WHERE s.state = 'not_scored' AND s.problem <> 'not_applicable') AS errors,
        count(*) FILTER (WHERE s.problem = 'not_applicable') AS not_applicable,
        coalesce(sum(s.value), 0) AS total,
        coalesce(sum(s.value * s.value), 0) AS squares,
        count(*) FILTER (WHERE s.state = 'scored' AND c.state = 'malformed') AS malformed_scored,
        coalesce(sum(s.value) FILTER (WHERE c.state = 'malformed'), 0) AS malformed_total,
        coalesce(sum(s.cost), 0) AS cost,
        coalesce(sum(s.doubt), 0) AS doubt
    FROM scores s LEFT JOIN cells c ON c.run_id = s.run_id AND c.ordinal = s.ordinal WHERE s.run_id = :run
    GROUP BY 1, 2 ORDER BY 1, 2
"""


class RunSums(Repository):
    async def add(
        self,
        project: ProjectId,
        run: RunId,
        columns: dict[int, ColumnSums],
        scores: dict[tuple[int, int], ScoreSums],
    ) -> None:
        """Add the sums of a batch; all writers lock rows in the same order."""
        del project
        numbers = sorted(columns)
        if numbers:
            await self._session.execute(
                ADD_COLUMNS,
                {
                    "run": run,
                    "numbers": numbers,
                    **{name: _numbers(name, [columns[n] for n in numbers]) for name in COLUMN},
                },
            )
        buckets = [
            (number, bucket, cells)
            for number in numbers
            for bucket, cells in sorted(columns[number].buckets.items())
        ]
        if buckets:
            await self._session.execute(
                ADD_LATENCIES,
                {
                    "run": run,
                    "numbers": [number for number, _, _ in buckets],
                    "buckets": [bucket for _, bucket, _ in buckets],
                    "cells": [cells for _, _, cells in buckets],
                },
            )
        places = sorted(scores)
        if places:
            await self._session.execute(
                ADD_SCORES,
                {
                    "run": run,
                    "numbers": [number for number, _ in places],
                    "scorers": [scorer for _, scorer in places],
                    **{name: _numbers(name, [scores[p] for p in places]) for name in SCORE},
                },
            )

    async def seconds_of_calls(
        self, project: ProjectId, runs: Sequence[RunId]
    ) -> dict[UUID, float]:
        """Return the seconds from the first start to the last answer, for runs that called a target.

        Answers copied from an earlier run keep their times, so they are left out.
        """
        found = await self._session.execute(
            select(
                CellRow.run_id,
                func.extract("epoch", func.max(CellRow.finished_at) - func.min(CellRow.started_at)),
            )
            .join(RunRow, RunRow.id == CellRow.run_id)
            .where(RunRow.project_id == project, RunRow.id.in_(runs))
            .where(CellRow.started_at >= RunRow.started_at, CellRow.finished_at.is_not(None))
            .group_by(CellRow.run_id)
        )
        return {run: max(0.0, float(seconds)) for run, seconds in found}

    async def read(
        self, project: ProjectId, run: RunId
    ) -> tuple[dict[int, ColumnSums], dict[tuple[int, int], ScoreSums]]:
        ours = select(RunRow.id).where(RunRow.project_id == project, RunRow.id == run)
        buckets: dict[int, dict[int, int]] = defaultdict(dict)
        for row in await self._session.scalars(
            select(RunLatencyRow).where(RunLatencyRow.run_id.in_(ours))
        ):
            buckets[row.number][row.bucket] = row.cells
        columns = {
            row.number: ColumnSums(
                **{name: getattr(row, name) for name in COLUMN}, buckets=buckets[row.number]
            )
            for row in await self._session.scalars(
                select(RunColumnRow)
                .where(RunColumnRow.run_id.in_(ours))
                .order_by(RunColumnRow.number)
            )
        }
        scores = {
            (row.number, row.scorer): ScoreSums(**{name: getattr(row, name) for name in SCORE})
            for row in await self._session.scalars(
                select(RunScoreRow).where(RunScoreRow.run_id.in_(ours))
            )
        }
        return columns, scores

    async def counted(
        self, project: ProjectId, run: RunId, columns: int
    ) -> tuple[dict[int, dict[str, Any]], dict[tuple[int, int], dict[str, Any]]]:
        """Count all cells and scores, to check the stored sums."""
        del project
        values = {"run": run, "columns": columns}
        cells = await self._session.execute(text(RECOUNT_COLUMNS), values)
        scores = await self._session.execute(text(RECOUNT_SCORES), values)
        return (
            {row.number: {name: getattr(row, name) for name in COLUMN} for row in cells},
            {
                (row.number, row.scorer): {name: getattr(row, name) for name in SCORE}
                for row in scores
            },
        )

    async def recount(
        self, project: ProjectId, run: RunId, columns: int, *, copied: bool = False
    ) -> None:
        """Replace the counts by a recount of the cells; what was spent does not change, unless all cells are copies."""
        kept = frozenset[str]() if copied else SPENT
        cells, scores = await self.counted(project, run, columns)
        for number in range(columns):
            found = cells.get(number, {})
            await self._session.execute(
                update(RunColumnRow)
                .where(RunColumnRow.run_id == run, RunColumnRow.number == number)
                .values({name: found.get(name, 0) for name in COLUMN if name not in kept})
                .execution_options(synchronize_session=False)
            )
        for row in await self._session.scalars(
            select(RunScoreRow).where(RunScoreRow.run_id == run)
        ):
            found = scores.get((row.number, row.scorer), {})
            for name in SCORE:
                if name not in kept:
                    setattr(row, name, found.get(name, 0))
        await self._session.execute(
            text("DELETE FROM run_latencies WHERE run_id = :run"), {"run": run}
        )
        latencies = await self._session.execute(
            text(
                "SELECT mod(ordinal, :columns) AS number, latency_ms FROM cells "
                "WHERE run_id = :run AND state IN ('answered','malformed') AND latency_ms IS NOT NULL"
            ),
            {"run": run, "columns": columns},
        )
        buckets: dict[tuple[int, int], int] = {}
        for row in latencies:
            key = (row.number, bucket_of(row.latency_ms))
            buckets[key] = buckets.get(key, 0) + 1
        if buckets:
            await self._session.execute(
                insert(RunLatencyRow),
                [
                    {"run_id": run, "number": number, "bucket": bucket, "cells": cells}
                    for (number, bucket), cells in buckets.items()
                ],
            )


SPENT = frozenset({"cost", "doubt", "saved", "prompt_tokens", "completion_tokens"})


def _numbers(name: str, sums: Sequence[Any]) -> list[float] | list[int]:
    """Convert to one numeric type, because all elements of an SQL array have the same type."""
    if name in FLOATS:
        return [float(getattr(one, name)) for one in sums]
    return [int(getattr(one, name)) for one in sums]
