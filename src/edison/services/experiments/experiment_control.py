"""Control an experiment: pause, resume, cancel, finish, change the budget, and request another suggestion."""

from dataclasses import replace

from edison.domain.budgets.budget import Scope
from edison.domain.errors import InvalidInput, NoWorker, WrongState
from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.experiments.experiment_states import ExperimentState, IterationState
from edison.domain.experiments.stop_rules import BY_A_PERSON
from edison.domain.ids import ExperimentId, IterationId, ProjectId, RunId
from edison.domain.money import MicroUsd
from edison.domain.people.access import Actor, Permission
from edison.engine.experiments.end_experiment import end_experiment
from edison.engine.experiments.suggestion_request import MOST_HINT, request_other_suggestion
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.owners.iteration_events import emit_experiment_changed
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.services.runs.run_control import (
    cancel_in_transaction,
    pause_in_transaction,
    resume_in_transaction,
)

AT_WORK = (IterationState.EXECUTING, IterationState.JUDGING)
HAS_OPEN_RUN = (IterationState.PENDING, *AT_WORK, IterationState.PAUSED)
LIVE = (ExperimentState.RUNNING, ExperimentState.PAUSED)
LEAST_BUDGET = 10_000


async def pause_iteration(
    ctx: Context, who: Actor, project: ProjectId, iteration: IterationId
) -> Iteration:
    """Pause the run of an iteration. Calls in progress finish, and their answers are kept."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        run = await _run_of(tx, iteration, AT_WORK, "Can only pause during execution or judging")
        await pause_in_transaction(tx, run)
        return await tx.iterations.get(project, iteration)


async def resume_iteration(
    ctx: Context, who: Actor, project: ProjectId, iteration: IterationId
) -> Iteration:
    """Resume the paused run of an iteration."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        run = await _run_of(tx, iteration, (IterationState.PAUSED,), "Iteration is not paused")
        await resume_in_transaction(tx, run)
        return await tx.iterations.get(project, iteration)


async def cancel_iteration(
    ctx: Context, who: Actor, project: ProjectId, iteration: IterationId
) -> Iteration:
    """Cancel an iteration. Finished cells are kept, and the experiment waits for a person's decision."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        run = await _run_of(
            tx, iteration, HAS_OPEN_RUN, "Can only cancel before scoring is complete"
        )
        await cancel_in_transaction(tx, run)
        return await tx.iterations.get(project, iteration)


async def finish_experiment(
    ctx: Context, who: Actor, project: ProjectId, experiment: ExperimentId
) -> Experiment:
    """End an experiment: cancel its active run and supersede its pending suggestion."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        active = await tx.iterations.active(project, experiment)
        if active is not None and active.run is not None and active.state in HAS_OPEN_RUN:
            await cancel_in_transaction(tx, active.run)
        found = await _live(tx, experiment)
        begun = await tx.iterations.active(project, experiment)
        if begun is not None and begun.state in HAS_OPEN_RUN:
            raise WrongState("An iteration has just started. Try again", state=str(begun.state))
        await end_experiment(tx, found, BY_A_PERSON)
        return await tx.experiments.get(project, experiment)


async def ask_for_suggestion(
    ctx: Context, who: Actor, project: ProjectId, experiment: ExperimentId, hint: str = ""
) -> Iteration:
    """Request another suggestion after one was rejected or blocked."""
    who.must(Permission.START_RUNS, project)
    if len(hint) > MOST_HINT:
        raise InvalidInput(f"A hint has at most {MOST_HINT:,} characters", field="hint")
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        if not await tx.workers.alive(tx.now):
            raise NoWorker("No worker is running, and only workers call models")
        found = await _live(tx, experiment)
        last = await request_other_suggestion(tx, found, hint=hint)
        change = {"iteration": {"old": None, "new": last.number}}
        tx.record_entry("suggestion.requested", ("experiment", experiment), change)
        return last


async def change_experiment_budget(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    experiment: ExperimentId,
    *,
    limit: MicroUsd,
    limit_tokens: int | None,
) -> Experiment:
    """Change the total budget of all iterations. It cannot be below the amount already spent."""
    who.must(Permission.START_RUNS, project)
    if limit < LEAST_BUDGET:
        raise InvalidInput("The budget must be at least $0.01", field="max_budget_usd")
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        await _live(tx, experiment, lock=False)
        # Lock the balance before the experiment, in the order that workers use.
        balance = await tx.budgets.read(project, Scope.EXPERIMENT, experiment)
        await tx.budgets.set_limits(
            project,
            balance.id,
            limit=limit,
            limit_tokens=limit_tokens,
            alert_share=balance.alert_share,
        )
        found = await _live(tx, experiment)
        rules = replace(found.plan.stop_rules, max_budget=limit, max_tokens=limit_tokens)
        plan = replace(found.plan, stop_rules=rules)
        await tx.experiments.set_plan(project, experiment, plan, tx.now)
        changes = {"limit_micro_usd": {"old": found.plan.stop_rules.max_budget, "new": limit}}
        tx.record_entry("experiment.budget_changed", ("experiment", experiment), changes)
        emit_experiment_changed(tx, found, ["budget"])
        return await tx.experiments.get(project, experiment)


async def _run_of(
    tx: ProjectTx, iteration: IterationId, states: tuple[IterationState, ...], refusal: str
) -> RunId:
    """Lock the run of an iteration and return its id; raise an error if the iteration is in another state."""
    found = await tx.iterations.get(tx.project, iteration)
    if found.run is None:
        raise WrongState(refusal, state=str(found.state))
    await tx.runs.get(tx.project, found.run, lock=True)
    found = await tx.iterations.get(tx.project, iteration)
    if found.state not in states or found.run is None:
        raise WrongState(refusal, state=str(found.state))
    return found.run


async def _live(tx: ProjectTx, experiment: ExperimentId, *, lock: bool = True) -> Experiment:
    found = await tx.experiments.get(tx.project, experiment, lock=lock)
    if found.state not in LIVE:
        raise WrongState(f"The experiment is {found.state}", state=str(found.state))
    return found
