"""Send the mails of notifications: one per person at a time, with everything that is due.

A worker claims a mail by a lease, fixes its content, sends it, and marks its notifications as mailed. After a crash in
between, the mail is sent again with the same Message-ID and the same content.
"""

import asyncio
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from edison.channels.email import Mail, Mailer, try_to_send
from edison.domain.alerts.quiet_hours import quiet_until
from edison.domain.channels.delivery import (
    FIRST_WAIT,
    GIVE_UP_AFTER,
    LONGEST_WAIT,
    DeliveryOutcome,
    NotSent,
    Sent,
)
from edison.domain.errors import NotFound, Unavailable
from edison.domain.notifications.mail_text import SETTINGS_PATH, mail_subject, mail_text
from edison.domain.notifications.notification import Notification
from edison.domain.notifications.notified_event import MailTiming
from edison.domain.notifications.preferences import NotificationPreferences, mail_due
from edison.domain.people.account import User
from edison.kit.clock import Clock
from edison.store.repositories.notifications.notification_mails import ClaimedMail, MailCandidate
from edison.store.unit_of_work import UnitOfWork, WriteTx

log = structlog.get_logger(__name__)

LOOK_EVERY_S = 2.0
# A claim lasts longer than an attempt, including all SMTP round trips.
ATTEMPT_WITHIN_S = 45.0
CLAIM = timedelta(seconds=60)
PEOPLE_AT_ONCE = 200
# A longer list is nothing to read; the rest is in the next mail.
NOTIFICATIONS_AT_ONCE = 100
# Mail servers limit the connections of a client.
MAILS_AT_ONCE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedMail:
    claim: ClaimedMail
    mail: Mail


class MailDispatch:
    def __init__(
        self,
        *,
        work: UnitOfWork,
        clock: Clock,
        mailer: Mailer,
        public_url: str,
        stopping: threading.Event,
    ) -> None:
        self._work = work
        self._clock = clock
        self._mailer = mailer
        self._public_url = public_url
        self._stopping = stopping

    async def watch(self) -> None:
        """Send due mails at intervals, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                await self.send_due()
            except Unavailable:
                continue
            except Exception as error:
                # Keep the watch alive: without it no mail is sent.
                log.warning("mail_dispatch_interrupted", error=type(error).__name__)

    async def send_due(self) -> int:
        """Send all due mails, several at a time; return the number of sent mails."""
        async with self._work.write() as tx:
            await tx.notification_mails.open_due(self._clock.now(), PEOPLE_AT_ONCE)
        async with asyncio.TaskGroup() as group:
            senders = [group.create_task(self._send_until_none()) for _ in range(MAILS_AT_ONCE)]
        return sum(sender.result() for sender in senders)

    async def _send_until_none(self) -> int:
        sent = 0
        while not self._stopping.is_set():
            claim = await self._claim()
            if claim is None:
                break
            prepared = await self._prepare(claim)
            if prepared is not None:
                sent += await self._send(prepared)
        return sent

    async def _claim(self) -> ClaimedMail | None:
        now = self._clock.now()
        async with self._work.write() as tx:
            return await tx.notification_mails.claim(now, now + CLAIM)

    async def _prepare(self, claim: ClaimedMail) -> PreparedMail | None:
        """Fix the content of a claimed mail by the person's current choices; None if there is nothing to send."""
        now = self._clock.now()
        async with self._work.write() as tx:
            person = await _receiver(tx, claim)
            found = await tx.notification_mails.assigned(claim)
            repeated = bool(found)
            found = found or await tx.notification_mails.due(claim, now, NOTIFICATIONS_AT_ONCE)
            if person is None:
                await tx.notification_mails.drop([one.notification.id for one in found])
                await tx.notification_mails.close(claim, None)
                return None
            chosen = await _MailChoice(tx, claim, now).of(found, repeated=repeated)
            if not chosen:
                return None
            await tx.notification_mails.assign(claim, [one.id for one in chosen])
        mail = Mail(
            to=person.email,
            subject=mail_subject(chosen),
            text=mail_text(chosen, self._public_url),
            id=f"notifications-{claim.id}",
            unsubscribe_url=f"{self._public_url}{SETTINGS_PATH}",
        )
        return PreparedMail(claim=claim, mail=mail)

    async def _send(self, prepared: PreparedMail) -> bool:
        claim = prepared.claim
        try:
            async with asyncio.timeout(ATTEMPT_WITHIN_S):
                outcome = await try_to_send(self._mailer, prepared.mail)
        except TimeoutError:
            outcome: DeliveryOutcome = NotSent(problem="The mail server did not answer in time")
        except Exception as error:
            # An internal error must not repeat a mail at once, again and again.
            log.exception("notification_mail_broke", error=type(error).__name__)
            outcome = NotSent(problem=f"Sending failed ({type(error).__name__})")
        arrived = isinstance(outcome, Sent)
        log.info("notification_mail_tried", mail=str(claim.id), arrived=arrived)
        now = self._clock.now()
        async with self._work.write() as tx:
            if isinstance(outcome, Sent):
                await tx.notification_mails.close(claim, now)
            elif now - claim.created_at >= GIVE_UP_AFTER:
                await tx.notification_mails.close(claim, None)
            else:
                again = now + _wait(claim.attempts)
                await tx.notification_mails.postpone(claim, again, outcome.problem)
        return arrived


async def _receiver(tx: WriteTx, claim: ClaimedMail) -> User | None:
    """Return the person if mail may be sent: an enabled account with a confirmed address."""
    try:
        person = await tx.users.get(claim.user)
    except NotFound:
        return None
    return person if person.email_confirmed and person.disabled_at is None else None


class _MailChoice:
    """Chooses the notifications of a mail, by the choices that the person has now."""

    def __init__(self, tx: WriteTx, claim: ClaimedMail, now: datetime) -> None:
        self._tx = tx
        self._claim = claim
        self._now = now

    async def of(self, found: list[MailCandidate], *, repeated: bool) -> list[Notification]:
        """Return what to send now. The others are dropped or held; without any, the mail is closed or postponed."""
        mails = self._tx.notification_mails
        personal = await self._tx.notification_choices.of_person(self._claim.user)
        if repeated and (end := quiet_until(personal.quiet, self._now)) is not None:
            await mails.postpone(self._claim, end, None)
            return []
        in_projects = await self._tx.notification_choices.in_projects(self._claim.user)
        chosen: list[Notification] = []
        for one in found:
            about = one.notification
            timing = personal.choice(about.event, in_projects.get(about.project)).mail
            if not one.is_member or timing is MailTiming.OFF:
                await mails.drop([about.id])
                continue
            due = about.created_at if repeated else self._due(personal, timing, about)
            if due > self._now:
                await mails.hold(about.id, due)
            elif not repeated and self._now - due > GIVE_UP_AFTER:
                await mails.drop([about.id])
            else:
                chosen.append(about)
        if not chosen:
            await mails.close(self._claim, None)
        return chosen

    def _due(
        self, personal: NotificationPreferences, timing: MailTiming, about: Notification
    ) -> datetime:
        due = mail_due(personal, timing, about.created_at)
        # The worker may come to it late, when quiet hours have begun.
        return quiet_until(personal.quiet, max(due, self._now)) or due


def _wait(attempts: int) -> timedelta:
    # The exponent is bounded, because a hundred attempts would overflow a date.
    return min(FIRST_WAIT * 2 ** min(attempts, 10), LONGEST_WAIT)
