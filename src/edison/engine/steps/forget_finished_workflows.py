"""Forget work that is over: each tick leaves a row with the engine, and so does everything that was ever queued."""

import asyncio
from datetime import timedelta

import structlog

from edison.engine.contracts import START_DUE, TICK_MONITORS
from edison.engine.durable import forget_finished, step
from edison.engine.resources import resources

log = structlog.get_logger(__name__)

FORGET_AFTER = timedelta(days=7)
# A tick that is over tells nothing, and there are thousands of them in a day.
FORGET_TICKS_AFTER = timedelta(hours=1)
AT_ONCE = 2_000
PAUSE_S = 0.02


@step("sweep_finished")
async def sweep_finished() -> int:
    """Repeating it finds what is left."""
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
