"""Send the queued deliveries of a channel in order. A worker claims a channel by a lease, which expires.

A message is marked as sent after it was sent. A crash in between sends the message again with the same id.
"""

import asyncio
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import perf_counter

import structlog

from edison.channels.channel_plugin import ChannelPlugin, Letter
from edison.domain.channels.channel import Channel, ChannelKind, Opened
from edison.domain.channels.delivery import (
    OPEN,
    Delivery,
    DeliveryOutcome,
    DeliveryState,
    NotSent,
    Sent,
    delivery_after_attempt,
    is_long,
)
from edison.domain.channels.notification_text import message_of, notice_of
from edison.domain.errors import NotFound
from edison.domain.events import CHANNEL_FAILED, CHANNEL_RECOVERED
from edison.domain.ids import ChannelId, DeliveryId, ProjectId
from edison.domain.people.access import SYSTEM
from edison.domain.people.project import Project
from edison.engine.channels.enqueue_delivery import enqueue_sender
from edison.engine.launcher import Launcher
from edison.engine.project_tx import ProjectTx, open_project_tx
from edison.kit.clock import Clock
from edison.store.repositories.channels.channels import ChannelSecret
from edison.store.unit_of_work import ReadTx, UnitOfWork
from edison.vault.key_ring import CannotOpen, KeyRing

log = structlog.get_logger(__name__)

