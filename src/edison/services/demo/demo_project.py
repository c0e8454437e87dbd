"""Create the demo project: a prompt gets better, then worse, and a monitor notices.

Each step looks for what exists and creates nothing twice. No step waits for a worker: the next call of
`advance_demo` continues with the steps that have become possible.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from edison.domain.datasets.dataset import DatasetKind
from edison.domain.demo import demo_story
from edison.domain.errors import NoSimulator, WrongState
from edison.domain.experiments.experiment_plan import (
    ExperimentPlan,
    JudgeChoice,
    Safety,
    StopRules,
)
from edison.domain.ids import ModelId, ProjectId
from edison.domain.judging.judge import EXAMS, USUAL_PARAMETERS, JudgeMode
from edison.domain.models.parameters import Parameters
from edison.domain.people.access import Actor, Permission, Role, allows
from edison.domain.people.label_protection import PRODUCTION, USUAL_PROTECTIONS
from edison.domain.people.project import DEMO_NAME, ProjectEdit
from edison.domain.prompts.prompt import Prompt, PromptKind
from edison.domain.runs.run_order import RunOrder, TargetChoice, VersionChoice
from edison.domain.runs.run_states import RunState
from edison.domain.suites.recipe import DatasetRef, PromptRef, Recipe, SuiteTarget
from edison.services.arena.leaderboard_commands import MakeBoard, make_board
from edison.services.context import Context
from edison.services.datasets.case_commands import AddCases, add_cases
from edison.services.datasets.dataset_commands import CreateDataset, create_dataset
from edison.services.demo.connect_simulator import connect_simulator, provide_models
from edison.services.demo.demo_progress import (
    MANY,
    NEEDED_MODELS,
    DemoProgress,
    load_demo_progress,
)
from edison.services.experiments.experiment_drafts import CreateExperiment, create_experiment
from edison.services.experiments.iteration_start import start_iteration
from edison.services.judging.judge_commands import WriteJudge, create_judge
from edison.services.judging.judge_examination import exam_spec
from edison.services.judging.rubrics import WriteRubric, create_rubric
from edison.services.monitoring.monitor_commands import (
    CreateMonitor,
    MonitorSettings,
    create_monitor,
    trigger_monitor,
)
from edison.services.people.project_creation import (
    CreateProject,
    ListProjects,
    create_project_with_owner,
    list_projects,
)
from edison.services.people.project_settings import EditProject, edit_project
from edison.services.prompts.prompt_commands import (
    CreatePrompt,
    EditPrompt,
    create_prompt,
    edit_prompt,
)
from edison.services.prompts.prompt_labels import move_label
from edison.services.prompts.prompt_versions import SaveVersion, save_version
from edison.services.runs.run_control import start_run
from edison.services.suites.suite_creation import CreateSuite, create_suite

# Other parameters than the runs have, so that its run is not chosen as their baseline.
EXPERIMENT_PARAMETERS = Parameters(max_tokens=600)
# More than the number of dependent steps; a step that changes nothing is not repeated endlessly.
MOST_ROUNDS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoProject:
    id: ProjectId
    slug: str


async def make_demo_project(ctx: Context, who: Actor) -> DemoProject:
    """Create or find the demo project of this person, and connect it to the simulator."""
    user = who.must_be_person()
    _require_simulator(ctx)
    async with ctx.write() as lock:
        await lock.users.hold_demo(user)
        project = await _find_project(ctx, who)
        if project is None:
            wanted = CreateProject(
                name=DEMO_NAME,
                description=demo_story.PROJECT_DESCRIPTION,
                # Protected after the label has its first version, for which there is no run.
                settings={"protected_labels": ()},
            )
            made = (await create_project_with_owner(ctx, who, wanted)).project
            project = DemoProject(id=made.id, slug=made.slug)
        owner = replace(who, roles={**who.roles, project.id: Role.OWNER})
        credential = await connect_simulator(ctx, owner, project.id)
        await provide_models(ctx, owner, project.id, credential.id, NEEDED_MODELS)
    return project


async def advance_demo(ctx: Context, who: Actor, project: ProjectId) -> DemoProgress:
    """Do every step of the demo that can be done now, and return the progress."""
    who.must(Permission.START_RUNS, project)
    _require_simulator(ctx)
    async with ctx.write() as lock:
        if not (await lock.projects.get(project)).is_demo:
            raise WrongState(
                "This project is not a demo project",
                advice="Open the demo project of your account.",
            )
        # Two concurrent calls would create everything twice: the second one only reads.
        may = await lock.projects.claim_demo(project)
        for _ in range(MOST_ROUNDS):
            found = await _progress(ctx, project)
            steps = _due_steps(found) if may else []
            if not steps:
                return found
            for step in steps:
                await step(_Stage(ctx=ctx, who=who, project=project, found=found))
    return await _progress(ctx, project)


def _require_simulator(ctx: Context) -> None:
    if ctx.gateway.simulator_url is None:
        raise NoSimulator("This installation runs no simulator, which the demo needs")


async def _find_project(ctx: Context, who: Actor) -> DemoProject | None:
    page = await list_projects(ctx, who, ListProjects(page=MANY, role=Role.OWNER))
    for card in page.items:
        if card.project.is_demo:
            return DemoProject(id=card.project.id, slug=card.project.slug)
    return None


async def _progress(ctx: Context, project: ProjectId) -> DemoProgress:
    async with ctx.read() as tx:
        return await load_demo_progress(tx, project)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stage:
    """What a step needs: the actor, the project, and what exists."""

    ctx: Context
    who: Actor
    project: ProjectId
    found: DemoProgress

    @property
    def prompt(self) -> Prompt:
        assert self.found.prompt is not None
        return self.found.prompt

    @property
    def targets(self) -> tuple[ModelId, ...]:
        return tuple(self.found.models[name] for name in demo_story.MODELS)

    @property
    def judge_spec(self) -> dict[str, object]:
        judge = self.found.judge
        assert judge is not None
        return {"kind": "judge", "judge": str(judge.judge), "version": judge.number}


_Step = Callable[[_Stage], Awaitable[object]]


def _due_steps(found: DemoProgress) -> list[_Step]:
    """Return the steps that can be done now; a step that waits for a worker does not block others."""
    if not found.has_models:
        return []
    may_run = found.can_run
    experiment, executions = found.experiment, len(found.executions)
    begun = experiment is not None and experiment.started_at is not None
    due: tuple[tuple[bool, _Step], ...] = (
        (found.prompt is None, _create_prompt),
        (found.prompt is not None and found.versions < 2, _save_next_version),
        (found.versions == 2 and _unlabelled(found), _label_second_version),
        (found.dataset is None, _create_dataset),
        (found.dataset is not None and found.dataset.cases == 0, _add_cases),
        (found.rubric is None, _create_rubric),
        (found.rubric is not None and found.judge is None, _create_judge),
        (may_run and found.first_run is None, _start_first_run),
        (may_run and experiment is None, _create_experiment),
        (experiment is not None and not begun, _start_experiment),
        (may_run and found.suite is None, _create_suite),
        (found.suite is not None and found.monitor is None, _create_monitor),
        (found.monitor is not None and not executions, _trigger_monitor),
        # The experiment and the monitor must have started with version 2.
        (found.versions == 2 and begun and executions > 0, _save_next_version),
        (found.versions == 3 and _draft_is_careless(found), _restore_draft),
        (found.versions > 2 and found.assessed == 1 and executions == 1, _trigger_monitor),
        (_is_completed(found) and found.board is None, _create_leaderboard),
    )
    return [step for is_due, step in due if is_due]


def _unlabelled(found: DemoProgress) -> bool:
    return found.prompt is not None and PRODUCTION not in found.prompt.labels


def _draft_is_careless(found: DemoProgress) -> bool:
    return found.prompt is not None and found.prompt.draft == demo_story.VERSIONS[2][0]


def _is_completed(found: DemoProgress) -> bool:
    return found.second_run is not None and found.second_run.state is RunState.COMPLETED


async def _create_prompt(at: _Stage) -> None:
    await create_prompt(
        at.ctx,
        at.who,
        CreatePrompt(
            project=at.project,
            name=demo_story.PROMPT_NAME,
            kind=PromptKind.GENERATOR,
            description=demo_story.DESCRIPTION,
            content=demo_story.VERSIONS[0][0],
        ),
    )


async def _save_next_version(at: _Stage) -> None:
    changelog = demo_story.VERSIONS[at.found.versions][1]
    await _write_draft(at, at.found.versions)
    await save_version(
        at.ctx,
        at.who,
        SaveVersion(project=at.project, prompt=at.prompt.id, changelog=changelog),
    )


async def _restore_draft(at: _Stage) -> None:
    """Set the draft to the text of the production version, which people then edit."""
    await _write_draft(at, 1)


async def _write_draft(at: _Stage, place: int) -> None:
    await edit_prompt(
        at.ctx,
        at.who,
        EditPrompt(
            project=at.project,
            prompt=at.prompt.id,
            content=demo_story.VERSIONS[place][0],
            revision=at.prompt.revision,
        ),
    )


async def _label_second_version(at: _Stage) -> None:
    """Move the label, then protect it, so that the visitor promotes the next version."""
    await move_label(at.ctx, at.who, at.project, at.prompt.id, PRODUCTION, 2)
    if allows(at.who.roles[at.project], Permission.MANAGE_SETTINGS):
        edit = ProjectEdit(settings={"protected_labels": USUAL_PROTECTIONS})
        await edit_project(at.ctx, at.who, EditProject(project=at.project, edit=edit))


async def _create_dataset(at: _Stage) -> None:
    await create_dataset(
        at.ctx,
        at.who,
        CreateDataset(
            project=at.project,
            name=demo_story.DATASET_NAME,
            kind=DatasetKind.GOLDEN,
            description=demo_story.DESCRIPTION,
        ),
    )


async def _add_cases(at: _Stage) -> None:
    assert at.found.dataset is not None
    cases = AddCases(project=at.project, dataset=at.found.dataset.id, contents=demo_story.CASES)
    await add_cases(at.ctx, at.who, cases)


async def _create_rubric(at: _Stage) -> None:
    rubric = WriteRubric(
        project=at.project, name=demo_story.RUBRIC_NAME, criteria=demo_story.CRITERIA
    )
    await create_rubric(at.ctx, at.who, rubric)


async def _create_judge(at: _Stage) -> None:
    assert at.found.rubric is not None
    judge = WriteJudge(
        project=at.project,
        name=demo_story.JUDGE_NAME,
        mode=JudgeMode.POINTWISE,
        model=at.found.models[demo_story.JUDGE_MODEL],
        parameters=USUAL_PARAMETERS,
        goal=demo_story.GOAL,
        rubric=at.found.rubric.id,
        rubric_version=at.found.rubric.number,
        instructions="",
        uses_reference=False,
        pass_at=0.5,
    )
    await create_judge(at.ctx, at.who, judge)


async def _start_first_run(at: _Stage) -> None:
    """Start the run of version 1, which includes the exams of the judge's passport."""
    judge, dataset = at.found.judge, at.found.dataset
    assert judge is not None
    assert dataset is not None
    exams = tuple(
        exam_spec(judge.judge, judge.number, exam, demo_story.EXAM_CELLS) for exam in EXAMS
    )
    order = RunOrder(
        project=at.project,
        versions=(VersionChoice(prompt=at.prompt.id, number=1),),
        targets=tuple(TargetChoice(model=model) for model in at.targets),
        dataset=dataset.id,
        scorers=(at.judge_spec, *exams),
        name=demo_story.FIRST_RUN_NAME,
    )
    await start_run(at.ctx, at.who, order)


