"""Resume runs and suites that waited for a new day's budget, and fail executions that were paused too long.

Safe to repeat.
"""

import structlog

from edison.engine.durable import step
from edison.engine.resources import resources
from edison.engine.suites.resume_paused_suites import fail_stale_executions
from edison.engine.suites.resume_paused_suites import resume_after_midnight as begin

log = structlog.get_logger(__name__)


@step("begin_day")
async def begin_day() -> int:
    own = resources()
    now = own.clock.now()
    woken = await begin(own.work, own.launcher, now)
    given_up = await fail_stale_executions(own.work, own.launcher, now)
    if woken or given_up:
        log.info("day_began", woken=woken, given_up=given_up)
    return woken + given_up
