"""Start an experiment or its next iteration, in one transaction. All problems are reported together."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from edison.domain.budgets.budget import Scope
from edison.domain.errors import AlreadyRunning, ExperimentNotReady, WrongState
from edison.domain.experiments.experiment import Experiment, ExperimentTarget, Iteration
from edison.domain.experiments.experiment_plan import ExperimentPlan, Safety
from edison.domain.experiments.experiment_states import ExperimentState, IterationState
from edison.domain.experiments.plan_problems import (
    NO_JUDGE,
    NO_MODEL,
    PlanProblem,
    budget_problem,
)
from edison.domain.ids import ExperimentId, ModelId, ProjectId, PromptId
from edison.domain.judging.judge import JudgeVersion
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import PromptVersion
from edison.domain.runs.run_order import RunOrder, TargetChoice, VersionChoice
from edison.engine.experiments.derive_run import add_iteration
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context
from edison.services.experiments.experiment_cards import locked_because
from edison.services.experiments.next_iteration_request import start_next_iteration
from edison.services.experiments.plan_parts import (
    create_holdout,
    draw_splits,
    make_judge,
    make_rubric,
    make_version,
    pin_judge_version,
)
from edison.services.experiments.plan_readiness import PlanReadiness, check_readiness
from edison.services.permission_check import require_live_project
from edison.services.runs.run_control import begin_run
from edison.store.repositories.experiments.iterations import ALREADY_RUNNING


def scorers_of(
    judges: Sequence[JudgeVersion],
    pairs: JudgeVersion | None,
    safety: Safety,
    moderation: ModelId | None,
) -> tuple[dict[str, Any], ...]:
    """Return the scorers of an iteration's run. Safety checks are shown separately from the composite score."""
    specs: list[dict[str, Any]] = [
        {"kind": "judge", "judge": str(judge.judge), "version": judge.number} for judge in judges
    ]
    if pairs is not None:
        specs.append({"kind": "pairwise", "judge": str(pairs.judge), "version": pairs.number})
    action = "block" if safety.block else "flag"
    for kind, wanted in (
        ("pii", safety.pii),
        ("jailbreak", safety.jailbreak),
        ("toxicity", safety.toxicity),
    ):
        if wanted:
            specs.append({"kind": kind, "action": action})
    if moderation is not None:
        specs.append({"kind": "moderation", "model": str(moderation), "action": action})
    return tuple(specs)


# Messages of the wizard, and the messages for the same problems at the start.
AT_START = {"Select at least one model": NO_MODEL, "Select at least one judge": NO_JUDGE}


