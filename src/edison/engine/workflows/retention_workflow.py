"""Delete what is past its age, once a night."""

from edison.engine.contracts import RETENTION, RetentionOrder
from edison.engine.durable import workflow
from edison.engine.steps.delete_aged_data import delete_aged


@workflow(RETENTION)
async def retention(order: RetentionOrder) -> None:
    await delete_aged()
