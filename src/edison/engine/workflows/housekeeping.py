"""Clear away what has expired, on a schedule."""

from datetime import datetime

from edison.engine.contracts import HOUSEKEEPING
from edison.engine.durable import workflow
from edison.engine.steps.begin_day import begin_day
from edison.engine.steps.delete_aged import order_retention
from edison.engine.steps.sweep_expired import sweep_expired
from edison.engine.steps.sweep_finished import sweep_finished


@workflow(HOUSEKEEPING)
async def housekeeping(scheduled_at: datetime, context: object) -> None:
    # Midnight UTC is one of its times.
    await begin_day()
    await sweep_expired()
    await sweep_finished()
    await order_retention()
