"""Whoever can write to the database cannot run code in a worker."""

import asyncio
import base64
import pickle  # noqa: TID251 - the attack
import subprocess
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from edison.engine.stored_format import CONSTRAINT
from edison.engine.workflow_contracts import MailOrder
from tests.integration.test_channel_worker import a_sender
from tests.support.answers import granted
from tests.support.channels import a_desk
from tests.support.receiver import a_receiver
from tests.support.sql import execute, rows, value
from tests.support.world import World

FORMATTED = (
    "SELECT table_name FROM information_schema.columns "
    "WHERE table_schema = 'dbos' AND column_name = 'serialization'"
)
POISON = "UPDATE dbos.workflow_status SET serialization = 'py_pickle'"

ORDER: MailOrder = {
    "kind": "invite",
    "project": str(uuid4()),
    "subject": str(uuid4()),
    "actor": str(uuid4()),
    "trace_id": "0" * 32,
}


class RunsCommand:
    """What pickle runs when it is decoded."""

    def __init__(self, command: str) -> None:
        self.command = command

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return subprocess.getoutput, (self.command,)


async def enqueue_mail(world: World) -> None:
    """Leave one workflow on a queue; no worker runs yet."""
    async with world.ctx.work.write() as tx:
        await world.ctx.launcher.send_mail(tx, ORDER)
    assert value(world.url, "SELECT count(*) FROM dbos.workflow_status") == 1


@pytest.mark.attack
async def test_the_database_refuses_every_format_but_json(world: World) -> None:
    await enqueue_mail(world)

    with pytest.raises(psycopg.errors.CheckViolation, match=CONSTRAINT):
        execute(world.url, POISON)

    tables = {table for (table,) in rows(world.url, FORMATTED)}
    constrained = rows(
        world.url,
        "SELECT conrelid::regclass::text FROM pg_constraint WHERE conname = %s",
        CONSTRAINT,
    )
    assert "workflow_status" in tables
    assert {table for (table,) in constrained} == {f"dbos.{table}" for table in tables}


@pytest.mark.attack
async def test_a_worker_does_not_decode_a_pickled_row_and_goes_on_working(
    world: World, tmp_path: Path
) -> None:
    """The attacker is stronger here than with the constraint: it was dropped."""
    owned = tmp_path / "owned"
    payload = base64.b64encode(pickle.dumps(RunsCommand(f"touch {owned}"))).decode()
    await enqueue_mail(world)
    execute(
        world.url,
        f"ALTER TABLE dbos.workflow_status DROP CONSTRAINT {CONSTRAINT}",
        POISON,
        f"UPDATE dbos.workflow_input SET inputs = '{payload}'",
    )

    async with a_receiver() as receiver, a_desk(world) as desk, a_sender(world, tmp_path):
        async with asyncio.timeout(60):
            while rows(  # noqa: ASYNC110 - another process
                world.url,
                "SELECT 1 FROM dbos.workflow_status WHERE status = 'ENQUEUED' AND serialization = 'py_pickle'",
            ):
                await asyncio.sleep(0.1)
        added = await desk.add(receiver.url)
        path = f"{desk.path}/channels/{added['channel']['id']}"
        tested = granted(await desk.owner.browser.post(f"{path}/test"))

    assert tested["state"] == "delivered"
    assert not owned.exists()
