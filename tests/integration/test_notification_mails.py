"""Mails of notifications: to whom, when, in which order, and what a repetition is."""

import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from edison.channels.email import Mailer, SmtpServer
from edison.domain.ids import ExperimentId, IterationId, SuggestionId
from edison.domain.notifications.notified_event import NotifiedEvent
from edison.domain.people.access import SYSTEM
from edison.engine.notifications.mail_dispatch import CLAIM, MailDispatch
from edison.engine.notifications.review_notifications import notify_review_requested
from tests.support.answers import granted
from tests.support.mailbox import Mailbox, a_mailbox
from tests.support.notifications import a_payload, tell
from tests.support.people import join
from tests.support.post_office import post_office, text_of
from tests.support.review_desk import Review, a_review
from tests.support.sql import execute, rows
from tests.support.world import API, ORIGIN, Person, World

CHOICES = f"{API}/me/notification-preferences"
AT_ONCE = NotifiedEvent.RUN_FAILED


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """A project, its owner and an editor with confirmed addresses, and the sender of mails."""

    world: World
    owner: Person
    editor: Person
    project: UUID
    slug: str
    mailbox: Mailbox
    dispatch: MailDispatch

    async def tell(self, number: int = 1, **more: Any) -> None:
        await tell(self.world, self.project, AT_ONCE, payload=a_payload(number), **more)

    async def choose(self, **choices: Any) -> None:
        granted(await self.editor.browser.put(CHOICES, json=choices))


def a_dispatch(world: World, port: int) -> MailDispatch:
    server = SmtpServer(
        host="127.0.0.1", port=port, user=None, password=None, sender="edison@example.com"
    )
    return MailDispatch(
        work=world.ctx.work,
        clock=world.clock,
        mailer=Mailer(server),
        public_url=ORIGIN,
        stopping=threading.Event(),
    )


@asynccontextmanager
async def an_office(world: World) -> AsyncGenerator[Office]:
    owner, editor = await world.person("owner"), await world.person("editor")
    project = await owner.create_project()
    await join(owner, project["slug"], editor, "EDITOR")
    confirm(world)
    # The owner would get the same mails.
    execute(
        world.url,
        "INSERT INTO project_notification_preferences (user_id, project_id, muted, events, updated_at) "
        f"VALUES ('{owner.id}', '{project['id']}', true, '{{}}', now())",
    )
    async with a_mailbox() as mailbox:
        yield Office(
            world=world,
            owner=owner,
            editor=editor,
            project=UUID(project["id"]),
            slug=project["slug"],
            mailbox=mailbox,
            dispatch=a_dispatch(world, mailbox.port),
        )


def confirm(world: World) -> None:
    execute(world.url, "UPDATE users SET email_confirmed_at = now()")


async def test_one_notification_has_its_own_subject_and_a_way_to_the_settings(world: World) -> None:
    async with an_office(world) as office:
        await office.tell()

        assert await office.dispatch.send_due() == 1
        mail = await office.mailbox.next()

        assert mail["To"] == office.editor.email
        assert mail["Subject"] == "[Support bot] Run failed: Run 1 finished"
        assert mail["List-Unsubscribe"] == f"<{ORIGIN}/account/notifications>"
        assert f"{ORIGIN}/projects/support-bot/runs/1" in text_of(mail)
        assert "60 of 60 cells" in text_of(mail)
        assert await office.dispatch.send_due() == 0
        assert office.mailbox.empty


async def test_several_are_one_mail_in_order(world: World) -> None:
    async with an_office(world) as office:
        for number in (1, 2, 3):
            await office.tell(number)

        assert await office.dispatch.send_due() == 1
        mail = await office.mailbox.next()

        assert mail["Subject"] == "[Support bot] 3 notifications"
        places = [text_of(mail).index(f"Run {number} finished") for number in (1, 2, 3)]
        assert places == sorted(places)


async def test_a_mail_that_was_sent_and_not_marked_is_repeated_with_the_same_id(
    world: World,
) -> None:
    async with an_office(world) as office:
        await office.tell(1)
        # A worker that dies after the mail server took the mail leaves the claim behind.
        claim = await office.dispatch._claim()  # pyright: ignore[reportPrivateUsage]
        assert claim is None
        now = world.clock.now()
        async with world.ctx.write() as tx:
            await tx.notification_mails.open_due(now, 10)
        dying = await office.dispatch._claim()  # pyright: ignore[reportPrivateUsage]
        assert dying is not None
        prepared = await office.dispatch._prepare(dying)  # pyright: ignore[reportPrivateUsage]
        assert prepared is not None
        await office.tell(2)

        assert await office.dispatch.send_due() == 0, "the claim is still held"
        world.clock.move(CLAIM + timedelta(seconds=1))
        assert await office.dispatch.send_due() == 1
        repeated = await office.mailbox.next()

        assert repeated["Message-ID"] == f"<notifications-{dying.id}@example.com>"
        # What came later is in the next mail: a mailbox may hide this one as a duplicate.
        assert "Run 2" not in text_of(repeated)
        assert await office.dispatch.send_due() == 1
        assert "Run 2" in text_of(await office.mailbox.next())


