"""A run is a chain of chunks: each one that ends puts the next on the queue.

So nothing waits, and a paused run has nothing running.
"""

from edison.engine.contracts import (
    WORK_CHUNK,
    ChunkOrder,
)
from edison.engine.durable import workflow
from edison.engine.steps.advance_run import advance_run, give_up_chunk
from edison.engine.steps.run_chunk import work_chunk as work


@workflow(WORK_CHUNK)
async def work_chunk(order: ChunkOrder) -> None:
    try:
        report = await work(order)
    except Exception as error:
        await give_up_chunk(order, type(error).__name__)
        return
    if report["claim"]:
        # Also when something was left: a run that goes on takes it up again, one that is paused does not.
        await advance_run(order)
