"""Start the next iteration at a person's request, for example after a rejection, a failure or an edit."""

from dataclasses import asdict, replace

from edison.domain.budgets.budget import Scope
from edison.domain.errors import ExperimentNotReady
from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.experiments.plan_problems import (
    LIMITS,
    MODELS,
    NO_MODEL,
    PlanProblem,
    budget_problem,
)
from edison.domain.ids import ProjectId
from edison.domain.models.parameters import NOTHING_SET
from edison.domain.people.access import Permission
from edison.domain.prompts.prompt import PromptVersion
from edison.domain.runs.run_order import RunOrder, TargetChoice, VersionChoice
from edison.domain.runs.run_plan import Plan
from edison.engine.experiments.derive_run import add_iteration, begin_iteration, last_run
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.owners.iteration_listener import resume_automatically
from edison.engine.runs.start.run_draft import RunDraft, choose_target
from edison.services.prompts.prompt_versions import version_for_run
from edison.services.runs.run_control import begin_run


async def start_next_iteration(
    tx: ProjectTx, experiment: Experiment, number: int | None
) -> Iteration:
    """Start the next iteration of a locked experiment without an active run.

    The limits of the experiment apply, but its convergence rule does not.
    """
    tx.who.must(Permission.START_RUNS, tx.project)
    assert experiment.prompt is not None
    await _must_be_ready(tx, experiment)
    if number is None:
        version = await version_for_run(tx, experiment.prompt)
    else:
        version = await tx.prompts.version(tx.project, experiment.prompt, number)
    await resume_automatically(tx, experiment)
    before = await last_run(tx, experiment)
    if _covers(before.plan, experiment):
        return await begin_iteration(tx, experiment, version)
    count = await tx.iterations.next_number(tx.project, experiment.id)
    scorers = await tx.runs.scorers(tx.project, before.id)
    order = _order(tx.project, experiment, version, before.plan, count)
    specs = [scorer.spec for scorer in scorers if scorer.kind != "pairwise"]
    pairs = [scorer.spec for scorer in scorers if scorer.kind == "pairwise"][:1]
    # Rebuild the pairwise scorers, because the columns may have changed.
    specs += [
        {**spec, "a": None, "b": None, "name": ""} for spec in pairs if len(order.targets) > 1
    ]
    run = await begin_run(tx, replace(order, scorers=tuple(specs)), experiment=experiment.id)
    return await add_iteration(tx, experiment, version, run, count)


async def _must_be_ready(tx: ProjectTx, experiment: Experiment) -> None:
    found: list[PlanProblem] = []
    rules = experiment.plan.stop_rules
    if not experiment.active_targets:
        found.append(PlanProblem(step=MODELS, field="targets", message=NO_MODEL))
    draft = RunDraft()
    for place, target in enumerate(experiment.active_targets):
        where = f"targets.{place}"
        await choose_target(tx, tx.project, target.model, target.parameters, draft, where, tx.now)
    if experiment.plan.refiner is not None:
        await choose_target(
            tx, tx.project, experiment.plan.refiner, NOTHING_SET, draft, "refiner", tx.now
        )
    found += [
        PlanProblem(step=LIMITS if each.field == "refiner" else MODELS, field=each.field, message=each.message)
        for each in draft.problems
    ]  # fmt: skip
    if await tx.iterations.next_number(tx.project, experiment.id) > rules.max_iterations:
        message = "Maximum iterations reached. Raise the limit to continue"
        found.append(PlanProblem(step=LIMITS, field="stop_rules.max_iterations", message=message))
    balance = await tx.budgets.read(tx.project, Scope.EXPERIMENT, experiment.id)
    over = budget_problem(rules, balance.spent, balance.tokens)
    if over is not None:
        found.append(over)
    if found:
        raise ExperimentNotReady(
            "; ".join(problem.message for problem in found),
            problems=[asdict(problem) for problem in found],
        )


def _covers(plan: Plan, experiment: Experiment) -> bool:
    """Return whether the last run had all active targets of the experiment."""
    there = {(column.model, column.parameters) for column in plan.columns}
    return all((target.model, target.parameters) in there for target in experiment.active_targets)


def _order(
    project: ProjectId, experiment: Experiment, version: PromptVersion, plan: Plan, count: int
) -> RunOrder:
    """Build a run request with the dataset version and case selection of the last run, to get the same cases."""
    return RunOrder(
        project=project,
        versions=(VersionChoice(prompt=version.prompt, number=version.number),),
        targets=tuple(
            TargetChoice(model=target.model, parameters=target.parameters)
            for target in experiment.active_targets
        ),
        dataset=plan.dataset,
        dataset_version=plan.dataset_version,
        choice=plan.choice,
        trials=plan.trials,
        timeout_s=experiment.plan.timeout_s,
        name=f"{experiment.title}, iteration {count}"[:200],
    )