async def _create_experiment(at: _Stage) -> None:
    judge, rubric, dataset = at.found.judge, at.found.rubric, at.found.dataset
    assert judge is not None
    assert rubric is not None
    assert dataset is not None

    def plan(usual: ExperimentPlan) -> ExperimentPlan:
        return replace(
            usual,
            goal=demo_story.GOAL,
            criteria=demo_story.CRITERIA,
            rubric=rubric.id,
            rubric_version=rubric.number,
            prompt=at.prompt.id,
            content=demo_story.VERSIONS[1][0],
            dataset=dataset.id,
            targets=(TargetChoice(model=at.targets[-1], parameters=EXPERIMENT_PARAMETERS),),
            judges=(JudgeChoice(judge=judge.judge, version=judge.number),),
            refiner=at.found.models[demo_story.REFINER_MODEL],
            safety=Safety(pii=False, jailbreak=False, toxicity=False),
            stop_rules=StopRules(max_iterations=5),
        )

    draft = CreateExperiment(
        project=at.project,
        name=demo_story.EXPERIMENT_NAME,
        description=demo_story.DESCRIPTION,
        template=None,
        change=plan,
    )
    await create_experiment(at.ctx, at.who, draft)


async def _start_experiment(at: _Stage) -> None:
    assert at.found.experiment is not None
    await start_iteration(at.ctx, at.who, at.project, at.found.experiment.id, None)


