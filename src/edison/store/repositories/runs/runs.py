"""Repository of runs and their scorers."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, cast, func, insert, not_, select, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncSession

from edison.domain.errors import AlreadyRunning, NotFound
from edison.domain.ids import DatasetId, ProjectId, PromptId, RunId
from edison.domain.runs.parameter_note import ParameterNote, note_to_json, notes_from_json
from edison.domain.runs.run_plan import (
    ELSEWHERE,
    Run,
    experiment_of,
    plan_from_json,
    plan_to_json,
    series_of_suite,
    suite_of,
)
from edison.domain.runs.run_states import PauseReason, RunState, check_move
from edison.kit.pagination import Page, PageRequest
from edison.kit.postgres_json import json_text
from edison.store.repositories.base import Repository, unique
from edison.store.repositories.row_mapping import from_row
from edison.store.repositories.runs.run_sums import COLUMN, SCORE
from edison.store.tables.retention import DeletedRunRow
from edison.store.tables.runs import RunChunkRow, RunRow, RunScoreRow, RunScorerRow

WORKING = ("pending", "executing", "judging", "aggregating")

# Creates the rows of a new run in one statement: chunks, columns, scorers, and their sums of zero.
ADD_PARTS = text(
    f"""
    WITH chunks AS (
        INSERT INTO run_chunks (run_id, number, done, epoch, claim, failures)
        SELECT :run, n, false, CASE WHEN n < :launched THEN CAST(:epoch AS int) ELSE 0 END, 0, 0
        FROM generate_series(0, CAST(:chunks AS int) - 1) n
    ), columns AS (
        INSERT INTO run_columns (run_id, number, {", ".join(COLUMN)})
        SELECT :run, n, {", ".join("0" for _ in COLUMN)} FROM generate_series(0, CAST(:columns AS int) - 1) n
        RETURNING number
    ), scorers AS (
        INSERT INTO run_scorers (run_id, number, name, spec, added_at)
        SELECT :run, s.number, s.name, s.spec, CAST(:at AS timestamptz)
        FROM jsonb_to_recordset(CAST(:scorers AS jsonb)) s(number smallint, name text, spec jsonb)
        RETURNING number
    )
    INSERT INTO run_scores (run_id, number, scorer, {", ".join(SCORE)})
    SELECT :run, c.number, s.number, {", ".join("0" for _ in SCORE)} FROM columns c CROSS JOIN scorers s
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunScorer:
    number: int
    name: str
    spec: dict[str, Any]

    @property
    def kind(self) -> str:
        return str(self.spec.get("kind", ""))


