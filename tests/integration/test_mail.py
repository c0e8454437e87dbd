"""Mail through the real worker and a real SMTP server: it arrives, its link works, and no secret is stored."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import UUID

from edison.domain.ids import UserId
from edison.domain.people.account import CONFIRMATION_LIFETIME
from edison.domain.people.api_token import CONFIRMATION_PREFIX, new_secret
from tests.support.answers import granted, refused
from tests.support.people import invite, secret_in, sign_up
from tests.support.post_office import post_office, text_of
from tests.support.sql import everything, rows
from tests.support.world import API, World


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
        body = granted(await sign_up(browser, "ada@example.com", invite=mailed), 201)
        # Only who reads mail at the address has this link.
        assert body["user"]["email_confirmed"]

        # From now on the newcomer is told by mail as well.
        me = granted(await browser.get(f"{API}/me"))["id"]
        granted(
            await olga.browser.patch(f"{API}/projects/{slug}/members/{me}", json={"role": "VIEWER"})
        )
        notice = await mailbox.next()
        assert notice["Subject"] == "Your access to Support bot"
        assert "Olga changed your role to VIEWER." in text_of(notice)
        assert mailbox.empty


async def test_an_address_is_confirmed_by_mail_and_password_together(
    world: World, tmp_path: Path
) -> None:
    """Neither the account without the mail nor the mail without the account is enough."""
    async with post_office(world, tmp_path) as mailbox:
        olga = await world.person("Olga")
        slug = (await olga.create_project("Support bot"))["slug"]
        ada, eve = await world.person("Ada"), await world.person("Eve")
        links = dict[str, str]()
        for _ in range(2):
            mail = await mailbox.next()
            assert mail["Subject"] == "Confirm your address for Edison"
            [link] = [word for word in text_of(mail).split() if "/confirm-email#" in word]
            links[str(mail["To"])] = secret_in(link)
        path = f"{API}/me/email/confirm"

        # The mail of another account confirms nothing, nor does a guess or a person who is not signed in.
        hers = {"token": links[ada.email]}
        refused(await eve.browser.post(path, json=hers), 404, "CONFIRMATION_INVALID")
        refused(
            await ada.browser.post(path, json={"token": "edc_guess"}), 404, "CONFIRMATION_INVALID"
        )
        refused(await (await world.browser()).post(path, json=hers), 401, "UNAUTHORIZED")
        assert links[ada.email] not in str(everything(world.url))

        # A newer mail replaces the link of the one before.
        granted(await ada.browser.post(f"{API}/me/email/confirmation-mail"), 202)
        newer = secret_in(
            next(
                word for word in text_of(await mailbox.next()).split() if "/confirm-email#" in word
            )
        )
        refused(await ada.browser.post(path, json=hers), 404, "CONFIRMATION_INVALID")
        assert granted(await ada.browser.post(path, json={"token": newer}))["email_confirmed"]

        # Now what is addressed to it waits in the list. The mailed link of an invite confirms as well.
        await invite(olga, slug, ada.email)
        assert (await mailbox.next())["To"] == ada.email
        assert len(granted(await ada.browser.get(f"{API}/me/invites"))["items"]) == 1
        await invite(olga, slug, eve.email)
        mailed = next(word for word in text_of(await mailbox.next()).split() if "/invite#" in word)
        token = {"token": secret_in(mailed)}
        granted(await eve.browser.post(f"{API}/invites/accept", json=token))
        assert granted(await eve.browser.get(f"{API}/me"))["email_confirmed"]
        assert mailbox.empty


async def test_confirmation_mails_are_few(world: World) -> None:
    """The address may belong to somebody who asked for none of them."""
    world.ctx = replace(world.ctx, mail_configured=True)
    await world.person("Olga")
    ada = await world.person("Ada")
    path = f"{API}/me/email/confirmation-mail"
    for _ in range(5):
        granted(await ada.browser.post(path), 202)

    refused(await ada.browser.post(path), 429, "RATE_LIMIT")


async def test_a_confirmation_link_ends_after_a_day(world: World) -> None:
    await world.person("Olga")
    ada = await world.person("Ada")
    secret = new_secret(CONFIRMATION_PREFIX)
    async with world.ctx.write() as tx:
        until = world.clock.now() + CONFIRMATION_LIFETIME
        await tx.users.expect_confirmation(UserId(UUID(ada.id)), secret.digest, until)
    world.clock.move(timedelta(days=1))

    answer = await ada.browser.post(f"{API}/me/email/confirm", json={"token": secret.text})

    refused(answer, 404, "CONFIRMATION_INVALID")


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
