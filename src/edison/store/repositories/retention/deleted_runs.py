"""Deletion of runs: first the run and its small tables, later its cells and scores in batches."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import CursorResult, text

from edison.domain.events import run_topic
from edison.domain.ids import ProjectId
from edison.store.repositories.base import Repository

# Partitioned by the run's id, without a foreign key to it: these rows are deleted afterwards. Each with the
# column that numbers its rows within a run.
LARGE = {
    "scores": "ordinal",
    "cell_history": "ordinal",
    "cells": "ordinal",
    "run_cases": "position",
}
_RUNS = "CAST(:runs AS uuid[])"
_EXECUTIONS = (
    f"(SELECT id FROM executions WHERE run_id = ANY ({_RUNS}) OR canary_run_id = ANY ({_RUNS}))"
)
_QUEUES = f"(SELECT id FROM annotation_queues WHERE run_id = ANY ({_RUNS}))"
# In the order that foreign keys require.
SMALL = tuple(
    text(statement)
    for statement in (
        f"DELETE FROM points WHERE execution_id IN {_EXECUTIONS}",
        f"DELETE FROM alerts WHERE execution_id IN {_EXECUTIONS}",
        f"DELETE FROM executions WHERE id IN {_EXECUTIONS}",
        f"DELETE FROM comments WHERE subject_id = ANY ({_RUNS}) AND kind IN ('run','cell')",
        f"DELETE FROM cell_marks WHERE run_id = ANY ({_RUNS})",
        f"DELETE FROM annotation_seats WHERE queue_id IN {_QUEUES}",
        f"DELETE FROM annotations WHERE queue_id IN {_QUEUES}",
        f"DELETE FROM annotation_items WHERE queue_id IN {_QUEUES}",
        f"DELETE FROM annotation_queues WHERE run_id = ANY ({_RUNS})",
        f"DELETE FROM vote_seats WHERE run_a = ANY ({_RUNS}) OR run_b = ANY ({_RUNS})",
        f"DELETE FROM votes WHERE run_a = ANY ({_RUNS}) OR run_b = ANY ({_RUNS})",
        f"DELETE FROM board_runs WHERE run_id = ANY ({_RUNS})",
        f"UPDATE iterations SET deleted_run_id = run_id, run_id = NULL WHERE run_id = ANY ({_RUNS})",
        f"DELETE FROM calls_in_doubt WHERE run_id = ANY ({_RUNS})",
        f"DELETE FROM provider_batches WHERE run_id = ANY ({_RUNS})",
        f"DELETE FROM run_chunks WHERE run_id = ANY ({_RUNS})",
        f"DELETE FROM run_scorers WHERE run_id = ANY ({_RUNS})",
        f"DELETE FROM run_columns WHERE run_id = ANY ({_RUNS})",
        f"DELETE FROM run_scores WHERE run_id = ANY ({_RUNS})",
        f"DELETE FROM run_latencies WHERE run_id = ANY ({_RUNS})",
        f"DELETE FROM run_statistics WHERE run_id = ANY ({_RUNS})",
        f"DELETE FROM budgets WHERE scope = 'run' AND subject = ANY ({_RUNS})",
        "DELETE FROM events WHERE topic = ANY (CAST(:topics AS text[]))",
        "DELETE FROM event_heads WHERE topic = ANY (CAST(:topics AS text[]))",
        f"""
        INSERT INTO deleted_runs
            (run_id, project_id, number, cells, finished_at, deleted_at, archive, emptied_to)
        SELECT r.id, r.project_id, r.number, r.cells, r.finished_at, :at, a.file, 0
        FROM unnest({_RUNS}, CAST(:archives AS text[])) AS a(id, file) JOIN runs r ON r.id = a.id
        WHERE r.project_id = :project
        """,
        f"DELETE FROM runs WHERE project_id = :project AND id = ANY ({_RUNS})",
    )
)
# A run that another worker is emptying is skipped.
TAKE = text(
    """
    SELECT run_id, cells, emptied_to FROM deleted_runs WHERE emptied_at IS NULL
    ORDER BY run_id LIMIT :limit FOR UPDATE SKIP LOCKED
    """
)
ADVANCE = text(
    """
    UPDATE deleted_runs SET emptied_to = t.reached,
        emptied_at = CASE WHEN t.reached >= cells THEN CAST(:at AS timestamptz) END
    FROM unnest(CAST(:runs AS uuid[]), CAST(:reached AS int[])) AS t(run, reached) WHERE run_id = t.run
    """
)
MONTHS = text("SELECT child, month FROM edison_empty_months()")
DROP_MONTH = text("SELECT edison_drop_month(:child)")
EMPTY_MONTH = text(
    """
    UPDATE deleted_runs SET emptied_to = cells, emptied_at = :at WHERE emptied_at IS NULL
        AND run_id >= edison_first_id(CAST(:month AS timestamptz))
        AND run_id < edison_first_id((CAST(:month AS timestamptz) AT TIME ZONE 'UTC' + interval '1 month')
            AT TIME ZONE 'UTC')
    """
)


class DeletedRuns(Repository):
    async def delete(
        self, project: ProjectId, runs: Sequence[UUID], archives: Sequence[str | None], at: datetime
    ) -> None:
        """Delete locked runs; their cells and scores remain in the database, unreachable, for `empty_some`."""
        values = {
            "project": project,
            "runs": list(runs),
            "topics": [run_topic(run) for run in runs],
            "archives": list(archives),
            "at": at,
        }
        for statement in SMALL:
            await self._session.execute(statement, values)

    async def empty_some(self, at: datetime, most_cells: int, most_runs: int) -> int | None:
        """Delete up to `most_cells` cells of deleted runs. Return how many were deleted, or None if none are left."""
        found = (await self._session.execute(TAKE, {"limit": most_runs})).all()
        if not found:
            return None
        reached: dict[UUID, int] = {}
        gone, room = 0, most_cells
        for row in found:
            if room <= 0:
                break
            until = min(row.cells, row.emptied_to + room)
            for table, place in LARGE.items():
                deleted = await self._session.execute(
                    text(
                        f"DELETE FROM {table} WHERE run_id = :run AND {place} >= :since AND {place} < :until"
                    ),
                    {"run": row.run_id, "since": row.emptied_to, "until": until},
                )
                gone += cast(CursorResult[Any], deleted).rowcount
            room -= until - row.emptied_to
            reached[row.run_id] = until
        await self._session.execute(
            ADVANCE, {"runs": list(reached), "reached": list(reached.values()), "at": at}
        )
        return gone

    async def droppable(self) -> list[tuple[str, datetime]]:
        """Return the partitions of past months that contain no runs, each with its month."""
        rows = await self._session.execute(MONTHS)
        return [(row.child, row.month) for row in rows]

    async def drop_month(self, table: str) -> bool:
        """Drop the partition of a month, unless it contains a run again; return whether it was dropped."""
        # Readers and writers of cells wait meanwhile, so this has a short lock timeout.
        await self._session.execute(text("SET LOCAL lock_timeout = '1s'"))
        return bool(await self._session.scalar(DROP_MONTH, {"child": table}))

    async def mark_emptied(self, month: datetime, at: datetime) -> None:
        await self._session.execute(EMPTY_MONTH, {"month": month, "at": at})
