"""Wait until a request waits for a lock that a test holds."""

import asyncio

from tests.support.sql import value

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


async def until_someone_waits(url: str) -> None:
    async with asyncio.timeout(60):
        while value(url, WAITING) == 0:  # noqa: ASYNC110 - PostgreSQL has no event for it
            await asyncio.sleep(0.05)
