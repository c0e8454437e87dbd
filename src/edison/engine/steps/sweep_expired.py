"""Delete counters, ended sessions, worker rows and stored answers that no longer count; repeating it finds nothing."""

from datetime import timedelta

import structlog

from edison.engine.durable import step
from edison.engine.resources import resources

log = structlog.get_logger(__name__)

FORGET_WORKERS_AFTER = timedelta(days=1)
ANSWERS_AT_ONCE = 10_000
FORGET_DELIVERIES_AFTER = timedelta(days=90)
# Cells are kept by the month; the tables of the next ones must be there before their first run.
MONTHS_AHEAD = 3


@step("sweep_expired")
async def sweep_expired() -> int:
    own = resources()
    now = own.clock.now()
    async with own.work.write() as tx:
        swept = await tx.attempts.sweep(now)
        await tx.workers.sweep(now - FORGET_WORKERS_AFTER)
        swept += await tx.answers.sweep(now, ANSWERS_AT_ONCE)
        swept += await tx.deliveries.sweep(now - FORGET_DELIVERIES_AFTER, ANSWERS_AT_ONCE)
        await tx.runs.make_partitions(MONTHS_AHEAD)
    log.info("swept_expired", rows=swept)
    return swept