class Runs(Repository):
    def __init__(self, session: AsyncSession) -> None:
        super().__init__(session)
        # The last number and turn that this transaction assigned; the lock lasts as long.
        self._given: dict[ProjectId, tuple[int, int]] = {}

    async def next_number(self, project: ProjectId) -> int:
        """Return the next run number of the project; concurrent callers wait for a lock."""
        await self._number_lock(project)
        found = await self._session.scalar(select(_last_number(project)))
        self._given.pop(project, None)
        return (found or 0) + 1

    async def number_and_turn(self, project: ProjectId) -> tuple[int, int]:
        """Return the results of `next_number` and `turn_now` with one query per transaction."""
        if project in self._given:
            number, turn = self._given[project]
            self._given[project] = number + 1, turn
            return number + 1, turn
        await self._number_lock(project)
        row = (
            await self._session.execute(
                select(
                    _last_number(project),
                    select(func.min(RunRow.turn))
                    .where(RunRow.state.in_(WORKING))
                    .scalar_subquery(),
                )
            )
        ).one()
        self._given[project] = (row[0] or 0) + 1, row[1] or 1
        return self._given[project]

    async def _number_lock(self, project: ProjectId) -> None:
        await self._lock(f"edison-run-number:{project}")

    async def turn_now(self) -> int:
        """Return the queue position for a new run: the lowest position of all runs in progress."""
        found = await self._session.scalar(
            select(func.min(RunRow.turn)).where(RunRow.state.in_(WORKING))
        )
        return found or 1

    async def add(
        self,
        project: ProjectId,
        run: Run,
        prompt: PromptId | None,
        series: str | None,
        *,
        launched: int = 0,
        scorers: Sequence["RunScorer"] = (),
        key: str | None = None,
    ) -> None:
        """Add a run. `launched` is the number of chunks that the caller queues in the same transaction."""
        plan = run.plan
        with _unique_series():
            await self._session.execute(
                insert(RunRow).values(
                    id=run.id,
                    project_id=project,
                    number=run.number,
                    name=run.name,
                    state=str(run.state),
                    trigger=run.trigger,
                    plan=plan_to_json(plan),
                    prompt_id=prompt,
                    dataset_id=plan.dataset,
                    series=series,
                    idempotency_key=key,
                    cells=plan.cells,
                    chunk_size=plan.chunk_size,
                    epoch=run.epoch,
                    turn=run.turn + launched,
                    created_by=run.created_by,
                    created_by_label=run.created_by_label,
                    created_at=run.created_at,
                    count_doubt=str(run.count_doubt),
                )
            )
        await self._session.execute(
            ADD_PARTS,
            {
                "run": run.id,
                "chunks": plan.chunks,
                "launched": launched,
                "epoch": run.epoch,
                "columns": len(plan.columns),
                "scorers": json_text([asdict(scorer) for scorer in scorers]),
                "at": run.created_at,
            },
        )

    async def get(self, project: ProjectId, run: RunId, *, lock: bool = False) -> Run:
        # Without locking the key: workers write rows that refer to the run while they hold its chunks.
        return _to_run(await self._get(RunRow, project, run, "run", lock=lock))

    async def with_key(self, project: ProjectId, key: str) -> Run | None:
        """Return the run that was started with this idempotency key; concurrent callers wait for a lock."""
        await self._lock(f"edison-run-key:{project}:{key}")
        row = await self._find(RunRow, RunRow.project_id == project, RunRow.idempotency_key == key)
        return None if row is None else _to_run(row)

    async def get_many(self, project: ProjectId, runs: Sequence[RunId]) -> dict[RunId, Run]:
        rows = await self._session.scalars(
            select(RunRow).where(RunRow.project_id == project, RunRow.id.in_(list(runs)))
        )
        return {RunId(row.id): _to_run(row) for row in rows}

    async def require_in_project(self, project: ProjectId, run: RunId) -> None:
        """Raise NotFound unless the run belongs to this project, without reading its plan."""
        found = select(RunRow.id).where(RunRow.project_id == project, RunRow.id == run)
        if await self._session.scalar(found) is None:
            raise NotFound("No such run in this project")

    async def page(
        self,
        project: ProjectId,
        page: PageRequest,
        *,
        prompt: PromptId | None = None,
        dataset: DatasetId | None = None,
        states: Sequence[RunState] = (),
        trigger: str | None = None,
        on_main: bool = False,
    ) -> Page[Run]:
        """List runs, newest first; runs that have their own pages are included only if `trigger` asks for them."""
        listed = RunRow.trigger == trigger if trigger else RunRow.trigger.not_in(ELSEWHERE)
        query = select(RunRow).where(RunRow.project_id == project, listed)
        if prompt is not None:
            query = query.where(RunRow.prompt_id == prompt)
        if dataset is not None:
            query = query.where(RunRow.dataset_id == dataset)
        if states:
            query = query.where(RunRow.state.in_([str(state) for state in states]))
        if on_main:
            query = query.where(RunRow.on_main_at.is_not(None))
        return await self._page(query, page, _to_run, RunRow.id)

    async def move(
        self,
        project: ProjectId,
        run: Run,
        state: RunState,
        at: datetime,
        *,
        reason: PauseReason | None = None,
        problem: str | None = None,
        epoch: int | None = None,
        resume_at: datetime | None = None,
    ) -> None:
        """Change the state of a locked run."""
        check_move(run.state, state)
        values: dict[str, Any] = {
            "state": str(state),
            "pause_reason": None if reason is None else str(reason),
            "problem": problem,
            "heartbeat_at": at,
            "resume_at": resume_at,
        }
        if state is RunState.EXECUTING and run.started_at is None:
            values["started_at"] = at
        if state in (RunState.COMPLETED, RunState.FAILED, RunState.CANCELLED):
            values["finished_at"] = at
        elif run.finished_at is not None:
            values["finished_at"] = None
        if epoch is not None:
            values["epoch"] = epoch
        with _unique_series():
            await self._change(RunRow, project, run.id, **values)

    async def only_judging_is_left(self, project: ProjectId, run: RunId) -> bool:
        """Return whether an executing run has an outcome for every cell, so that only scores are missing."""
        found = await self._session.scalar(
            text(
                "SELECT r.state = 'executing' AND r.cells <= (SELECT sum(answered + malformed + failed) "
                "FROM run_columns c WHERE c.run_id = r.id) "
                "FROM runs r WHERE r.project_id = :project AND r.id = :run"
            ),
            {"project": project, "run": run},
        )
        return bool(found)

    async def record_heartbeat(self, project: ProjectId, run: RunId, at: datetime) -> None:
        await self._change(RunRow, project, run, heartbeat_at=at)

    async def note_parameter(self, project: ProjectId, run: RunId, note: ParameterNote) -> None:
        """Add a note, unless the run has the same one; one statement, so that concurrent writers lose no note."""
        said = note_to_json(note)
        same = [{name: said[name] for name in ("kind", "column", "scorer", "parameter")}]
        await self._change(
            RunRow,
            project,
            run,
            not_(RunRow.parameter_notes.op("@>")(cast(same, JSONB))),
            parameter_notes=RunRow.parameter_notes.op("||")(cast([said], JSONB)),
        )

    async def clear_stopped(self, project: ProjectId, run: RunId) -> None:
        """Remove the notes of stopped targets, so that they make calls again."""
        found = await self.get(project, run, lock=True)
        kept = [note_to_json(note) for note in found.parameter_notes if note.kind != "stopped"]
        await self._change(RunRow, project, run, parameter_notes=kept)

    async def renew(self, project: ProjectId, run: RunId, epoch: int, at: datetime) -> None:
        """Start a new epoch of a run: work queued in earlier epochs is no longer started."""
        await self._change(RunRow, project, run, epoch=epoch, heartbeat_at=at)

    async def find_stalled(self, since: datetime, limit: int) -> list[tuple[ProjectId, RunId]]:
        """Return the runs of all projects that should be running but have sent no heartbeat after `since`.

        Runs that wait for a batch at a provider, or for outputs of an application, need no worker.
        """
        waits = select(RunChunkRow.number).where(
            RunChunkRow.run_id == RunRow.id, RunChunkRow.waiting
        )
        rows = await self._session.execute(
            select(RunRow.project_id, RunRow.id)
            .where(
                RunRow.state.in_(WORKING),
                func.coalesce(RunRow.heartbeat_at, RunRow.created_at) < since,
                ~waits.exists(),
            )
            .order_by(RunRow.heartbeat_at)
            .limit(limit)
        )
        return [(ProjectId(row.project_id), RunId(row.id)) for row in rows]

    async def due_to_resume(self, now: datetime, limit: int) -> list[tuple[ProjectId, RunId]]:
        """Return the paused runs, in all projects, that were to be resumed at a time up to `now`."""
        rows = await self._session.execute(
            select(RunRow.project_id, RunRow.id)
            .where(RunRow.resume_at <= now, RunRow.state == "paused")
            .order_by(RunRow.resume_at)
            .limit(limit)
        )
        return [(ProjectId(row.project_id), RunId(row.id)) for row in rows]

    async def resting(self, project: ProjectId, suite: UUID) -> list[RunId]:
        """Return the runs of a suite that are paused until the next day."""
        rows = await self._session.scalars(
            select(RunRow.id)
            .where(
                RunRow.project_id == project,
                RunRow.resume_at.is_not(None),
                RunRow.series.startswith(series_of_suite(suite)),
            )
            .order_by(RunRow.id)
        )
        return [RunId(row) for row in rows]

    async def add_scorers(
        self,
        project: ProjectId,
        run: RunId,
        scorers: Sequence[RunScorer],
        columns: int,
        at: datetime,
    ) -> None:
        del project
        if not scorers:
            return
        await self._session.execute(
            insert(RunScorerRow),
            [
                {
                    "run_id": run,
                    "number": scorer.number,
                    "name": scorer.name,
                    "spec": scorer.spec,
                    "added_at": at,
                }
                for scorer in scorers
            ],
        )
        await self._session.execute(
            upsert(RunScoreRow).on_conflict_do_nothing(),
            [
                {
                    "run_id": run,
                    "number": number,
                    "scorer": scorer.number,
                    **dict.fromkeys(SCORE, 0),
                }
                for scorer in scorers
                for number in range(columns)
            ],
        )

    async def scorers(self, project: ProjectId, run: RunId) -> list[RunScorer]:
        rows = await self._session.scalars(
            select(RunScorerRow)
            .join(RunRow, RunRow.id == RunScorerRow.run_id)
            .where(RunRow.project_id == project, RunScorerRow.run_id == run)
            .order_by(RunScorerRow.number)
        )
        return [from_row(RunScorer, row) for row in rows]

    async def make_partitions(self, months_ahead: int) -> int:
        made = await self._session.scalar(
            text("SELECT edison_make_partitions(:ahead)"), {"ahead": months_ahead}
        )
        return int(made or 0)


def _last_number(project: ProjectId) -> ColumnElement[int | None]:
    """Return the last run number, including deleted runs: a number is never reused."""
    newest = select(func.max(RunRow.number)).where(RunRow.project_id == project)
    deleted = select(func.max(DeletedRunRow.number)).where(DeletedRunRow.project_id == project)
    return func.greatest(newest.scalar_subquery(), deleted.scalar_subquery())


def _unique_series() -> AbstractContextManager[None]:
    return unique("uq_runs_series", AlreadyRunning("Another run of this series is active"))


def _to_run(row: RunRow) -> Run:
    return from_row(
        Run,
        row,
        plan=plan_from_json(row.plan),
        experiment=experiment_of(row.series),
        suite=suite_of(row.series),
        kept_by=row.kept_by_label,
        parameter_notes=notes_from_json(row.parameter_notes),
    )
