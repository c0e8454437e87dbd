"""Email through an SMTP server, if one is configured."""

from dataclasses import dataclass
from email.message import EmailMessage

import aiosmtplib

from edison.channels.channel_plugin import Letter
from edison.domain.channels.channel import ChannelKind
from edison.domain.channels.delivery import DeliveryOutcome, NotSent, Sent
from edison.domain.channels.notification_text import NotificationText

QUOTED = 200


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
    # The same for each attempt, so that a mailbox can detect duplicates.
    id: str | None = None
    # The page where the receiver chooses what is mailed.
    unsubscribe_url: str | None = None


class Mailer:
    """Sends plain-text email; user input is never used in headers or as HTML."""

    def __init__(self, server: SmtpServer) -> None:
        self._server = server

    async def send(self, mail: Mail) -> tuple[str, ...]:
        """Send an email and return the addresses that the server rejected; raise if it rejected all of them."""
        message = EmailMessage()
        message["From"] = self._server.sender
        message["To"] = mail.to
        message["Subject"] = " ".join(mail.subject.split())
        if mail.id:
            place = self._server.sender.rpartition("@")[2].strip("<> ") or "localhost"
            message["Message-ID"] = f"<{mail.id}@{place}>"
        if mail.unsubscribe_url:
            message["List-Unsubscribe"] = f"<{mail.unsubscribe_url}>"
        message.set_content(mail.text)
        refused, _ = await aiosmtplib.send(
            message,
            hostname=self._server.host,
            port=self._server.port,
            username=self._server.user,
            password=self._server.password,
            timeout=20,
        )
        return tuple(refused)


class Email:
    kind = ChannelKind.EMAIL

    def __init__(self, mailer: Mailer | None) -> None:
        self._mailer = mailer

    async def send(self, letter: Letter) -> DeliveryOutcome:
        if self._mailer is None:
            return NotSent(problem="This installation has no mail server")
        notice = letter.notice
        mail = Mail(
            to=", ".join(letter.to),
            subject=f"[{notice.project}] {notice.heading}",
            text=text_of(notice),
            id=letter.id,
        )
        return await try_to_send(self._mailer, mail)


async def try_to_send(mailer: Mailer, mail: Mail) -> DeliveryOutcome:
    """Make one attempt to send a mail. Never raises because of the mail server."""
    try:
        refused = await mailer.send(mail)
    except aiosmtplib.SMTPRecipientsRefused:
        return NotSent(problem="The mail server rejected all addresses")
    except aiosmtplib.SMTPResponseException as error:
        said = " ".join(error.message.split())[:QUOTED]
        return NotSent(problem=f"The mail server answered {error.code}: {said}")
    except (aiosmtplib.SMTPException, OSError):
        # The messages may quote the user name or the host of the installation.
        return NotSent(problem="The mail server cannot be reached")
    remark = f"The mail server rejected {', '.join(refused)}" if refused else None
    return Sent(remark=remark)


def text_of(notice: NotificationText) -> str:
    facts = "\n".join(f"{name}: {value}" for name, value in notice.facts)
    parts = [notice.heading, notice.sentence, facts, notice.url]
    return "\n\n".join(part for part in parts if part) + "\n"
