"""Update an iteration and its experiment when the run of the iteration changes state, in the same transaction.

When the run is complete, the workflow that continues the iteration is queued.
"""

from collections.abc import Sequence
from datetime import datetime

from edison.domain.experiments.experiment import Experiment, Iteration, Note, NoteKind
from edison.domain.experiments.experiment_states import (
    ITERATION_MOVES,
    ExperimentState,
    IterationState,
)
from edison.domain.ids import ExperimentId
from edison.domain.people.access import Actor
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import PauseReason, RunState
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.owners.iteration_events import emit_experiment_changed, emit_iteration_moved


async def move_iteration(
    tx: ProjectTx,
    experiment: Experiment,
    iteration: Iteration,
    state: IterationState,
    *,
    problem: str | None = None,
    partial: bool = False,
    notes: Sequence[Note] = (),
) -> Iteration:
    """Change the state of a locked iteration; return the changed iteration."""
    await tx.iterations.move(
        tx.project, iteration, state, tx.now, problem=problem, partial=partial or None
    )
    for one in notes:
        await tx.iterations.note(tx.project, iteration.id, one.kind, one.text, one.at)
    emit_iteration_moved(tx, experiment, iteration, state, problem=problem, partial=partial)
    return await tx.iterations.get(tx.project, iteration.id, lock=True)


async def await_person(tx: ProjectTx, experiment: Experiment, what: str) -> None:
    """Pause the experiment until a person acts. `what` describes what the person can do."""
    await _set(tx, experiment, ExperimentState.PAUSED, what)


async def resume_automatically(
    tx: ProjectTx, experiment: Experiment, *, waiting_for: str | None = None
) -> None:
    """Set the experiment to running. `waiting_for` names a step that a person can take meanwhile."""
    await _set(tx, experiment, ExperimentState.RUNNING, waiting_for)


async def _set(
    tx: ProjectTx, experiment: Experiment, state: ExperimentState, waiting_for: str | None
) -> None:
    if (experiment.state, experiment.waiting_for) == (state, waiting_for):
        return
    await tx.experiments.move(tx.project, experiment, state, tx.now, waiting_for=waiting_for)
    emit_experiment_changed(tx, experiment, ["state"])


def new_iteration_note(now: datetime, text: str, kind: NoteKind = "info") -> Note:
    return Note(at=now, kind=kind, text=text)


FOLLOWS = {
    RunState.EXECUTING: IterationState.EXECUTING,
    RunState.JUDGING: IterationState.JUDGING,
    RunState.AGGREGATING: IterationState.AGGREGATING,
    RunState.PAUSED: IterationState.PAUSED,
    RunState.FAILED: IterationState.FAILED,
    RunState.CANCELLED: IterationState.CANCELLED,
}
STOPPED = (IterationState.PAUSED, IterationState.FAILED)
LIVE = (ExperimentState.RUNNING, ExperimentState.PAUSED)
OUT_OF_MONEY = (PauseReason.BUDGET, PauseReason.TOKENS)


async def update_iteration(
    tx: ProjectTx,
    run: Run,
    state: RunState,
    *,
    reason: PauseReason | None = None,
    problem: str | None = None,
) -> None:
    """Update the iteration of a locked run. `run` is the run before its change of state."""
    if run.experiment is None:
        return
    experiment = await tx.experiments.get(tx.project, ExperimentId(run.experiment), lock=True)
    if experiment.check_run == run.id:
        if state is RunState.COMPLETED:
            await tx.launcher.conclude_check(
                tx, {"project": str(tx.project), "experiment": str(experiment.id)}, epoch=run.epoch
            )
        return
    iteration = await tx.iterations.of_run(tx.project, run.id, lock=True)
    if iteration is None or experiment.state not in LIVE:
        return
    if state is RunState.COMPLETED:
        # Reopening a run after its iteration has ended does not change the decisions.
        if iteration.state is IterationState.AGGREGATING:
            await tx.launcher.continue_iteration(
                tx,
                {
                    "project": str(tx.project),
                    "iteration": str(iteration.id),
                    "again": 0,
                    "hint": "",
                },
                epoch=run.epoch,
            )
        return
    wanted = FOLLOWS.get(state)
    if wanted is None or wanted not in ITERATION_MOVES[iteration.state]:
        return
    latest = await tx.iterations.last(tx.project, experiment.id)
    if latest is None or latest.id != iteration.id:
        return
    await _follow(tx, experiment, iteration, wanted, reason, problem)


async def _follow(
    tx: ProjectTx,
    experiment: Experiment,
    iteration: Iteration,
    state: IterationState,
    reason: PauseReason | None,
    problem: str | None,
) -> None:
    said = _words(state, iteration, reason, problem, tx.who)
    await move_iteration(
        tx,
        experiment,
        iteration,
        state,
        problem=_problem(state, reason, problem),
        notes=[new_iteration_note(tx.now, said[0], "warning" if state in STOPPED else "info")]
        if said
        else (),
    )
    if said is not None:
        await await_person(tx, experiment, said[1])
    elif iteration.state in STOPPED:
        await resume_automatically(tx, experiment)


def _problem(state: IterationState, reason: PauseReason | None, problem: str | None) -> str | None:
    if state is IterationState.PAUSED and reason in OUT_OF_MONEY:
        return f"Budget limit reached. {problem or ''}".strip()
    return problem


def _words(
    state: IterationState,
    iteration: Iteration,
    reason: PauseReason | None,
    problem: str | None,
    who: Actor,
) -> tuple[str, str] | None:
    """Return a line for the timeline and advice for a person; None if the iteration continues automatically."""
    if state is IterationState.PAUSED:
        if reason in OUT_OF_MONEY:
            return (
                "Budget limit reached",
                "Budget limit reached: raise the budget and resume, or finish",
            )
        if reason is PauseReason.CREDENTIAL:
            return f"Paused: {problem}", f"Fix the credential and resume: {problem}"
        return f"Paused by {who.label}", "Resume the iteration, cancel it, or finish"
    if state is IterationState.FAILED:
        return (
            f"Failed: {problem or 'see the run'}",
            f"Iteration {iteration.number} failed: run another one, edit the prompt, or finish",
        )
    if state is IterationState.CANCELLED:
        return (
            f"Cancelled by {who.label}",
            f"Iteration {iteration.number} was cancelled: run another one, edit the prompt, or finish",
        )
    return None
