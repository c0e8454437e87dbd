"""A real SMTP server on this machine that stores the messages it receives."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope


class Mailbox:
    def __init__(self) -> None:
        self.port = 0
        self._mails: asyncio.Queue[EmailMessage] = asyncio.Queue()

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        mail = message_from_bytes(content, policy=default)
        assert isinstance(mail, EmailMessage)
        await self._mails.put(mail)
        return "250 OK"

    async def next(self) -> EmailMessage:
        return await asyncio.wait_for(self._mails.get(), 90)

    def take(self) -> EmailMessage:
        """Return the oldest message without waiting."""
        return self._mails.get_nowait()

    @property
    def empty(self) -> bool:
        return self._mails.empty()


@asynccontextmanager
async def a_mailbox() -> AsyncGenerator[Mailbox]:
    mailbox = Mailbox()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(mailbox, loop=loop), "127.0.0.1", 0)
    async with server:
        mailbox.port = server.sockets[0].getsockname()[1]
        yield mailbox
