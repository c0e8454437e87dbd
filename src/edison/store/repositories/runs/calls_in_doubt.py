"""Repository of calls in doubt (sent by a worker that then stopped) and of the amounts counted for them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import text

from edison.domain.ids import ProjectId, RunId
from edison.domain.money import MicroUsd
from edison.domain.reports.spend_breakdown import LostCalls, Window
from edison.domain.runs.calls_in_doubt import CallInDoubt, CountDoubt
from edison.domain.runs.cell import Worst
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row
from edison.store.tables.runs import RunRow

# Stands for no scorer, because a column of a key cannot be null.
ANSWER = -1

ADD = text(
    """
    INSERT INTO calls_in_doubt (run_id, ordinal, scorer, claim, project_id, model_id, phase, started_at, stopped_at,
        worst, worst_tokens, counted, counted_tokens)
    SELECT :run, t.* FROM (
        SELECT t.ordinal, t.scorer, t.claim, CAST(:project AS uuid), t.model, t.phase, t.started_at, t.stopped_at,
            t.worst, t.worst_tokens, t.counted, t.counted_tokens
        FROM unnest(CAST(:ordinals AS int[]), CAST(:scorers AS smallint[]), CAST(:claims AS int[]),
            CAST(:models AS uuid[]), CAST(:phases AS text[]), CAST(:started AS timestamptz[]),
            CAST(:stopped AS timestamptz[]), CAST(:worst AS bigint[]), CAST(:worst_tokens AS bigint[]),
            CAST(:counted AS bigint[]), CAST(:counted_tokens AS bigint[]))
            AS t(ordinal, scorer, claim, model, phase, started_at, stopped_at, worst, worst_tokens, counted,
                 counted_tokens)
    ) t
    """
)
KEYS = """
    JOIN unnest(CAST(:ordinals AS int[]), CAST(:scorers AS smallint[]), CAST(:claims AS int[]))
        AS t(ordinal, scorer, claim)
    ON d.ordinal = t.ordinal AND d.scorer = t.scorer AND d.claim = t.claim
"""
FIND = text(
    f"SELECT d.* FROM calls_in_doubt d {KEYS} WHERE d.run_id = :run AND d.project_id = :project "
    "ORDER BY d.ordinal, d.scorer, d.claim FOR UPDATE OF d"
)
OF_RUN = text(
    "SELECT * FROM calls_in_doubt WHERE run_id = :run AND project_id = :project "
    "ORDER BY ordinal, scorer, claim"
)
REMOVE = text(
    """
    DELETE FROM calls_in_doubt d
    USING unnest(CAST(:ordinals AS int[]), CAST(:scorers AS smallint[]), CAST(:claims AS int[]))
        AS t(ordinal, scorer, claim)
    WHERE d.run_id = :run AND d.project_id = :project
      AND d.ordinal = t.ordinal AND d.scorer = t.scorer AND d.claim = t.claim
    """
)
COUNT = text(
    """
    UPDATE calls_in_doubt d SET counted = t.counted, counted_tokens = t.counted_tokens
    FROM unnest(CAST(:ordinals AS int[]), CAST(:scorers AS smallint[]), CAST(:claims AS int[]),
        CAST(:counted AS bigint[]), CAST(:counted_tokens AS bigint[]))
        AS t(ordinal, scorer, claim, counted, counted_tokens)
    WHERE d.run_id = :run AND d.project_id = :project
      AND d.ordinal = t.ordinal AND d.scorer = t.scorer AND d.claim = t.claim
    """
)
# Computes the probable amount of `domain/runs/calls_in_doubt.py` for all calls of a period at once.
IN_PERIOD = text(
    """
    SELECT count(*) AS calls, sum(d.counted)::bigint AS counted, sum(d.worst)::bigint AS worst,
        sum(least(d.worst, coalesce(CASE WHEN d.scorer < 0
            THEN ceil(c.cost::numeric / nullif(c.answered + c.malformed - c.reused, 0))
            ELSE ceil(s.cost::numeric / nullif(s.scored + s.errors, 0)) END, d.worst)))::bigint AS probable
    FROM calls_in_doubt d
    CROSS JOIN LATERAL (SELECT count(*)::int AS columns FROM run_columns WHERE run_id = d.run_id) n
    LEFT JOIN run_columns c ON c.run_id = d.run_id AND c.number = mod(d.ordinal, n.columns)
    LEFT JOIN run_scores s ON s.run_id = d.run_id AND s.number = mod(d.ordinal, n.columns) AND s.scorer = d.scorer
    WHERE d.project_id = :project AND d.started_at >= :begins AND d.started_at < :ends
        AND (CAST(:model AS uuid) IS NULL OR d.model_id = CAST(:model AS uuid))
        AND (CAST(:phase AS text) IS NULL OR d.phase = CAST(:phase AS text))
        AND (CAST(:simulated AS boolean) OR NOT EXISTS (
            SELECT FROM models m JOIN credentials k ON k.id = m.credential_id
            WHERE m.id = d.model_id AND k.provider = 'SIMULATED'
        ))
    """
)
ADD_TO_ROWS = """
    UPDATE {table} r SET doubt = r.doubt + t.change
    FROM unnest(CAST(:ordinals AS int[]), CAST(:scorers AS smallint[]), CAST(:changes AS bigint[]))
        AS t(ordinal, scorer, change)
    WHERE r.run_id = :run AND r.ordinal = t.ordinal {also}
