"""Check whether a plan can start: load the objects that it refers to, and collect all problems."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from edison.domain.datasets.dataset import Split
from edison.domain.errors import InvalidInput, NotFound
from edison.domain.experiments.experiment_plan import ExperimentPlan
from edison.domain.experiments.plan_advice import JUDGES_ONLY
from edison.domain.experiments.plan_problems import (
    DATA,
    JUDGES,
    LIMITS,
    MODELS,
    NO_CASES,
    PlanProblem,
    problems,
)
from edison.domain.ids import ModelId, ProjectId
from edison.domain.judging.judge import JudgeMode
from edison.domain.judging.rubric import Rubric, checked
from edison.domain.models.catalog import CatalogModel
from edison.domain.models.parameters import NOTHING_SET
from edison.domain.prompts.template_renderer import variables_of
from edison.domain.runs.run_plan import CaseChoice
from edison.engine.runs.start.run_draft import ChosenTarget, RunDraft, choose_target
from edison.kit.pagination import PageRequest
from edison.providers.wire.registry import MODERATES
from edison.services.experiments.plan_judges import PlannedJudge, planned_judges
from edison.store.repositories.models.catalog_models import ModelFilter
from edison.store.unit_of_work import ReadTx


async def moderation_model(tx: ReadTx, project: ProjectId) -> CatalogModel | None:
    found = await tx.catalog.page(project, ModelFilter(search="moderation"), PageRequest(limit=100))
    usable = [model for model in found.items if model.provider in MODERATES and not model.missing]
    return usable[0] if usable else None


# Smallest useful number of cases in the holdout, and outside of it.
FEWEST_HELD_OUT = 2

_STEPS = {"targets": MODELS, "judges": JUDGES, "pairwise": JUDGES, "safety": JUDGES, "refiner": LIMITS}  # fmt: skip


@dataclass(slots=True)
class PlanReadiness:
    """The objects that a plan refers to (as far as they exist), and the problems of the plan."""

    plan: ExperimentPlan
    # None while the criteria are not a valid rubric.
    rubric: Rubric | None = None
    targets: list[ChosenTarget] = field(default_factory=list[ChosenTarget])
    judges: list[PlannedJudge] = field(default_factory=list[PlannedJudge])
    pairwise: PlannedJudge | None = None
    moderation: CatalogModel | None = None
    refiner: ChosenTarget | None = None
    dataset_version: int | None = None
    # The cases that iterations use, their number, and the number of cases in the holdout.
    choice: CaseChoice = field(default_factory=CaseChoice)
    cases: int = 0
    held_out: int = 0
    # True: the holdout will be drawn at the start.
    deals: bool = False
    problems: list[PlanProblem] = field(default_factory=list[PlanProblem])

    def lacks(self, step: int, where: str, message: str) -> None:
        found = PlanProblem(step=step, field=where, message=message)
        if found not in self.problems:
            self.problems.append(found)


async def check_readiness(
    tx: ReadTx, project: ProjectId, plan: ExperimentPlan, now: datetime
) -> PlanReadiness:
    """Load the objects of a plan and collect its problems. Nothing is created, and no model is called."""
    found = PlanReadiness(plan=plan, problems=problems(plan))
    try:
        found.rubric = checked(plan.criteria, normalise=False)
    except InvalidInput:
        # `problems(plan)` has reported this, with the field.
        found.rubric = None
    draft = RunDraft()
    await _targets(tx, project, found, draft, now)
    await _judges(tx, project, found, draft, now)
    await _data(tx, project, found)
    for problem in draft.problems:
        where = problem.field
        step = _STEPS.get(where.split(".", 1)[0], MODELS)
        found.lacks(step, where, problem.message)
    found.problems.sort(key=lambda problem: problem.step)
    return found


async def _targets(
    tx: ReadTx, project: ProjectId, found: PlanReadiness, draft: RunDraft, now: datetime
) -> None:
    for place, choice in enumerate(found.plan.targets):
        # `problems(plan)` reports parameters that are out of range.
        for parameters in choice.expanded():
            target = await choose_target(
                tx, project, choice.model, parameters, draft, f"targets.{place}", now
            )
            if target is not None:
                found.targets.append(target)


async def _judges(
    tx: ReadTx, project: ProjectId, found: PlanReadiness, draft: RunDraft, now: datetime
) -> None:
    plan = found.plan
    found.judges = await planned_judges(tx, project, plan, found.rubric, draft, now)
    if plan.pairwise.enabled and plan.pairwise.model is not None:
        found.pairwise = await _comparer(tx, project, found, plan.pairwise.model, draft, now)
    if plan.safety.moderation:
        found.moderation = await moderation_model(tx, project)
        if found.moderation is None:
            found.lacks(
                JUDGES,
                "safety.moderation",
                "Content moderation needs a moderation model in the catalog, such as "
                "omni-moderation-latest: add one, or turn moderation off",
            )
    refiner = plan.refiner or _usual_refiner(found)
    if refiner is not None:
        found.refiner = await choose_target(
            tx, project, refiner, NOTHING_SET, draft, "refiner", now
        )


def _usual_refiner(found: PlanReadiness) -> ModelId | None:
    """Return the default refiner: the first judge's model that can do more than judge, or else the first target."""
    judges = [each.target.model for each in found.judges]
    able = [model for model in judges if not JUDGES_ONLY.search(model.name)]
    models = [*able, *(target.model for target in found.targets)]
    return models[0].id if models else None


async def _comparer(
    tx: ReadTx,
    project: ProjectId,
    found: PlanReadiness,
    model: ModelId,
    draft: RunDraft,
    now: datetime,
) -> PlannedJudge | None:
    target = await choose_target(tx, project, model, NOTHING_SET, draft, "pairwise.model", now)
    if target is None:
        return None
    return PlannedJudge.new(target, JudgeMode.PAIRWISE, found.plan.goal, found.rubric, NOTHING_SET)


async def _data(tx: ReadTx, project: ProjectId, found: PlanReadiness) -> None:
    plan = found.plan
    if plan.dataset is None:
        return
    try:
        dataset = await tx.datasets.get(project, plan.dataset)
    except NotFound as gone:
        found.lacks(DATA, "dataset", gone.message)
        return
    version = found.dataset_version = dataset.version
    tags = plan.tags

    async def count(split: Split | None) -> int:
        if plan.dataset is None or not version:
            return 0
        choice = CaseChoice(split=split, tags=tags)
        return await tx.run_cases.count(project, plan.dataset, version, choice)

    held, learned, every = await count(Split.HOLDOUT), await count(Split.TRAIN), await count(None)
    if held or learned:
        # The dataset has splits: cases without a split are not used.
        found.choice = CaseChoice(split=Split.TRAIN, tags=tags)
        found.cases, found.held_out = learned, held
    else:
        away = round(every * plan.holdout_share)
        found.deals = (
            not dataset.holdout_locked
            and away >= FEWEST_HELD_OUT
            and every - away >= FEWEST_HELD_OUT
        )
        found.choice = CaseChoice(split=Split.TRAIN if found.deals else None, tags=tags)
        found.held_out = away if found.deals else 0
        found.cases = every - found.held_out
    if not found.cases:
        found.lacks(DATA, "dataset", NO_CASES)
        return
    _variables(found, dataset.columns, dataset.name)


def _variables(found: PlanReadiness, columns: Sequence[str], name: str) -> None:
    for variable in variables_of(found.plan.content):
        if variable not in columns:
            found.lacks(
                DATA, "dataset", f"{{{{{variable}}}}} of the prompt is not a column of {name}"
            )
