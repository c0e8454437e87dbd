"""A worker dies in the middle of its work; another one, of any name, finishes it."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, Envelope

from tests.support.mailbox import Mailbox
from tests.support.people import invite
from tests.support.sql import rows
from tests.support.world import World

ADOPTED_WITHIN_S = 30.0
# Only ends the wait for what never comes.
PATIENCE_S = 90.0


class SlowMailbox(Mailbox):
    """Takes the first mail and never says that it has it."""

    def __init__(self) -> None:
        super().__init__()
        self.first_came = asyncio.Event()

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:
        if not self.first_came.is_set():
            self.first_came.set()
            await asyncio.Event().wait()
        return await super().handle_DATA(_server, _session, envelope)


@contextmanager
def a_worker(
    world: World, home: Path, name: str, mail_port: int
) -> Generator[subprocess.Popen[bytes]]:
    environment = {
        **os.environ,  # noqa: TID251 - a child's environment
        "EDISON_HOME": str(home),
        "EDISON_DATABASE_URL": world.url,
        "EDISON_WORKER_NAME": name,
        "EDISON_MIGRATE_ON_START": "false",
        "EDISON_SMTP_HOST": "127.0.0.1",
        "EDISON_SMTP_PORT": str(mail_port),
    }
    with (home / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "edison", "worker"], env=environment, stderr=log
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


async def seconds_until_another_sends_the_mail(world: World, home: Path) -> float:
    """Kill a worker that sends a mail, and check that a second one sends it."""
    world.ctx = replace(world.ctx, mail_configured=True)
    mailbox = SlowMailbox()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(mailbox, loop=loop), "127.0.0.1", 0)
    with ExitStack() as processes:
        port = server.sockets[0].getsockname()[1]
        first = processes.enter_context(a_worker(world, home, "first", port))
        owner = await world.person()
        slug = (await owner.create_project())["slug"]
        await invite(owner, slug, "late@example.com", "VIEWER")
        await asyncio.wait_for(mailbox.first_came.wait(), PATIENCE_S)
        processes.enter_context(a_worker(world, home, "second", port))

        first.send_signal(signal.SIGKILL)
        killed = time.monotonic()
        mail = await mailbox.next()
        took = time.monotonic() - killed

        assert mail["To"] == "late@example.com"
        statuses = rows(
            world.url,
            "SELECT status, executor_id FROM dbos.workflow_status WHERE name = 'send_mail'",
        )
        assert [executor for _, executor in statuses] == ["second"]
    server.close()
    await server.wait_closed()
    return took


async def test_a_killed_workers_mail_is_sent_by_another(world: World, tmp_path: Path) -> None:
    await seconds_until_another_sends_the_mail(world, tmp_path)


@pytest.mark.nightly
async def test_a_killed_workers_work_is_adopted_soon(world: World, tmp_path: Path) -> None:
    assert await seconds_until_another_sends_the_mail(world, tmp_path) < ADOPTED_WITHIN_S


@pytest.mark.nightly
async def test_two_workers_of_one_name_cannot_both_live(world: World, tmp_path: Path) -> None:
    with a_worker(world, tmp_path, "twin", 1):
        async with asyncio.timeout(PATIENCE_S):
            while b"worker_started" not in (tmp_path / "twin.log").read_bytes():  # noqa: ASYNC110 - a log file
                await asyncio.sleep(0.1)
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "edison", "worker"],
            env={
                **os.environ,  # noqa: TID251 - a child's environment
                "EDISON_HOME": str(tmp_path),
                "EDISON_DATABASE_URL": world.url,
                "EDISON_WORKER_NAME": "twin",
            },
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )

    assert done.returncode == 1
    assert "A worker named twin is running already" in done.stderr
