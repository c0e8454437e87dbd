"""Signing in: lock-out, limits, lifetimes, the cookie, and nothing to learn from a refusal."""

import asyncio
import statistics
import time
from dataclasses import replace
from datetime import datetime, timedelta

import httpx
import jwt
import pytest

from edison.api.request_guard import SESSION_COOKIE
from edison.domain.errors import InvalidCredentials
from edison.domain.people.access import Actor
from edison.kit.digests import sha256_hex
from edison.services.people.sign_in import SignIn
from edison.services.people.sign_in import sign_in as open_session
from edison.vault.password_hasher import Passwords
from tests.support.answers import granted, refused
from tests.support.people import browser_at, is_signed_in, session_of, sign_in, sign_up
from tests.support.world import API, World

WRONG = "Wrong-password-1!"
LOCKED = "Account temporarily locked. Try again in {} minutes"


async def fail(browser: httpx.AsyncClient, email: str, times: int) -> None:
    for _ in range(times):
        refused(await sign_in(browser, email, WRONG), 401, "INVALID_CREDENTIALS")


async def test_a_person_signs_in_with_email_in_any_spelling(world: World) -> None:
    """FR-UM-002.1"""
    await world.person("Ada")
    browser = await world.browser()

    body = granted(await sign_in(browser, "ADA@Example.COM"))

    assert body["user"]["email"] == "ada@example.com"
    assert await is_signed_in(browser)


async def test_a_refusal_does_not_say_what_was_wrong(world: World) -> None:
    """FR-UM-002.5, .12"""
    await world.person("Ada")
    browser = await world.browser()

    wrong_password = refused(
        await sign_in(browser, "ada@example.com", WRONG), 401, "INVALID_CREDENTIALS"
    )
    unknown = refused(await sign_in(browser, "eve@example.com", WRONG), 401, "INVALID_CREDENTIALS")
    no_email = refused(await sign_in(browser, "not an email", WRONG), 401, "INVALID_CREDENTIALS")

    assert wrong_password["message"] == "Invalid email or password"
    for error in (unknown, no_email):
        assert {**error, "timestamp": "", "traceId": ""} == {
            **wrong_password,
            "timestamp": "",
            "traceId": "",
        }


@pytest.mark.parametrize("email", ["a\u0000b@example.com", "\u0000", "a" * 320, "'; DROP TABLE"])
async def test_a_strange_email_is_only_a_wrong_one(world: World, email: str) -> None:
    """NFR-4.4.11, PSM-NFR-14"""
    refused(await sign_in(await world.browser(), email, WRONG), 401, "INVALID_CREDENTIALS")


async def test_five_failures_lock_the_account_for_fifteen_minutes(world: World) -> None:
    """FR-UM-002.6, .13; SEC-11.2.2"""
    await world.person("Ada")
    browser = await world.browser()
    await fail(browser, "ada@example.com", 5)

    with_the_right_password = await sign_in(browser, "ada@example.com")

    error = refused(with_the_right_password, 429, "ACCOUNT_LOCKED")
    assert error["message"] == LOCKED.format(15)
    assert (error["details"]["minutes"], error["retryable"]) == (15, True)

    world.clock.move(timedelta(minutes=9, seconds=30))
    error = refused(await sign_in(browser, "ada@example.com"), 429, "ACCOUNT_LOCKED")
    assert error["message"] == LOCKED.format(6)

    world.clock.move(timedelta(minutes=6))
    granted(await sign_in(browser, "ada@example.com"))


async def test_the_lock_runs_from_the_last_failure(world: World) -> None:
    await world.person("Ada")
    browser = await world.browser()
    await fail(browser, "ada@example.com", 4)
    world.clock.move(timedelta(minutes=14))
    await fail(browser, "ada@example.com", 1)

    world.clock.move(timedelta(minutes=10))
    error = refused(await sign_in(browser, "ada@example.com"), 429, "ACCOUNT_LOCKED")

    assert error["details"]["minutes"] == 5


async def test_an_unknown_email_is_locked_like_a_known_one(world: World) -> None:
    """API-7.2.5"""
    browser = await world.browser()
    await fail(browser, "eve@example.com", 5)

    error = refused(await sign_in(browser, "EVE@example.com", WRONG), 429, "ACCOUNT_LOCKED")

    assert error["message"] == LOCKED.format(15)