async def start_iteration(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    experiment: ExperimentId,
    version: int | None,
) -> Iteration:
    """Start an iteration. The first iteration freezes the plan; a later one runs a version that a person chose."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        await _hold_balance(tx, experiment)
        found = await tx.experiments.get(project, experiment, lock=True)
        await _must_be_idle(tx, found)
        if found.state is ExperimentState.DRAFT:
            return await _first(tx, found)
        return await start_next_iteration(tx, found, version)


async def _hold_balance(tx: ProjectTx, experiment: ExperimentId) -> None:
    """Create and lock the balance before the experiment is locked, because workers lock in this order."""
    await tx.experiments.get(tx.project, experiment)
    await tx.budgets.open_of_experiment(tx.project, experiment)
    balance = await tx.budgets.read(tx.project, Scope.EXPERIMENT, experiment)
    await tx.budgets.lock(tx.project, [balance.id])


async def _must_be_idle(tx: ProjectTx, experiment: Experiment) -> None:
    if await tx.iterations.active(tx.project, experiment.id) is not None:
        raise AlreadyRunning(ALREADY_RUNNING)
    last = await tx.iterations.last(tx.project, experiment.id)
    if last is not None and last.state is IterationState.REVIEWING:
        raise WrongState("A suggestion is waiting for review. Approve or reject it first")
    if experiment.state in (ExperimentState.COMPLETED, ExperimentState.ARCHIVED):
        raise WrongState(locked_because(experiment) or "", state=str(experiment.state))


async def _first(tx: ProjectTx, experiment: Experiment) -> Iteration:
    plan = experiment.plan
    found = await check_readiness(tx, tx.project, plan, tx.now)
    balance = await tx.budgets.read(tx.project, Scope.EXPERIMENT, experiment.id)
    # Assistance with the draft has already used a part of the budget.
    over = budget_problem(plan.stop_rules, balance.spent, balance.tokens)
    must_be_ready([*found.problems, *([over] if over else [])])
    await create_holdout(tx, experiment, found)
    rubric = await make_rubric(tx, experiment, found)
    version = await make_version(tx, experiment)
    judges = [await make_judge(tx, experiment, judge, rubric) for judge in found.judges]
    pairs = None
    if found.pairwise is not None:
        pairs = await make_judge(tx, experiment, found.pairwise, rubric)
    frozen = replace(
        plan,
        rubric=rubric[0],
        rubric_version=rubric[1],
        prompt=version.prompt,
        judges=tuple(pin_judge_version(judge) for judge in judges),
        refiner=None if found.refiner is None else found.refiner.model.id,
    )
    scorers = scorers_of(
        judges, pairs, plan.safety, None if found.moderation is None else found.moderation.id
    )
    rules = plan.stop_rules
    await tx.budgets.set_limits(
        tx.project,
        balance.id,
        limit=rules.max_budget,
        # A limit of 0 tokens means no limit.
        limit_tokens=rules.max_tokens or None,
        alert_share=rules.alert_share,
    )
    targets = _targets(found)
    await tx.experiments.freeze(
        tx.project,
        experiment,
        plan=frozen,
        prompt=version.prompt,
        dataset=plan.dataset,
        targets=targets,
        at=tx.now,
    )
    begun = await tx.experiments.get(tx.project, experiment.id)
    order = _order(tx.project, begun, frozen, version, found, scorers)
    run = await begin_run(tx, order, experiment=experiment.id)
    await draw_splits(tx, begun, run)
    _note(tx, begun, version.prompt)
    return await add_iteration(tx, begun, version, run, 1)


def must_be_ready(problems: Sequence[PlanProblem]) -> None:
    """Raise an error that lists all problems, if there are any."""
    if not problems:
        return
    told = [replace(each, message=AT_START.get(each.message, each.message)) for each in problems]
    raise ExperimentNotReady(
        "; ".join(dict.fromkeys(problem.message for problem in told)),
        problems=[asdict(problem) for problem in told],
    )


def _targets(found: PlanReadiness) -> tuple[ExperimentTarget, ...]:
    return tuple(
        ExperimentTarget(
            model=target.model.id, model_name=target.model.name, parameters=target.parameters
        )
        for target in found.targets
    )


def _order(
    project: ProjectId,
    experiment: Experiment,
    plan: ExperimentPlan,
    version: PromptVersion,
    found: PlanReadiness,
    scorers: tuple[dict[str, Any], ...],
) -> RunOrder:
    return RunOrder(
        project=project,
        versions=(VersionChoice(prompt=version.prompt, number=version.number),),
        targets=tuple(
            TargetChoice(model=target.model, parameters=target.parameters)
            for target in experiment.active_targets
        ),
        dataset=plan.dataset,
        choice=found.choice,
        trials=plan.trials,
        scorers=scorers,
        timeout_s=plan.timeout_s,
        name=f"{experiment.title}, iteration 1"[:200],
    )


def _note(tx: ProjectTx, experiment: Experiment, prompt: PromptId) -> None:
    changes = {
        "state": {"old": str(ExperimentState.DRAFT), "new": str(ExperimentState.RUNNING)},
        "prompt": {"old": None, "new": str(prompt)},
    }
    tx.record_entry("experiment.started", ("experiment", experiment.id), changes)
