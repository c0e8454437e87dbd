"""Tell whatever is made of runs about each move of one, in its transaction.

These are iterations of experiments and executions of suites.
"""

from datetime import datetime

from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import PauseReason, RunState
from edison.engine.launcher import Launcher
from edison.engine.runs.owners import execution_listener as executions
from edison.engine.runs.owners import iteration_listener as iterations
from edison.store.unit_of_work import WriteTx


async def notify_run_owner(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    run: Run,
    state: RunState,
    now: datetime,
    *,
    reason: PauseReason | None = None,
    problem: str | None = None,
    resume_at: datetime | None = None,
) -> None:
    """`run` is locked, and is as it was before the move."""
    if run.experiment is not None:
        await iterations.update_iteration(
            launcher, tx, who, project, run, state, now, reason=reason, problem=problem
        )
    if run.suite is not None:
        await executions.update_execution(
            launcher, tx, who, project, run, state, now, problem=problem, resume_at=resume_at
        )
