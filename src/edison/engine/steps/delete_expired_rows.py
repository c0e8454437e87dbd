"""Delete counters, ended sessions, worker rows and stored answers that no longer count; repeating it finds nothing."""

import asyncio
from datetime import timedelta

import structlog

from edison.engine.durable import step
from edison.engine.resources import resources

log = structlog.get_logger(__name__)

FORGET_WORKERS_AFTER = timedelta(days=1)
# A worker makes some hundred calls a second, and each may leave an answer that expires: batches follow each other
# until nothing is left, with a pause in which others get at the disk.
ANSWERS_AT_ONCE = 10_000
PAUSE_S = 0.02
# Cells are kept by the month; the tables of the next ones must be there before their first run.
MONTHS_AHEAD = 3


@step("sweep_expired")
async def sweep_expired() -> int:
    own = resources()
    now = own.clock.now()
    async with own.work.write() as tx:
        swept = await tx.attempts.sweep(now)
        await tx.workers.sweep(now - FORGET_WORKERS_AFTER)
        await tx.runs.make_partitions(MONTHS_AHEAD)
    while True:
        async with own.work.write() as tx:
            expired = await tx.answers.sweep(now, ANSWERS_AT_ONCE)
        swept += expired
        if expired < ANSWERS_AT_ONCE:
            break
        await asyncio.sleep(PAUSE_S)
    log.info("swept_expired", rows=swept)
    return swept