async def _create_suite(at: _Stage) -> None:
    """Create a suite of the newest version, so that a bad version is noticed before it is labelled."""
    assert at.found.dataset is not None
    suite = CreateSuite(
        project=at.project,
        name=demo_story.SUITE_NAME,
        description=demo_story.DESCRIPTION,
        recipe=Recipe(
            prompts=(PromptRef(prompt=at.prompt.id),),
            dataset=DatasetRef(id=at.found.dataset.id),
            targets=tuple(SuiteTarget(model=model) for model in at.targets),
            scorers=(at.judge_spec,),
        ),
    )
    await create_suite(at.ctx, at.who, suite)


async def _create_monitor(at: _Stage) -> None:
    assert at.found.suite is not None
    settings = MonitorSettings(name=demo_story.MONITOR_NAME, cron=demo_story.MONITOR_CRON)
    wanted = CreateMonitor(project=at.project, suite=at.found.suite.id, settings=settings)
    await create_monitor(at.ctx, at.who, wanted)


async def _trigger_monitor(at: _Stage) -> None:
    assert at.found.monitor is not None
    await trigger_monitor(at.ctx, at.who, at.project, at.found.monitor.id)


async def _create_leaderboard(at: _Stage) -> None:
    assert at.found.second_run is not None
    board = MakeBoard(
        project=at.project, name=demo_story.BOARD_NAME, runs=(at.found.second_run.id,)
    )
    await make_board(at.ctx, at.who, board)
