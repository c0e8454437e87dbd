"""What the calls of one run used: sums of the ledger by model, and latencies with and without a prompt cache."""

from sqlalchemy import text

from edison.domain.ids import ProjectId, RunId
from edison.domain.money import MicroUsd
from edison.domain.reports.run_caching import MeanLatency
from edison.domain.reports.spend_breakdown import Sums
from edison.store.repositories.base import Repository

OF_RUN = text(
    """
    SELECT model_id::text AS key, sum(calls)::bigint AS calls, sum(settled)::bigint AS settled,
        sum(prompt_tokens)::bigint AS prompt, sum(completion_tokens)::bigint AS completion,
        sum(cache_read_tokens)::bigint AS read, sum(cache_write_tokens)::bigint AS written
    FROM spend_days WHERE project_id = :project AND run_id = :run GROUP BY 1
    """
)


# The providers' own names of the tokens that were read from a cache.
READ_NAMES = (
    "{usage,cache_read_input_tokens}",
    "{usage,cacheReadInputTokens}",
    "{usage,prompt_tokens_details,cached_tokens}",
    "{usage,input_tokens_details,cached_tokens}",
    "{usage,cachedContentTokenCount}",
)
READ = " + ".join(f"coalesce((more #>> '{name}')::numeric, 0)" for name in READ_NAMES)
LATENCIES = text(
    f"""
    SELECT read > 0 AS cached, count(*) AS calls, avg(latency_ms) AS mean FROM (
        SELECT c.latency_ms, {READ} AS read FROM cells c JOIN runs r ON r.id = c.run_id
        WHERE r.project_id = :project AND c.run_id = :run AND c.state IN ('answered', 'malformed')
            AND c.latency_ms IS NOT NULL AND c.reused IS NULL AND jsonb_typeof(c.more -> 'usage') = 'object'
    ) answers GROUP BY 1
    """
)


class RunSpending(Repository):
    async def by_model(self, project: ProjectId, run: RunId) -> dict[str, Sums]:
        """Return calls, cost and tokens of a run by the id of the called model."""
        rows = await self._session.execute(OF_RUN, {"project": project, "run": run})
        return {
            row.key: Sums(
                calls=row.calls,
                cost=MicroUsd(row.settled),
                prompt_tokens=row.prompt,
                completion_tokens=row.completion,
                cache_read_tokens=row.read,
                cache_write_tokens=row.written,
            )
            for row in rows
        }

    async def latencies(self, project: ProjectId, run: RunId) -> dict[bool, MeanLatency]:
        """Return the mean latency of the answers whose call read a cache, and of the others. Reads all cells."""
        rows = await self._session.execute(LATENCIES, {"project": project, "run": run})
        return {row.cached: MeanLatency(calls=row.calls, mean_ms=float(row.mean)) for row in rows}
