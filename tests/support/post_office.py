"""A worker that sends mail to a mailbox of the test."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

from tests.support.commands import Command
from tests.support.mailbox import Mailbox, a_mailbox
from tests.support.world import World


@asynccontextmanager
async def post_office(world: World, home: Path) -> AsyncGenerator[Mailbox]:
    """A worker that sends mail, and the mailbox it goes to."""
    world.ctx = replace(world.ctx, mail_configured=True)
    async with a_mailbox() as mailbox:
        command = Command(
            home,
            world.url,
            EDISON_SMTP_HOST="127.0.0.1",
            EDISON_SMTP_PORT=str(mailbox.port),
            EDISON_SMTP_FROM="edison@example.com",
            EDISON_PUBLIC_URL="http://localhost",
            EDISON_MIGRATE_ON_START="false",
        )
        async with command.running("worker", ready="worker_started"):
            yield mailbox


def text_of(mail: EmailMessage) -> str:
    return mail.get_content()
