"""End an experiment, with a final check on the holdout if there is one, or start its next iteration."""

from dataclasses import replace

from edison.domain.budgets.budget import Scope
from edison.domain.datasets.dataset import Split
from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.experiments.experiment_progress import turns_of
from edison.domain.experiments.experiment_splits import ExperimentSplit
from edison.domain.experiments.experiment_states import ExperimentState, IterationState
from edison.domain.experiments.stop_rules import Stop, reason_to_stop
from edison.domain.ids import ProjectId
from edison.domain.prompts.prompt import PromptVersion
from edison.engine.experiments.derive_run import (
    PAIRWISE,
    Derived,
    begin_iteration,
    chosen_columns,
    derive_run,
)
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.enqueue_chunks import launch_chunks
from edison.engine.runs.owners.iteration_events import emit_experiment_ended
from edison.engine.runs.owners.iteration_listener import move_iteration, resume_automatically
from edison.store.unit_of_work import ReadTx

# States of an iteration after its run; its worker stops when it finds that the experiment has ended.
OPEN = (IterationState.AGGREGATING, IterationState.REFINING, IterationState.REVIEWING)


async def end_experiment(tx: ProjectTx, experiment: Experiment, stop: Stop) -> None:
    """End a locked experiment that has no active run. A pending suggestion is superseded."""
    last = await tx.iterations.last(tx.project, experiment.id, lock=True)
    if last is not None and last.state in OPEN:
        await tx.suggestions.supersede(tx.project, experiment.id, tx.now)
        await move_iteration(tx, experiment, last, IterationState.COMPLETED)
    await tx.experiments.move(tx.project, experiment, ExperimentState.COMPLETED, tx.now, stop=stop)
    emit_experiment_ended(tx, experiment, stop)
    tx.record_entry(
        "experiment.ended",
        ("experiment", experiment.id),
        {"reason": {"old": None, "new": stop.sentence}},
    )
    await _begin_check(tx, experiment, stop)


async def first_and_best(
    tx: ProjectTx, experiment: Experiment
) -> tuple[Iteration, Iteration] | None:
    """Return the first iteration and the best iteration (champion); None if they are the same."""
    scored = [one for one in await tx.iterations.all_of(tx.project, experiment.id) if one.composite]
    best = next((one for one in scored if one.id == experiment.champion), None)
    if best is None or best.version == scored[0].version:
        return None
    return scored[0], best


async def _begin_check(tx: ProjectTx, experiment: Experiment, stop: Stop) -> None:
    both = await first_and_best(tx, experiment)
    # The holdout check costs money, so it is skipped if the budget is spent.
    if both is None or stop.kind == "budget" or both[1].run is None:
        return
    before = await tx.runs.get(tx.project, both[1].run)
    if before.plan.choice.split is not Split.TRAIN:
        return
    chosen = chosen_columns(before.plan, experiment.active_targets)
    run = await derive_run(
        tx,
        experiment,
        before,
        Derived(
            name=f"{experiment.title}, final check"[:200],
            columns=tuple(
                replace(
                    before.plan.columns[one], version=one_of.version, number=one_of.version_number
                )
                for one_of in both
                for one in chosen
            ),
            scorers=tuple(
                replace(scorer, number=number)
                for number, scorer in enumerate(
                    scorer
                    for scorer in await tx.runs.scorers(tx.project, before.id)
                    if scorer.kind != PAIRWISE
                )
            ),
            choice=replace(before.plan.choice, split=Split.HOLDOUT, first=None),
            split=None if experiment.draw is None else ExperimentSplit.HOLDOUT,
            check=True,
        ),
    )
    if run is None:
        return
    await tx.experiments.set_check(tx.project, experiment.id, run.id, tx.now)
    await launch_chunks(tx, run.id)


async def stop_reason_of(tx: ReadTx, project: ProjectId, experiment: Experiment) -> Stop | None:
    """Return the stop rule that forbids another iteration; None if no rule applies."""
    turns = turns_of(await tx.iterations.all_of(project, experiment.id))
    balance = await tx.budgets.read(project, Scope.EXPERIMENT, experiment.id)
    return reason_to_stop(experiment.plan.stop_rules, turns, balance.spent, tokens=balance.tokens)


async def continue_iteration(
    tx: ProjectTx, experiment: Experiment, version: PromptVersion
) -> Iteration | Stop:
    """Start the next iteration of a locked experiment, or end the experiment if a stop rule applies."""
    stop = await stop_reason_of(tx, tx.project, experiment)
    if stop is not None:
        await end_experiment(tx, experiment, stop)
        return stop
    await resume_automatically(tx, experiment)
    return await begin_iteration(tx, experiment, version)
