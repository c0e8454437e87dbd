"""Totals of experiments and iterations for lists: one statement per page, which reads no cells."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import text

from edison.domain.ids import ExperimentId, IterationId, ProjectId
from edison.domain.money import ZERO, MicroUsd
from edison.store.repositories.base import Repository

# From the ledger, like the total of the experiment: the sums of a run omit deleted scorers and deleted runs.
ITERATION_COSTS = text(
    """
    SELECT i.id, u.number AS run_number,
        coalesce((SELECT sum(settled + doubt) FROM spend_days
            WHERE run_id = coalesce(i.run_id, i.deleted_run_id)), 0)
        + coalesce((SELECT sum(cost_micro) FROM asks WHERE subject = i.id), 0) AS cost,
        coalesce((SELECT sum(prompt_tokens + completion_tokens) FROM spend_days
            WHERE run_id = coalesce(i.run_id, i.deleted_run_id)), 0)
        + coalesce((SELECT sum(tokens) FROM asks WHERE subject = i.id), 0) AS tokens
    FROM iterations i LEFT JOIN runs u ON u.id = i.run_id
    WHERE i.project_id = :project AND i.id = ANY (CAST(:ids AS uuid[]))
    """
)
SUGGESTIONS = text(
    """
    SELECT DISTINCT ON (iteration_id) iteration_id, id, state FROM suggestions
    WHERE project_id = :project AND iteration_id = ANY (CAST(:ids AS uuid[]))
    ORDER BY iteration_id, created_at DESC, id DESC
    """
)
PENDING = text(
    """
    SELECT DISTINCT ON (experiment_id) experiment_id, id FROM suggestions
    WHERE project_id = :project AND state = 'pending' AND experiment_id = ANY (CAST(:ids AS uuid[]))
    ORDER BY experiment_id, created_at DESC, id DESC
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class IterationCosts:
    run_number: int | None = None
    cost: MicroUsd = ZERO
    tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionMark:
    """The id and state of a suggestion."""

    id: UUID
    state: str


class ExperimentTotals(Repository):
    async def iteration_costs(
        self, project: ProjectId, iterations: Sequence[IterationId]
    ) -> dict[IterationId, IterationCosts]:
        rows = await self._session.execute(
            ITERATION_COSTS, {"project": project, "ids": list(iterations)}
        )
        return {
            IterationId(row.id): IterationCosts(
                run_number=row.run_number, cost=MicroUsd(int(row.cost)), tokens=int(row.tokens)
            )
            for row in rows
        }

    async def suggestions(
        self, project: ProjectId, iterations: Sequence[IterationId]
    ) -> dict[IterationId, SuggestionMark]:
        """Return the newest suggestion of each iteration."""
        rows = await self._session.execute(
            SUGGESTIONS, {"project": project, "ids": list(iterations)}
        )
        return {
            IterationId(row.iteration_id): SuggestionMark(id=row.id, state=row.state)
            for row in rows
        }

    async def pending(
        self, project: ProjectId, experiments: Sequence[ExperimentId]
    ) -> dict[ExperimentId, UUID]:
        """Return, for each experiment, the suggestion that waits for a review."""
        rows = await self._session.execute(PENDING, {"project": project, "ids": list(experiments)})
        return {ExperimentId(row.experiment_id): row.id for row in rows}
