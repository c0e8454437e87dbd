"""What answers took, case by case: for comparing models on the same cases."""

import numpy as np
from sqlalchemy import text

from edison.domain.ids import ProjectId, RunId
from edison.domain.results.recommendation import AnswerCosts
from edison.domain.runs.run_plan import Plan
from edison.store.repositories.base import Repository

# More cases make no interval that anyone reads any narrower.
MOST_CASES = 2_000

# An answer from the store counts with what it took when the model gave it: otherwise a model that was asked
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
