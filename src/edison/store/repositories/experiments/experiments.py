"""Repository of experiments."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, func, insert, select

from edison.domain.experiments.experiment import (
    CHECK,
    DRAW,
    TARGETS,
    CheckVerdict,
    Experiment,
    ExperimentTarget,
    plan_from_json,
    plan_to_json,
)
from edison.domain.experiments.experiment_plan import ExperimentPlan
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
)
from edison.kit.pagination import Page, PageRequest
from edison.store.repositories.base import Repository
from edison.store.repositories.row_mapping import from_row, to_columns
from edison.store.tables.experiments import ExperimentRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentFilter:
    """Filter of experiments. Archived experiments match only if the filter asks for that state."""

    states: Sequence[ExperimentState] = ()
    search: str = ""


class Experiments(Repository):
    async def next_number(self, project: ProjectId) -> int:
        """Return the next experiment number of the project; concurrent callers wait for a lock."""
        await self._lock(f"edison-experiment-number:{project}")
        return await self._next_number(ExperimentRow.number, ExperimentRow.project_id == project)

    async def add(self, project: ProjectId, experiment: Experiment) -> None:
        values = to_columns(
            ExperimentRow,
            experiment,
            project_id=project,
            plan=plan_to_json(experiment.plan),
            prompt_id=experiment.prompt,
            dataset_id=experiment.dataset,
            targets=TARGETS.dump_python(experiment.targets, mode="json"),
            check_verdict=None,
        )
        await self._session.execute(insert(ExperimentRow).values(values))

    async def get(
        self, project: ProjectId, experiment: ExperimentId, *, lock: bool = False
    ) -> Experiment:
        return _to_experiment(
            await self._get(ExperimentRow, project, experiment, "experiment", lock=lock)
        )

    async def page(
        self, project: ProjectId, wanted: ExperimentFilter, page: PageRequest
    ) -> Page[Experiment]:
        """List experiments, most recently changed first."""
        query = _wanted(select(ExperimentRow), project, wanted)
        keys = (ExperimentRow.updated_at, ExperimentRow.id)
        return await self._page(query, page, _to_experiment, *keys)

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
        """Save the editable fields and increment the revision. The caller must hold the lock."""
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
        await self._change(ExperimentRow, project, was.id, **values)

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
        """Save the final plan at the start of the experiment; all objects that the plan refers to must exist."""
        check_experiment_move(was.state, ExperimentState.RUNNING)
        await self._change(
            ExperimentRow,
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
        """Change the state of a locked experiment; with the current state, change only the reason for waiting."""
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
        await self._change(ExperimentRow, project, experiment.id, **values)

    async def set_champion(
        self, project: ProjectId, experiment: ExperimentId, champion: IterationId, at: datetime
    ) -> None:
        await self._change(
            ExperimentRow, project, experiment, champion_iteration=champion, updated_at=at
        )

    async def set_targets(
        self,
        project: ProjectId,
        experiment: ExperimentId,
        targets: Sequence[ExperimentTarget],
        at: datetime,
    ) -> None:
        value = TARGETS.dump_python(tuple(targets), mode="json")
        await self._change(ExperimentRow, project, experiment, targets=value, updated_at=at)

    async def set_plan(
        self, project: ProjectId, experiment: ExperimentId, plan: ExperimentPlan, at: datetime
    ) -> None:
        """Save a changed limit of a running experiment and increment the revision, which rejects concurrent edits."""
        await self._change(
            ExperimentRow,
            project,
            experiment,
            plan=plan_to_json(plan),
            revision=ExperimentRow.revision + 1,
            updated_at=at,
        )

    async def set_draw(self, project: ProjectId, experiment: ExperimentId, draw: CaseDraw) -> None:
        await self._change(
            ExperimentRow, project, experiment, case_draw=DRAW.dump_python(draw, mode="json")
        )

    async def set_check(
        self, project: ProjectId, experiment: ExperimentId, run: RunId, at: datetime
    ) -> None:
        await self._change(ExperimentRow, project, experiment, check_run=run, updated_at=at)

    async def set_check_verdict(
        self, project: ProjectId, experiment: ExperimentId, verdict: CheckVerdict, at: datetime
    ) -> None:
        value = CHECK.dump_python(verdict, mode="json")
        await self._change(ExperimentRow, project, experiment, check_verdict=value, updated_at=at)


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
    return from_row(
        Experiment,
        row,
        plan=plan_from_json(row.plan),
        prompt=row.prompt_id,
        dataset=row.dataset_id,
        targets=TARGETS.validate_python(row.targets),
        champion=row.champion_iteration,
        check_verdict=row.check_verdict and CHECK.validate_python(row.check_verdict),
        draw=row.case_draw and DRAW.validate_python(row.case_draw),
    )
