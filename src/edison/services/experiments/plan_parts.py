"""Create the missing parts of an experiment when it starts: holdout, splits, rubric, prompt version, judges."""

from dataclasses import replace

from edison.domain.datasets.dataset import Split
from edison.domain.errors import NotFound
from edison.domain.events import JUDGE_CREATED, RUBRIC_CREATED
from edison.domain.experiments.experiment import Experiment
from edison.domain.experiments.experiment_plan import JudgeChoice
from edison.domain.experiments.experiment_splits import (
    CaseDraw,
    ExperimentSplit,
    draw_validation,
    seed_of,
)
from edison.domain.ids import RubricId
from edison.domain.judging.judge import MOST_NAME as MOST_JUDGE_NAME
from edison.domain.judging.judge import JudgeVersion, check_content
from edison.domain.judging.rubric import MOST_NAME as MOST_RUBRIC_NAME
from edison.domain.judging.rubric import Rubric
from edison.domain.people.access import Permission
from edison.domain.prompts.prompt import PromptKind, PromptVersion
from edison.domain.prompts.prompt_rules import MOST_NAME as MOST_PROMPT_NAME
from edison.domain.runs.run_plan import Run
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.services.datasets.dataset_versions import finish_version, lock_dataset
from edison.services.experiments.plan_judges import PlannedJudge, rubric_of
from edison.services.experiments.plan_readiness import PlanReadiness
from edison.services.prompts.prompt_commands import create_prompt_draft as begin_prompt
from edison.services.prompts.prompt_versions import first_version, version_for_run
from edison.store.repositories.runs.run_cases import ChosenCase

FIRST_VERSION = "First version of the experiment"


async def create_holdout(tx: ProjectTx, experiment: Experiment, found: PlanReadiness) -> None:
    """Assign cases to a holdout if there is none, because the final check needs unseen cases."""
    tx.who.must(Permission.EDIT_DATASETS, tx.project)
    dataset, share = experiment.plan.dataset, experiment.plan.holdout_share
    if dataset is None or not found.deals:
        return
    was = await lock_dataset(tx, dataset)
    seed = experiment.number
    moved = await tx.case_changes.deal(tx.project, dataset, was.version + 1, share, seed)
    if moved:
        await finish_version(
            tx, was, cases=was.cases, note=f"Split with {share:.0%} held out for {experiment.title}"
        )


async def draw_splits(tx: ProjectTx, experiment: Experiment, run: Run) -> None:
    """Assign the cases of the first run to train and validation at random, and store them with the holdout."""
    tx.who.must(Permission.START_RUNS, tx.project)
    plan, seed = run.plan, seed_of(experiment.id)
    if plan.dataset is None or plan.dataset_version is None:
        return
    dataset, version, choice = plan.dataset, plan.dataset_version, plan.choice
    cases = await tx.run_cases.chosen(tx.project, dataset, version, choice)
    held: list[ChosenCase] = []
    if choice.split is Split.TRAIN:
        held = await tx.run_cases.chosen(
            tx.project, dataset, version, replace(choice, split=Split.HOLDOUT)
        )
    validation = draw_validation((case.id for case in cases), seed)
    drawn = [
        (case, ExperimentSplit.VALIDATION if case.id in validation else ExperimentSplit.TRAIN)
        for case in cases
    ]
    drawn += [(case, ExperimentSplit.HOLDOUT) for case in held]
    await tx.experiment_cases.add(tx.project, experiment.id, drawn)
    draw = CaseDraw(
        seed=seed,
        dataset_version=version,
        train=len(cases) - len(validation),
        validation=len(validation),
        holdout=len(held),
    )
    await tx.experiments.set_draw(tx.project, experiment.id, draw)


async def make_rubric(
    tx: ProjectTx, experiment: Experiment, found: PlanReadiness
) -> tuple[RubricId, int]:
    """Return the rubric version that the plan's criteria came from; create a rubric if the criteria were edited."""
    tx.who.must(Permission.EDIT_PROMPTS, tx.project)
    content = found.rubric
    assert content is not None
    shared = rubric_of(found.judges)
    if shared is not None:
        return shared
    plan = experiment.plan
    if plan.rubric is not None and plan.rubric_version is not None:
        known = await _rubric(tx, plan.rubric, plan.rubric_version)
        if known == content:
            return plan.rubric, plan.rubric_version
    rubric = RubricId(new_id())
    name = await tx.names.free(tx.project, "rubric", f"{experiment.title} rubric", MOST_RUBRIC_NAME)
    await tx.rubrics.add(tx.project, rubric, name, tx.who.user, tx.now)
    await tx.rubrics.add_version(
        tx.project, rubric, 1, name, content, by=tx.who.user, by_label=tx.who.label, at=tx.now
    )
    changes = {"name": {"old": None, "new": name}, "version": {"old": None, "new": 1}}
    tx.note(RUBRIC_CREATED, ("rubric", rubric), changes, name=name, changed=sorted(changes))
    return rubric, 1


async def make_version(tx: ProjectTx, experiment: Experiment) -> PromptVersion:
    """Save the prompt text of the plan as a version of its prompt; create a prompt if the plan names none."""
    tx.who.must(Permission.EDIT_PROMPTS, tx.project)
    plan = experiment.plan
    if plan.prompt is None:
        wanted = plan.prompt_name.strip() or f"{experiment.title} prompt"
        prompt = await begin_prompt(
            tx,
            name=await tx.names.free(tx.project, "prompt", wanted, MOST_PROMPT_NAME),
            kind=PromptKind.GENERATOR,
            description=f"Prompt of the experiment {experiment.title}",
            draft=plan.content,
        )
        return await first_version(tx, prompt, FIRST_VERSION)
    prompt = await tx.prompts.get(tx.project, plan.prompt, lock=True)
    if prompt.draft != plan.content:
        await tx.prompts.write_draft(tx.project, prompt.id, plan.content, tx.now)
    return await version_for_run(tx, prompt.id)


async def make_judge(
    tx: ProjectTx, experiment: Experiment, planned: PlannedJudge, rubric: tuple[RubricId, int]
) -> JudgeVersion:
    """Return the planned judge if the judge exists; otherwise create a judge from the planned model and the rubric."""
    tx.who.must(Permission.EDIT_PROMPTS, tx.project)
    if planned.exists:
        return planned.version
    version = planned.version
    content = replace(version.content, rubric_id=rubric[0], rubric_version=rubric[1])
    check_content(content)
    what = "pairs" if content.mode == "pairwise" else "judge"
    wanted = f"{experiment.title[:60]}: {version.model_name} {what}"
    name = await tx.names.free(tx.project, "judge", wanted, MOST_JUDGE_NAME)
    await tx.judges.add(tx.project, version.judge, name, tx.who.user, tx.now)
    await tx.judges.add_version(
        tx.project,
        version.judge,
        1,
        name,
        content,
        model_name=version.model_name,
        by=tx.who.user,
        by_label=tx.who.label,
        at=tx.now,
    )
    changes = {
        "name": {"old": None, "new": name},
        "mode": {"old": None, "new": str(content.mode)},
        "model": {"old": None, "new": version.model_name},
    }
    tx.note(JUDGE_CREATED, ("judge", version.judge), changes, name=name, changed=sorted(changes))
    return replace(version, name=name, content=content)


def pin_judge_version(judge: JudgeVersion) -> JudgeChoice:
    return JudgeChoice(judge=judge.judge, version=judge.number)


async def _rubric(tx: ProjectTx, rubric: RubricId, version: int) -> Rubric | None:
    try:
        return (await tx.rubrics.version(tx.project, rubric, version)).rubric
    except NotFound:
        return None
