"""Channels through the real worker.

A test that somebody waits for, retries that nobody asks for, a worker that is killed.
"""

import asyncio
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from edison.vault.sealer import private_text
from tests.support.answers import granted
from tests.support.channels import Desk, a_desk, an_alert
from tests.support.commands import Command
from tests.support.mailbox import a_mailbox
from tests.support.receiver import a_receiver
from tests.support.sql import everything, rows
from tests.support.world import World, vault_private_key


@asynccontextmanager
async def a_sender(
    world: World, home: Path, **settings: str
) -> AsyncGenerator[asyncio.subprocess.Process]:
    """A worker of this world, alive when the block begins."""
    command = Command(
        home,
        world.url,
        EDISON_VAULT_KEYS=private_text(vault_private_key()),
        EDISON_MIGRATE_ON_START="false",
        EDISON_PUBLIC_URL="http://localhost",
        **settings,
    )
    async with command.running("worker", ready="worker_started") as process:
        async with asyncio.timeout(60):
            while not rows(world.url, "SELECT 1 FROM workers"):  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)
        yield process


async def until_done(desk: Desk, channel: str, count: int) -> None:
    """Wait until this many are marked as delivered."""
    async with asyncio.timeout(60):
        while True:
            log = await desk.log(channel)
            if [entry["state"] for entry in log].count("delivered") == count:
                return
            await asyncio.sleep(0.1)


@pytest.mark.nightly
async def test_a_worker_sends_tests_retries_and_leaves_no_secret_behind(
    world: World, tmp_path: Path
) -> None:
    async with a_receiver() as receiver, a_desk(world) as desk, a_sender(world, tmp_path):
        added = await desk.add(receiver.url)
        channel, path = added["channel"]["id"], f"{desk.path}/channels/{added['channel']['id']}"

        tested = granted(await desk.owner.browser.post(f"{path}/test"))

        assert (tested["state"], tested["event"]) == ("delivered", "channel.test")
        assert receiver.taken[0].is_signed_with(added["signing_secret"])
        assert receiver.taken[0].json["data"]["title"] == "Edison can reach My webhook"

        # A receiver that fails for a while: nobody calls the worker but its own watch.
        receiver.status = 500
        await desk.tell(an_alert(1))
        await desk.tell(an_alert(2))
        async with asyncio.timeout(30):
            while (await desk.channel())["state"] != "failing":  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.1)
        failed = granted(await desk.owner.browser.post(f"{path}/test"))
        assert (failed["state"], failed["last_status"]) == ("failed", 500)
        receiver.status = 200
        await receiver.take(3)

        titles = [received.json["data"]["title"] for received in receiver.taken[1:]]
        assert titles == ["Answers got worse 1", "Answers got worse 2"]
        await until_done(desk, channel, 3)

        # The whole database, the queue's stored inputs included.
        stored = str(everything(world.url))
        assert "Answers got worse 1" in stored
        assert added["signing_secret"] not in stored
        assert receiver.url not in stored


@pytest.mark.nightly
async def test_a_test_that_succeeds_hurries_what_waits(world: World, tmp_path: Path) -> None:
    async with a_receiver() as receiver, a_desk(world) as desk:
        channel = (await desk.add(receiver.url))["channel"]["id"]
        receiver.status = 500
        await desk.tell()
        for _ in range(9):
            # Tried until the next try is a quarter of an hour away.
            await desk.deliver(channel)
            await desk.owner.browser.patch(
                f"{desk.path}/channels/{channel}", json={"url": receiver.url}
            )
        await desk.deliver(channel)
        receiver.status = 200
        async with a_sender(world, tmp_path):
            tested = await desk.owner.browser.post(f"{desk.path}/channels/{channel}/test")

            assert granted(tested)["state"] == "delivered"
            await receiver.take(2)


async def test_a_worker_killed_while_it_sends_loses_nothing_and_keeps_the_order(
    world: World, tmp_path: Path
) -> None:
    async with a_receiver() as receiver, a_desk(world) as desk:
        channel = (await desk.add(receiver.url))["channel"]["id"]
        for number in range(5):
            await desk.tell(an_alert(number))
        receiver.free.clear()
        async with a_sender(world, tmp_path / "first") as first:
            async with asyncio.timeout(60):
                while not receiver.seen:  # noqa: ASYNC110 - the other end of a socket
                    await asyncio.sleep(0.01)
            first.send_signal(signal.SIGKILL)
            await first.wait()
        receiver.free.set()
        # Its claim runs out after two minutes; the clock of a real worker cannot be moved, but the claim can.
        async with world.database.engine.begin() as connection:
            await connection.exec_driver_sql(
                "UPDATE channels SET claimed_until = claimed_until - interval '2 minutes'"
            )
        async with a_sender(world, tmp_path / "second"):
            await until_done(desk, channel, 5)

        ids = [received.id for received in receiver.taken]
        # The first may have come twice, under one id; all others came once.
        assert len(set(ids)) == 5
        in_order = list(
            dict.fromkeys(received.json["data"]["title"] for received in receiver.taken)
        )
        assert in_order == [f"Answers got worse {number}" for number in range(5)]


@pytest.mark.nightly
async def test_mail_goes_out_through_the_installations_server(world: World, tmp_path: Path) -> None:
    world.ctx = replace(world.ctx, mail_configured=True)
    async with a_mailbox() as mailbox, a_desk(world) as desk:
        smtp = {"EDISON_SMTP_HOST": "127.0.0.1", "EDISON_SMTP_PORT": str(mailbox.port)}
        async with a_sender(world, tmp_path, **smtp):
            body = {"name": "Mail", "kind": "email", "to": ["ada@example.com"]}
            granted(await desk.owner.browser.post(f"{desk.path}/channels", json=body), 201)
            await desk.tell()

            mail = await mailbox.next()

        assert mail["Subject"] == "[Support bot] Critical alert: Answers got worse 1"