async def test_a_success_forgets_the_failures(world: World) -> None:
    """API-7.2.5"""
    await world.person("Ada")
    browser = await world.browser()
    for _ in range(3):
        await fail(browser, "ada@example.com", 4)
        granted(await sign_in(browser, "ada@example.com"))


async def test_failures_are_forgotten_after_fifteen_minutes(world: World) -> None:
    await world.person("Ada")
    browser = await world.browser()
    await fail(browser, "ada@example.com", 4)
    world.clock.move(timedelta(minutes=15, seconds=1))

    await fail(browser, "ada@example.com", 4)

    granted(await sign_in(browser, "ada@example.com"))


async def test_parallel_guesses_get_no_more_than_five_looks(world: World) -> None:
    await world.person("Ada")
    browser = await world.browser()
    async with asyncio.TaskGroup() as tasks:
        guesses = [
            tasks.create_task(sign_in(browser, "ada@example.com", f"Guess-number-{number}!"))
            for number in range(20)
        ]

    codes = [guess.result().json()["error"]["code"] for guess in guesses]

    assert codes.count("INVALID_CREDENTIALS") == 5
    assert codes.count("ACCOUNT_LOCKED") == 15


async def test_one_address_gets_five_failures_in_fifteen_minutes(world: World) -> None:
    """FR-UM-002.9, .14"""
    await world.person("Ada")
    world.allow(sign_ins_per_address=5)
    browser = await browser_at(world, "10.0.0.7")
    for number in range(5):
        await fail(browser, f"victim{number}@example.com", 1)

    answer = await sign_in(browser, "ada@example.com")

    error = refused(answer, 429, "RATE_LIMIT")
    assert error["message"] == "Too many login attempts. Please wait."
    assert answer.headers["retry-after"] == str(error["details"]["retry_after_s"])
    granted(await sign_in(await browser_at(world, "10.0.0.8"), "ada@example.com"))
    world.clock.move(timedelta(minutes=15, seconds=1))
    granted(await sign_in(browser, "ada@example.com"))


async def test_guesses_from_one_ipv6_network_count_together(world: World) -> None:
    """Else a machine with a /64 would have as many guesses as it likes."""
    await world.person("Ada")
    world.allow(sign_ins_per_address=5)
    for number in range(5):
        browser = await browser_at(world, f"2001:db8:1:2::{number + 1:x}")
        await fail(browser, f"victim{number}@example.com", 1)

    same = await sign_in(await browser_at(world, "2001:db8:1:2:ffff::9"), "ada@example.com")
    other = await sign_in(await browser_at(world, "2001:db8:1:3::1"), "ada@example.com")

    refused(same, 429, "RATE_LIMIT")
    granted(other)


async def test_successes_do_not_use_up_an_address(world: World) -> None:
    await world.person("Ada")
    world.allow(sign_ins_per_address=2)
    browser = await browser_at(world, "10.0.0.7")

    for _ in range(6):
        granted(await sign_in(browser, "ada@example.com"))


@pytest.mark.parametrize(("remember", "days"), [(False, 7), (True, 30)])
async def test_a_session_lasts_7_days_or_30_when_remembered(
    world: World, remember: bool, days: int
) -> None:
    """FR-UM-002.2, .3, .7; NFR-4.4.3"""
    await world.person("Ada")
    browser = await world.browser()

    answer = await sign_in(browser, "ada@example.com", remember_me=remember)

    claims = jwt.decode(session_of(browser), options={"verify_signature": False})
    assert claims["exp"] - claims["iat"] == days * 86_400
    [cookie] = [
        header
        for header in answer.headers.get_list("set-cookie")
        if header.startswith(SESSION_COOKIE)
    ]
    [age] = [part for part in cookie.split("; ") if part.lower().startswith("max-age=")]
    assert abs(int(age.split("=")[1]) - days * 86_400) < 60

    world.clock.move(timedelta(days=days) - timedelta(minutes=1))
    assert await is_signed_in(browser)


async def test_a_session_is_not_remembered_unless_asked(world: World) -> None:
    """FR-UM-002.2: `remember_me` is false by default."""
    await world.person("Ada")
    browser = await world.browser()
    granted(await sign_in(browser, "ada@example.com"))

    claims = jwt.decode(session_of(browser), options={"verify_signature": False})

    assert claims["exp"] - claims["iat"] == 7 * 86_400


