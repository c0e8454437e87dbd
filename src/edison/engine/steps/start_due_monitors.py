"""Start due monitors. A retry is safe, because monitors that were started are no longer due."""

from datetime import datetime, timedelta

import structlog

from edison.engine.alerts.update_alerts import wake_snoozed_alerts
from edison.engine.durable import step
from edison.engine.monitoring.start_due_batch import AT_ONCE, start_all_due
from edison.engine.resources import resources
from edison.engine.workflow_contracts import StartOrder

log = structlog.get_logger(__name__)

# A tick that was not processed in time because no worker was running; the next tick covers it.
STALE_AFTER = timedelta(minutes=2)
HELPERS_AT_MOST = 8


@step("call_helpers")
async def enqueue_helpers(tick: datetime) -> int:
    """Return the number of due monitors, up to a limit. If they exceed one batch, enqueue helpers for other workers."""
    own = resources()
    now = own.clock.now()
    if now - tick > STALE_AFTER:
        return 0
    # Snoozes end even if this installation starts no monitors.
    await wake_snoozed_alerts(own.work, own.launcher, now)
    if not own.scheduling:
        return 0
    async with own.work.read() as tx:
        due = await tx.monitors.count_due(now, AT_ONCE * HELPERS_AT_MOST)
        workers = await tx.workers.alive(now)
    helpers = min(workers, HELPERS_AT_MOST, -(-due // AT_ONCE)) - 1
    if helpers > 0:
        async with own.work.write() as tx:
            for place in range(helpers):
                order: StartOrder = {"tick": tick.isoformat(), "helper": place}
                await own.launcher.start_due(tx, order)
    return due


@step("start_due", attempts=10)
async def start_due() -> int:
    own = resources()
    if not own.scheduling:
        return 0
    with own.starts.starting():
        started = await start_all_due(own.work, own.launcher, own.clock, own.stopping.is_set)
    if started:
        log.info("started_due", monitors=started)
    return started
