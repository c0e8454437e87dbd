"""Goes through everything that is due, batch after batch, until nothing is left."""

from collections.abc import Callable

import structlog

from edison.engine.launcher import Launcher
from edison.engine.monitoring.start_due_batch import (
    MonitorStartFailed,
    record_monitor_failure,
    start_batch,
)
from edison.kit.clock import Clock
from edison.store.unit_of_work import UnitOfWork

log = structlog.get_logger(__name__)

# Small enough that another worker waits only a moment for the number of its first run.
AT_ONCE = 20


async def start_all_due(
    work: UnitOfWork, launcher: Launcher, clock: Clock, stopping: Callable[[], bool]
) -> int:
    """Return how many were started. Others may be at it at the same time: nobody takes what another has."""
    started = 0
    while not stopping():
        try:
            async with work.write() as tx:
                batch = await start_batch(launcher, tx, clock.now(), AT_ONCE)
        except MonitorStartFailed as fault:
            log.exception("start_failed", monitor=str(fault.monitor), error=fault.why)
            async with work.write() as tx:
                await record_monitor_failure(launcher, tx, clock.now(), fault)
            continue
        started += batch.started
        if not batch.taken:
            break
    return started
