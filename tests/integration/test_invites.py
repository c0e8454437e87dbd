"""Asking people in: by a link, and by their own word. The attacks are in test_invite_takeover.py."""

import asyncio
from datetime import timedelta

import pytest

from edison.domain.people.account import Registration
from tests.support.answers import granted, refused
from tests.support.people import (
    invite,
    join,
    machine,
    make_token,
    secret_in,
    sign_in,
    sign_up,
)
from tests.support.sql import everything
from tests.support.world import API, ORIGIN, Person, World


async def an_owner(world: World) -> tuple[Person, str]:
    owner = await world.person("Olga")
    return owner, (await owner.create_project())["slug"]


async def test_who_has_an_account_is_asked_too(world: World) -> None:
    """FR-PM-004.1, .10: nobody becomes a member without having accepted."""
    olga, slug = await an_owner(world)
    ada = await world.person("Ada")

    result = await invite(olga, slug, "ADA@example.com", "REVIEWER")

    assert (result["invite"]["email"], result["invite"]["role"]) == (ada.email, "REVIEWER")
    refused(await ada.browser.get(f"{API}/projects/{slug}"), 404, "NOT_FOUND")
    token = {"token": secret_in(result["link"])}
    granted(await ada.browser.post(f"{API}/invites/accept", json=token))
    assert granted(await ada.browser.get(f"{API}/projects/{slug}"))["role"] == "REVIEWER"
    again = await olga.browser.post(
        f"{API}/projects/{slug}/invites", json={"email": ada.email, "role": "ADMIN"}
    )
    refused(again, 409, "ALREADY_MEMBER")


async def test_who_has_none_gets_a_link_and_registers_with_it(world: World) -> None:
    """FR-PM-004.3, .9, .11"""
    olga, slug = await an_owner(world)

    result = await invite(olga, slug, "ada@example.com", "EDITOR", message="Join us")

    assert (result["invite"]["email"], result["emailed"]) == ("ada@example.com", False)
    assert result["link"].startswith(f"{ORIGIN}/invite#edi_")
    browser = await world.browser()
    secret = secret_in(result["link"])
    offer = granted(await browser.post(f"{API}/invites/offer", json={"token": secret}))
    assert {**offer, "expires_at": ""} == {
        "project_name": "Support bot",
        "email": "ada@example.com",
        "role": "EDITOR",
        "invited_by": "Olga",
        "message": "Join us",
        "expires_at": "",
        "account_exists": False,
    }
    granted(await sign_up(browser, "ada@example.com", invite=secret), 201)
    assert granted(await browser.get(f"{API}/projects/{slug}"))["role"] == "EDITOR"
    assert granted(await olga.browser.get(f"{API}/projects/{slug}/invites"))["items"] == []


async def test_who_registered_meanwhile_signs_in_and_accepts(world: World) -> None:
    olga, slug = await an_owner(world)
    secret = secret_in((await invite(olga, slug, "ada@example.com"))["link"])
    ada = await world.person("Ada")

    offer = granted(await ada.browser.post(f"{API}/invites/offer", json={"token": secret}))
    joined = granted(await ada.browser.post(f"{API}/invites/accept", json={"token": secret}))

    assert offer["account_exists"]
    assert (joined["slug"], joined["role"]) == (slug, "EDITOR")
    twice = await ada.browser.post(f"{API}/invites/accept", json={"token": secret})
    refused(twice, 404, "INVITE_INVALID")


async def test_a_link_is_for_the_invited_email_only(world: World) -> None:
    olga, slug = await an_owner(world)
    secret = secret_in((await invite(olga, slug, "ada@example.com"))["link"])
    eve = await world.person("Eve")

    by_account = await eve.browser.post(f"{API}/invites/accept", json={"token": secret})
    by_sign_up = await sign_up(await world.browser(), "mallory@example.com", invite=secret)

    refused(by_account, 403, "INVITE_EMAIL_MISMATCH")
    refused(by_sign_up, 403, "INVITE_EMAIL_MISMATCH")
    refused(await sign_in(await world.browser(), "mallory@example.com"), 401, "INVALID_CREDENTIALS")
    granted(await sign_up(await world.browser(), "ADA@example.com", invite=secret), 201)


