"""A worker does a night of retention: once for each night, and it is on the queue whoever asks for it."""

import asyncio

import pytest

from edison.engine.workflow_contracts import RetentionOrder
from tests.support.finished_runs import a_run_desk
from tests.support.gateway import Gateway
from tests.support.sql import execute, rows, value

pytestmark = pytest.mark.asyncio(loop_scope="module")

PATIENCE_S = 60.0
STATES = "SELECT status FROM dbos.workflow_status WHERE workflow_uuid = %s"


async def order(gateway: Gateway, night: str) -> None:
    wanted: RetentionOrder = {"night": night}
    async with gateway.world.ctx.write() as tx:
        await gateway.world.ctx.launcher.delete_aged(tx, wanted)


@pytest.mark.nightly
async def test_a_night_is_done_once_by_a_worker(gateway: Gateway) -> None:
    url = gateway.world.url
    desk = await a_run_desk(gateway.world)
    put = (
        "INSERT INTO tries (id, project_id, credential_id, model_id, call, fresh, state, asked_by_label, asked_at, "
        "finished_at) SELECT gen_random_uuid(), project_id, credential_id, id, '{}', false, 'done', 'Ada', "
        f"now() - interval '100 days', now() - interval '100 days' FROM models WHERE id = '{desk.models[0]}'"
    )
    execute(url, put)
    await order(gateway, "2026-01-01")
    await order(gateway, "2026-01-01")

    async with asyncio.timeout(PATIENCE_S):
        while rows(url, STATES, "retention-2026-01-01") != [("SUCCESS",)]:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)
    assert value(url, "SELECT count(*) FROM tries") == 0

    # Asked for again, a night that is over stays over; the next one is another.
    execute(url, put)
    await order(gateway, "2026-01-01")
    await order(gateway, "2026-01-02")
    async with asyncio.timeout(PATIENCE_S):
        while rows(url, STATES, "retention-2026-01-02") != [("SUCCESS",)]:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)
    assert value(url, "SELECT count(*) FROM tries") == 0
