"""Tell whatever is made of runs about each move of one, in its transaction.

These are iterations of experiments and executions of suites.
"""

from datetime import datetime

from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import PauseReason, RunState
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.owners import execution_listener as executions
from edison.engine.runs.owners import iteration_listener as iterations


async def notify_run_owner(
    tx: ProjectTx,
    run: Run,
    state: RunState,
    *,
    reason: PauseReason | None = None,
    problem: str | None = None,
    resume_at: datetime | None = None,
) -> None:
    """`run` is locked, and is as it was before the move."""
    if run.experiment is not None:
        await iterations.update_iteration(
            tx.launcher, tx, tx.who, tx.project, run, state, tx.now, reason=reason, problem=problem
        )
    if run.suite is not None:
        await executions.update_execution(
            tx.launcher,
            tx,
            tx.who,
            tx.project,
            run,
            state,
            tx.now,
            problem=problem,
            resume_at=resume_at,
        )