"""


class CallsInDoubt(Repository):
    async def add(self, project: ProjectId, run: RunId, calls: Sequence[CallInDoubt]) -> None:
        await self._session.execute(
            ADD,
            {
                **_keys(project, run, calls),
                "models": [call.model for call in calls],
                "phases": [str(call.phase) for call in calls],
                "started": [call.started_at for call in calls],
                "stopped": [call.stopped_at for call in calls],
                "worst": [call.worst.cost for call in calls],
                "worst_tokens": [call.worst.tokens for call in calls],
                **_counted([call.counted for call in calls]),
            },
        )

    async def of_run(self, project: ProjectId, run: RunId) -> list[CallInDoubt]:
        rows = await self._session.execute(OF_RUN, {"project": project, "run": run})
        return [_call(row) for row in rows]

    async def in_period(self, project: ProjectId, window: Window) -> LostCalls | None:
        """Return the sums of the calls that started in a period; None if there are none."""
        row = (
            await self._session.execute(
                IN_PERIOD,
                {
                    "project": project,
                    "begins": window.begins,
                    "ends": window.ends,
                    "model": window.model,
                    "phase": None if window.phase is None else str(window.phase),
                    "simulated": window.simulated,
                },
            )
        ).one()
        if not row.calls:
            return None
        return from_row(LostCalls, row)

    async def find(
        self, project: ProjectId, run: RunId, keys: Sequence[tuple[int, int | None, int]]
    ) -> list[CallInDoubt]:
        """Lock and return which of these calls are in doubt; a key is (ordinal, scorer, claim)."""
        rows = await self._session.execute(
            FIND,
            {
                "project": project,
                "run": run,
                "ordinals": [ordinal for ordinal, _, _ in keys],
                "scorers": [ANSWER if scorer is None else scorer for _, scorer, _ in keys],
                "claims": [claim for _, _, claim in keys],
            },
        )
        return [_call(row) for row in rows]

    async def remove(self, project: ProjectId, run: RunId, calls: Sequence[CallInDoubt]) -> None:
        await self._session.execute(REMOVE, _keys(project, run, calls))

    async def count(
        self, project: ProjectId, run: RunId, calls: Sequence[CallInDoubt], counted: Sequence[Worst]
    ) -> None:
        """Save new amounts for these calls; the caller must also call `add_to_rows` and update the budgets."""
        await self._session.execute(COUNT, {**_keys(project, run, calls), **_counted(counted)})

    async def add_to_rows(
        self, project: ProjectId, run: RunId, calls: Sequence[CallInDoubt], changes: Sequence[int]
    ) -> None:
        """Add the changes to the amounts in doubt of the calls' cells and scores."""
        del project
        for table, also in (("cells", ""), ("scores", "AND r.scorer = t.scorer")):
            chosen = [
                (call, change)
                for call, change in zip(calls, changes, strict=True)
                if (call.scorer is None) == (table == "cells") and change
            ]
            if chosen:
                await self._session.execute(
                    text(ADD_TO_ROWS.format(table=table, also=also)),
                    {
                        "run": run,
                        "ordinals": [call.ordinal for call, _ in chosen],
                        "scorers": [call.scorer for call, _ in chosen],
                        "changes": [change for _, change in chosen],
                    },
                )

    async def set_policy(self, project: ProjectId, run: RunId, policy: CountDoubt) -> None:
        """Save how future calls in doubt of this run are counted."""
        await self._change(RunRow, project, run, count_doubt=str(policy))


def _keys(project: ProjectId, run: RunId, calls: Sequence[CallInDoubt]) -> dict[str, Any]:
    return {
        "project": project,
        "run": run,
        "ordinals": [call.ordinal for call in calls],
        "scorers": [ANSWER if call.scorer is None else call.scorer for call in calls],
        "claims": [call.claim for call in calls],
    }


def _counted(amounts: Sequence[Worst]) -> dict[str, Any]:
    return {
        "counted": [amount.cost for amount in amounts],
        "counted_tokens": [amount.tokens for amount in amounts],
    }


def _call(row: Any) -> CallInDoubt:
    return from_row(
        CallInDoubt,
        row,
        scorer=None if row.scorer == ANSWER else row.scorer,
        model=row.model_id,
        worst=Worst(cost=MicroUsd(row.worst), tokens=row.worst_tokens),
        counted=Worst(cost=MicroUsd(row.counted), tokens=row.counted_tokens),
    )