async def test_choices_are_respected_when_the_mail_is_sent(world: World) -> None:
    async with an_office(world) as office:
        await office.tell(1)
        await office.choose(events={"run.failed": {"bell": True, "mail": "off"}})
        assert await office.dispatch.send_due() == 0

        await office.choose(events={})
        await office.tell(2)
        path = f"{API}/projects/{office.slug}/notification-preferences"
        granted(await office.editor.browser.put(path, json={"muted": True}))
        assert await office.dispatch.send_due() == 0
        assert office.mailbox.empty
        granted(await office.editor.browser.put(path, json={"muted": False}))
        assert await office.dispatch.send_due() == 0, "what was dropped stays dropped"


async def test_no_mail_without_a_confirmed_address_to_the_disabled_or_to_former_members(
    world: World,
) -> None:
    async with an_office(world) as office:
        user = office.editor.id
        for change, back in (
            ("email_confirmed_at = NULL", "email_confirmed_at = now()"),
            ("disabled_at = now()", "disabled_at = NULL"),
        ):
            await office.tell()
            execute(world.url, f"UPDATE users SET {change} WHERE id = '{user}'")
            assert await office.dispatch.send_due() == 0
            execute(world.url, f"UPDATE users SET {back} WHERE id = '{user}'")
        await office.tell()
        gone = await office.owner.browser.delete(f"{API}/projects/{office.slug}/members/{user}")
        granted(gone, 204)

        assert await office.dispatch.send_due() == 0
        assert office.mailbox.empty


async def test_a_digest_is_sent_at_eight_in_the_time_zone_of_the_person(world: World) -> None:
    async with an_office(world) as office:
        zone = "Asia/Tokyo"
        await office.choose(timezone=zone, events={"run.failed": {"bell": True, "mail": "digest"}})
        await office.tell(1)
        await office.tell(2)
        assert await office.dispatch.send_due() == 0
        [due] = rows(
            world.url,
            "SELECT DISTINCT mail_due_at FROM notifications WHERE user_id = %s",
            office.editor.id,
        )
        assert due[0].astimezone(ZoneInfo(zone)).time() == time(8)

        world.clock.move(due[0] - world.clock.now() - timedelta(seconds=5))
        assert await office.dispatch.send_due() == 0
        world.clock.move(timedelta(seconds=6))
        assert await office.dispatch.send_due() == 1
        assert (await office.mailbox.next())["Subject"] == "[Support bot] 2 notifications"


async def test_mail_is_held_in_quiet_hours_and_sent_afterwards(world: World) -> None:
    async with an_office(world) as office:
        now = world.clock.now()
        tomorrow = datetime.combine((now + timedelta(days=1)).date(), time(23), UTC)
        world.clock.move(tomorrow - now)
        await office.choose(quiet={"from": "22:00", "to": "07:00"})
        await office.tell()
        assert await office.dispatch.send_due() == 0

        world.clock.move(timedelta(hours=8, seconds=1))
        assert await office.dispatch.send_due() == 1
        await office.mailbox.next()


async def test_a_failed_mail_is_tried_again_and_abandoned_after_a_day(world: World) -> None:
    async with an_office(world) as office:
        await office.tell()
        nobody = a_dispatch(world, 9)
        assert await nobody.send_due() == 0
        assert rows(world.url, "SELECT attempts, last_problem FROM notification_mails") == [
            (1, "The mail server cannot be reached")
        ]
        assert await office.dispatch.send_due() == 0, "not before the backoff is over"
        world.clock.move(timedelta(minutes=1))
        assert await office.dispatch.send_due() == 1
        await office.mailbox.next()

        await office.tell(2)
        await nobody.send_due()
        world.clock.move(timedelta(days=1, minutes=1))
        await nobody.send_due()
        assert rows(world.url, "SELECT count(*) FROM notification_mails") == [(0,)]
        assert await office.dispatch.send_due() == 0
        assert office.mailbox.empty


async def request_review(world: World, review: Review) -> None:
    project = review.desk.project
    async with world.ctx.change(SYSTEM, project) as tx:
        wanted = SuggestionId(UUID(review.waiting.suggestion))
        suggestion = await tx.suggestions.get(project, wanted)
        experiment = await tx.experiments.get(project, ExperimentId(suggestion.experiment))
        iteration = await tx.iterations.get(project, IterationId(suggestion.iteration))
        await notify_review_requested(tx, experiment, iteration, suggestion)


async def test_whoever_may_review_is_mailed_by_the_worker_and_only_while_it_waits(
    world: World, tmp_path: Path
) -> None:
    decided, waits = await a_review(world), await a_review(world)
    reviewer = await waits.person("REVIEWER")
    await waits.person("VIEWER")
    confirm(world)
    await request_review(world, decided)
    # It is decided before the worker comes to it, so nobody is sent there in vain.
    granted(await decided.post("approve", {"revision": 1}))
    await request_review(world, waits)

    async with post_office(world, tmp_path) as mailbox:
        mails = [await mailbox.next() for _ in range(2)]

    assert {mail["To"] for mail in mails} == {waits.desk.owner.email, reviewer.email}
    for mail in mails:
        assert "waits for review" in mail["Subject"]
        assert f"/projects/{waits.desk.slug}/reviews/{waits.waiting.suggestion}" in text_of(mail)
        assert "Iteration 1 of Warmer support answers" in text_of(mail)
    assert mailbox.empty
