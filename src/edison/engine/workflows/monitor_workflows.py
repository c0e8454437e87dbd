"""Look for what is due, every few seconds; several workers share a crowd of starts."""

from datetime import datetime

from edison.engine.contracts import START_DUE, TICK_MONITORS, StartOrder
from edison.engine.durable import workflow
from edison.engine.steps.start_due_monitors import enqueue_helpers
from edison.engine.steps.start_due_monitors import start_due as start


@workflow(TICK_MONITORS)
async def tick_monitors(scheduled_at: datetime, context: object) -> None:
    if await enqueue_helpers(scheduled_at):
        await start()


@workflow(START_DUE)
async def start_due(order: StartOrder) -> None:
    await start()
