"""Find runs past their project's retention period that can be deleted, and the reasons why others are kept."""

from datetime import datetime
from typing import Any

from sqlalchemy import text

from edison.domain.ids import ProjectId, RunId
from edison.domain.monitoring.assessment import SERIES_POINTS
from edison.domain.monitoring.monitor import MOST_BASELINE_RUNS
from edison.domain.retention.retention_rules import DueRun, KeptBecause
from edison.store.repositories.base import Repository

ENDED = "state IN ('completed','failed','cancelled')"
# The past executions that the next one of a monitor is compared with, as in `engine/monitoring/gather_evidence.py`.
WATCHED = f"""
    SELECT e.id, e.run_id, e.canary_run_id FROM monitors m CROSS JOIN LATERAL (
        SELECT * FROM executions x WHERE x.monitor_id = m.id ORDER BY x.created_at DESC LIMIT {SERIES_POINTS}
    ) e WHERE m.project_id = :project AND m.removed_at IS NULL
    UNION ALL
    SELECT e.id, e.run_id, e.canary_run_id FROM monitors m CROSS JOIN LATERAL (
        SELECT p.execution_id FROM points p WHERE p.monitor_id = m.id AND p.target = -1 AND p.healthy
        ORDER BY p.at DESC LIMIT {MOST_BASELINE_RUNS}
    ) h JOIN executions e ON e.id = h.execution_id
    WHERE m.project_id = :project AND m.removed_at IS NULL
    UNION ALL
    SELECT e.id, e.run_id, e.canary_run_id FROM suites s CROSS JOIN LATERAL (
        (SELECT * FROM executions x WHERE x.suite_id = s.id ORDER BY x.number DESC LIMIT 1)
        UNION ALL
        (SELECT * FROM executions x WHERE x.suite_id = s.id AND x.state = 'completed' ORDER BY x.number DESC LIMIT 1)
    ) e WHERE s.project_id = :project
    UNION ALL
    SELECT e.id, e.run_id, e.canary_run_id FROM alerts a JOIN executions e ON e.id = a.execution_id
    WHERE a.project_id = :project AND (a.state <> 'resolved' OR a.resolved_at >= :before)
    UNION ALL
    SELECT id, run_id, canary_run_id FROM executions
    WHERE project_id = :project AND (finished_at IS NULL OR finished_at >= :before)
"""
# Reasons to keep a run. A run may have several.
HELD = f"""
    SELECT id AS run, '{KeptBecause.PERSON}' AS reason FROM runs
    WHERE project_id = :project AND kept_at IS NOT NULL
    UNION ALL
    (
        SELECT DISTINCT ON (prompt_id, dataset_id) id, '{KeptBecause.BASELINE}' FROM runs
        WHERE project_id = :project AND on_main_at IS NOT NULL ORDER BY prompt_id, dataset_id, id DESC
    )
    UNION ALL
    SELECT CAST(baseline ->> 'run_id' AS uuid), '{KeptBecause.BASELINE}' FROM monitors
    WHERE project_id = :project AND removed_at IS NULL AND baseline ->> 'kind' = 'run'
    UNION ALL
    SELECT unnest(ARRAY[frozen_run_id, frozen_from_run_id]), '{KeptBecause.FROZEN_ANSWERS}' FROM canaries
    WHERE project_id = :project
    UNION ALL
    SELECT r.run_id, '{KeptBecause.LEADERBOARD}' FROM boards b JOIN board_runs r ON r.board_id = b.id
    WHERE b.project_id = :project AND b.removed_at IS NULL
    UNION ALL
    SELECT unnest(ARRAY[v.run_a, v.run_b]), '{KeptBecause.LEADERBOARD}' FROM votes v
    JOIN boards b ON b.id = v.board_id AND b.removed_at IS NULL WHERE v.project_id = :project
    UNION ALL
    SELECT run_id, '{KeptBecause.LABELS}' FROM cell_marks WHERE project_id = :project AND grade IS NOT NULL
    UNION ALL
    SELECT q.run_id, '{KeptBecause.LABELS}' FROM annotation_queues q WHERE q.project_id = :project AND (
        q.closed_at IS NULL OR EXISTS (SELECT FROM annotations a WHERE a.queue_id = q.id AND NOT a.skipped)
    )
    UNION ALL
    SELECT check_run, '{KeptBecause.EXPERIMENT}' FROM experiments
    WHERE project_id = :project AND check_run IS NOT NULL
    UNION ALL
    SELECT i.run_id, '{KeptBecause.EXPERIMENT}' FROM (
        SELECT i.*, e.ended_at, e.champion_iteration,
            min(i.number) FILTER (WHERE i.composite IS NOT NULL) OVER of_one AS first,
            max(i.number) FILTER (WHERE i.composite IS NOT NULL) OVER of_one AS last
        FROM iterations i JOIN experiments e ON e.id = i.experiment_id WHERE i.project_id = :project
        WINDOW of_one AS (PARTITION BY i.experiment_id)
    ) i
    WHERE i.run_id IS NOT NULL AND (
        i.ended_at IS NULL OR i.ended_at >= :before OR i.id = i.champion_iteration OR i.number IN (i.first, i.last)
        OR EXISTS (SELECT FROM suggestions s WHERE s.iteration_id = i.id AND s.state = 'applied')
    )
"""
# An execution is kept or deleted as a whole: if one of its two runs is kept, so is the other.
WITH = f"""
    WITH aged AS MATERIALIZED (
        SELECT id FROM runs WHERE project_id = :project AND finished_at < :before AND {ENDED}
    ), held AS MATERIALIZED ({HELD}), watched AS MATERIALIZED (
        {WATCHED}
        UNION ALL
        SELECT e.id, e.run_id, e.canary_run_id FROM executions e WHERE e.project_id = :project AND (
            EXISTS (SELECT FROM held h WHERE h.run IN (e.run_id, e.canary_run_id))
            OR EXISTS (
                SELECT FROM runs r WHERE r.id IN (e.run_id, e.canary_run_id)
                AND (r.finished_at IS NULL OR r.finished_at >= :before)
            )
        )
    ), pins AS MATERIALIZED (
        SELECT run, reason FROM held
        UNION ALL
        SELECT unnest(ARRAY[run_id, canary_run_id]), '{KeptBecause.MONITOR}' FROM watched
    ), due AS (
        SELECT r.id, r.number, r.cells, r.finished_at FROM aged a JOIN runs r ON r.id = a.id
        WHERE NOT EXISTS (SELECT FROM pins p WHERE p.run = a.id)
    )
"""
DUE = text(f"{WITH} SELECT * FROM due ORDER BY finished_at, id LIMIT :limit")
STILL_DUE = text(f"{WITH} SELECT * FROM due WHERE id = ANY (CAST(:runs AS uuid[])) ORDER BY id")
# Writers of references to a run lock its row; their changes are visible to the next statement.
LOCK = text(
    "SELECT id FROM runs WHERE project_id = :project AND id = ANY (CAST(:runs AS uuid[])) "
    "ORDER BY id FOR UPDATE SKIP LOCKED"
)
KEEP = text(
    "UPDATE runs SET kept_by_label = :by, kept_at = CAST(:at AS timestamptz) "
    "WHERE project_id = :project AND id = :run"
)
KEPT = text(
    f"""
    {WITH}
    SELECT reason, count(*) AS runs FROM (
        SELECT DISTINCT ON (p.run) p.run, p.reason FROM pins p JOIN aged a ON a.id = p.run
        ORDER BY p.run, array_position(CAST(:reasons AS text[]), p.reason)
    ) first GROUP BY reason
    """
)
SUMS = text(
    f"""
    {WITH}
    SELECT count(*) AS runs, coalesce(sum(d.cells), 0) AS cells,
        coalesce(sum((SELECT sum(answered + malformed) FROM run_columns c WHERE c.run_id = d.id)), 0) AS answers,
        coalesce(sum((SELECT sum(scored + errors + not_applicable) FROM run_scores s WHERE s.run_id = d.id)), 0)
            AS scores
    FROM due d
    """
)
# A sample of cells of a sample of the due runs: a sum over all of them would read all of them.
SAMPLED_RUNS, SAMPLED_CELLS = 40, 25
SAMPLE = text(
    f"""
    {WITH}, chosen AS (
        SELECT id FROM due ORDER BY md5(CAST(id AS text)) LIMIT {SAMPLED_RUNS}
    )
    SELECT
        (SELECT coalesce(avg(pg_column_size(c.*)), 0) FROM chosen d JOIN cells c
            ON c.run_id = d.id AND c.ordinal < {SAMPLED_CELLS}) AS cell,
        (SELECT coalesce(avg(pg_column_size(s.*)), 0) FROM chosen d JOIN scores s
            ON s.run_id = d.id AND s.ordinal < {SAMPLED_CELLS}) AS score
    """
)


