"""Ends an experiment, with a last look at cases that no iteration has seen if there are such."""

from dataclasses import replace
from datetime import datetime

from edison.domain.audit.audit_chain import entry
from edison.domain.budgets.budget import Scope
from edison.domain.datasets.dataset import Split
from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.experiments.experiment_progress import turns_of
from edison.domain.experiments.experiment_splits import ExperimentSplit
from edison.domain.experiments.experiment_states import ExperimentState, IterationState
from edison.domain.experiments.stop_rules import Stop, reason_to_stop
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor
from edison.domain.prompts.prompt import PromptVersion
from edison.engine.experiments.derive_run import (
    PAIRWISE,
    Derived,
    begin_iteration,
    chosen_columns,
    derive_run,
)
from edison.engine.launcher import Launcher
from edison.engine.runs.enqueue_chunks import launch_chunks
from edison.engine.runs.owners.iteration_events import emit_experiment_ended
from edison.engine.runs.owners.iteration_listener import move_iteration, resume_automatically
from edison.store.unit_of_work import ReadTx, WriteTx

# What is left of an iteration when its run is over; a worker that is at it finds that it is too late.
OPEN = (IterationState.AGGREGATING, IterationState.REFINING, IterationState.REVIEWING)


async def end_experiment(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    experiment: Experiment,
    stop: Stop,
    now: datetime,
) -> None:
    """The experiment is locked and no run of it is at work; a suggestion that still waits is put aside."""
    last = await tx.iterations.last(project, experiment.id, lock=True)
    if last is not None and last.state in OPEN:
        await tx.suggestions.supersede(project, experiment.id, now)
        await move_iteration(tx, who, project, experiment, last, IterationState.COMPLETED, now)
    await tx.experiments.move(project, experiment, ExperimentState.COMPLETED, now, stop=stop)
    emit_experiment_ended(tx, who, project, experiment, stop, now)
    tx.record(
        entry(
            who,
            "experiment.ended",
            ("experiment", experiment.id),
            at=now,
            project=project,
            changes={"reason": {"old": None, "new": stop.sentence}},
        )
    )
    await _begin_check(launcher, tx, who, project, experiment, stop, now)


async def first_and_best(
    tx: WriteTx, project: ProjectId, experiment: Experiment
) -> tuple[Iteration, Iteration] | None:
    """The first iteration and the champion; None while they are one."""
    scored = [one for one in await tx.iterations.all_of(project, experiment.id) if one.composite]
    best = next((one for one in scored if one.id == experiment.champion), None)
    if best is None or best.version == scored[0].version:
        return None
    return scored[0], best


async def _begin_check(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    experiment: Experiment,
    stop: Stop,
    now: datetime,
) -> None:
    both = await first_and_best(tx, project, experiment)
    # Without money there is nothing to look with.
    if both is None or stop.kind == "budget" or both[1].run is None:
        return
    before = await tx.runs.get(project, both[1].run)
    if before.plan.choice.split is not Split.TRAIN:
        return
    chosen = chosen_columns(before.plan, experiment.active_targets)
    run = await derive_run(
        tx,
        who,
        project,
        experiment,
        before,
        Derived(
            name=f"{experiment.title}, last check"[:200],
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
                    for scorer in await tx.runs.scorers(project, before.id)
                    if scorer.kind != PAIRWISE
                )
            ),
            choice=replace(before.plan.choice, split=Split.HOLDOUT, first=None),
            split=None if experiment.draw is None else ExperimentSplit.HOLDOUT,
            check=True,
        ),
        now,
    )
    if run is None:
        return
    await tx.experiments.set_check(project, experiment.id, run.id, now)
    await launch_chunks(launcher, tx, project, run.id, now)


async def stop_reason_of(tx: ReadTx, project: ProjectId, experiment: Experiment) -> Stop | None:
    """Whether a rule says that no further iteration may begin."""
    turns = turns_of(await tx.iterations.all_of(project, experiment.id))
    balance = await tx.budgets.read(project, Scope.EXPERIMENT, experiment.id)
    return reason_to_stop(experiment.plan.stop_rules, turns, balance.spent, tokens=balance.tokens)


async def continue_iteration(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    experiment: Experiment,
    version: PromptVersion,
    now: datetime,
) -> Iteration | Stop:
    """The experiment is locked and its last iteration is over."""
    stop = await stop_reason_of(tx, project, experiment)
    if stop is not None:
        await end_experiment(launcher, tx, who, project, experiment, stop, now)
        return stop
    await resume_automatically(tx, who, project, experiment, now)
    return await begin_iteration(launcher, tx, who, project, experiment, version, now)
