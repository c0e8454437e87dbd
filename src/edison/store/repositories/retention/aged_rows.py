"""Count and delete (in batches) rows past their project's retention period that do not belong to a run."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from sqlalchemy import CursorResult, TextClause, text

from edison.domain.events import project_topic
from edison.domain.ids import ProjectId
from edison.store.repositories.base import Repository
from edison.store.repositories.retention.aged_runs import WATCHED

# Referenced rows keep their costs and lose their content: an experiment sums the costs of its calls.
_REFERRED = (
    "(a.experiment_id IS NOT NULL OR EXISTS ("
    "SELECT FROM dataset_origins o WHERE o.assist_id IN (a.id, a.subject)))"
)
_OLD_ASK = (
    "a.project_id = :project AND a.state IN ('done','cancelled') "
    "AND coalesce(a.finished_at, a.asked_at) < :before"
)
# By kind: table and condition.
AGED: dict[str, tuple[str, str]] = {
    "playground_calls": (
        "tries",
        "a.project_id = :project AND a.state = 'done' AND a.finished_at < :before",
    ),
    "assistant_calls": ("asks", f"{_OLD_ASK} AND NOT {_REFERRED}"),
    "deliveries": (
        "deliveries",
        "a.project_id = :project AND a.state IN ('delivered','failed') AND a.created_at < :before",
    ),
    "alerts": (
        "alerts",
        "a.project_id = :project AND a.state = 'resolved' AND a.resolved_at < :before",
    ),
    # Rows of a run are deleted with it.
    "executions": (
        "executions",
        "a.project_id = :project AND a.finished_at < :before AND num_nulls(a.run_id, a.canary_run_id) = 2 "
        f"AND a.id NOT IN (SELECT w.id FROM ({WATCHED}) w)",
    ),
    "events": ("events", "a.topic = :topic AND a.at < :before"),
}
CLEARED = f"{_OLD_ASK} AND {_REFERRED} AND num_nulls(a.call, a.outcome, a.result) < 3"
CLEAR = text(
    f"""
    UPDATE asks SET call = NULL, outcome = NULL, result = NULL WHERE id IN (
        SELECT a.id FROM asks a WHERE {CLEARED} LIMIT :limit FOR UPDATE SKIP LOCKED
    )
    """
)
PERSONAL = "a.topic LIKE 'user:%' AND a.at < :before"


def _deletion(table: str, condition: str) -> TextClause:
    """Return the statement that deletes a batch by ctid, so that no keys are transferred."""
    return text(
        f"""
        DELETE FROM {table} WHERE ctid = ANY (ARRAY(
            SELECT a.ctid FROM {table} a WHERE {condition} LIMIT :limit FOR UPDATE SKIP LOCKED
        ))
        """
    )


DELETIONS = {kind: _deletion(*each) for kind, each in AGED.items()}
DELETE_PERSONAL = _deletion("events", PERSONAL)
COUNTS = {
    kind: text(f"SELECT count(*) FROM {table} a WHERE {condition}")
    for kind, (table, condition) in AGED.items()
}
COUNT_CLEARED = text(f"SELECT count(*) FROM asks a WHERE {CLEARED}")
PROJECTS = text("SELECT id FROM projects ORDER BY id")


class AgedRows(Repository):
    async def projects(self) -> list[ProjectId]:
        return [ProjectId(found) for found in await self._session.scalars(PROJECTS)]

    async def counts(self, project: ProjectId, before: datetime) -> dict[str, int]:
        values = {"project": project, "before": before, "topic": project_topic(project)}
        found = {
            kind: int(await self._session.scalar(count, values) or 0)
            for kind, count in COUNTS.items()
        }
        found["assistant_calls"] += int(await self._session.scalar(COUNT_CLEARED, values) or 0)
        return found

    async def delete(self, project: ProjectId, kind: str, before: datetime, limit: int) -> int:
        values = {
            "project": project,
            "before": before,
            "limit": limit,
            "topic": project_topic(project),
        }
        return await self._gone(DELETIONS[kind], values)

    async def clear_asks(self, project: ProjectId, before: datetime, limit: int) -> int:
        """Clear the request and the response of internal calls that experiments and datasets still refer to."""
        return await self._gone(CLEAR, {"project": project, "before": before, "limit": limit})

    async def delete_personal_events(self, before: datetime, limit: int) -> int:
        return await self._gone(DELETE_PERSONAL, {"before": before, "limit": limit})

    async def _gone(self, statement: TextClause, values: Mapping[str, object]) -> int:
        done = await self._session.execute(statement, values)
        return cast(CursorResult[Any], done).rowcount