async def test_accepting_needs_an_account(world: World) -> None:
    olga, slug = await an_owner(world)
    secret = secret_in((await invite(olga, slug, "ada@example.com"))["link"])
    robot = machine(world, (await make_token(olga, slug))["secret"])

    nobody = await (await world.browser()).post(f"{API}/invites/accept", json={"token": secret})

    refused(nobody, 401, "UNAUTHORIZED")
    refused(await robot.post(f"{API}/invites/accept", json={"token": secret}), 403, "FORBIDDEN")


async def test_an_invite_ends_after_seven_days(world: World) -> None:
    """FR-PM-004.11"""
    olga, slug = await an_owner(world)
    result = await invite(olga, slug, "ada@example.com")
    secret = secret_in(result["link"])
    browser = await world.browser()

    world.clock.move(timedelta(days=7) - timedelta(minutes=1))
    granted(await browser.post(f"{API}/invites/offer", json={"token": secret}))
    world.clock.move(timedelta(minutes=2))

    refused(
        await browser.post(f"{API}/invites/offer", json={"token": secret}), 404, "INVITE_INVALID"
    )
    refused(await sign_up(browser, "ada@example.com", invite=secret), 404, "INVITE_INVALID")
    granted(await sign_in(olga.browser, olga.email))
    [pending] = granted(await olga.browser.get(f"{API}/projects/{slug}/invites"))["items"]
    assert pending["expired"]


async def test_a_renewed_link_works_for_seven_days_and_ends_the_old_one(world: World) -> None:
    olga, slug = await an_owner(world)
    result = await invite(olga, slug, "ada@example.com")
    world.clock.move(timedelta(days=5))

    path = f"{API}/projects/{slug}/invites/{result['invite']['id']}/link"
    renewed = granted(await olga.browser.post(path))

    world.clock.move(timedelta(days=6))
    browser = await world.browser()
    old, new = secret_in(result["link"]), secret_in(renewed["link"])
    refused(await browser.post(f"{API}/invites/offer", json={"token": old}), 404, "INVITE_INVALID")
    granted(await sign_up(browser, "ada@example.com", invite=new), 201)


async def test_a_revoked_invite_is_gone(world: World) -> None:
    olga, slug = await an_owner(world)
    result = await invite(olga, slug, "ada@example.com")
    path = f"{API}/projects/{slug}/invites/{result['invite']['id']}"

    granted(await olga.browser.delete(path), 204)

    answer = await sign_up(
        await world.browser(), "ada@example.com", invite=secret_in(result["link"])
    )
    refused(answer, 404, "INVITE_INVALID")
    refused(await olga.browser.delete(path), 404, "NOT_FOUND")
    refused(await olga.browser.post(f"{path}/link"), 404, "NOT_FOUND")
    assert granted(await olga.browser.get(f"{API}/projects/{slug}/invites"))["items"] == []


async def test_a_second_invite_replaces_the_first(world: World) -> None:
    olga, slug = await an_owner(world)
    first = secret_in((await invite(olga, slug, "ada@example.com", "VIEWER"))["link"])

    second = secret_in((await invite(olga, slug, "Ada@Example.com", "ADMIN"))["link"])

    browser = await world.browser()
    refused(
        await browser.post(f"{API}/invites/offer", json={"token": first}), 404, "INVITE_INVALID"
    )
    offer = granted(await browser.post(f"{API}/invites/offer", json={"token": second}))
    assert offer["role"] == "ADMIN"
    assert len(granted(await olga.browser.get(f"{API}/projects/{slug}/invites"))["items"]) == 1


async def test_invites_to_one_email_at_once_leave_one_pending(world: World) -> None:
    olga, slug = await an_owner(world)
    async with asyncio.TaskGroup() as tasks:
        for _ in range(6):
            tasks.create_task(invite(olga, slug, "ada@example.com"))

    assert len(granted(await olga.browser.get(f"{API}/projects/{slug}/invites"))["items"]) == 1


async def test_a_second_invite_ends_the_link_of_the_first(world: World) -> None:
    """Else a removed member could come back with it."""
    olga, slug = await an_owner(world)
    secret = secret_in((await invite(olga, slug, "ada@example.com", "ADMIN"))["link"])
    ada = await world.person("Ada")
    await join(olga, slug, ada, "VIEWER")
    assert granted(await olga.browser.get(f"{API}/projects/{slug}/invites"))["items"] == []

    granted(await olga.browser.delete(f"{API}/projects/{slug}/members/{ada.id}"), 204)

    back = await ada.browser.post(f"{API}/invites/accept", json={"token": secret})
    refused(back, 404, "INVITE_INVALID")


