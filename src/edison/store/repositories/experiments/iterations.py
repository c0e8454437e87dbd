"""Iterations of one project's experiments."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from edison.domain.errors import AlreadyRunning, NotFound
from edison.domain.experiments.experiment import (
    Iteration,
    IterationVerdict,
    Note,
    NoteKind,
    stages_after,
)
from edison.domain.experiments.experiment_plan_json import FIGURE, NOTES, STAGES, VERDICT
from edison.domain.experiments.experiment_states import ACTIVE, ENDED, IterationState, check_move
from edison.domain.ids import ExperimentId, IterationId, ProjectId, RunId, VersionId
from edison.domain.results.run_summary import Figure
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.store.repositories.base import Repository
from edison.store.tables.experiments import IterationRow

ALREADY_RUNNING = "Experiment is already running. Wait for it to complete."

# Without reading the others: two who add a line at once both keep theirs.
NOTE = text(
    "UPDATE iterations SET notes = notes || CAST(:note AS jsonb) "
    "WHERE project_id = :project AND id = :iteration"
)


class Iterations(Repository):
    async def add(self, project: ProjectId, iteration: Iteration) -> None:
        """Refused while another one of the experiment is active, however many ask at once."""
        try:
            await self._session.execute(
                insert(IterationRow).values(
                    id=iteration.id,
                    project_id=project,
                    experiment_id=iteration.experiment,
                    number=iteration.number,
                    state=str(iteration.state),
                    run_id=iteration.run,
                    version_id=iteration.version,
                    version_number=iteration.version_number,
                    partial=iteration.partial,
                    problem=iteration.problem,
                    notes=NOTES.dump_python(iteration.notes, mode="json"),
                    stages=STAGES.dump_python(iteration.stages, mode="json"),
                    created_at=iteration.created_at,
                    started_at=iteration.started_at,
                )
            )
        except IntegrityError as error:
            if "uq_iterations" in str(error.orig):
                raise AlreadyRunning(ALREADY_RUNNING) from error
            raise

    async def next_number(self, project: ProjectId, experiment: ExperimentId) -> int:
        found = await self._session.scalar(
            select(func.max(IterationRow.number)).where(
                IterationRow.project_id == project, IterationRow.experiment_id == experiment
            )
        )
        return (found or 0) + 1

    async def get(
        self, project: ProjectId, iteration: IterationId, *, lock: bool = False
    ) -> Iteration:
        found = await self._one(project, lock, IterationRow.id == iteration)
        if found is None:
            raise NotFound("No such iteration in this project")
        return found

    async def of_run(
        self, project: ProjectId, run: RunId, *, lock: bool = False
    ) -> Iteration | None:
        return await self._one(project, lock, IterationRow.run_id == run)

    async def active(
        self, project: ProjectId, experiment: ExperimentId, *, lock: bool = False
    ) -> Iteration | None:
        """The one that is at work or paused."""
        states = [str(state) for state in ACTIVE]
        return await self._one(
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
        return await self._one(
            project,
            False,
            IterationRow.experiment_id == experiment,
            IterationRow.number == number,
        )

    async def all_of(self, project: ProjectId, experiment: ExperimentId) -> list[Iteration]:
        """Oldest first; there are some hundred at most."""
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
        """Newest first."""
        query = select(IterationRow).where(
            IterationRow.project_id == project, IterationRow.experiment_id == experiment
        )
        if page.after:
            query = query.where(IterationRow.number < page.key(row_number)[0])
        rows = await self._session.scalars(
            query.order_by(IterationRow.number.desc()).limit(page.limit + 1)
        )
        return page_of(
            [_to_iteration(row) for row in rows], page.limit, lambda found: (found.number,)
        )

    async def counts(
        self, project: ProjectId, experiments: Sequence[ExperimentId]
    ) -> dict[ExperimentId, int]:
        """How many iterations each has."""
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
        """Change the state of an iteration that is locked."""
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
        try:
            await self._change(project, iteration.id, **values)
        except IntegrityError as error:
            if "uq_iterations_active" in str(error.orig):
                raise AlreadyRunning(ALREADY_RUNNING) from error
            raise

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
        """Add a line to the timeline."""
        value = NOTES.dump_json((Note(at=at, kind=kind, text=said),)).decode()
        await self._session.execute(
            NOTE, {"project": project, "iteration": iteration, "note": value}
        )

    async def _one(self, project: ProjectId, lock: bool, *conditions: Any) -> Iteration | None:
        query = select(IterationRow).where(IterationRow.project_id == project, *conditions)
        if lock:
            query = query.with_for_update(key_share=True)
        row = await self._session.scalar(query.execution_options(populate_existing=True))
        return None if row is None else _to_iteration(row)

    async def _change(self, project: ProjectId, iteration: IterationId, **values: Any) -> None:
        await self._session.execute(
            update(IterationRow)
            .where(IterationRow.project_id == project, IterationRow.id == iteration)
            .values(**values)
            .execution_options(synchronize_session=False)
        )


def _to_iteration(row: IterationRow) -> Iteration:
    return Iteration(
        id=IterationId(row.id),
        experiment=ExperimentId(row.experiment_id),
        number=row.number,
        state=IterationState(row.state),
        run=None if row.run_id is None else RunId(row.run_id),
        version=VersionId(row.version_id),
        version_number=row.version_number,
        composite=None if row.composite is None else FIGURE.validate_python(row.composite),
        verdict=None if row.verdict is None else VERDICT.validate_python(row.verdict),
        gained=row.gained,
        partial=row.partial,
        problem=row.problem,
        notes=NOTES.validate_python(row.notes),
        stages=STAGES.validate_python(row.stages),
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
    )