class AgedRuns(Repository):
    async def due(self, project: ProjectId, before: datetime, limit: int) -> list[DueRun]:
        """Return the oldest runs that may be deleted."""
        rows = await self._session.execute(
            DUE, {"project": project, "before": before, "limit": limit}
        )
        return [_due(row) for row in rows]

    async def lock_due(
        self, project: ProjectId, before: datetime, runs: list[DueRun]
    ) -> list[DueRun]:
        """Lock and return those of these runs that are still due and unchanged; runs locked by others are skipped."""
        ids = [run.id for run in runs]
        values = {"project": project, "runs": ids}
        locked = list(await self._session.scalars(LOCK, values))
        if not locked:
            return []
        rows = await self._session.execute(
            STILL_DUE, {"project": project, "before": before, "runs": locked}
        )
        known = set(runs)
        return [found for row in rows if (found := _due(row)) in known]

    async def pin_run(self, project: ProjectId, run: RunId, by: str | None, at: datetime) -> None:
        """Exempt a run from deletion by age; if `by` is None, end the exemption."""
        await self._session.execute(
            KEEP, {"project": project, "run": run, "by": by, "at": None if by is None else at}
        )

    async def kept(self, project: ProjectId, before: datetime) -> dict[KeptBecause, int]:
        rows = await self._session.execute(
            KEPT,
            {"project": project, "before": before, "reasons": [str(each) for each in KeptBecause]},
        )
        return {KeptBecause(row.reason): row.runs for row in rows}

    async def sums(self, project: ProjectId, before: datetime) -> dict[str, int]:
        """Return the numbers of due runs and of their cells, answers and scores, and their estimated size in bytes."""
        values: dict[str, Any] = {"project": project, "before": before}
        found = (await self._session.execute(SUMS, values)).one()
        sizes = (await self._session.execute(SAMPLE, values)).one()
        return {
            "runs": found.runs,
            "cells": int(found.cells),
            "answers": int(found.answers),
            "scores": int(found.scores),
            "bytes": int(found.cells * sizes.cell + found.scores * sizes.score),
        }


def _due(row: Any) -> DueRun:
    return DueRun(id=row.id, number=row.number, cells=row.cells, finished_at=row.finished_at)
