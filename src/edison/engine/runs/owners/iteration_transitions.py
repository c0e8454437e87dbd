"""Moves an iteration and what its experiment waits for, always together.

Whoever needs several locks takes them in this order: balances, run, experiment, iteration, suggestion.
"""

from collections.abc import Sequence
from datetime import datetime

from edison.domain.experiments.experiment import Experiment, Iteration, Note, NoteKind
from edison.domain.experiments.experiment_states import ExperimentState, IterationState
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor
from edison.engine.runs.owners.iteration_events import emit_experiment_changed, emit_iteration_moved
from edison.store.unit_of_work import WriteTx


async def move_iteration(
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
    notes: Sequence[Note] = (),
) -> Iteration:
    """Both are locked; gives the iteration as it is now."""
    await tx.iterations.move(
        project, iteration, state, now, problem=problem, partial=partial or None
    )
    for one in notes:
        await tx.iterations.note(project, iteration.id, one.kind, one.text, one.at)
    emit_iteration_moved(
        tx, who, project, experiment, iteration, state, now, problem=problem, partial=partial
    )
    return await tx.iterations.get(project, iteration.id, lock=True)


async def await_person(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    experiment: Experiment,
    what: str,
    now: datetime,
) -> None:
    """Nothing more happens by itself; `what` says what a person can do."""
    await _set(tx, who, project, experiment, ExperimentState.PAUSED, what, now)


async def resume_automatically(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    experiment: Experiment,
    now: datetime,
    *,
    waiting_for: str | None = None,
) -> None:
    """`waiting_for`: the next step is a person's, but none is missing who could take it."""
    await _set(tx, who, project, experiment, ExperimentState.RUNNING, waiting_for, now)


async def _set(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    experiment: Experiment,
    state: ExperimentState,
    waiting_for: str | None,
    now: datetime,
) -> None:
    if (experiment.state, experiment.waiting_for) == (state, waiting_for):
        return
    await tx.experiments.move(project, experiment, state, now, waiting_for=waiting_for)
    emit_experiment_changed(tx, who, project, experiment, now, ["state"])


def new_iteration_note(now: datetime, text: str, kind: NoteKind = "info") -> Note:
    return Note(at=now, kind=kind, text=text)
