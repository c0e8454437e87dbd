"""Mail through an SMTP server, if the installation has one."""

from dataclasses import dataclass
from email.message import EmailMessage

import aiosmtplib


@dataclass(frozen=True, slots=True, kw_only=True)
class SmtpServer:
    host: str
    port: int
    user: str | None
    password: str | None
    sender: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    to: str
    subject: str
    text: str


class Mailer:
    """Sends plain-text mail; what a person wrote is never treated as a header or as HTML."""

    def __init__(self, server: SmtpServer) -> None:
        self._server = server

    async def send(self, mail: Mail) -> None:
        message = EmailMessage()
        message["From"] = self._server.sender
        message["To"] = mail.to
        message["Subject"] = " ".join(mail.subject.split())
        message.set_content(mail.text)
        await aiosmtplib.send(
            message,
            hostname=self._server.host,
            port=self._server.port,
            username=self._server.user,
            password=self._server.password,
            timeout=20,
        )
