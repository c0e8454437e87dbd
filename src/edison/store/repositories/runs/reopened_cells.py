"""Reopen cells: moves the old answers to the history, and deletes the scores and grades."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import text

from edison.domain.ids import ProjectId, RunId
from edison.store.repositories.base import Repository

CHOSEN = """
    SELECT ordinal FROM cells
    WHERE run_id = :run AND state IN ('answered','malformed','failed')
      AND ((:failed AND state = 'failed')
           OR ordinal = ANY (CAST(:ordinals AS int[]))
           OR mod(ordinal, :columns) = CAST(:column AS int))
    ORDER BY ordinal FOR UPDATE
"""
KEEP = """
    INSERT INTO cell_history (run_id, ordinal, attempt, cell, replaced_at)
    SELECT c.run_id, c.ordinal, c.attempt,
        (to_jsonb(c) - 'run_id' - 'ordinal' - 'attempt' - 'claim' - 'held' - 'held_tokens' - 'holds')
        || jsonb_build_object('scores', coalesce((
            SELECT jsonb_agg(to_jsonb(s) - 'run_id' - 'ordinal' - 'claim' - 'held' - 'held_tokens' - 'holds')
            FROM scores s WHERE s.run_id = c.run_id AND s.ordinal = c.ordinal), '[]'::jsonb))
        || coalesce((
            SELECT jsonb_build_object('manual_grade', m.grade, 'graded_by', m.graded_by_label, 'graded_at', m.graded_at)
            FROM cell_marks m WHERE m.run_id = c.run_id AND m.ordinal = c.ordinal AND m.attempt = c.attempt), '{}'),
        :now
    FROM cells c WHERE c.run_id = :run AND c.ordinal = ANY (CAST(:chosen AS int[]))
"""
DROP_SCORES = """
    DELETE FROM scores WHERE run_id = :run AND ordinal = ANY (CAST(:chosen AS int[])) AND state <> 'calling'
"""
# A pairwise score is stored with one cell and is about two.
DROP_PAIRS = """
    DELETE FROM scores s USING run_scorers p
    WHERE s.run_id = :run AND p.run_id = s.run_id AND p.number = s.scorer AND p.spec ->> 'kind' = 'pairwise'
      AND s.ordinal - mod(s.ordinal, :columns) + CAST(p.spec ->> 'a' AS int) = ANY (CAST(:chosen AS int[]))
      AND s.state <> 'calling'
"""
OPEN = """
    UPDATE cells SET state = 'open', attempt = attempt + 1, cost = NULL, doubt = 0, started_at = NULL,
        finished_at = NULL, prompt_tokens = NULL, completion_tokens = NULL, latency_ms = NULL,
        first_token_ms = NULL, attempts = NULL, finish = NULL, reused = NULL, error_code = NULL, error = NULL,
        malformed = NULL, parsed = NULL, output = NULL, more = NULL
    WHERE run_id = :run AND ordinal = ANY (CAST(:chosen AS int[]))
"""


class ReopenedCells(Repository):
    async def open(
        self,
        project: ProjectId,
        run: RunId,
        columns: int,
        now: datetime,
        *,
        failed: bool,
        ordinals: Sequence[int],
        column: int | None,
    ) -> list[int]:
        """Reopen finished cells; return their ordinals."""
        del project
        chosen = list(
            await self._session.scalars(
                text(CHOSEN),
                {
                    "run": run,
                    "failed": failed,
                    "ordinals": list(ordinals),
                    "column": column,
                    "columns": columns,
                },
            )
        )
        if chosen:
            for statement in (KEEP, DROP_SCORES, DROP_PAIRS, OPEN):
                values = {"run": run, "chosen": chosen, "now": now, "columns": columns}
                needed = {name: value for name, value in values.items() if f":{name}" in statement}
                await self._session.execute(text(statement), needed)
        return chosen
