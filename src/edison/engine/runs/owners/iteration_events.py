"""What an experiment tells whoever follows its project, in the transaction of the change."""

from dataclasses import replace
from datetime import datetime

from edison.domain.events import (
    EXPERIMENT_CHANGED,
    EXPERIMENT_ENDED,
    ITERATION_COMPLETED,
    ITERATION_STARTED,
    ITERATION_STATE_CHANGED,
    event,
    project_topic,
)
from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.experiments.experiment_states import IterationState
from edison.domain.experiments.stop_rules import Stop
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor
from edison.store.unit_of_work import WriteTx


def emit_experiment_started(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    experiment: Experiment,
    iteration: Iteration,
    now: datetime,
) -> None:
    _tell(
        tx,
        who,
        project,
        ITERATION_STARTED,
        now,
        **_iteration(experiment, iteration),
        run=None if iteration.run is None else str(iteration.run),
        version=iteration.version_number,
    )


def emit_iteration_moved(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    experiment: Experiment,
    iteration: Iteration,
    state: IterationState,
    now: datetime,
    *,
    problem: str | None = None,
    partial: bool = False,
) -> None:
    """`iteration` is as it was before. That it is completed is told once more, by that name."""
    facts = {
        **_iteration(experiment, iteration),
        "old": str(iteration.state),
        "new": str(state),
        "problem": problem,
        "partial": partial,
    }
    _tell(tx, who, project, ITERATION_STATE_CHANGED, now, **facts)
    if state is IterationState.COMPLETED:
        composite = iteration.composite
        _tell(
            tx,
            who,
            project,
            ITERATION_COMPLETED,
            now,
            **_iteration(experiment, iteration),
            problem=problem,
            partial=partial,
            composite=None if composite is None else round(composite.value, 4),
        )


def emit_experiment_changed(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    experiment: Experiment,
    now: datetime,
    changed: list[str],
) -> None:
    _tell(tx, who, project, EXPERIMENT_CHANGED, now, **_experiment(experiment), changed=changed)


def emit_experiment_ended(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    experiment: Experiment,
    stop: Stop,
    now: datetime,
) -> None:
    _tell(
        tx,
        who,
        project,
        EXPERIMENT_ENDED,
        now,
        **_experiment(experiment),
        kind=stop.kind,
        reason=stop.sentence,
    )


def _tell(
    tx: WriteTx, who: Actor, project: ProjectId, what: str, now: datetime, **facts: object
) -> None:
    tx.emit(replace(event(who, project_topic(project), what, now), data=facts))


def _experiment(experiment: Experiment) -> dict[str, object]:
    return {
        "experiment": str(experiment.id),
        "name": experiment.title,
        "number": experiment.number,
    }


def _iteration(experiment: Experiment, iteration: Iteration) -> dict[str, object]:
    return {
        "experiment": str(experiment.id),
        "name": experiment.title,
        "iteration": str(iteration.id),
        "number": iteration.number,
    }