# Timeout of a whole attempt, including all SMTP round trips; a claim lasts longer.
ATTEMPT_WITHIN_S = 60.0
CLAIM = timedelta(seconds=120)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A delivery with all data that is needed to send it."""

    delivery: Delivery
    channel: Channel
    project: Project
    secrets: tuple[ChannelSecret, ...]


class Courier:
    def __init__(
        self,
        *,
        work: UnitOfWork,
        clock: Clock,
        launcher: Launcher,
        ring: KeyRing,
        plugins: dict[ChannelKind, ChannelPlugin],
        public_url: str,
        private_endpoints: bool,
        stopping: threading.Event,
    ) -> None:
        self._work = work
        self._clock = clock
        self._launcher = launcher
        self._ring = ring
        self._plugins = plugins
        self._public_url = public_url
        self._private_endpoints = private_endpoints
        self._stopping = stopping

    async def work_off(self, project: ProjectId, channel: ChannelId) -> int:
        """Send the deliveries of a channel until none is due or one fails; return the number of sent deliveries."""
        now = self._clock.now()
        claim = now + CLAIM
        async with self._work.write() as tx:
            if not await tx.channels.claim(project, channel, now, claim):
                return 0
        arrived = 0
        while True:
            job, claim = await self._next(project, channel, claim)
            if job is None:
                return arrived
            outcome, took_ms = await self._try(job)
            await self._note(project, job, outcome, took_ms)
            arrived += isinstance(outcome, Sent)

    async def send_test(self, project: ProjectId, delivery: DeliveryId) -> None:
        """Send a test message once, ahead of the queue. If it arrives, retry the waiting deliveries immediately."""
        async with self._work.read() as tx:
            try:
                job = await _job(tx, project, await tx.deliveries.get(project, delivery))
            except NotFound:
                return
        if job.delivery.state is not DeliveryState.WAITING:
            return
        outcome, took_ms = await self._try(job)
        now = self._clock.now()
        async with self._work.write() as tx:
            await tx.deliveries.write(
                project, delivery_after_attempt(job.delivery, outcome, now, took_ms, retry=False)
            )
            if isinstance(outcome, Sent) and job.channel.enabled:
                await tx.deliveries.retry_now(project, job.channel.id, now)
                await enqueue_sender(self._launcher, tx, project, job.channel.id)

    async def _next(
        self, project: ProjectId, channel: ChannelId, claim: datetime
    ) -> tuple[Job | None, datetime]:
        """Return the first delivery of the queue if it is due; otherwise release the channel."""
        now = self._clock.now()
        async with self._work.write() as tx:
            try:
                # Locked, so that no delivery is queued between the check and the release of the channel.
                found = await tx.channels.get(project, channel, lock=True)
            except NotFound:
                return None, claim
            head = await tx.deliveries.head(project, channel, now)
            is_due = head is not None and head.next_at <= now and found.enabled
            if head is None or not is_due or self._stopping.is_set():
                await tx.channels.hold_claim(project, channel, claim, None)
                return None, claim
            longer = now + CLAIM
            if not await tx.channels.hold_claim(project, channel, claim, longer):
                return None, claim
            return await _job(tx, project, head), longer

    async def _try(self, job: Job) -> tuple[DeliveryOutcome, int]:
        started = perf_counter()
        try:
            async with asyncio.timeout(ATTEMPT_WITHIN_S):
                outcome = await self._plugins[job.channel.kind].send(self._letter(job))
        except CannotOpen as error:
            outcome = NotSent(problem=str(error))
        except TimeoutError:
            outcome = NotSent(problem="The receiver did not answer in time")
        except Exception as error:
            # An internal error must be recorded instead of silently blocking the queue.
            log.exception("delivery_broke", error=type(error).__name__)
            outcome = NotSent(problem=f"Sending failed ({type(error).__name__})")
        log.info(
            "delivery_tried",
            channel=str(job.channel.id),
            delivery=str(job.delivery.id),
            arrived=isinstance(outcome, Sent),
            status=outcome.status,
        )
        return outcome, round((perf_counter() - started) * 1000)

    def _letter(self, job: Job) -> Letter:
        now = self._clock.now()
        opened = self._open(job.secrets, now)
        delivery, project = job.delivery, job.project
        return Letter(
            id=f"msg_{delivery.id}",
            moment=int(now.timestamp()),
            message=message_of(
                delivery.event,
                delivery.payload,
                project={"id": str(project.id), "name": project.name},
                public_url=self._public_url,
                at=delivery.created_at,
            ),
            notice=notice_of(delivery.event, delivery.payload, project.name, self._public_url),
            url=opened.url,
            keys=opened.keys,
            to=job.channel.to,
            # The setting of the installation applies, even if it changed after the channel was created.
            allow_private=job.channel.allow_private and self._private_endpoints,
        )

    def _open(self, secrets: tuple[ChannelSecret, ...], now: datetime) -> Opened:
        texts = {
            secret.id: self._ring.open(secret.sealed, secret.id)
            for secret in secrets
            if secret.until is None or secret.until > now
        }
        kept = [secret for secret in secrets if secret.id in texts]
        urls = [texts[secret.id] for secret in kept if secret.purpose == "url"]
        keys = [texts[secret.id] for secret in kept if secret.purpose == "key"]
        return Opened(url=urls[0] if urls else "", keys=tuple(keys))

    async def _note(
        self, project: ProjectId, job: Job, outcome: DeliveryOutcome, took_ms: int
    ) -> None:
        now = self._clock.now()
        async with open_project_tx(self._work, SYSTEM, project, now, self._launcher) as tx:
            try:
                channel = await tx.channels.get(project, job.channel.id, lock=True)
            except NotFound:
                # Removed during sending; its log shows that the delivery was abandoned.
                return
            was = await tx.deliveries.get(project, job.delivery.id, lock=True)
            if was.state in OPEN or isinstance(outcome, Sent):
                await tx.deliveries.write(
                    project, delivery_after_attempt(was, outcome, now, took_ms)
                )
            if isinstance(outcome, Sent):
                await _fares_well(tx, channel)
            else:
                await _fares_badly(tx, channel, outcome)


async def _job(tx: ReadTx, project: ProjectId, delivery: Delivery) -> Job:
    return Job(
        delivery=delivery,
        channel=await tx.channels.get(project, delivery.channel),
        project=await tx.projects.get(project),
        secrets=await tx.channels.secrets(project, delivery.channel),
    )


async def _fares_well(tx: ProjectTx, channel: Channel) -> None:
    await tx.channels.note_success(tx.project, channel.id, tx.now)
    if channel.failing_told:
        tx.emit_event(CHANNEL_RECOVERED, id=str(channel.id), name=channel.name)


async def _fares_badly(tx: ProjectTx, channel: Channel, outcome: NotSent) -> None:
    """Record a failed delivery. Notify the project once, if deliveries have failed for long or the receiver is gone."""
    since = channel.failing_since or tx.now
    told = channel.failing_told or outcome.gone or is_long(since, tx.now)
    await tx.channels.note_failure(tx.project, channel.id, outcome.problem, since, told=told)
    if outcome.gone:
        await tx.channels.switch_off(tx.project, channel.id, outcome.problem)
        await tx.deliveries.give_up_all(tx.project, channel.id, outcome.problem)
    if told and not channel.failing_told:
        tx.emit_event(
            CHANNEL_FAILED,
            id=str(channel.id),
            name=channel.name,
            problem=outcome.problem,
            since=since.isoformat(),
            off=outcome.gone,
        )
