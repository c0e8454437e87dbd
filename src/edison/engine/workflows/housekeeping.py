"""Clear away what has expired, on a schedule."""

from datetime import datetime

from edison.engine.contracts import HOUSEKEEPING
from edison.engine.durable import workflow
from edison.engine.steps.sweep_expired import sweep_expired


@workflow(HOUSEKEEPING)
async def housekeeping(scheduled_at: datetime, context: object) -> None:
    await sweep_expired()
