"""Compare the results of an iteration with the best earlier one, and decide on the next step.

The steps are safe to repeat.
"""

from typing import Literal
from uuid import UUID

import structlog

from edison.domain.experiments.candidate_acceptance import uses_of
from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.experiments.experiment_gain import first_scored
from edison.domain.experiments.experiment_splits import ExperimentSplit
from edison.domain.experiments.experiment_states import IterationState
from edison.domain.ids import ExperimentId, IterationId, ProjectId
from edison.engine.durable import step
from edison.engine.experiments.end_experiment import end_experiment, stop_reason_of
from edison.engine.experiments.iteration_verdict import (
    LoadedResults,
    Weighed,
    add_gain_since_first,
    compare_with_champion,
    conclude_holdout_check,
    load_iteration_results,
)
from edison.engine.project_tx import ProjectTx
from edison.engine.resources import Resources, resources
from edison.engine.runs.owners.iteration_events import emit_experiment_changed
from edison.engine.runs.owners.iteration_listener import (
    await_person,
    move_iteration,
    new_iteration_note,
)
from edison.engine.workflow_contracts import CheckOrder, IterationOrder

log = structlog.get_logger(__name__)

Next = Literal["refine", "nothing"]
AFTER_FAILED_JUDGING = (
    "The run completed, but its scores are not reliable: check the answers, fix the judges "
    "and run another iteration, edit the prompt, or finish"
)


@step("aggregate_iteration", attempts=5)
async def aggregate_iteration(order: IterationOrder) -> Next:
    own = resources()
    project, wanted = ProjectId(UUID(order["project"])), IterationId(UUID(order["iteration"]))
    async with own.work.read() as tx:
        iteration = await tx.iterations.get(project, wanted)
        experiment = await tx.experiments.get(project, iteration.experiment)
        champion = (
            None
            if experiment.champion is None
            else await tx.iterations.get(project, experiment.champion)
        )
    if iteration.state is not IterationState.AGGREGATING:
        # Already done by a worker that died right after it.
        return "refine" if iteration.state is IterationState.REFINING else "nothing"
    weighed = await _weighed(own, project, experiment, iteration, champion)
    log.info(
        "iteration_aggregated",
        iteration=order["iteration"],
        composite=weighed.composite and round(weighed.composite.value, 4),
        verdict=weighed.verdict and weighed.verdict.verdict,
    )
    async with own.change(project) as tx:
        experiment = await tx.experiments.get(project, iteration.experiment, lock=True)
        iteration = await tx.iterations.get(project, wanted, lock=True)
        if iteration.state is not IterationState.AGGREGATING:
            return "refine" if iteration.state is IterationState.REFINING else "nothing"
        return await _decide(tx, experiment, iteration, weighed)


async def _weighed(
    own: Resources,
    project: ProjectId,
    experiment: Experiment,
    iteration: Iteration,
    champion: Iteration | None,
) -> Weighed:
    assert iteration.run is not None
    this = await load_iteration_results(own, project, iteration.run)
    before: tuple[Iteration, LoadedResults] | None = None
    if champion is not None and champion.run is not None:
        before = champion, await load_iteration_results(own, project, champion.run)
    async with own.work.read() as tx:
        ids = await tx.experiment_cases.ids(project, experiment.id, ExperimentSplit.VALIDATION)
        earlier = await tx.iterations.all_of(project, experiment.id)
    validation, use = frozenset(case.bytes for case in ids), uses_of(earlier) + 1
    weighed = compare_with_champion(
        experiment, iteration, this, before, validation=validation, use=use
    )
    first = first_scored(earlier)
    if not weighed.gained or first is None or first.run is None or first.id == experiment.champion:
        return weighed
    return add_gain_since_first(
        weighed,
        experiment,
        iteration,
        this,
        (first, await load_iteration_results(own, project, first.run)),
        validation=validation,
        use=use,
    )


async def _decide(
    tx: ProjectTx, experiment: Experiment, iteration: Iteration, weighed: Weighed
) -> Next:
    await tx.iterations.score(
        tx.project,
        iteration.id,
        composite=weighed.composite,
        verdict=weighed.verdict,
        gained=weighed.gained,
        partial=weighed.problem is not None,
    )
    if weighed.problem is not None:
        await move_iteration(
            tx,
            experiment,
            await tx.iterations.get(tx.project, iteration.id),
            IterationState.COMPLETED,
            problem=weighed.problem,
            partial=True,
            notes=[new_iteration_note(tx.now, weighed.problem, "error")],
        )
        await await_person(tx, experiment, AFTER_FAILED_JUDGING)
        return "nothing"
    if weighed.gained or experiment.champion is None:
        await tx.experiments.set_champion(tx.project, experiment.id, iteration.id, tx.now)
    if weighed.pruned:
        await tx.experiments.set_targets(tx.project, experiment.id, weighed.targets, tx.now)
    for said in weighed.pruned:
        await tx.iterations.note(tx.project, iteration.id, "info", said, tx.now)
    return await _follow_rules(tx, iteration, weighed)


async def _follow_rules(tx: ProjectTx, was: Iteration, weighed: Weighed) -> Next:
    experiment = await tx.experiments.get(tx.project, was.experiment, lock=True)
    iteration = await tx.iterations.get(tx.project, was.id, lock=True)
    said = [new_iteration_note(tx.now, weighed.verdict.sentence)] if weighed.verdict else []
    stop = await stop_reason_of(tx, tx.project, experiment)
    state = IterationState.REFINING if stop is None else IterationState.COMPLETED
    await move_iteration(tx, experiment, iteration, state, notes=said)
    if stop is None:
        return "refine"
    await end_experiment(tx, experiment, stop)
    return "nothing"


@step("conclude_check", attempts=5)
async def conclude_check(order: CheckOrder) -> bool:
    """Store the verdict of the holdout check; return whether a verdict was possible."""
    own = resources()
    project = ProjectId(UUID(order["project"]))
    wanted = ExperimentId(UUID(order["experiment"]))
    async with own.work.read() as tx:
        experiment = await tx.experiments.get(project, wanted)
    if experiment.check_run is None:
        return False
    looked = await load_iteration_results(own, project, experiment.check_run)
    columns = looked.plan.columns
    verdict = conclude_holdout_check(looked, (columns[0].number, columns[-1].number))
    if verdict is None:
        return False
    async with own.change(project) as tx:
        experiment = await tx.experiments.get(project, wanted, lock=True)
        await tx.experiments.set_check_verdict(project, wanted, verdict, tx.now)
        emit_experiment_changed(tx, experiment, ["check"])
    return True
