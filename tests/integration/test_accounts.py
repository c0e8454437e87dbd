"""Making an account: the rules, their messages, and who becomes owner."""

import asyncio

import pytest

from edison.domain.people.account import Registration
from tests.support.answers import granted, refused
from tests.support.people import browser_at, is_signed_in, sign_up
from tests.support.sql import rows, value
from tests.support.world import API, PASSWORD, World


async def test_a_new_account_is_active_and_signed_in_at_once(world: World) -> None:
    """FR-UM-001.1, .12, .13; API-7.2.2: the answer confirms the account, the cookie holds the session."""
    browser = await world.browser()

    body = granted(await sign_up(browser, "ada@example.com", name="Ada"), 201)

    assert (body["user"]["email"], body["user"]["name"]) == ("ada@example.com", "Ada")
    assert "token" not in body
    assert await is_signed_in(browser)


@pytest.mark.parametrize(
    ("password", "unmet", "message"),
    [
        ("Short-7!", ["length"], "Password must be at least 12 characters"),
        ("correct-horse-7!", ["uppercase"], "Must contain uppercase letter"),
        ("CORRECT-HORSE-7!", ["lowercase"], "Must contain lowercase letter"),
        ("Correct-horse-x!", ["number"], "Must contain number"),
        ("CorrectHorse77", ["special"], "Must contain special character"),
        ("short", ["length", "uppercase", "number", "special"], "Password must be at least 12"),
        ("", ["length", "uppercase", "lowercase", "number", "special"], "Password must be at"),
    ],
)
async def test_a_weak_password_is_refused_with_every_rule_it_misses(
    world: World, password: str, unmet: list[str], message: str
) -> None:
    """FR-UM-001.5 to .9, .15"""
    answer = await sign_up(
        await world.browser(), "ada@example.com", password=password, confirm_password=password
    )

    error = refused(answer, 400, "WEAK_PASSWORD")
    assert (error["path"], error["details"]["unmet"]) == ("password", unmet)
    assert error["message"].startswith(message)
    assert value(world.url, "SELECT count(*) FROM users") == 0


async def test_a_password_may_have_128_characters_and_no_more(world: World) -> None:
    """API-7.2.1"""
    longest = PASSWORD + "x" * (128 - len(PASSWORD))
    browser = await world.browser()

    too_long = await sign_up(
        browser, "ada@example.com", password=longest + "x", confirm_password=longest + "x"
    )
    refused(too_long, 400, "WEAK_PASSWORD")
    granted(
        await sign_up(browser, "ada@example.com", password=longest, confirm_password=longest), 201
    )


async def test_the_confirmation_must_equal_the_password(world: World) -> None:
    """FR-UM-001.10"""
    answer = await sign_up(
        await world.browser(), "ada@example.com", confirm_password=PASSWORD + "x"
    )

    error = refused(answer, 400, "BAD_REQUEST")
    assert (error["message"], error["path"]) == ("Passwords don't match", "confirm_password")


@pytest.mark.parametrize(
    "email",
    ["ada", "ada@", "@example.com", "a b@example.com", "ada@exa mple.com", "a@b@example.com", ""],
)
async def test_a_malformed_email_is_refused(world: World, email: str) -> None:
    """FR-UM-001.2, .16"""
    error = refused(await sign_up(await world.browser(), email), 400, "INVALID_EMAIL")

    assert (error["message"], error["path"]) == ("Invalid email format", "email")


async def test_an_email_of_over_255_characters_is_refused(world: World) -> None:
    """FR-UM-001.3"""
    long = "ada@" + ".".join(["a" * 60] * 5)[:255] + ".com"
    assert len(long) > 255

    refused(await sign_up(await world.browser(), long), 400, "INVALID_EMAIL")


async def test_an_email_is_taken_in_any_spelling(world: World) -> None:
    """FR-UM-001.4, .14; API-7.2.3"""
    granted(await sign_up(await world.browser(), "Ada@Example.com"), 201)

    for spelling in ("ada@example.com", "ADA@EXAMPLE.COM", "  ada@example.com "):
        answer = await sign_up(await world.browser(), spelling)
        error = refused(answer, 409, "EMAIL_TAKEN")
        assert (error["message"], error["path"]) == ("Email already in use", "email")


async def test_one_of_many_sign_ups_with_the_same_email_wins(world: World) -> None:
    """FR-UM-001.4 under concurrency"""
    browsers = [await world.browser() for _ in range(8)]
    async with asyncio.TaskGroup() as tasks:
        answers = [
            tasks.create_task(sign_up(browser, "ADA@example.com" if odd % 2 else "ada@example.com"))
            for odd, browser in enumerate(browsers)
        ]

    statuses = sorted(answer.result().status_code for answer in answers)
    assert statuses == [201] + [409] * 7
    assert rows(world.url, "SELECT email FROM users") == [("ada@example.com",)]


