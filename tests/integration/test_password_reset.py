"""Resetting a forgotten password: by a real mail, with the same answer for every address."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import httpx

from edison.domain.ids import UserId
from edison.domain.people.api_token import PASSWORD_RESET_PREFIX, new_secret
from tests.support.answers import granted, refused
from tests.support.mailbox import Mailbox
from tests.support.people import NEW_PASSWORD, browser_at, is_signed_in, secret_in, sign_in
from tests.support.post_office import post_office, text_of
from tests.support.sql import everything, value
from tests.support.world import API, PASSWORD, Person, World

RESETS = f"{API}/password-resets"
ORDERS = "SELECT count(*) FROM dbos.workflow_status WHERE name = 'send_mail'"


async def ask(browser: httpx.AsyncClient, email: str) -> httpx.Response:
    return await browser.post(RESETS, json={"email": email})


async def use(
    browser: httpx.AsyncClient, token: str, password: str = NEW_PASSWORD
) -> httpx.Response:
    body = {"token": token, "password": password, "confirm_password": password}
    return await browser.post(f"{RESETS}/complete", json=body)


async def next_secret(mailbox: Mailbox, person: Person) -> str:
    while True:
        mail = await mailbox.next()
        if mail["Subject"] == "Reset your password for Edison":
            assert mail["To"] == person.email
            [link] = [word for word in text_of(mail).split() if "/reset-password#" in word]
            assert link.startswith("http://localhost/reset-password#edr_")
            return secret_in(link)


async def a_link(world: World, person: Person) -> str:
    """Save a link as the worker does when it writes the mail."""
    secret = new_secret(PASSWORD_RESET_PREFIX)
    until = world.clock.now() + timedelta(minutes=30)
    async with world.ctx.write() as tx:
        await tx.password_resets.expect(UserId(UUID(person.id)), secret.digest, until)
    return secret.text


async def test_a_mailed_link_sets_a_password_once(world: World, tmp_path: Path) -> None:
    async with post_office(world, tmp_path) as mailbox:
        olga, ada = await world.person("Olga"), await world.person("Ada")
        browser = await world.browser()

        granted(await ask(browser, "nobody@example.com"), 202)
        granted(await ask(browser, "ADA@example.com "), 202)
        first = await next_secret(mailbox, ada)
        granted(
            await olga.browser.post(f"{API}/installation/people/{ada.id}/password-reset-mail"),
            202,
        )
        newer = await next_secret(mailbox, ada)

        refused(await use(browser, first), 404, "PASSWORD_RESET_INVALID")
        refused(await use(browser, newer, "short"), 400, "WEAK_PASSWORD")
        dump = str(everything(world.url))
        assert newer not in dump
        assert newer[4:] not in dump
        granted(await use(browser, newer), 204)
        refused(await use(browser, newer), 404, "PASSWORD_RESET_INVALID")

        assert not await is_signed_in(ada.browser)
        refused(await sign_in(browser, ada.email), 401, "INVALID_CREDENTIALS")
        body = granted(await sign_in(browser, ada.email, NEW_PASSWORD))
        # Only who reads mail at the address has the link.
        assert body["user"]["email_confirmed"]
        assert mailbox.empty
    log = granted(await olga.browser.get(f"{API}/installation/audit"))["items"]
    done = [entry["action"] for entry in log]
    assert done.count("user.password_reset_requested") == 2
    assert done.count("user.password_reset_mailed") == 1
    assert done.count("user.password_reset") == 1


async def test_the_answer_and_the_work_are_the_same_for_every_address(world: World) -> None:
    world.ctx = replace(world.ctx, mail_configured=True)
    await world.person("Olga")
    before = value(world.url, ORDERS)
    browser = await world.browser()
    answers: list[tuple[int, bytes, list[str]]] = []
    for number, email in enumerate(
        ("olga@example.com", "nobody@example.com", "no address\0", "x" * 320), start=1
    ):
        answer = await ask(browser, email)
        answers.append((answer.status_code, answer.content, sorted(answer.headers)))
        assert value(world.url, ORDERS) == before + number

    assert len(set(map(str, answers))) == 1
    assert answers[0][0] == 202
    # The typed address is stored nowhere: people may type anything into the field.
    assert "nobody@example.com" not in str(everything(world.url))


async def test_a_link_expires_after_half_an_hour(world: World) -> None:
    ada = await world.person("Ada")
    browser = await world.browser()
    secret = await a_link(world, ada)
    world.clock.move(timedelta(minutes=30))
    refused(await use(browser, secret), 404, "PASSWORD_RESET_INVALID")
    world.clock.move(timedelta(seconds=-1))
    granted(await use(browser, secret), 204)


async def test_a_link_ends_with_a_new_password_and_with_the_account(world: World) -> None:
    olga, ada = await world.person("Olga"), await world.person("Ada")
    browser = await world.browser()
    secret = await a_link(world, ada)
    body = {"current_password": PASSWORD, "password": NEW_PASSWORD}
    granted(
        await ada.browser.post(
            f"{API}/me/password", json={**body, "confirm_password": NEW_PASSWORD}
        ),
        204,
    )
    refused(await use(browser, secret), 404, "PASSWORD_RESET_INVALID")

    secret = await a_link(world, ada)
    granted(await olga.browser.post(f"{API}/installation/people/{ada.id}/disable"))
    refused(await use(browser, secret), 403, "ACCOUNT_DISABLED")
    refused(await sign_in(browser, ada.email, NEW_PASSWORD), 403, "ACCOUNT_DISABLED")
    granted(
        await olga.browser.post(f"{API}/accounts/{ada.id}/delete", json={"email": ada.email}), 204
    )
    refused(await use(browser, secret), 404, "PASSWORD_RESET_INVALID")


async def test_a_reset_satisfies_a_required_change_and_unlocks(world: World) -> None:
    olga, ada = await world.person("Olga"), await world.person("Ada")
    people = f"{API}/installation/people/{ada.id}"
    granted(await olga.browser.post(f"{people}/require-password-change"))
    browser = await world.browser()
    for _ in range(world.ctx.accounts.lock_after_failures + 1):
        await sign_in(browser, ada.email, "Wrong-horse-7!")
    refused(await sign_in(browser, ada.email), 429, "ACCOUNT_LOCKED")

    granted(await use(browser, await a_link(world, ada)), 204)

    granted(await sign_in(browser, ada.email, NEW_PASSWORD))


async def test_mails_are_limited_by_address_of_the_account_without_saying_so(
    world: World,
) -> None:
    world.ctx = replace(world.ctx, mail_configured=True)
    ada = await world.person("Ada")
    before = value(world.url, ORDERS)
    browser = await world.browser()
    for _ in range(world.ctx.accounts.password_reset_mails + 2):
        granted(await ask(browser, ada.email), 202)
    assert value(world.url, ORDERS) == before + world.ctx.accounts.password_reset_mails
    world.clock.move(timedelta(hours=1, seconds=1))
    granted(await ask(browser, ada.email), 202)
    assert value(world.url, ORDERS) == before + world.ctx.accounts.password_reset_mails + 1


async def test_one_network_address_asks_and_guesses_only_so_often(world: World) -> None:
    world.ctx = replace(world.ctx, mail_configured=True)
    world.allow(password_resets_per_address=3)
    browser = await browser_at(world, "192.0.2.7")
    for number in range(2):
        granted(await ask(browser, f"nobody{number}@example.com"), 202)
    refused(await use(browser, "edr_guess"), 404, "PASSWORD_RESET_INVALID")

    refused(await ask(browser, "nobody@example.com"), 429, "RATE_LIMIT")
    refused(await use(browser, "edr_guess"), 429, "RATE_LIMIT")

    granted(await ask(await browser_at(world, "198.51.100.7"), "nobody@example.com"), 202)


async def test_without_a_mail_server_there_is_no_reset(world: World) -> None:
    ada = await world.person("Ada")
    refused(await ask(ada.browser, ada.email), 409, "MAIL_NOT_CONFIGURED")
    path = f"{API}/installation/people/{ada.id}/password-reset-mail"
    refused(await ada.browser.post(path), 409, "MAIL_NOT_CONFIGURED")
