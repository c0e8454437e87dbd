"""Mail through the real worker and a real SMTP server: it arrives, its link works, and no secret is stored."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

from tests.support.answers import granted, refused
from tests.support.commands import Command
from tests.support.mailbox import Mailbox, a_mailbox
from tests.support.people import invite, secret_in, sign_up
from tests.support.sql import everything, rows
from tests.support.world import API, World


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


async def test_an_invite_arrives_by_mail_and_its_link_works(world: World, tmp_path: Path) -> None:
    """FR-PM-004.2, OPS-14.1.2"""
    async with post_office(world, tmp_path) as mailbox:
        olga = await world.person("Olga")
        slug = (await olga.create_project("Support bot"))["slug"]
        result = await invite(olga, slug, "ada@example.com", "EDITOR", message="Join us")
        mail = await mailbox.next()

        assert result["emailed"]
        assert (mail["To"], mail["From"]) == ("ada@example.com", "edison@example.com")
        assert mail["Subject"] == "Invitation to Support bot"
        assert '"Join us"' in text_of(mail)
        [link] = [word for word in text_of(mail).split() if "/invite#" in word]
        assert link.startswith("http://localhost/invite#edi_")

        # The mail has a secret of its own; the workflow's stored input and outcome hold none.
        mailed, shown = secret_in(link), secret_in(result["link"])
        assert mailed != shown
        dump = str(everything(world.url))
        assert str(result["invite"]["id"]) in dump
        assert mailed not in dump
        assert shown not in dump
        assert mailed[4:] not in dump

        # A renewed link for the admin leaves the mailed one alone.
        path = f"{API}/projects/{slug}/invites/{result['invite']['id']}/link"
        granted(await olga.browser.post(path))
        browser = await world.browser()
        refused(
            await browser.post(f"{API}/invites/offer", json={"token": shown}), 404, "INVITE_INVALID"
        )
        granted(await sign_up(browser, "ada@example.com", invite=mailed), 201)

        # From now on the newcomer is told by mail as well.
        me = granted(await browser.get(f"{API}/me"))["id"]
        granted(
            await olga.browser.patch(f"{API}/projects/{slug}/members/{me}", json={"role": "VIEWER"})
        )
        notice = await mailbox.next()
        assert notice["Subject"] == "Your access to Support bot"
        assert "Olga changed your role to VIEWER." in text_of(notice)
        assert mailbox.empty


async def test_a_mail_is_ordered_if_and_only_if_the_change_is_made(world: World) -> None:
    world.ctx = replace(world.ctx, mail_configured=True)
    olga = await world.person("Olga")
    slug = (await olga.create_project())["slug"]
    await invite(olga, slug, "ada@example.com")
    refused(
        await olga.browser.post(
            f"{API}/projects/{slug}/invites", json={"email": olga.email, "role": "VIEWER"}
        ),
        409,
        "ALREADY_MEMBER",
    )

    orders = rows(world.url, "SELECT name, status FROM dbos.workflow_status")

    assert orders == [("send_mail", "ENQUEUED")]


async def test_without_a_mail_server_nothing_is_ordered(world: World) -> None:
    """SYS-2.3.3, FR-PM-004.3: the link is in the answer."""
    olga = await world.person("Olga")
    slug = (await olga.create_project())["slug"]

    result = await invite(olga, slug, "ada@example.com")

    assert (result["emailed"], bool(result["link"])) == (False, True)
    assert rows(world.url, "SELECT 1 FROM dbos.workflow_status") == []
