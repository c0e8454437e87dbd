"""A project with channels, and a courier that sends its messages under a clock that tests can move."""

import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from edison.channels.email import Mailer, SmtpServer
from edison.channels.registry import channel_plugins
from edison.domain.channels.delivery import Delivery, DeliveryState
from edison.domain.ids import ChannelId, DeliveryId, ProjectId
from edison.domain.people.access import SYSTEM
from edison.engine.channels.delivery_courier import Courier
from edison.engine.channels.enqueue_delivery import DeliveryWatch, enqueue_delivery
from edison.kit.uuids import new_id
from edison.network.guarded_http import GuardedHttp
from tests.support.answers import all_items, granted
from tests.support.mailbox import Mailbox
from tests.support.sql import rows
from tests.support.world import API, ORIGIN, Person, World, test_key_ring

EVERY_EVENT = ["alert.opened", "alert.resolved", "execution.finished", "reservation.exceeded"]


def an_alert(number: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "title": f"Answers got worse {number}",
        "sentence": "The score fell from 0.91 to 0.78.",
        "path": "/projects/support-bot/alerts/1",
        "severity": "critical",
        "facts": {"score": 0.78, "before": 0.91},
        **more,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """One project, its owner, and the courier of its world."""

    world: World
    owner: Person
    project: dict[str, Any]
    courier: Courier
    watch: DeliveryWatch

    @property
    def id(self) -> ProjectId:
        return ProjectId(UUID(self.project["id"]))

    @property
    def path(self) -> str:
        return f"{API}/projects/{self.project['slug']}"

    @property
    def now(self) -> datetime:
        return self.world.clock.now()

    async def add(self, url: str, kind: str = "webhook", **more: Any) -> dict[str, Any]:
        """Add a channel that reaches this machine; return the response with the signing key."""
        body = {"name": f"My {kind}", "kind": kind, "url": url, "allow_private": True, **more}
        return granted(await self.owner.browser.post(f"{self.path}/channels", json=body), 201)

    async def channels(self) -> list[dict[str, Any]]:
        return granted(await self.owner.browser.get(f"{self.path}/channels"))["items"]

    async def channel(self) -> dict[str, Any]:
        [found] = await self.channels()
        return found

    async def log(self, channel: str) -> list[dict[str, Any]]:
        """Oldest first."""
        found = await all_items(
            self.owner.browser, f"{self.path}/channels/{channel}/deliveries", limit=100
        )
        return found[::-1]

    async def tell(
        self,
        payload: dict[str, Any] | None = None,
        *,
        event: str = "alert.opened",
        subject: UUID | None = None,
        version: int = 1,
        channels: tuple[UUID, ...] = (),
        hold: timedelta | None = None,
    ) -> int:
        now = self.now
        async with self.world.ctx.change(SYSTEM, self.id, now) as tx:
            return await enqueue_delivery(
                tx,
                event=event,
                subject_id=subject or new_id(),
                version=version,
                payload=payload or an_alert(),
                channels=channels,
                hold_until=now + hold if hold else None,
            )

    async def deliver(self, channel: str) -> int:
        """Send the messages that are due, as a worker does."""
        return await self.courier.work_off(self.id, ChannelId(UUID(channel)))

    async def pass_time(self, channel: str, by: timedelta, step: timedelta) -> None:
        """Let time pass, with the periodic checks of a worker."""
        passed = timedelta()
        while passed < by:
            self.world.clock.move(step)
            passed += step
            if await self.watch.enqueue_due():
                await self.deliver(channel)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Return the events of the project, oldest first."""
        found = rows(
            self.world.url,
            "SELECT data FROM events WHERE topic = %s AND type = %s ORDER BY number",
            f"project:{self.project['id']}",
            kind,
        )
        return [row[0] for row in found]


async def put_delivery(world: World, project: ProjectId, channel: str) -> str:
    """Write a message to the log of a channel, as if a worker had sent it."""
    now = world.clock.now()
    delivery = Delivery(
        id=DeliveryId(new_id()),
        channel=ChannelId(UUID(channel)),
        sequence=0,
        event="alert.opened",
        subject=new_id(),
        version=1,
        payload=an_alert(),
        state=DeliveryState.DELIVERED,
        next_at=now,
        due_at=now,
        created_at=now,
        delivered_at=now,
    )
    async with world.ctx.write() as tx:
        await tx.deliveries.add(project, delivery)
    return str(delivery.id)


@asynccontextmanager
async def a_desk(
    world: World, mailbox: Mailbox | None = None, *, private_endpoints: bool = True
) -> AsyncGenerator[Desk]:
    owner = await world.person()
    http = GuardedHttp()
    mailer = None
    if mailbox:
        mailer = Mailer(
            SmtpServer(
                host="127.0.0.1",
                port=mailbox.port,
                user=None,
                password=None,
                sender="edison@example.com",
            )
        )
    courier = Courier(
        work=world.ctx.work,
        clock=world.clock,
        launcher=world.ctx.launcher,
        ring=test_key_ring(),
        plugins=channel_plugins(http, mailer),
        public_url=ORIGIN,
        private_endpoints=private_endpoints,
        stopping=threading.Event(),
    )
    watch = DeliveryWatch(world.ctx.work, world.clock, world.ctx.launcher)
    project = await owner.create_project("Support bot")
    try:
        yield Desk(world=world, owner=owner, project=project, courier=courier, watch=watch)
    finally:
        await http.close()
