"""Repository of the chunks of runs: open chunks, their claims, and the selection of chunks to launch."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import text

from edison.domain.ids import ProjectId, RunId
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import RunState
from edison.store.repositories.base import Repository
from edison.store.tables.runs import RunRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A chunk to be queued."""

    number: int
    epoch: int
    claim: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """The state of a run and its claims that decides whether a worker may continue its chunks."""

    state: RunState
    claims: dict[int, int]


class Chunks(Repository):
    async def fence(self, project: ProjectId, run: RunId, chunks: Sequence[int]) -> Fence:
        """Read the state of the run and the claims of chunks; block new claims until the transaction ends."""
        rows = (
            await self._session.execute(
                text(
                    "SELECT r.state, c.number, c.claim FROM runs r JOIN run_chunks c ON c.run_id = r.id "
                    "WHERE r.project_id = :project AND r.id = :run "
                    "AND c.number = ANY (CAST(:chunks AS int[])) ORDER BY c.number FOR SHARE OF c"
                ),
                {"project": project, "run": run, "chunks": list(chunks)},
            )
        ).all()
        return Fence(
            state=RunState(rows[0].state) if rows else RunState.CANCELLED,
            claims={row.number: row.claim for row in rows},
        )

    async def holder(self, project: ProjectId, run: RunId, chunk: int) -> str | None:
        """Return the holder of a chunk and lock the chunk until the transaction ends."""
        del project
        return await self._session.scalar(
            text(
                "SELECT worker FROM run_chunks WHERE run_id = :run AND number = :chunk FOR UPDATE"
            ),
            {"run": run, "chunk": chunk},
        )

    async def take(self, project: ProjectId, run: RunId, chunk: int, worker: str) -> int:
        """Claim a chunk and return the claim number; workers with earlier claims can no longer write."""
        del project
        claim = await self._session.scalar(
            text(
                "UPDATE run_chunks SET claim = claim + 1, worker = :worker "
                "WHERE run_id = :run AND number = :chunk RETURNING claim"
            ),
            {"run": run, "chunk": chunk, "worker": worker},
        )
        return int(claim or 0)

    async def release(
        self,
        project: ProjectId,
        run: RunId,
        chunk: int,
        claim: int,
        *,
        epoch: int,
        done: bool,
        waiting: bool = False,
    ) -> None:
        """End the claim; mark the chunk as done, or as ready to be launched again if it has open cells.

        A chunk that was reopened since the claim is not marked as done. One that is waiting for a batch is not
        launched until the batch has ended.
        """
        del project
        await self._session.execute(
            text(
                "UPDATE run_chunks SET worker = NULL, done = CASE WHEN epoch = :epoch THEN :done ELSE done END, "
                "epoch = CASE WHEN :done OR epoch <> :epoch THEN epoch ELSE 0 END, waiting = :waiting "
                "WHERE run_id = :run AND number = :chunk AND claim = :claim"
            ),
            {
                "run": run,
                "chunk": chunk,
                "claim": claim,
                "epoch": epoch,
                "done": done,
                "waiting": waiting,
            },
        )

    async def let_go(self, project: ProjectId, run: RunId, chunk: int, claim: int) -> None:
        """End the claim without changing whether the chunk is done."""
        del project
        await self._session.execute(
            text(
                "UPDATE run_chunks SET worker = NULL "
                "WHERE run_id = :run AND number = :chunk AND claim = :claim"
            ),
            {"run": run, "chunk": chunk, "claim": claim},
        )

    async def failed(self, project: ProjectId, run: RunId, chunk: int) -> int:
        """Count an internal failure of a chunk and end its claim; return the number of failures."""
        del project
        found = await self._session.scalar(
            text(
                "UPDATE run_chunks SET worker = NULL, failures = failures + 1, epoch = 0 "
                "WHERE run_id = :run AND number = :chunk RETURNING failures"
            ),
            {"run": run, "chunk": chunk},
        )
        return int(found or 0)

    async def launch(
        self, project: ProjectId, run: Run, at_once: int
    ) -> tuple[list[Launch], int, int]:
        """Select open chunks until `at_once` are launched; the run must be locked.

        Return the selected chunks, the number of open chunks, and the queue position of the first selected chunk.
        """
        counts = (
            await self._session.execute(
                text(
                    "SELECT count(*) AS open, count(*) FILTER (WHERE epoch = :epoch AND NOT waiting) AS busy "
                    "FROM run_chunks WHERE run_id = :run AND NOT done"
                ),
                {"run": run.id, "epoch": run.epoch},
            )
        ).one()
        wanted = max(0, at_once - counts.busy)
        rows = await self._session.execute(
            text(
                "UPDATE run_chunks SET epoch = :epoch WHERE run_id = :run AND number IN ("
                "  SELECT number FROM run_chunks WHERE run_id = :run AND NOT done AND NOT waiting "
                "  AND epoch < :epoch ORDER BY number LIMIT :wanted FOR UPDATE) RETURNING number, claim"
            ),
            {"run": run.id, "epoch": run.epoch, "wanted": wanted},
        )
        chosen = [
            Launch(number=row.number, epoch=run.epoch, claim=row.claim)
            for row in sorted(rows, key=lambda row: row.number)
        ]
        turn = run.turn
        if chosen:
            await self._change(RunRow, project, run.id, turn=RunRow.turn + len(chosen))
        return chosen, int(counts.open), turn

    async def wait(self, project: ProjectId, run: RunId) -> None:
        """Mark all open chunks of a run as waiting, so that none is launched."""
        del project
        await self._session.execute(
            text("UPDATE run_chunks SET waiting = true WHERE run_id = :run AND NOT done"),
            {"run": run},
        )

    async def wake(self, project: ProjectId, run: RunId, chunks: Sequence[int]) -> None:
        """Lock these chunks and end their waiting. A worker that holds one of them releases it after this."""
        del project
        await self._session.execute(
            text(
                "UPDATE run_chunks SET waiting = false WHERE run_id = :run AND number IN ("
                "  SELECT number FROM run_chunks WHERE run_id = :run "
                "  AND number = ANY (CAST(:chunks AS int[])) ORDER BY number FOR UPDATE)"
            ),
            {"run": run, "chunks": list(chunks)},
        )

    async def reopen(self, project: ProjectId, run: Run, chunks: Sequence[int] | None) -> int:
        """Mark all or some chunks as not done and return their number; the caller must also increment the epoch."""
        del project
        chosen = "" if chunks is None else "AND number = ANY (CAST(:chunks AS int[])) "
        found = await self._session.execute(
            text(
                "UPDATE run_chunks SET done = false, failures = 0, epoch = 0 "
                f"WHERE run_id = :run {chosen}RETURNING number"
            ),
            {"run": run.id, "chunks": list(chunks or ())},
        )
        return len(found.all())
