"""Enqueue the next chunks of a run after a chunk is done or has failed."""

from uuid import UUID

import structlog

from edison.domain.ids import ProjectId, RunId
from edison.domain.runs.run_states import RunState
from edison.engine.durable import step
from edison.engine.resources import resources
from edison.engine.runs.enqueue_chunks import launch_chunks
from edison.engine.runs.run_transitions import move_run
from edison.engine.workflow_contracts import ChunkOrder

log = structlog.get_logger(__name__)

FAILURES_AT_MOST = 3


@step("advance_run", attempts=10)
async def advance_run(order: ChunkOrder) -> None:
    own = resources()
    project, run = ProjectId(UUID(order["project"])), RunId(UUID(order["run"]))
    async with own.change(project) as tx:
        await launch_chunks(tx, run)


@step("give_up_chunk", attempts=10)
async def give_up_chunk(order: ChunkOrder, why: str) -> None:
    """Enqueue a chunk again after an internal error; fail the run after several failures."""
    own = resources()
    project, run = ProjectId(UUID(order["project"])), RunId(UUID(order["run"]))
    log.error("chunk_failed", run=order["run"], chunk=order["chunk"], error=why)
    async with own.change(project) as tx:
        found = await tx.runs.get(project, run, lock=True)
        failures = await tx.chunks.failed(project, run, order["chunk"])
        if failures < FAILURES_AT_MOST:
            await launch_chunks(tx, run)
        elif found.state in (RunState.EXECUTING, RunState.JUDGING):
            problem = (
                f"A part of the run failed {failures} times ({why}). See the log of the worker."
            )
            await move_run(tx, found, RunState.FAILED, problem=problem)
