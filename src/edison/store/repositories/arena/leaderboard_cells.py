"""Data about the cells of a run that leaderboards need: cost, latency, digests of answers, and tags of cases."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edison.domain.ids import ProjectId, RunId
from edison.domain.results.run_arrays import Floats
from edison.domain.runs.run_plan import Plan
from edison.store.repositories.base import Repository
from edison.store.repositories.results.result_arrays import (
    FLOAT4,
    FLOAT8,
    INT2,
    INT4,
    INT8,
    TAGS,
    TAGS_AT_MOST,
    fetch_packed_arrays,
)

# A reused answer counts with its original cost and latency; the time of the lookup is not the model's latency.
SPENT = """
    SELECT array_agg(ordinal),
        array_agg(coalesce(CAST(CASE WHEN reused IS NULL THEN cost ELSE CAST(more ->> 'cost_then' AS bigint) END
            AS double precision), 'NaN')),
        array_agg(CAST(CASE WHEN reused IS NULL THEN coalesce(latency_ms, 'NaN') ELSE 'NaN' END AS real))
    FROM cells WHERE run_id = %(run)s AND state IN ('answered','malformed')
"""
TEXTS = """
    SELECT array_agg(ordinal), array_agg(attempt), array_agg(hashtextextended(coalesce(output, ''), 0))
    FROM cells WHERE run_id = %(run)s AND state IN ('answered','malformed')
"""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SpentOnCells:
    cost: Floats
    latency_ms: Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TextsOfCells:
    """The attempt number (0 without an answer) and the digest of the answer, for each cell."""

    attempts: NDArray[np.int64]
    digests: NDArray[np.int64]


class BoardCells(Repository):
    """Reads the cells of a run. The caller must have checked that the run belongs to the project."""

    async def spent(self, project: ProjectId, run: RunId, plan: Plan) -> SpentOnCells:
        del project
        [[ordinals, cost, latency]] = await fetch_packed_arrays(
            self._session, SPENT, {"run": run}, (INT4, FLOAT8, FLOAT4)
        )
        found = SpentOnCells(
            cost=np.full(plan.cells, np.nan), latency_ms=np.full(plan.cells, np.nan)
        )
        if ordinals is not None:
            found.cost[ordinals] = cost
            found.latency_ms[ordinals] = latency
        return found

    async def texts(self, project: ProjectId, run: RunId, plan: Plan) -> TextsOfCells:
        del project
        [[ordinals, attempts, digests]] = await fetch_packed_arrays(
            self._session, TEXTS, {"run": run}, (INT4, INT2, INT8)
        )
        found = TextsOfCells(
            attempts=np.zeros(plan.cells, dtype=np.int64),
            digests=np.zeros(plan.cells, dtype=np.int64),
        )
        if ordinals is not None:
            # The first attempt has the number 1; see `RunTexts`.
            found.attempts[ordinals] = attempts
            found.digests[ordinals] = digests
        return found

    async def tags(self, project: ProjectId, run: RunId) -> dict[str, NDArray[np.int64]]:
        """Return, for each tag, the rows of the run's cases with this tag; the most common tag first."""
        rows = await self._session.execute(
            TAGS, {"run": run, "project": project, "most": TAGS_AT_MOST}
        )
        return {row.tag: np.array(row.positions, dtype=np.int64) for row in rows}
