"""Brings a run whose chunks are all done to its end."""

from datetime import datetime

from edison.domain.events import RUN_COMPLETED, event, run_topic
from edison.domain.ids import ProjectId
from edison.domain.people.access import SYSTEM
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import RunState
from edison.engine.launcher import Launcher
from edison.engine.runs.run_transitions import move_run
from edison.store.unit_of_work import WriteTx

ON_THE_WAY = (RunState.JUDGING, RunState.AGGREGATING, RunState.COMPLETED)


async def close_run(
    launcher: Launcher, tx: WriteTx, project: ProjectId, run: Run, now: datetime
) -> None:
    """The run is locked and has no open chunk. The sums are there already, kept with each batch."""
    if run.state not in (RunState.EXECUTING, RunState.JUDGING):
        return
    for state in ON_THE_WAY:
        if state is not run.state:
            await move_run(launcher, tx, SYSTEM, project, run, state, now)
            run = await tx.runs.get(project, run.id, lock=True)
    columns, _ = await tx.run_sums.read(project, run.id)
    # The project hears of the state; one line in its history is enough.
    tx.emit(
        event(
            SYSTEM,
            run_topic(run.id),
            RUN_COMPLETED,
            now,
            run=str(run.id),
            number=run.number,
            name=run.name,
            cells=run.plan.cells,
            failed=sum(column.failed for column in columns.values()),
        )
    )
