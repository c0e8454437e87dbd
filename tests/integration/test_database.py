"""Connections to PostgreSQL are few, shared and kept."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import text

from edison.store.database import Database
from tests.support.sql import rows

APPLICATION = "edison-pool"


def backends(url: str) -> set[int]:
    found = rows(
        url,
        "SELECT pid FROM pg_stat_activity WHERE application_name = %s "
        "AND datname = current_database()",
        APPLICATION,
    )
    return {pid for (pid,) in found}


async def test_a_process_has_at_most_twenty_connections(database_url: str) -> None:
    """NFR-4.1.10: ten are kept, ten more come when it is busy, and the next caller waits."""
    database = Database(database_url, application=APPLICATION)
    try:
        async with AsyncExitStack() as held:
            for _ in range(20):
                connection = await held.enter_async_context(database.engine.connect())
                await connection.execute(text("SELECT 1"))
            assert len(backends(database_url)) == 20

            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.5), database.engine.connect():
                    pass

            assert len(backends(database_url)) == 20
        assert len(backends(database_url)) == 10
    finally:
        await database.close()


async def test_connections_are_used_again(database_url: str) -> None:
    """NFR-4.1.10: a hundred requests, one after the other, are one connection."""
    database = Database(database_url, application=APPLICATION)
    try:
        used: set[int] = set()
        for _ in range(100):
            async with database.session(readonly=True) as session:
                used.add(await session.scalar(text("SELECT pg_backend_pid()")) or 0)
    finally:
        await database.close()

    assert len(used) == 1
