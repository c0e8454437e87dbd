"""Repository of the chunks of runs: open ones, their claims, and which to launch next."""

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
    """A chunk that is to be put on the queue."""

    number: int
    epoch: int
    claim: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """The state that decides whether work on a chunk may continue."""

    state: RunState
    claims: dict[int, int]


class Chunks(Repository):
    async def fence(self, project: ProjectId, run: RunId, chunks: Sequence[int]) -> Fence:
        """Read the state of the run and the claims of chunks, and block new claims until this transaction ends."""
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
        """Claim a chunk; earlier holders can no longer write."""
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
        self, project: ProjectId, run: RunId, chunk: int, claim: int, *, epoch: int, done: bool
    ) -> None:
        """End the claim; a chunk with open cells can be launched again.

        A chunk that was reopened meanwhile is not marked as done.
        """
        del project
        await self._session.execute(
            text(
                "UPDATE run_chunks SET worker = NULL, done = CASE WHEN epoch = :epoch THEN :done ELSE done END, "
                "epoch = CASE WHEN :done OR epoch <> :epoch THEN epoch ELSE 0 END "
                "WHERE run_id = :run AND number = :chunk AND claim = :claim"
            ),
            {"run": run, "chunk": chunk, "claim": claim, "epoch": epoch, "done": done},
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
        """Count an internal failure, end the claim, and return the number of failures."""
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
        """Choose open chunks until this many are launched; return also how many are open, and the turn of the first.

        The run must be locked.
        """
        counts = (
            await self._session.execute(
                text(
                    "SELECT count(*) AS open, count(*) FILTER (WHERE epoch = :epoch) AS busy "
                    "FROM run_chunks WHERE run_id = :run AND NOT done"
                ),
                {"run": run.id, "epoch": run.epoch},
            )
        ).one()
        wanted = max(0, at_once - counts.busy)
        rows = await self._session.execute(
            text(
                "UPDATE run_chunks SET epoch = :epoch WHERE run_id = :run AND number IN ("
                "  SELECT number FROM run_chunks WHERE run_id = :run AND NOT done AND epoch < :epoch "
                "  ORDER BY number LIMIT :wanted FOR UPDATE) RETURNING number, claim"
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

    async def reopen(self, project: ProjectId, run: Run, chunks: Sequence[int] | None) -> int:
        """Mark chunks, all or some, as not done; the caller must increment the epoch as well."""
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
