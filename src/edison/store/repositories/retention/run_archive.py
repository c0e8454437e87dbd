"""Read all rows of one run as JSON lines, for its archive."""

from collections.abc import AsyncIterator

from sqlalchemy import text

from edison.domain.ids import ProjectId, RunId
from edison.store.repositories.base import Repository

# By kind: table, column of the run, and columns left out because they are derived or only used while it runs.
SMALL = {
    "run": ("runs", "id", ()),
    "scorer": ("run_scorers", "run_id", ()),
    "column_sum": ("run_columns", "run_id", ()),
    "score_sum": ("run_scores", "run_id", ()),
    "latency": ("run_latencies", "run_id", ()),
    "results": ("run_statistics", "run_id", ("kept",)),
    "mark": ("cell_marks", "run_id", ()),
    "call_in_doubt": ("calls_in_doubt", "run_id", ()),
    "provider_batch": ("provider_batches", "run_id", ()),
    "execution": ("executions", "run_id", ()),
    "point": ("points", "run_id", ()),
    "annotation_queue": ("annotation_queues", "run_id", ()),
}
LARGE = {
    "case": ("run_cases", "position"),
    "cell": ("cells", "ordinal"),
    "earlier_answer": ("cell_history", "ordinal"),
    "score": ("scores", "ordinal"),
}
AT_ONCE = 2_000


class RunArchive(Repository):
    async def lines(self, project: ProjectId, run: RunId) -> AsyncIterator[tuple[str, list[str]]]:
        """Yield batches of some thousand rows as JSON, each with the kind of its rows."""
        for kind, (table, column, without) in SMALL.items():
            left_out = "".join(f" - '{name}'" for name in without)
            found = await self._session.scalars(
                text(
                    f"SELECT CAST(to_jsonb(t){left_out} AS text) FROM {table} t JOIN runs r ON r.id = t.{column} "
                    "WHERE r.project_id = :project AND r.id = :run"
                ),
                {"project": project, "run": run},
            )
            yield kind, list(found)
        cells = await self._session.scalar(
            text("SELECT cells FROM runs WHERE project_id = :project AND id = :run"),
            {"project": project, "run": run},
        )
        for kind, (table, place) in LARGE.items():
            page = text(
                f"SELECT CAST(to_jsonb(t) AS text) FROM {table} t WHERE run_id = :run "
                f"AND {place} >= :since AND {place} < :until ORDER BY {place}"
            )
            for since in range(0, cells or 0, AT_ONCE):
                found = await self._session.scalars(
                    page, {"run": run, "since": since, "until": since + AT_ONCE}
                )
                yield kind, list(found)

    async def counts(self, project: ProjectId, run: RunId) -> dict[str, int]:
        """Count the rows of each kind in the database."""
        tables = {kind: (table, column) for kind, (table, column, _) in SMALL.items()}
        tables |= {kind: (table, "run_id") for kind, (table, _) in LARGE.items()}
        found: dict[str, int] = {}
        for kind, (table, column) in tables.items():
            found[kind] = int(
                await self._session.scalar(
                    text(
                        f"SELECT count(*) FROM {table} t JOIN runs r ON r.id = t.{column} "
                        "WHERE r.project_id = :project AND r.id = :run"
                    ),
                    {"project": project, "run": run},
                )
                or 0
            )
        return found
