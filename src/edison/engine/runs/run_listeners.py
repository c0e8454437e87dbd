"""Notify the iteration or execution that owns a run when the run changes state, in the same transaction."""

from datetime import datetime

from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import PauseReason, RunState
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.owners.execution_listener import update_execution
from edison.engine.runs.owners.iteration_listener import update_iteration


async def notify_run_owner(
    tx: ProjectTx,
    run: Run,
    state: RunState,
    *,
    reason: PauseReason | None = None,
    problem: str | None = None,
    resume_at: datetime | None = None,
) -> None:
    """Notify the owner of a locked run. `run` is the run before its change of state."""
    if run.experiment is not None:
        await update_iteration(tx, run, state, reason=reason, problem=problem)
    if run.suite is not None:
        await update_execution(tx, run, state, problem=problem, resume_at=resume_at)
