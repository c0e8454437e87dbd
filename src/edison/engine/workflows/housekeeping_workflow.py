"""Clear away what has expired, on a schedule."""

from datetime import datetime

from edison.engine.contracts import HOUSEKEEPING
from edison.engine.durable import workflow
from edison.engine.steps.delete_aged_data import order_retention
from edison.engine.steps.delete_expired_rows import sweep_expired
from edison.engine.steps.forget_finished_workflows import sweep_finished
from edison.engine.steps.resume_after_midnight import begin_day


@workflow(HOUSEKEEPING)
async def housekeeping(scheduled_at: datetime, context: object) -> None:
    # Midnight UTC is one of its times.
    await begin_day()
    await sweep_expired()
    await sweep_finished()
    await order_retention()
