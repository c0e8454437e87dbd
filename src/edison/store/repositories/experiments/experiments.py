"""Experiments of one project."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, func, insert, select, text, tuple_, update

from edison.domain.errors import NotFound
from edison.domain.experiments.experiment import CheckVerdict, Experiment, ExperimentTarget
from edison.domain.experiments.experiment_plan import ExperimentPlan
from edison.domain.experiments.experiment_plan_json import (
    CHECK,
    DRAW,
    TARGETS,
    plan_from_json,
    plan_to_json,
)
from edison.domain.experiments.experiment_splits import CaseDraw
from edison.domain.experiments.experiment_states import ExperimentState, check_experiment_move
from edison.domain.experiments.stop_rules import Stop
from edison.domain.ids import (
    DatasetId,
    ExperimentId,
    IterationId,
    ProjectId,
    PromptId,
    RunId,
    UserId,
)
from edison.kit.pagination import Page, PageRequest, page_of
from edison.store.repositories.base import Repository
from edison.store.tables.experiments import ExperimentRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentFilter:
    """Archived ones only when they are asked for."""

    states: Sequence[ExperimentState] = ()
    search: str = ""


class Experiments(Repository):
    async def next_number(self, project: ProjectId) -> int:
        """Number experiments of a project one by one; whoever makes two at once waits a moment."""
        await self._session.execute(
            text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"),
            {"name": f"edison-experiment-number:{project}"},
        )
        found = await self._session.scalar(
            select(func.max(ExperimentRow.number)).where(ExperimentRow.project_id == project)
        )
        return (found or 0) + 1

    async def add(self, project: ProjectId, experiment: Experiment) -> None:
        await self._session.execute(
            insert(ExperimentRow).values(
                id=experiment.id,
                project_id=project,
                number=experiment.number,
                name=experiment.name,
                description=experiment.description,
                state=str(experiment.state),
                plan=plan_to_json(experiment.plan),
                step=experiment.step,
                revision=experiment.revision,
                prompt_id=experiment.prompt,
                dataset_id=experiment.dataset,
                targets=TARGETS.dump_python(experiment.targets, mode="json"),
                waiting_for=experiment.waiting_for,
                created_by=experiment.created_by,
                created_by_label=experiment.created_by_label,
                created_at=experiment.created_at,
                updated_at=experiment.updated_at,
            )
        )

    async def get(
        self, project: ProjectId, experiment: ExperimentId, *, lock: bool = False
    ) -> Experiment:
        query = select(ExperimentRow).where(
            ExperimentRow.project_id == project, ExperimentRow.id == experiment
        )
        if lock:
            query = query.with_for_update(key_share=True)
        row = await self._session.scalar(query.execution_options(populate_existing=True))
        if row is None:
            raise NotFound("No such experiment in this project")
        return _to_experiment(row)

    async def of_check_run(self, project: ProjectId, run: RunId) -> ExperimentId | None:
        """The experiment that this run checks on its hold-out."""
        found = await self._session.scalar(
            select(ExperimentRow.id).where(
                ExperimentRow.project_id == project, ExperimentRow.check_run == run
            )
        )
        return None if found is None else ExperimentId(found)

    async def page(
        self, project: ProjectId, wanted: ExperimentFilter, page: PageRequest
    ) -> Page[Experiment]:
        """The latest change first."""
        query = _wanted(select(ExperimentRow), project, wanted)
        if page.after:
            query = query.where(
                tuple_(ExperimentRow.updated_at, ExperimentRow.id)
                < tuple_(*page.key(datetime.fromisoformat, UUID))
            )
        rows = await self._session.scalars(
            query.order_by(ExperimentRow.updated_at.desc(), ExperimentRow.id.desc()).limit(
                page.limit + 1
            )
        )
        return page_of(
            [_to_experiment(row) for row in rows],
            page.limit,
            lambda found: (found.updated_at, found.id),
        )

    async def count(self, project: ProjectId, wanted: ExperimentFilter) -> int:
        query = _wanted(select(func.count()).select_from(ExperimentRow), project, wanted)
        return int(await self._session.scalar(query) or 0)

    async def edit(
        self,
        project: ProjectId,
        was: Experiment,
        *,
        name: str,
        description: str,
        step: int,
        plan: ExperimentPlan,
        at: datetime,
        targets: tuple[ExperimentTarget, ...] | None = None,
    ) -> None:
        """Change what a person wrote, as the next revision. Who calls holds the lock."""
        values: dict[str, Any] = {
            "name": name,
            "description": description,
            "step": step,
            "plan": plan_to_json(plan),
            "revision": was.revision + 1,
            "dataset_id": plan.dataset,
            "prompt_id": plan.prompt or was.prompt,
            "updated_at": at,
        }
        if targets is not None:
            values["targets"] = TARGETS.dump_python(targets, mode="json")
        await self._change(project, was.id, **values)

    async def freeze(
        self,
        project: ProjectId,
        was: Experiment,
        *,
        plan: ExperimentPlan,
        prompt: PromptId,
        dataset: DatasetId | None,
        targets: tuple[ExperimentTarget, ...],
        at: datetime,
    ) -> None:
        """Start it: what was missing is made by now, and the plan names it."""
        check_experiment_move(was.state, ExperimentState.RUNNING)
        await self._change(
            project,
            was.id,
            state=str(ExperimentState.RUNNING),
            plan=plan_to_json(plan),
            prompt_id=prompt,
            dataset_id=dataset,
            targets=TARGETS.dump_python(targets, mode="json"),
            revision=was.revision + 1,
            waiting_for=None,
            started_at=at,
            updated_at=at,
        )

    async def move(
        self,
        project: ProjectId,
        experiment: Experiment,
        state: ExperimentState,
        at: datetime,
        *,
        waiting_for: str | None = None,
        stop: Stop | None = None,
    ) -> None:
        """Change the state of an experiment that is locked; the same state again only changes what it waits for."""
        if state is not experiment.state:
            check_experiment_move(experiment.state, state)
        values: dict[str, Any] = {
            "state": str(state),
            "waiting_for": waiting_for,
            "updated_at": at,
        }
        if stop is not None:
            values |= {"end_kind": stop.kind, "end_reason": stop.sentence}
        if state is ExperimentState.COMPLETED:
            values["ended_at"] = at
        await self._change(project, experiment.id, **values)

    async def set_champion(
        self, project: ProjectId, experiment: ExperimentId, champion: IterationId, at: datetime
    ) -> None:
        await self._change(project, experiment, champion_iteration=champion, updated_at=at)

    async def set_targets(
        self,
        project: ProjectId,
        experiment: ExperimentId,
        targets: Sequence[ExperimentTarget],
        at: datetime,
    ) -> None:
        value = TARGETS.dump_python(tuple(targets), mode="json")
        await self._change(project, experiment, targets=value, updated_at=at)

    async def set_plan(
        self, project: ProjectId, experiment: ExperimentId, plan: ExperimentPlan, at: datetime
    ) -> None:
        """Change a limit while it runs; what someone else is editing meanwhile is refused as out of date."""
        await self._change(
            project,
            experiment,
            plan=plan_to_json(plan),
            revision=ExperimentRow.revision + 1,
            updated_at=at,
        )

    async def set_draw(self, project: ProjectId, experiment: ExperimentId, draw: CaseDraw) -> None:
        await self._change(project, experiment, case_draw=DRAW.dump_python(draw, mode="json"))

    async def set_check(
        self, project: ProjectId, experiment: ExperimentId, run: RunId, at: datetime
    ) -> None:
        await self._change(project, experiment, check_run=run, updated_at=at)

    async def set_check_verdict(
        self, project: ProjectId, experiment: ExperimentId, verdict: CheckVerdict, at: datetime
    ) -> None:
        value = CHECK.dump_python(verdict, mode="json")
        await self._change(project, experiment, check_verdict=value, updated_at=at)

    async def _change(self, project: ProjectId, experiment: ExperimentId, **values: Any) -> None:
        await self._session.execute(
            update(ExperimentRow)
            .where(ExperimentRow.project_id == project, ExperimentRow.id == experiment)
            .values(**values)
            .execution_options(synchronize_session=False)
        )


def _wanted(query: Select[Any], project: ProjectId, wanted: ExperimentFilter) -> Select[Any]:
    query = query.where(ExperimentRow.project_id == project)
    if wanted.states:
        query = query.where(ExperimentRow.state.in_([str(state) for state in wanted.states]))
    else:
        query = query.where(ExperimentRow.state != str(ExperimentState.ARCHIVED))
    if wanted.search:
        query = query.where(
            ExperimentRow.name.icontains(wanted.search, autoescape=True)
            | ExperimentRow.description.icontains(wanted.search, autoescape=True)
        )
    return query


def _to_experiment(row: ExperimentRow) -> Experiment:
    return Experiment(
        id=ExperimentId(row.id),
        number=row.number,
        name=row.name,
        description=row.description,
        state=ExperimentState(row.state),
        plan=plan_from_json(row.plan),
        step=row.step,
        revision=row.revision,
        prompt=None if row.prompt_id is None else PromptId(row.prompt_id),
        dataset=None if row.dataset_id is None else DatasetId(row.dataset_id),
        targets=TARGETS.validate_python(row.targets),
        end_kind=row.end_kind,
        end_reason=row.end_reason,
        waiting_for=row.waiting_for,
        champion=None if row.champion_iteration is None else IterationId(row.champion_iteration),
        check_run=None if row.check_run is None else RunId(row.check_run),
        check_verdict=None
        if row.check_verdict is None
        else CHECK.validate_python(row.check_verdict),
        created_by=None if row.created_by is None else UserId(row.created_by),
        created_by_label=row.created_by_label,
        created_at=row.created_at,
        updated_at=row.updated_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        draw=None if row.case_draw is None else DRAW.validate_python(row.case_draw),
    )