async def test_ten_first_sign_ups_at_once_yield_one_owner(world: World) -> None:
    browsers = [await world.browser() for _ in range(10)]
    async with asyncio.TaskGroup() as tasks:
        answers = [
            tasks.create_task(sign_up(browser, f"person{number}@example.com"))
            for number, browser in enumerate(browsers)
        ]

    roles = sorted(granted(answer.result(), 201)["user"]["role"] for answer in answers)
    assert roles == ["EDITOR"] * 9 + ["OWNER"]


async def test_the_terms_must_be_accepted(world: World) -> None:
    """FR-UM-001.24, on the server's side"""
    browser = await world.browser()

    for choice in (None, False):
        error = refused(
            await sign_up(browser, "ada@example.com", accept_terms=choice), 400, "BAD_REQUEST"
        )
        assert error["path"] == "accept_terms"


async def test_a_name_is_optional_and_has_at_most_255_characters(world: World) -> None:
    """FR-UM-001.11"""
    browser = await world.browser()
    error = refused(await sign_up(browser, "ada@example.com", name="x" * 256), 400, "BAD_REQUEST")
    assert error["path"] == "name"

    unnamed = granted(await sign_up(await world.browser(), "ada@example.com"), 201)
    named = granted(await sign_up(await world.browser(), "bob@example.com", name="x" * 255), 201)

    assert unnamed["user"]["name"] is None
    assert named["user"]["name"] == "x" * 255


async def test_an_unknown_field_is_refused(world: World) -> None:
    """NFR-4.4.10: nothing is accepted that the schema does not know."""
    answer = await sign_up(await world.browser(), "ada@example.com", role="OWNER")

    assert refused(answer, 400, "BAD_REQUEST")["path"] == "role"


async def test_too_many_sign_ups_from_one_address_must_wait(world: World) -> None:
    """FR-UM-001.17"""
    world.allow(sign_ups_per_address=3)
    browser = await browser_at(world, "10.0.0.7")
    for number in range(3):
        granted(await sign_up(browser, f"person{number}@example.com"), 201)

    answer = await sign_up(browser, "one-more@example.com")

    error = refused(answer, 429, "RATE_LIMIT")
    assert error["message"] == "Too many attempts, try again in 15 minutes"
    assert 1 <= error["details"]["retry_after_s"] <= 900
    assert answer.headers["retry-after"] == str(error["details"]["retry_after_s"])
    elsewhere = await browser_at(world, "10.0.0.8")
    granted(await sign_up(elsewhere, "one-more@example.com"), 201)


async def test_a_closed_installation_takes_only_its_first_account(world: World) -> None:
    world.allow(registration=Registration.CLOSED)
    granted(await sign_up(await world.browser(), "first@example.com"), 201)

    error = refused(
        await sign_up(await world.browser(), "second@example.com"), 403, "REGISTRATION_CLOSED"
    )

    assert error["next_step"]
    shown = granted(await (await world.browser()).get(f"{API}/session"))
    assert (shown["registration"], shown["first_run"]) == ("closed", False)


async def test_an_invite_only_installation_refuses_who_has_no_invite(world: World) -> None:
    world.allow(registration=Registration.INVITE)
    granted(await sign_up(await world.browser(), "first@example.com"), 201)

    refused(await sign_up(await world.browser(), "second@example.com"), 403, "REGISTRATION_CLOSED")
    made_up = await sign_up(await world.browser(), "second@example.com", invite="edi_made-up")
    refused(made_up, 404, "INVITE_INVALID")


async def test_the_password_is_stored_as_bcrypt_only(world: World) -> None:
    """FR-UM-002.8 (the cost is checked in the unit tests of the vault)"""
    await world.person("Ada")

    stored = value(world.url, "SELECT password_hash FROM users")

    assert stored.startswith("$2b$")
    assert PASSWORD not in stored


async def test_a_registration_leaves_an_audit_entry(world: World) -> None:
    """API-7.2.4"""
    ada = await world.person("Ada")

    [entry] = granted(await ada.browser.get(f"{API}/installation/audit"))["items"]

    assert (entry["action"], entry["entity_id"]) == ("user.registered", ada.id)
    assert entry["changes"]["email"] == {"old": None, "new": "ada@example.com"}


async def test_a_person_renames_themselves(world: World) -> None:
    """API-7.2.7: `me` answers id, email, name and role."""
    ada = await world.person("Ada")

    renamed = granted(await ada.browser.patch(f"{API}/me", json={"name": "Ada L."}))

    assert renamed == granted(await ada.browser.get(f"{API}/me"))
    assert (renamed["id"], renamed["email"], renamed["name"], renamed["role"]) == (
        ada.id,
        "ada@example.com",
        "Ada L.",
        "OWNER",
    )
    cleared = granted(await ada.browser.patch(f"{API}/me", json={"name": None}))
    assert cleared["name"] is None
