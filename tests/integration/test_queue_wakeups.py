"""Workers are notified of queued work when it is committed, whoever queues it."""

import psycopg
import pytest

from edison.engine.queue_wakeups import CHANNEL, TRIGGER
from edison.engine.runtime import engine_is_behind, migrate_engine
from edison.engine.workflow_contracts import (
    ERASURE_QUEUE,
    RETENTION_QUEUE,
    ErasureOrder,
    RetentionOrder,
)
from edison.store.database import libpq_url
from tests.support.sql import execute
from tests.support.world import World

PATIENCE_S = 60.0
QUIET_S = 0.5
NIGHT: RetentionOrder = {"night": "2026-11-19"}
DELETION: ErasureOrder = {"deletion": "1"}


class Withdrawn(Exception):
    """Makes a transaction roll back."""


def notices(
    listener: psycopg.Connection[tuple[object, ...]], wait_s: float, most: int | None
) -> list[str]:
    return [note.payload for note in listener.notifies(timeout=wait_s, stop_after=most)]


async def _withdraw(world: World) -> None:
    async with world.ctx.write() as tx:
        await world.ctx.launcher.erase_project(tx, DELETION)
        raise Withdrawn


async def _queue(world: World) -> None:
    async with world.ctx.write() as tx:
        await world.ctx.launcher.delete_aged(tx, NIGHT)


async def test_work_is_announced_when_it_is_committed_and_only_then(
    world: World, database_url: str
) -> None:
    with psycopg.connect(libpq_url(database_url), autocommit=True) as listener:
        listener.execute(f"LISTEN {CHANNEL}")
        with pytest.raises(Withdrawn):
            await _withdraw(world)
        await _queue(world)

        first = notices(listener, PATIENCE_S, 1)
        more = notices(listener, QUIET_S, None)

    assert first == [RETENTION_QUEUE]
    assert ERASURE_QUEUE not in more, "what was rolled back was never queued"


async def test_work_that_was_taken_is_announced_when_it_is_queued_again(
    world: World, database_url: str
) -> None:
    """As after the death of a worker, by DBOS itself."""
    await _queue(world)
    with psycopg.connect(libpq_url(database_url), autocommit=True) as listener:
        listener.execute(f"LISTEN {CHANNEL}")
        execute(database_url, "UPDATE dbos.workflow_status SET status = 'PENDING'")
        taken = notices(listener, QUIET_S, None)
        execute(database_url, "UPDATE dbos.workflow_status SET status = 'ENQUEUED'")
        again = notices(listener, PATIENCE_S, 1)

    assert (taken, again) == ([], [RETENTION_QUEUE])


def test_a_database_without_the_trigger_must_be_migrated(database_url: str) -> None:
    assert not engine_is_behind(database_url)

    execute(database_url, f"DROP TRIGGER {TRIGGER} ON dbos.workflow_status")

    assert engine_is_behind(database_url)
    migrate_engine(database_url)
    assert not engine_is_behind(database_url)
