"""States of experiments and iterations, and the allowed state transitions."""

from enum import StrEnum

from edison.domain.errors import WrongState


class IterationState(StrEnum):
    PENDING = "pending"
    EXECUTING = "executing"
    JUDGING = "judging"
    AGGREGATING = "aggregating"
    REFINING = "refining"
    REVIEWING = "reviewing"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    PAUSED = "paused"


class ExperimentState(StrEnum):
    DRAFT = "draft"
    RUNNING = "running"
    PAUSED = "paused"
    COMPLETED = "completed"
    ARCHIVED = "archived"


_I = IterationState
_E = ExperimentState

ITERATION_MOVES: dict[IterationState, frozenset[IterationState]] = {
    _I.PENDING: frozenset({_I.EXECUTING, _I.CANCELLED}),
    _I.EXECUTING: frozenset({_I.JUDGING, _I.FAILED, _I.PAUSED, _I.CANCELLED}),
    _I.JUDGING: frozenset({_I.AGGREGATING, _I.FAILED, _I.PAUSED, _I.CANCELLED}),
    _I.AGGREGATING: frozenset({_I.REFINING, _I.COMPLETED, _I.FAILED}),
    _I.REFINING: frozenset({_I.REVIEWING, _I.COMPLETED, _I.FAILED}),
    # An approved suggestion is run as the next iteration, so this one is complete.
    _I.REVIEWING: frozenset({_I.COMPLETED}),
    # After a rejection another suggestion may be requested.
    _I.COMPLETED: frozenset({_I.REFINING}),
    # Its run may be reopened, like any failed run.
    _I.FAILED: frozenset({_I.EXECUTING, _I.JUDGING}),
    _I.CANCELLED: frozenset(),
    # A paused iteration can be cancelled without resuming it.
    _I.PAUSED: frozenset({_I.EXECUTING, _I.JUDGING, _I.CANCELLED}),
}

EXPERIMENT_MOVES: dict[ExperimentState, frozenset[ExperimentState]] = {
    _E.DRAFT: frozenset({_E.RUNNING, _E.ARCHIVED}),
    _E.RUNNING: frozenset({_E.PAUSED, _E.COMPLETED}),
    _E.PAUSED: frozenset({_E.RUNNING, _E.COMPLETED, _E.ARCHIVED}),
    # Its hold-out has been used, so later iterations would be judged on known cases.
    _E.COMPLETED: frozenset({_E.ARCHIVED}),
    _E.ARCHIVED: frozenset(),
}

# At most one iteration of an experiment is in one of these states; a unique index enforces it.
ACTIVE = frozenset({_I.PENDING, _I.EXECUTING, _I.JUDGING, _I.AGGREGATING, _I.REFINING, _I.PAUSED})
# No further automatic transitions.
ENDED = frozenset({_I.COMPLETED, _I.FAILED, _I.CANCELLED})


def check_move(old: IterationState, new: IterationState) -> None:
    if new not in ITERATION_MOVES[old]:
        raise WrongState(
            f"An iteration that is {old} cannot become {new}", state=str(old), wanted=str(new)
        )


def check_experiment_move(old: ExperimentState, new: ExperimentState) -> None:
    if new not in EXPERIMENT_MOVES[old]:
        raise WrongState(
            f"An experiment that is {old} cannot become {new}", state=str(old), wanted=str(new)
        )
