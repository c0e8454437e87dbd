"""Find what the demo of a project has made so far, by the names in domain/demo/demo_story.py."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from uuid import UUID

from edison.domain.alerts.alert import Alert
from edison.domain.datasets.dataset import Dataset
from edison.domain.demo import demo_story
from edison.domain.experiments.experiment import Experiment
from edison.domain.ids import BoardId, ModelId, ProjectId
from edison.domain.judging.judge import JudgeVersion
from edison.domain.judging.rubric import RubricVersion
from edison.domain.models.provider import Provider
from edison.domain.monitoring.monitor import Monitor
from edison.domain.prompts.prompt import Prompt, PromptKind
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import RunState
from edison.domain.suites.execution import ENDED, Execution, ExecutionState
from edison.domain.suites.suite import Suite
from edison.kit.pagination import PageRequest, decode_cursor
from edison.store.repositories.alerts.alerts import AlertFilter
from edison.store.repositories.datasets.datasets import DatasetFilter
from edison.store.repositories.experiments.experiments import ExperimentFilter
from edison.store.repositories.models.catalog_models import ModelFilter
from edison.store.repositories.monitoring.monitors import MonitorFilter
from edison.store.repositories.prompts.prompts import PromptFilter
from edison.store.unit_of_work import ReadTx

MANY = PageRequest(limit=100)
NEEDED_MODELS = (*demo_story.MODELS, demo_story.JUDGE_MODEL)
STOPPED = (RunState.PAUSED, RunState.FAILED, RunState.CANCELLED)


class StepState(StrEnum):
    DONE = "done"
    # A worker is working on it.
    WORKING = "working"
    # An earlier step is not done yet.
    WAITING = "waiting"


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoStep:
    key: str
    title: str
    state: StepState
    # Why the step does not end by itself.
    problem: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoProgress:
    """What the demo has created so far. None: not created yet."""

    models: dict[str, ModelId] = field(default_factory=dict[str, ModelId])
    prompt: Prompt | None = None
    dataset: Dataset | None = None
    rubric: RubricVersion | None = None
    judge: JudgeVersion | None = None
    # Version 1, started by the demo; versions 2 and 3 are run by the monitor.
    first_run: Run | None = None
    second_run: Run | None = None
    third_run: Run | None = None
    # The newest run of a version that a person wrote.
    own_run: Run | None = None
    board: BoardId | None = None
    experiment: Experiment | None = None
    suggestion: UUID | None = None
    suite: Suite | None = None
    monitor: Monitor | None = None
    # Oldest first.
    executions: tuple[Execution, ...] = ()
    # How many of the executions the monitor has assessed, from the first on.
    assessed: int = 0
    alert: Alert | None = None

    @property
    def has_models(self) -> bool:
        return set(NEEDED_MODELS) <= self.models.keys()

    @property
    def versions(self) -> int:
        return 0 if self.prompt is None else self.prompt.latest

    @property
    def can_run(self) -> bool:
        """Return whether models, two versions, cases and the judge exist."""
        has_cases = self.dataset is not None and self.dataset.cases > 0
        return self.has_models and self.versions >= 2 and has_cases and self.judge is not None

    @property
    def is_ready(self) -> bool:
        return all(step.state is StepState.DONE for step in self.steps())

    def steps(self) -> tuple[DemoStep, ...]:
        states = {
            "models": _made(self.has_models),
            "prompt": _made(self.versions >= 2),
            "dataset": _made(self.dataset is not None and self.dataset.cases > 0),
            "judge": _made(self.judge is not None),
            "comparison": _of_runs(self.first_run, self.second_run),
            "passport": _of_runs(self.first_run),
            "leaderboard": _made(self.board is not None),
            "experiment": self._experiment(),
            "monitor": self._assessed(1),
            "alert": StepState.DONE if self.alert is not None else self._alert(),
        }
        return tuple(
            DemoStep(key=key, title=title, state=states[key], problem=self._problem(key))
            for key, title in demo_story.STEPS.items()
        )

    def _experiment(self) -> StepState:
        if self.experiment is None or self.experiment.started_at is None:
            return StepState.WAITING
        # A person may have ended the experiment before it made a suggestion.
        over = self.suggestion is not None or self.experiment.ended_at is not None
        return StepState.DONE if over else StepState.WORKING

    def _assessed(self, number: int) -> StepState:
        if self.assessed >= number:
            return StepState.DONE
        return StepState.WORKING if len(self.executions) >= number else StepState.WAITING

    def _alert(self) -> StepState:
        return StepState.WORKING if len(self.executions) > 1 else StepState.WAITING

    def _problem(self, key: str) -> str | None:
        runs = {
            "comparison": (self.first_run, self.second_run),
            "passport": (self.first_run,),
        }.get(key, ())
        for run in runs:
            if run is not None and run.state in STOPPED:
                return run.problem or f"Run {run.number} is {run.state}."
        place = {"monitor": 0, "alert": 1}.get(key)
        if place is None or len(self.executions) <= place:
            return None
        execution = self.executions[place]
        if execution.state in ENDED and execution.state is not ExecutionState.COMPLETED:
            return execution.problem or f"Run {execution.number} of the suite {execution.state}."
        if key == "alert" and self.alert is None and self.assessed > place:
            return "The monitor found nothing wrong with version 3."
        return None


def _made(made: bool) -> StepState:
    return StepState.DONE if made else StepState.WAITING


def _of_runs(*runs: Run | None) -> StepState:
    if any(run is None for run in runs):
        return StepState.WAITING
    done = all(run is not None and run.state is RunState.COMPLETED for run in runs)
    return StepState.DONE if done else StepState.WORKING


async def load_demo_progress(tx: ReadTx, project: ProjectId) -> DemoProgress:
    prompt = await _prompt(tx, project)
    runs = _RunsByPeople() if prompt is None else await _runs_by_people(tx, project, prompt)
    suite = await tx.suites.by_name(project, demo_story.SUITE_NAME)
    monitor = None if suite is None else await _monitor(tx, project, suite)
    executions = () if monitor is None else await _executions(tx, project, monitor)
    experiment = await _experiment(tx, project)
    watched = [await tx.runs.get(project, one.run) for one in executions[:2] if one.run]
    second, third = (*watched, None, None)[:2]
    rubrics = (await tx.rubrics.page(project, MANY)).items
    judges = (await tx.judges.page(project, MANY)).items
    boards = (await tx.boards.page(project, MANY)).items
    return DemoProgress(
        models=await _models(tx, project),
        prompt=prompt,
        dataset=await _dataset(tx, project),
        rubric=next((one for one in rubrics if one.name == demo_story.RUBRIC_NAME), None),
        judge=next((one for one in judges if one.name == demo_story.JUDGE_NAME), None),
        first_run=runs.first,
        second_run=second,
        third_run=third,
        own_run=runs.own,
        board=next(
            (one.board.id for one in boards if one.board.name == demo_story.BOARD_NAME), None
        ),
        experiment=experiment,
        suggestion=None if experiment is None else await _suggestion(tx, project, experiment),
        suite=suite,
        monitor=monitor,
        executions=executions,
        assessed=await _assessed(tx, project, executions),
        alert=None if monitor is None else await _alert(tx, project, monitor),
    )


async def _models(tx: ReadTx, project: ProjectId) -> dict[str, ModelId]:
    page = await tx.catalog.page(project, ModelFilter(search="sim-"), MANY)
    return {model.name: model.id for model in page.items if model.provider is Provider.SIMULATED}


async def _prompt(tx: ReadTx, project: ProjectId) -> Prompt | None:
    wanted = PromptFilter(search=demo_story.PROMPT_NAME, kind=PromptKind.GENERATOR)
    for card in (await tx.prompts.page(project, wanted, MANY)).items:
        if card.name == demo_story.PROMPT_NAME:
            return await tx.prompts.get(project, card.id)
    return None


async def _dataset(tx: ReadTx, project: ProjectId) -> Dataset | None:
    wanted = DatasetFilter(search=demo_story.DATASET_NAME)
    found = (await tx.datasets.page(project, wanted, MANY)).items
    return next((one for one in found if one.name == demo_story.DATASET_NAME), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _RunsByPeople:
    # The oldest of its name, because a repeated run has the same name.
    first: Run | None = None
    # The newest run of a version that the demo did not write.
    own: Run | None = None


async def _runs_by_people(tx: ReadTx, project: ProjectId, prompt: Prompt) -> _RunsByPeople:
    found = _RunsByPeople()
    page = MANY
    while True:
        runs = await tx.runs.page(project, page, prompt=prompt.id)
        for run in runs.items:
            if run.name == demo_story.FIRST_RUN_NAME:
                found = replace(found, first=run)
            if found.own is None and _is_own(run):
                found = replace(found, own=run)
        if runs.next_cursor is None:
            return found
        page = PageRequest(limit=MANY.limit, after=decode_cursor(runs.next_cursor))


def _is_own(run: Run) -> bool:
    made_by_demo = run.experiment is not None or run.suite is not None
    newest = max((column.number for column in run.plan.columns), default=0)
    return not made_by_demo and newest > len(demo_story.VERSIONS)


async def _monitor(tx: ReadTx, project: ProjectId, suite: Suite) -> Monitor | None:
    found = (await tx.monitors.page(project, MonitorFilter(suite=suite.id), MANY)).items
    return next((one.monitor for one in found if one.monitor.name == demo_story.MONITOR_NAME), None)


async def _executions(tx: ReadTx, project: ProjectId, monitor: Monitor) -> tuple[Execution, ...]:
    found = await tx.executions.page(project, monitor.suite, MANY, monitor=monitor.id)
    return tuple(reversed(found.items))


async def _assessed(tx: ReadTx, project: ProjectId, executions: Sequence[Execution]) -> int:
    """Count assessed executions among the two that the demo starts; the schedule starts more later."""
    count = 0
    for execution in executions[:2]:
        if not await tx.points.has_points(project, execution.id):
            break
        count += 1
    return count


async def _alert(tx: ReadTx, project: ProjectId, monitor: Monitor) -> Alert | None:
    found = await tx.alerts.page(project, AlertFilter(monitor=monitor.id), MANY)
    return found.items[-1] if found.items else None


async def _experiment(tx: ReadTx, project: ProjectId) -> Experiment | None:
    wanted = ExperimentFilter(search=demo_story.EXPERIMENT_NAME)
    found = (await tx.experiments.page(project, wanted, MANY)).items
    return next((one for one in found if one.name == demo_story.EXPERIMENT_NAME), None)


async def _suggestion(tx: ReadTx, project: ProjectId, experiment: Experiment) -> UUID | None:
    """Return the first suggestion of the experiment, whether or not it has been reviewed."""
    found = (await tx.suggestions.page(project, None, MANY)).items
    return min((one.id for one in found if one.experiment == experiment.id), default=None)
