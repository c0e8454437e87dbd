"""Bring a run whose chunks are all done to its end."""

from uuid import UUID

from edison.domain.access import SYSTEM, ProjectId
from edison.domain.events import RUN_COMPLETED, event, project_topic, run_topic
from edison.domain.runs.plan import RunId
from edison.domain.runs.states import RunState
from edison.engine.contracts import CloseOrder
from edison.engine.durable import step
from edison.engine.resources import resources
from edison.engine.runs.moving import tell_state

ON_THE_WAY = (RunState.JUDGING, RunState.AGGREGATING, RunState.COMPLETED)


@step("close_run", attempts=10)
async def close_run(order: CloseOrder) -> None:
    own = resources()
    project, run = ProjectId(UUID(order["project"])), RunId(UUID(order["run"]))
    now = own.clock.now()
    async with own.work.write() as tx:
        found = await tx.runs.get(project, run, lock=True)
        if found.epoch != order["epoch"]:
            return
        if found.state not in (RunState.EXECUTING, RunState.JUDGING):
            return
        for state in ON_THE_WAY:
            if state is not found.state:
                await tx.runs.move(project, found, state, now)
                tell_state(tx, SYSTEM, project, found, state, now)
                found = await tx.runs.get(project, run, lock=True)
        columns, _ = await tx.run_sums.read(project, run)
        for topic in (run_topic(run), project_topic(project)):
            tx.tell(
                event(
                    SYSTEM,
                    topic,
                    RUN_COMPLETED,
                    now,
                    run=str(run),
                    number=found.number,
                    name=found.name,
                    cells=found.plan.cells,
                    failed=sum(column.failed for column in columns.values()),
                )
            )
