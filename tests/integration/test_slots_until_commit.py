"""Calls that are on their way or not committed are never more than the slots of a worker."""

import asyncio

import psycopg
import pytest

from edison.domain.runs.run_states import RunState
from edison.settings import Settings
from edison.store.database import libpq_url
from tests.support.gateway import Gateway
from tests.support.runs import a_run_bench

pytestmark = pytest.mark.asyncio(loop_scope="module")

SLOTS = Settings.model_fields["calls_at_once"].default
LOOKS = 10


async def test_no_call_begins_while_all_slots_wait_for_their_commit(gateway: Gateway) -> None:
    # Several chunks: one alone has no more cells than there are slots.
    runs = await a_run_bench(await gateway.bench(), cases=4 * SLOTS)
    await gateway.sim.reset()
    run = await runs.start()
    with psycopg.connect(libpq_url(gateway.world.url)) as lock:
        # Whoever commits an answer adds to these sums; whoever begins a call does not look at them.
        lock.execute("SELECT FROM run_columns WHERE run_id = %s FOR UPDATE", (run.id,))
        asked, still = -1, 0
        async with asyncio.timeout(60):
            while still < LOOKS:
                await asyncio.sleep(0.2)
                before, asked = asked, (await gateway.sim.calls())["total"]
                still = still + 1 if asked == before and asked else 0

        assert 0 < asked <= SLOTS

    assert (await runs.finished(run.id)).state is RunState.COMPLETED
    assert (await gateway.sim.calls())["total"] == 8 * SLOTS