async def test_one_link_used_twice_at_once_lets_one_in(world: World) -> None:
    olga, slug = await an_owner(world)
    secret = secret_in((await invite(olga, slug, "ada@example.com"))["link"])
    ada = await world.person("Ada")
    async with asyncio.TaskGroup() as tasks:
        answers = [
            tasks.create_task(ada.browser.post(f"{API}/invites/accept", json={"token": secret}))
            for _ in range(4)
        ]

    assert sorted(answer.result().status_code for answer in answers) == [200, 404, 404, 404]


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"email": "ada@example.com", "role": "OWNER"}, "BAD_REQUEST", "role"),
        ({"email": "ada@example.com", "role": "BOSS"}, "BAD_REQUEST", "role"),
        ({"email": "ada@example.com"}, "BAD_REQUEST", "role"),
        ({"email": "not an email", "role": "VIEWER"}, "INVALID_EMAIL", "email"),
        ({"role": "VIEWER"}, "BAD_REQUEST", "email"),
        (
            {"email": "ada@example.com", "role": "VIEWER", "message": "x" * 501},
            "BAD_REQUEST",
            "message",
        ),
    ],
)
async def test_an_invite_keeps_its_rules(
    world: World, body: dict[str, str], code: str, field: str
) -> None:
    """FR-PM-004.8"""
    olga, slug = await an_owner(world)

    answer = await olga.browser.post(f"{API}/projects/{slug}/invites", json=body)

    assert refused(answer, 400, code)["path"] == field


async def test_an_invite_opens_an_invite_only_installation(world: World) -> None:
    olga, slug = await an_owner(world)
    world.allow(registration=Registration.INVITE)
    secret = secret_in((await invite(olga, slug, "ada@example.com"))["link"])

    browser = await world.browser()
    granted(await sign_up(browser, "ada@example.com", invite=secret), 201)

    assert granted(await browser.get(f"{API}/me"))["role"] == "EDITOR"


async def test_an_invite_does_not_open_a_closed_installation(world: World) -> None:
    olga, slug = await an_owner(world)
    world.allow(registration=Registration.CLOSED)
    secret = secret_in((await invite(olga, slug, "ada@example.com"))["link"])

    answer = await sign_up(await world.browser(), "ada@example.com", invite=secret)

    refused(answer, 403, "REGISTRATION_CLOSED")


async def test_an_invite_to_an_archived_project_waits_for_its_return(world: World) -> None:
    olga, slug = await an_owner(world)
    secret = secret_in((await invite(olga, slug, "ada@example.com"))["link"])
    browser = await world.browser()

    granted(await olga.browser.post(f"{API}/projects/{slug}/archive"))
    refused(
        await browser.post(f"{API}/invites/offer", json={"token": secret}), 404, "INVITE_INVALID"
    )

    granted(await olga.browser.post(f"{API}/projects/{slug}/restore"))
    granted(await browser.post(f"{API}/invites/offer", json={"token": secret}))


async def test_no_secret_is_in_the_database(world: World) -> None:
    """Only digests: of invite links, renewed links and API tokens."""
    olga, slug = await an_owner(world)
    result = await invite(olga, slug, "ada@example.com")
    path = f"{API}/projects/{slug}/invites/{result['invite']['id']}/link"
    renewed = granted(await olga.browser.post(path))
    token = (await make_token(olga, slug))["secret"]
    granted(await machine(world, token).get(f"{API}/projects/{slug}"))

    dump = str(everything(world.url))

    assert "ada@example.com" in dump
    for secret in (secret_in(result["link"]), secret_in(renewed["link"]), token):
        assert secret not in dump
        assert secret[4:] not in dump


async def test_a_machine_invites_people_with_accounts_only(world: World) -> None:
    """The invite is in the name of who made the token."""
    olga, slug = await an_owner(world)
    ada = await world.person("Ada")
    robot = machine(world, (await make_token(olga, slug, role="ADMIN"))["secret"])
    path = f"{API}/projects/{slug}/invites"

    made = granted(await robot.post(path, json={"email": ada.email, "role": "VIEWER"}), 201)
    assert made["invite"]["invited_by"] == "CI"
    [pending] = granted(await olga.browser.get(path))["items"]
    assert pending["invited_by"] == "Olga"
    refused(await ada.browser.get(f"{API}/projects/{slug}"), 404, "NOT_FOUND")

    new = await robot.post(path, json={"email": "new@example.com", "role": "VIEWER"})
    refused(new, 403, "FORBIDDEN")
