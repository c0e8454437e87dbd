"""Counts what becomes of notifications while the worker is killed: sent, duplicated, lost, repeated, out of order.

People get each event in the bell and by mail through a real SMTP server, and a channel sends it to a real HTTP server.
"""

import asyncio
import random
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from email.message import EmailMessage
from itertools import pairwise
from pathlib import Path
from typing import TypeVar
from uuid import UUID

from edison.domain.ids import ProjectId, UserId
from edison.domain.notifications.notified_event import NotifiedEvent
from edison.domain.people.access import SYSTEM
from edison.engine.notifications.notify import notify
from edison.kit.uuids import new_id
from edison.vault.sealer import private_text
from tests.support.answers import granted
from tests.support.commands import Command
from tests.support.mailbox import Mailbox, a_mailbox
from tests.support.receiver import Receiver, a_receiver
from tests.support.sql import execute, rows, value
from tests.support.world import API, World, vault_private_key

EVENT = NotifiedEvent.RUN_FAILED
MOST_ADDRESSED = 5
# A step that is repeated after a crash notifies again.
REPEATED_SHARE = 0.1
NUMBER = re.compile(r"Event (\d+) happened")
LOOK_S = 0.05
# What is left after a kill waits for the end of its lease; ten thousand events take minutes.
PATIENCE_S = 1800.0
T = TypeVar("T")

