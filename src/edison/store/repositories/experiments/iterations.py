"""Repository of the iterations of experiments."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, insert, select, text

from edison.domain.errors import AlreadyRunning
from edison.domain.experiments.experiment import (
    FIGURE,
    NOTES,
    STAGES,
    VERDICT,
    Iteration,
    IterationVerdict,
    Note,
    NoteKind,
    stages_after,
)
from edison.domain.experiments.experiment_states import ACTIVE, ENDED, IterationState, check_move
from edison.domain.ids import ExperimentId, IterationId, ProjectId, RunId
from edison.domain.results.run_summary import Figure
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository, unique
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.experiments import IterationRow

ALREADY_RUNNING = "Experiment is already running. Wait for it to complete."

# Appends without reading the others, so that two concurrent lines are both kept.
NOTE = text(
    "UPDATE iterations SET notes = notes || CAST(:note AS jsonb) "
    "WHERE project_id = :project AND id = :iteration"
)


class Iterations(Repository):
    async def add(self, project: ProjectId, iteration: Iteration) -> None:
        """Add an iteration; the database rejects it while another iteration of the experiment is active."""
        values = to_columns(
            IterationRow,
            iteration,
            project_id=project,
            experiment_id=iteration.experiment,
            run_id=iteration.run,
            version_id=iteration.version,
            composite=None,
            verdict=None,
            notes=NOTES.dump_python(iteration.notes, mode="json"),
            stages=STAGES.dump_python(iteration.stages, mode="json"),
        )
        with unique("uq_iterations", AlreadyRunning(ALREADY_RUNNING)):
            await self._session.execute(insert(IterationRow).values(values))

    async def next_number(self, project: ProjectId, experiment: ExperimentId) -> int:
        return await self._next_number(
            IterationRow.number,
            IterationRow.project_id == project,
            IterationRow.experiment_id == experiment,
        )

    async def get(
        self, project: ProjectId, iteration: IterationId, *, lock: bool = False
    ) -> Iteration:
        return _to_iteration(
            await self._get(IterationRow, project, iteration, "iteration", lock=lock)
        )

    async def of_run(
        self, project: ProjectId, run: RunId, *, lock: bool = False
    ) -> Iteration | None:
        return await self._iteration(project, lock, IterationRow.run_id == run)

    async def active(
        self, project: ProjectId, experiment: ExperimentId, *, lock: bool = False
    ) -> Iteration | None:
        """Return the experiment's iteration that is running or paused, if any."""
        states = [str(state) for state in ACTIVE]
        return await self._iteration(
            project,
            lock,
            IterationRow.experiment_id == experiment,
            IterationRow.state.in_(states),
        )

    async def last(
        self, project: ProjectId, experiment: ExperimentId, *, lock: bool = False
    ) -> Iteration | None:
        query = (
            select(IterationRow.id)
            .where(IterationRow.project_id == project, IterationRow.experiment_id == experiment)
            .order_by(IterationRow.number.desc())
            .limit(1)
        )
        found = await self._session.scalar(query)
        return None if found is None else await self.get(project, IterationId(found), lock=lock)

    async def by_number(
        self, project: ProjectId, experiment: ExperimentId, number: int
    ) -> Iteration | None:
        return await self._iteration(
            project,
            False,
            IterationRow.experiment_id == experiment,
            IterationRow.number == number,
        )

    async def all_of(self, project: ProjectId, experiment: ExperimentId) -> list[Iteration]:
        """Return all iterations, oldest first; there are a few hundred at most."""
        rows = await self._session.scalars(
            select(IterationRow)
            .where(IterationRow.project_id == project, IterationRow.experiment_id == experiment)
            .order_by(IterationRow.number)
            .execution_options(populate_existing=True)
        )
        return [_to_iteration(row) for row in rows]

    async def page(
        self, project: ProjectId, experiment: ExperimentId, page: PageRequest
    ) -> Page[Iteration]:
        """List iterations, newest first."""
        query = select(IterationRow).where(
            IterationRow.project_id == project, IterationRow.experiment_id == experiment
        )
        return await self._page(query, page, _to_iteration, IterationRow.number)

    async def counts(
        self, project: ProjectId, experiments: Sequence[ExperimentId]
    ) -> dict[ExperimentId, int]:
        """Return the number of iterations of each experiment."""
        rows = await self._session.execute(
            select(IterationRow.experiment_id, func.count())
            .where(
                IterationRow.project_id == project,
                IterationRow.experiment_id.in_(list(experiments)),
            )
            .group_by(IterationRow.experiment_id)
        )
        return {ExperimentId(experiment): count for experiment, count in rows}

    async def get_many(
        self, project: ProjectId, iterations: Sequence[IterationId]
    ) -> dict[IterationId, Iteration]:
        rows = await self._session.scalars(
            select(IterationRow).where(
                IterationRow.project_id == project, IterationRow.id.in_(list(iterations))
            )
        )
        return {IterationId(row.id): _to_iteration(row) for row in rows}

    async def move(
        self,
        project: ProjectId,
        iteration: Iteration,
        state: IterationState,
        at: datetime,
        *,
        problem: str | None = None,
        partial: bool | None = None,
    ) -> None:
        """Change the state of a locked iteration."""
        check_move(iteration.state, state)
        values: dict[str, Any] = {
            "state": str(state),
            "problem": problem,
            "stages": STAGES.dump_python(stages_after(iteration.stages, state, at), mode="json"),
        }
        if state is IterationState.EXECUTING and iteration.started_at is None:
            values["started_at"] = at
        if state in ENDED:
            values["finished_at"] = at
        elif iteration.finished_at is not None:
            values["finished_at"] = None
        if partial is not None:
            values["partial"] = partial
        with unique("uq_iterations_active", AlreadyRunning(ALREADY_RUNNING)):
            await self._change(IterationRow, project, iteration.id, **values)

    async def score(
        self,
        project: ProjectId,
        iteration: IterationId,
        *,
        composite: Figure | None,
        verdict: IterationVerdict | None,
        gained: bool | None,
        partial: bool = False,
    ) -> None:
        await self._change(
            IterationRow,
            project,
            iteration,
            composite=None if composite is None else FIGURE.dump_python(composite, mode="json"),
            verdict=None if verdict is None else VERDICT.dump_python(verdict, mode="json"),
            gained=gained,
            partial=partial,
        )

    async def note(
        self, project: ProjectId, iteration: IterationId, kind: NoteKind, said: str, at: datetime
    ) -> None:
        """Add a line to the timeline of an iteration."""
        value = NOTES.dump_json((Note(at=at, kind=kind, text=said),)).decode()
        await self._session.execute(
            NOTE, {"project": project, "iteration": iteration, "note": value}
        )

    async def _iteration(
        self, project: ProjectId, lock: bool, *conditions: Any
    ) -> Iteration | None:
        ours = IterationRow.project_id == project
        row = await self._find(IterationRow, ours, *conditions, lock=lock)
        return None if row is None else _to_iteration(row)


def _to_iteration(row: IterationRow) -> Iteration:
    return from_row(
        Iteration,
        row,
        experiment=row.experiment_id,
        run=row.run_id,
        version=row.version_id,
        composite=row.composite and FIGURE.validate_python(row.composite),
        verdict=row.verdict and VERDICT.validate_python(row.verdict),
        notes=NOTES.validate_python(row.notes),
        stages=STAGES.validate_python(row.stages),
    )
