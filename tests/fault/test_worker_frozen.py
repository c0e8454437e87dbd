"""The event loop of a worker stops turning in the middle of its work; the worker ends, another one finishes it."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP

from edison.kit.loop_watchdog import EXIT_FROZEN
from tests.support.mailbox import Mailbox
from tests.support.people import invite
from tests.support.sql import rows
from tests.support.world import World

FROZEN_AFTER_S = 3.0
# Only ends the wait for what never comes.
PATIENCE_S = 60.0

# What a worker does when it should send a mail. Both never end by themselves; the second holds the interpreter.
SLEEPS = "import time; time.sleep(100_000)"
MATCHES = "import re; re.match(r'(a+)+$', 'a' * 60 + 'b')"

WORKER = """
import sys
from pathlib import Path
from edison.channels.email import Mailer
from edison.processes.worker import run_worker
from edison.settings import Settings

async def freeze(self, *arguments, **named):
    Path(sys.argv[2]).touch()
    {freeze}

if {freezes}:
    Mailer.send = freeze
run_worker(Settings(), sys.argv[1], frozen_after_s={after})
"""


@contextmanager
def a_worker(
    world: World, home: Path, name: str, mail_port: int, freeze: str | None = None
) -> Generator[subprocess.Popen[bytes]]:
    program = WORKER.format(
        freezes=freeze is not None, freeze=freeze or "pass", after=FROZEN_AFTER_S
    )
    environment = {
        "PATH": "/usr/bin:/bin",
        "EDISON_HOME": str(home),
        "EDISON_DATABASE_URL": world.url,
        "EDISON_WORKER_NAME": name,
        "EDISON_SMTP_HOST": "127.0.0.1",
        "EDISON_SMTP_PORT": str(mail_port),
    }
    with (home / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", program, world.url, str(home / f"{name}.froze")],
            env=environment,
            stderr=log,
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    ("freeze", "code", "said"),
    [
        pytest.param(SLEEPS, EXIT_FROZEN, "worker_frozen", id="asleep"),
        pytest.param(MATCHES, -signal.SIGALRM, "in freeze", id="holding the interpreter"),
    ],
)
async def test_a_frozen_worker_ends_and_another_takes_its_work(
    world: World, tmp_path: Path, freeze: str, code: int, said: str
) -> None:
    world.ctx = replace(world.ctx, mail_configured=True)
    mailbox = Mailbox()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(mailbox, loop=loop), "127.0.0.1", 0)
    with ExitStack() as processes:
        port = server.sockets[0].getsockname()[1]
        first = processes.enter_context(a_worker(world, tmp_path, "first", port, freeze))
        owner = await world.person()
        slug = (await owner.create_project())["slug"]
        await invite(owner, slug, "late@example.com", "VIEWER")
        async with asyncio.timeout(PATIENCE_S):
            while not (tmp_path / "first.froze").exists():  # noqa: ASYNC110 - a file of another process
                await asyncio.sleep(0.1)
        processes.enter_context(a_worker(world, tmp_path, "second", port))

        ended = await asyncio.to_thread(first.wait, PATIENCE_S)
        mail = await asyncio.wait_for(mailbox.next(), PATIENCE_S)

    assert ended == code
    assert said in (tmp_path / "first.log").read_text()
    assert mail["To"] == "late@example.com"
    statuses = rows(
        world.url, "SELECT executor_id FROM dbos.workflow_status WHERE name = 'send_mail'"
    )
    assert statuses == [("second",)]
    server.close()
    await server.wait_closed()
