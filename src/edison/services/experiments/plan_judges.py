"""Load the judges of a plan: existing judges, and new judges made of a model and the experiment's rubric."""

from dataclasses import dataclass, replace
from datetime import datetime

from edison.domain.errors import NotFound
from edison.domain.experiments.experiment_plan import ExperimentPlan, JudgeChoice
from edison.domain.ids import JudgeId, ModelId, ProjectId, RubricId
from edison.domain.judging.judge import SEED, TEMPERATURE, JudgeContent, JudgeMode, JudgeVersion
from edison.domain.judging.rubric import Rubric
from edison.domain.models.parameters import Parameters
from edison.engine.runs.start.run_draft import ChosenTarget, RunDraft, choose_target
from edison.kit.uuids import new_id
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedJudge:
    version: JudgeVersion
    target: ChosenTarget
    # False: the judge is created when the experiment starts.
    exists: bool

    @property
    def model(self) -> ModelId:
        return self.version.content.model

    @staticmethod
    def new(
        target: ChosenTarget,
        mode: JudgeMode,
        goal: str,
        rubric: Rubric | None,
        parameters: Parameters,
    ) -> "PlannedJudge":
        steady = replace(
            parameters,
            temperature=TEMPERATURE if parameters.temperature is None else parameters.temperature,
            seed=SEED if parameters.seed is None else parameters.seed,
        )
        content = JudgeContent(
            mode=mode, model=target.model.id, parameters=steady, goal=goal.strip()
        )
        return PlannedJudge(
            version=JudgeVersion(
                judge=JudgeId(new_id()),
                number=1,
                name=target.model.name,
                content=content,
                rubric=rubric,
                model_name=target.model.name,
            ),
            target=replace(target, parameters=steady),
            exists=False,
        )


async def planned_judges(
    tx: ReadTx,
    project: ProjectId,
    plan: ExperimentPlan,
    rubric: Rubric | None,
    draft: RunDraft,
    now: datetime,
) -> list[PlannedJudge]:
    found: list[PlannedJudge] = []
    for place, choice in enumerate(plan.judges):
        where = f"judges.{place}"
        if choice.judge is not None:
            judge = await _existing(tx, project, choice, rubric, draft, where, now)
        elif choice.model is not None:
            judge = await _new(tx, project, plan, choice, rubric, draft, where, now)
        else:
            continue
        if judge is not None:
            found.append(judge)
    _check_together(found, draft)
    return found


def rubric_of(judges: list[PlannedJudge]) -> tuple[RubricId, int] | None:
    """Return the rubric version of the existing judges, which new judges must use too; None if there are none."""
    for judge in judges:
        content = judge.version.content
        if judge.exists and content.rubric_id is not None and content.rubric_version is not None:
            return content.rubric_id, content.rubric_version
    return None


async def _existing(
    tx: ReadTx,
    project: ProjectId,
    choice: JudgeChoice,
    rubric: Rubric | None,
    draft: RunDraft,
    where: str,
    now: datetime,
) -> PlannedJudge | None:
    assert choice.judge is not None
    try:
        head = await tx.judges.head(project, choice.judge)
        number = choice.version or head.latest
        if number > head.latest:
            raise NotFound(f"{head.name} has no version {number}")
        version = await tx.judges.version(project, head.id, number)
    except NotFound as gone:
        draft.lacks("no_judge", gone.message, where)
        return None
    content = version.content
    if content.mode is not JudgeMode.POINTWISE:
        message = f"{version.name} does not score single answers by a rubric: choose another judge"
        draft.lacks("not_pointwise", message, where)
    elif rubric is not None and version.rubric != rubric:
        message = (
            f"{version.name} uses {version.rubric_name} v{content.rubric_version}, "
            "which is not this experiment's rubric: copy its criteria, or choose its model as a new judge"
        )
        draft.lacks("rubrics_differ", message, where)
    target = await choose_target(tx, project, content.model, content.parameters, draft, where, now)
    return None if target is None else PlannedJudge(version=version, target=target, exists=True)


async def _new(
    tx: ReadTx,
    project: ProjectId,
    plan: ExperimentPlan,
    choice: JudgeChoice,
    rubric: Rubric | None,
    draft: RunDraft,
    where: str,
    now: datetime,
) -> PlannedJudge | None:
    assert choice.model is not None
    target = await choose_target(tx, project, choice.model, choice.parameters, draft, where, now)
    if target is None:
        return None
    return PlannedJudge.new(target, JudgeMode.POINTWISE, plan.goal, rubric, choice.parameters)


def _check_together(judges: list[PlannedJudge], draft: RunDraft) -> None:
    """Report existing judges with different rubric versions, and judges that were chosen twice."""
    first = rubric_of(judges)
    seen: set[tuple[object, ...]] = set()
    for place, judge in enumerate(judges):
        content, where = judge.version.content, f"judges.{place}"
        if judge.exists and first != (content.rubric_id, content.rubric_version):
            message = "All judges of an experiment must use the same version of a rubric"
            draft.lacks("rubrics_differ", message, where)
        key = (
            (judge.version.judge, judge.version.number)
            if judge.exists
            else (content.model, content.parameters)
        )
        if key in seen:
            draft.lacks("judge_twice", f"{judge.version.name} is chosen twice", where)
        seen.add(key)
