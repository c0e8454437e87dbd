"""Repository of batches at providers: their state, what is due, and the chunks that wait for them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import insert, text

from edison.domain.ids import ProjectId, RunId
from edison.domain.runs.provider_batch import BatchProgress, BatchState, ProviderBatch
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.runs import ProviderBatchRow

# Besides those that are due: batches at the provider whose run a person stopped, or that failed.
TAKE_DUE = text(
    """
    UPDATE provider_batches SET turn = turn + 1, due_at = NULL WHERE id IN (
        SELECT b.id FROM provider_batches b JOIN runs r ON r.id = b.run_id
        WHERE b.state <> 'ended' AND (b.due_at <= :now
            OR (b.due_at IS NOT NULL AND b.state = 'submitted' AND NOT b.cancelled
                AND (r.state IN ('cancelled','failed') OR (r.state = 'paused' AND r.pause_reason = 'person'))))
        ORDER BY b.due_at LIMIT :most FOR UPDATE OF b SKIP LOCKED)
    RETURNING project_id, id, turn
    """
)
OPEN_BATCH = (
    "EXISTS (SELECT FROM provider_batches b WHERE b.run_id = c.run_id AND b.chunk = c.number "
    "AND b.state <> 'ended')"
)
IDLE = text(
    "SELECT DISTINCT r.project_id, r.id FROM run_chunks c JOIN runs r ON r.id = c.run_id "
    f"WHERE c.waiting AND c.worker IS NULL AND NOT {OPEN_BATCH} LIMIT :most"
)
WAKE = text(
    "UPDATE run_chunks c SET waiting = false, epoch = 0 "
    f"WHERE c.run_id = :run AND c.waiting AND c.worker IS NULL AND NOT {OPEN_BATCH}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DueBatch:
    project_id: UUID
    id: UUID
    turn: int


class ProviderBatches(Repository):
    async def next_number(self, project: ProjectId) -> int:
        """Return a number for a new batch, which no other batch has."""
        del project
        sequence = "pg_get_serial_sequence('provider_batches', 'number')"
        return int(await self._session.scalar(text(f"SELECT nextval({sequence})")) or 0)

    async def add(self, project: ProjectId, batch: ProviderBatch) -> None:
        """Add a batch that a worker is about to take up."""
        given = {
            "project_id": project,
            "run_id": batch.run,
            "model_id": batch.model,
            "place": batch.column,
        }
        values = to_columns(ProviderBatchRow, batch, **given)
        await self._session.execute(insert(ProviderBatchRow).values(**values, due_at=None))

    async def get(self, project: ProjectId, batch: UUID, *, lock: bool = False) -> ProviderBatch:
        return _batch(await self._get(ProviderBatchRow, project, batch, "batch", lock=lock))

    async def change(self, project: ProjectId, batch: ProviderBatch, **values: Any) -> bool:
        """Change a batch; return False if another worker has taken it up meanwhile."""
        same_turn = ProviderBatchRow.turn == batch.turn
        return await self._change(ProviderBatchRow, project, batch.id, same_turn, **values)

    async def take_due(self, now: datetime, most: int) -> list[DueBatch]:
        """Take up the batches that are due; nobody else gets them until they are due again."""
        rows = await self._session.execute(TAKE_DUE, {"now": now, "most": most})
        return [from_row(DueBatch, row) for row in rows]

    async def idle(self, most: int) -> list[tuple[ProjectId, RunId]]:
        """Return the runs with chunks that wait although they have no open batch."""
        rows = await self._session.execute(IDLE, {"most": most})
        return [(ProjectId(row.project_id), RunId(row.id)) for row in rows]

    async def wake_chunks(self, project: ProjectId, run: RunId) -> None:
        """Let the chunks of a run be launched again that wait for no open batch."""
        del project
        await self._session.execute(WAKE, {"run": run})

    async def rounds(
        self, project: ProjectId, run: RunId, ordinals: range, epoch: int
    ) -> dict[int, int]:
        """Return for each open cell that batches of this epoch did not answer, in how many it was."""
        rows = await self._session.execute(
            text(
                # An open cell has the claim of its last call.
                "SELECT c.ordinal, b.round FROM cells c JOIN provider_batches b ON b.number = -c.claim "
                "WHERE b.project_id = :project AND b.run_id = :run AND b.epoch = :epoch AND NOT b.cancelled "
                "AND c.run_id = :run AND c.ordinal >= :first AND c.ordinal < :end AND c.state = 'open' "
                "AND c.claim < 0"
            ),
            {
                "project": project,
                "run": run,
                "epoch": epoch,
                "first": ordinals.start,
                "end": ordinals.stop,
            },
        )
        return {row.ordinal: row.round for row in rows}

    async def provider_ids(self, project: ProjectId, run: RunId) -> frozenset[str]:
        """Return the names that providers gave to the batches of a run."""
        found = await self._session.scalars(
            text(
                "SELECT provider_id FROM provider_batches WHERE project_id = :project AND run_id = :run "
                "AND provider_id IS NOT NULL"
            ),
            {"project": project, "run": run},
        )
        return frozenset(found)

    async def progress(self, project: ProjectId, run: RunId) -> BatchProgress | None:
        """Return sums over the open batches of a run; None if it has none."""
        row = (
            await self._session.execute(
                text(
                    "SELECT count(*) AS batches, coalesce(sum(cells), 0)::int AS cells, "
                    "coalesce(sum(least(done, cells)), 0)::int AS done, "
                    "CASE WHEN bool_and(submitted_at IS NOT NULL) THEN min(submitted_at) END AS submitted_at "
                    "FROM provider_batches WHERE project_id = :project AND run_id = :run AND state <> 'ended'"
                ),
                {"project": project, "run": run},
            )
        ).one()
        return from_row(BatchProgress, row) if row.batches else None


def _batch(row: ProviderBatchRow) -> ProviderBatch:
    return from_row(
        ProviderBatch,
        row,
        project=ProjectId(row.project_id),
        run=RunId(row.run_id),
        model=row.model_id,
        column=row.place,
        state=BatchState(row.state),
    )