async def test_the_token_names_the_person(world: World) -> None:
    """FR-UM-002.4, FR-UM-004.6"""
    ada = await world.person("Ada")

    claims = jwt.decode(session_of(ada.browser), options={"verify_signature": False})
    header = jwt.get_unverified_header(session_of(ada.browser))

    assert (claims["sub"], claims["email"], claims["role"]) == (ada.id, ada.email, "OWNER")
    assert {"iat", "exp", "jti"} <= set(claims)
    assert header["alg"] == "RS256"


async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(world: World) -> None:
    """FR-UM-004.1, NFR-4.4.4: on this machine without Secure, elsewhere with it."""
    local = await sign_up(await world.browser(), "ada@example.com")
    world.config = replace(
        world.config,
        public_url="https://edison.example.com",
        allowed_hosts=frozenset({"edison.example.com"}),
    )
    away = world.client(host="edison.example.com", origin="https://edison.example.com")
    csrf = (await away.get(f"{API}/session")).headers["set-cookie"].split(";")[0]
    remote = await away.post(
        f"{API}/session",
        json={"email": "ada@example.com", "password": "Correct-horse-7!"},
        headers={"x-csrf-token": csrf.split("=", 1)[1], "cookie": csrf},
    )

    for answer, secure in ((local, False), (remote, True)):
        assert answer.is_success, answer.text
        [cookie] = [
            header.lower()
            for header in answer.headers.get_list("set-cookie")
            if header.startswith(SESSION_COOKIE)
        ]
        parts = cookie.split("; ")
        assert {"httponly", "samesite=strict", "path=/"} <= set(parts)
        assert ("secure" in parts) is secure
    assert remote.headers["strict-transport-security"].startswith("max-age=")


async def test_failed_and_successful_logins_are_in_the_audit_log(world: World) -> None:
    """FR-UM-002.10, API-7.2.6: whom a failure was for is kept as a digest only."""
    ada = await world.person("Ada")
    browser = await world.browser()
    await fail(browser, "MyPassword-in-the-wrong-field", 1)
    granted(await sign_in(browser, ada.email))

    entries = granted(await ada.browser.get(f"{API}/installation/audit"))["items"]

    login, failed = entries[0], entries[1]
    assert (login["action"], login["entity_id"]) == ("user.login", ada.id)
    assert failed["action"] == "user.login_failed"
    assert failed["entity_id"] == sha256_hex("mypassword-in-the-wrong-field")[:16]
    assert failed["metadata"]["address"] == "127.0.0.1"
    assert "mypassword" not in str(entries).lower()


class CountingPasswords(Passwords):
    """Notes each check: whether there was a stored hash to check against."""

    def __init__(self) -> None:
        super().__init__(cost=4)
        self.checks: list[str] = []

    async def matches(self, password: str, stored: str | None) -> bool:
        self.checks.append("nobody's" if stored is None else "stored")
        return await super().matches(password, stored)


async def test_an_unknown_email_costs_one_password_check_too(world: World) -> None:
    """FR-UM-002.11"""
    passwords = CountingPasswords()
    world.ctx = replace(world.ctx, passwords=passwords)
    await world.person("Ada")
    browser = await world.browser()

    await fail(browser, "ada@example.com", 1)
    await fail(browser, "eve@example.com", 1)

    assert passwords.checks == ["stored", "nobody's"]


@pytest.mark.nightly
async def test_an_unknown_email_takes_as_long_as_a_wrong_password(world: World) -> None:
    """FR-UM-002.11, with a real cost; the factor is wide because the machine is shared."""
    world.ctx = replace(world.ctx, passwords=Passwords(cost=10))
    world.allow(lock_after_failures=10_000)
    await world.person("Ada")
    took: dict[str, list[float]] = {"ada@example.com": [], "eve@example.com": []}

    for _ in range(9):
        for email, seconds in took.items():
            began = time.perf_counter()
            with pytest.raises(InvalidCredentials):
                await open_session(
                    world.ctx, Actor(kind="anonymous"), SignIn(email=email, password=WRONG)
                )
            seconds.append(time.perf_counter() - began)

    known, unknown = (statistics.median(seconds) for seconds in took.values())
    assert 1 / 1.7 < known / unknown < 1.7


async def test_the_session_says_when_it_ends(world: World) -> None:
    ada = await world.person("Ada")

    shown = granted(await ada.browser.get(f"{API}/session"))

    ends = datetime.fromisoformat(shown["expires_at"])
    assert abs(ends - world.clock.now() - timedelta(days=7)) < timedelta(minutes=1)
