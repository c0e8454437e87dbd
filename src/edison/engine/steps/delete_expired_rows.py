"""Delete expired counters, sessions, worker rows and reusable answers, and enqueue the nightly retention."""

import asyncio
from datetime import timedelta

import structlog

from edison.domain.retention.retention_rules import night_of
from edison.engine.durable import forget_finished, step
from edison.engine.resources import resources
from edison.engine.retention.nightly_retention import RetentionNight
from edison.engine.workflow_contracts import START_DUE, TICK_MONITORS, RetentionOrder

log = structlog.get_logger(__name__)

FORGET_WORKERS_AFTER = timedelta(days=1)
# A worker makes some hundred calls a second, and each may store an answer that expires. So batches are deleted until
# none is left, with a pause between them that gives other work time for the disk.
ANSWERS_AT_ONCE = 10_000
PAUSE_S = 0.02
# Cells are partitioned by month; the partitions of the next months must exist before their first run.
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


@step("order_retention")
async def order_retention() -> None:
    """Enqueue tonight's retention once. If no worker ran at night, it is enqueued after the next start."""
    own = resources()
    order: RetentionOrder = {"night": night_of(own.clock.now()).isoformat()}
    async with own.work.write() as tx:
        await own.launcher.delete_aged(tx, order)


@step("delete_aged")
async def delete_aged() -> dict[str, int]:
    own = resources()
    night = RetentionNight(work=own.work, clock=own.clock, archive=own.archive)
    return dict(await night.run())


FORGET_AFTER = timedelta(days=7)
# Records of finished ticks are useless, and there are thousands a day.
FORGET_TICKS_AFTER = timedelta(hours=1)
AT_ONCE = 2_000


@step("sweep_finished")
async def sweep_finished() -> int:
    """Delete the records of finished workflows: ticks after an hour, others after a week. Safe to repeat."""
    now = resources().clock.now()
    swept = 0
    for names, before in (
        ([TICK_MONITORS, START_DUE], now - FORGET_TICKS_AFTER),
        (None, now - FORGET_AFTER),
    ):
        while (found := await forget_finished(before, names, AT_ONCE)) == AT_ONCE:
            swept += found
            await asyncio.sleep(PAUSE_S)
        swept += found
    if swept:
        log.info("swept_finished", workflows=swept)
    return swept
