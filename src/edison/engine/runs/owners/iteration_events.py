"""Emit the events of experiments and iterations, in the transaction that changes them."""

from typing import Any

from edison.domain.events import (
    EXPERIMENT_CHANGED,
    EXPERIMENT_ENDED,
    ITERATION_COMPLETED,
    ITERATION_STARTED,
    ITERATION_STATE_CHANGED,
)
from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.experiments.experiment_states import IterationState
from edison.domain.experiments.stop_rules import Stop
from edison.engine.project_tx import ProjectTx


def emit_experiment_started(tx: ProjectTx, experiment: Experiment, iteration: Iteration) -> None:
    tx.emit_event(
        ITERATION_STARTED,
        **_iteration(experiment, iteration),
        run=None if iteration.run is None else str(iteration.run),
        version=iteration.version_number,
    )


def emit_iteration_moved(
    tx: ProjectTx,
    experiment: Experiment,
    iteration: Iteration,
    state: IterationState,
    *,
    problem: str | None = None,
    partial: bool = False,
) -> None:
    """Emit the new state of an iteration, and a second event on completion. `iteration` has its old state."""
    facts: dict[str, Any] = {
        **_iteration(experiment, iteration),
        "old": str(iteration.state),
        "new": str(state),
        "problem": problem,
        "partial": partial,
    }
    tx.emit_event(ITERATION_STATE_CHANGED, **facts)
    if state is IterationState.COMPLETED:
        composite = iteration.composite
        tx.emit_event(
            ITERATION_COMPLETED,
            **_iteration(experiment, iteration),
            problem=problem,
            partial=partial,
            composite=None if composite is None else round(composite.value, 4),
        )


def emit_experiment_changed(tx: ProjectTx, experiment: Experiment, changed: list[str]) -> None:
    tx.emit_event(EXPERIMENT_CHANGED, **_experiment(experiment), changed=changed)


def emit_experiment_ended(tx: ProjectTx, experiment: Experiment, stop: Stop) -> None:
    tx.emit_event(EXPERIMENT_ENDED, **_experiment(experiment), kind=stop.kind, reason=stop.sentence)


def _experiment(experiment: Experiment) -> dict[str, Any]:
    return {
        "experiment": str(experiment.id),
        "name": experiment.title,
        "number": experiment.number,
    }


def _iteration(experiment: Experiment, iteration: Iteration) -> dict[str, Any]:
    return {
        "experiment": str(experiment.id),
        "name": experiment.title,
        "iteration": str(iteration.id),
        "number": iteration.number,
    }