# Faults, as what a wrong program would do to the tables.
FORGET_MARKS = """
    CREATE FUNCTION forget_mark() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.mailed_at IS NOT NULL AND OLD.mailed_at IS NULL THEN NEW.mail_due_at := OLD.mail_due_at; END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER forget_mark BEFORE UPDATE ON notifications FOR EACH ROW EXECUTE FUNCTION forget_mark();
"""
LOSE_SOME = """
    CREATE FUNCTION lose_mail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.payload->>'title' LIKE '%7 happened' THEN NEW.mail_due_at := NULL; END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER lose_mail BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION lose_mail();
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationFigures:
    """A message counts once for each receiver, however often it was sent with the same id."""

    notifications_sent: int
    notifications_duplicated: int
    notifications_lost: int
    repeats_on_the_wire: int
    out_of_order: int
    kills: int


@dataclass(slots=True)
class NotificationWorld:
    world: World
    home: Path
    mailbox: Mailbox
    hook: Receiver
    project: ProjectId
    people: dict[UUID, str]
    chance: random.Random
    # By event: whom it was addressed to.
    addressed: dict[int, set[UUID]] = field(default_factory=dict[int, set[UUID]])
    mails: list[EmailMessage] = field(default_factory=list[EmailMessage])

    async def produce(self, number: int) -> None:
        """Report one event to some people, sometimes twice as a repeated step does."""
        some = self.chance.sample(list(self.people), self.chance.randint(1, MOST_ADDRESSED))
        self.addressed[number] = set(some)
        subject = new_id()
        payload = {"title": f"Event {number} happened", "sentence": "", "path": "/projects"}
        for _ in range(1 + (self.chance.random() < REPEATED_SHARE)):
            async with self.world.ctx.change(SYSTEM, self.project) as tx:
                people = [UserId(user) for user in some]
                await notify(tx, EVENT, subject=subject, version=1, payload=payload, people=people)

    def command(self) -> Command:
        return Command(
            self.home,
            self.world.url,
            EDISON_VAULT_KEYS=private_text(vault_private_key()),
            EDISON_SMTP_HOST="127.0.0.1",
            EDISON_SMTP_PORT=str(self.mailbox.port),
            EDISON_SMTP_FROM="edison@example.com",
            EDISON_PUBLIC_URL="http://localhost",
            EDISON_MIGRATE_ON_START="false",
        )

    def open_messages(self) -> int:
        return value(
            self.world.url,
            "SELECT (SELECT count(*) FROM notifications WHERE mail_due_at IS NOT NULL) "
            "+ (SELECT count(*) FROM deliveries WHERE state IN ('waiting','held'))",
        )

    def expire_claims(self) -> None:
        """The worker is dead, so nothing is gained by waiting for the end of its leases."""
        execute(
            self.world.url,
            "UPDATE channels SET claimed_until = NULL, woken_at = NULL",
            "UPDATE notification_mails SET claimed_until = NULL",
        )

    def collect(self) -> None:
        while not self.mailbox.empty:
            self.mails.append(self.mailbox.take())

    def figures(self, kills: int) -> NotificationFigures:
        self.collect()
        bells = self._bells()
        mails = unique(self.mails, [str(mail["Message-ID"]) for mail in self.mails])
        taken = self.hook.taken
        hooks = unique(taken, [one.headers["webhook-id"] for one in taken])
        by_person: dict[str, list[int]] = {address: [] for address in self.people.values()}
        for mail in mails:
            by_person[str(mail["To"])] += numbers_in(mail.get_content())
        told = [number for one in hooks for number in numbers_in(one.json["data"]["title"])]
        expected = {
            (self.people[user], number) for number, some in self.addressed.items() for user in some
        }
        mailed = Counter((to, number) for to, numbers in by_person.items() for number in numbers)
        channel = Counter(told)
        return NotificationFigures(
            notifications_sent=bells.total() + mailed.total() + channel.total(),
            notifications_duplicated=sum(
                count - 1 for found in (bells, mailed, channel) for count in found.values()
            ),
            notifications_lost=len(expected - set(bells))
            + len(expected - set(mailed))
            + len(self.addressed.keys() - set(channel)),
            repeats_on_the_wire=len(self.mails) - len(mails) + len(taken) - len(hooks),
            out_of_order=inversions(told) + sum(map(inversions, by_person.values())),
            kills=kills,
        )

    def _bells(self) -> Counter[tuple[str, int]]:
        found = rows(
            self.world.url, "SELECT user_id, payload->>'title' FROM notifications WHERE bell"
        )
        return Counter(
            (self.people[user], number) for user, title in found for number in numbers_in(title)
        )


def numbers_in(text: str) -> list[int]:
    """Return the events that a text reports, in order."""
    return [int(number) for number in NUMBER.findall(text)]


def unique(items: Sequence[T], ids: Sequence[str]) -> list[T]:
    """Return the items without those whose id came before, as a receiver that remembers ids does."""
    first = {found: place for place, found in reversed(list(enumerate(ids)))}
    return [items[place] for place in sorted(first.values())]


def inversions(numbers: Sequence[int]) -> int:
    return sum(later < earlier for earlier, later in pairwise(numbers))


async def measure_notifications(
    world: World,
    home: Path,
    *,
    events: int,
    people: int,
    kills: int,
    seed: int = 1,
    fault: str | None = None,
    hurry: bool = True,
) -> NotificationFigures:
    """Report events while the worker is killed, wait until nothing is open, and count.

    With `hurry` the leases of a killed worker end at once instead of after up to two minutes.
    """
    async with AsyncExitStack() as stack:
        mailbox = await stack.enter_async_context(a_mailbox())
        hook = await stack.enter_async_context(a_receiver())
        place = await _prepare(world, home, mailbox, hook, people, seed)
        if fault is not None:
            execute(world.url, fault)
        async with asyncio.TaskGroup() as tasks:
            producing = tasks.create_task(_produce_all(place, events))
            for number in range(kills):
                await _work_until(place, events * (number + 1) // (kills + 1), kill=True)
                if hurry:
                    place.expire_claims()
            await _work_until(place, events, kill=False, producing=producing)
        return place.figures(kills)


async def _produce_all(place: NotificationWorld, events: int) -> None:
    for number in range(events):
        await place.produce(number)


async def _work_until(
    place: NotificationWorld,
    taken: int,
    *,
    kill: bool,
    producing: asyncio.Task[None] | None = None,
) -> None:
    """Run a worker until the channel got this many messages; then kill it, or wait until nothing is open."""
    async with (
        asyncio.timeout(PATIENCE_S),
        place.command().running("worker", ready="worker_started") as worker,
    ):
        while len(place.hook.taken) < taken:
            await asyncio.sleep(LOOK_S)
            place.collect()
        if kill:
            # Somewhere between two messages, or in the middle of one.
            await asyncio.sleep(place.chance.random() * LOOK_S * 4)
            worker.kill()
            await worker.wait()
            return
        while (producing is not None and not producing.done()) or place.open_messages():
            await asyncio.sleep(LOOK_S)
            place.collect()


async def _prepare(
    world: World, home: Path, mailbox: Mailbox, hook: Receiver, people: int, seed: int
) -> NotificationWorld:
    owner = await world.person("owner")
    project = await owner.create_project("Many events")
    body = {
        "name": "Receiver",
        "kind": "webhook",
        "url": hook.url,
        "allow_private": True,
        "events": [str(EVENT)],
    }
    path = f"{API}/projects/{project['slug']}/channels"
    granted(await owner.browser.post(path, json=body), 201)
    members = {new_id(): f"member{number}@example.com" for number in range(people)}
    execute(
        world.url,
        *(
            "INSERT INTO users (id, email, password_hash, role, created_at, sessions_valid_from, email_confirmed_at) "
            f"VALUES ('{user}', '{email}', 'none', 'EDITOR', now(), now(), now())"
            for user, email in members.items()
        ),
        *(
            "INSERT INTO project_members (project_id, user_id, role, joined_at) "
            f"VALUES ('{project['id']}', '{user}', 'EDITOR', now())"
            for user in members
        ),
    )
    return NotificationWorld(
        world=world,
        home=home,
        mailbox=mailbox,
        hook=hook,
        project=ProjectId(UUID(project["id"])),
        people=members,
        chance=random.Random(seed),
    )
