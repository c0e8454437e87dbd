"""A session's life: renewed near its end, ended by signing out, by a new password, by time."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import jwt
import pytest

from edison.api.request_guard import SESSION_COOKIE
from edison.vault.session_tokens import SessionSigner, session_key
from tests.support.answers import granted, refused
from tests.support.people import (
    NEW_PASSWORD,
    another_browser,
    is_signed_in,
    session_of,
    sign_in,
)
from tests.support.world import API, PASSWORD, World


def lifetime(token: str) -> int:
    claims = jwt.decode(token, options={"verify_signature": False})
    return claims["exp"] - claims["iat"]


async def change_password(
    browser: httpx.AsyncClient, current: str = PASSWORD, new: str = NEW_PASSWORD
) -> httpx.Response:
    return await browser.post(
        f"{API}/me/password",
        json={"current_password": current, "password": new, "confirm_password": new},
    )


async def test_a_session_is_renewed_on_its_last_day_and_not_before(world: World) -> None:
    """FR-UM-004.2"""
    ada = await world.person("Ada")
    first = session_of(ada.browser)

    world.clock.move(timedelta(days=5, hours=23))
    assert await is_signed_in(ada.browser)
    assert session_of(ada.browser) == first

    world.clock.move(timedelta(hours=2))
    assert await is_signed_in(ada.browser)
    renewed = session_of(ada.browser)
    assert renewed != first
    assert lifetime(renewed) == 7 * 86_400

    world.clock.move(timedelta(days=5))
    assert await is_signed_in(ada.browser)


async def test_renewal_keeps_the_lifetime_of_a_remembered_session(world: World) -> None:
    """FR-UM-004.2, FR-UM-002.7"""
    world.allow(session_ends_after=timedelta(days=90))
    browser = await another_browser(world, await world.person("Ada"), remember_me=True)

    world.clock.move(timedelta(days=29, hours=1))
    first = session_of(browser)
    assert await is_signed_in(browser)

    assert session_of(browser) != first
    assert lifetime(session_of(browser)) == 30 * 86_400


async def come_back_daily(world: World, browser: httpx.AsyncClient, days: int) -> int:
    """Open a page every day; give the day on which the person was signed out, or 0."""
    for day in range(1, days + 1):
        world.clock.move(timedelta(days=1))
        if not await is_signed_in(browser):
            return day
    return 0


@pytest.mark.parametrize("remember", [False, True])
async def test_a_session_ends_after_30_days_however_often_it_is_used(
    world: World, remember: bool
) -> None:
    browser = await another_browser(world, await world.person("Ada"), remember_me=remember)

    assert await come_back_daily(world, browser, 40) == 30


async def test_the_absolute_end_is_a_setting_that_counts_at_once(world: World) -> None:
    """A shorter one ends sessions that were promised more."""
    ada = await world.person("Ada")
    browser = await another_browser(world, ada, remember_me=True)
    token = session_of(browser)
    world.clock.move(timedelta(days=3))

    world.allow(session_ends_after=timedelta(days=2))

    assert not await is_signed_in(world.client(cookie=f"{SESSION_COOKIE}={token}"))
    fresh = await another_browser(world, ada, remember_me=True)
    assert lifetime(session_of(fresh)) == 2 * 86_400


async def test_renewal_revokes_the_old_token_after_a_moment(world: World) -> None:
    """Requests in flight with the old token go on; a stolen copy of it does not live for another week."""
    ada = await world.person("Ada")
    old = session_of(ada.browser)
    world.clock.move(timedelta(days=6, hours=1))
    assert await is_signed_in(ada.browser)
    assert session_of(ada.browser) != old

    world.clock.move(timedelta(seconds=29))
    assert await is_signed_in(world.client(cookie=f"{SESSION_COOKIE}={old}"))
    world.clock.move(timedelta(seconds=2))

    assert not await is_signed_in(world.client(cookie=f"{SESSION_COOKIE}={old}"))
    assert await is_signed_in(ada.browser)


async def test_requests_of_one_browser_at_once_all_go_on_when_the_session_is_renewed(
    world: World,
) -> None:
    ada = await world.person("Ada")
    old = session_of(ada.browser)
    world.clock.move(timedelta(days=6, hours=1))

    async with asyncio.TaskGroup() as tasks:
        answers = [
            tasks.create_task(world.client(cookie=f"{SESSION_COOKIE}={old}").get(f"{API}/projects"))
            for _ in range(6)
        ]

    renewed = [answer.result().cookies[SESSION_COOKIE] for answer in answers]
    assert [answer.result().status_code for answer in answers] == [200] * 6
    world.clock.move(timedelta(minutes=1))
    for token in renewed:
        assert await is_signed_in(world.client(cookie=f"{SESSION_COOKIE}={token}"))


async def test_a_renewed_session_is_handed_over_with_refusals_and_files(world: World) -> None:
    """The old token is revoked, so no kind of answer may lose the new one."""
    ada = await world.person("Ada")
    slug = (await ada.create_project())["slug"]
    dataset = granted(
        await ada.browser.post(f"{API}/projects/{slug}/datasets", json={"name": "Questions"}), 201
    )["id"]
    token = session_of(ada.browser)
    world.clock.move(timedelta(days=6, hours=1))
    for path, status in (
        ("/projects/nothing-here", 404),
        (f"/projects/{slug}/tokens?limit=nonsense", 400),
        (f"/projects/{slug}/datasets/{dataset}/export", 200),
    ):
        client = world.client(cookie=f"{SESSION_COOKIE}={token}")
        answer = await client.get(f"{API}{path}")
        assert answer.status_code == status, answer.text
        assert answer.cookies.get(SESSION_COOKIE), path


async def test_signing_out_ends_all_tokens_of_the_session(world: World) -> None:
    """Also those that requests at the same time were given."""
    ada = await world.person("Ada")
    old = session_of(ada.browser)
    world.clock.move(timedelta(days=6, hours=1))
    twin = await world.client(cookie=f"{SESSION_COOKIE}={old}").get(f"{API}/me")

    answer = await ada.browser.delete(f"{API}/session")

    assert answer.status_code == 204
    assert SESSION_COOKIE not in ada.browser.cookies
    for token in (old, twin.cookies[SESSION_COOKIE]):
        assert not await is_signed_in(world.client(cookie=f"{SESSION_COOKIE}={token}"))


async def test_a_renewed_session_ends_when_all_are_ended(world: World) -> None:
    """A renewal at that very moment is no way around it: what counts is when the session began."""
    ada = await world.person("Ada")
    elsewhere = await another_browser(world, ada)
    world.clock.move(timedelta(days=6, hours=1))
    granted(await ada.browser.delete(f"{API}/me/sessions"), 204)
    async with world.ctx.read() as tx:
        user = await tx.users.by_email(ada.email)
    claims = world.ctx.sessions.read(session_of(elsewhere), world.clock.now())
    assert user
    assert claims
    world.clock.move(timedelta(seconds=1))
    late, _ = world.ctx.sessions.renew(
        user, claims, world.clock.now(), world.clock.now() + timedelta(days=7)
    )

    assert not await is_signed_in(world.client(cookie=f"{SESSION_COOKIE}={late}"))


async def test_an_expired_session_is_signed_out(world: World) -> None:
    """FR-UM-004.4"""
    ada = await world.person("Ada")
    world.clock.move(timedelta(days=7, seconds=1))

    refused(await ada.browser.get(f"{API}/me"), 401, "UNAUTHORIZED")

    assert granted(await ada.browser.get(f"{API}/session"))["user"] is None


async def test_signing_out_clears_the_cookie_and_ends_the_token(world: World) -> None:
    """FR-UM-004.3, NFR-4.4.5: a copy of the token is of no use either."""
    ada = await world.person("Ada")
    stolen = session_of(ada.browser)

    granted(await ada.browser.delete(f"{API}/session"), 204)

    assert SESSION_COOKIE not in ada.browser.cookies
    thief = world.client(cookie=f"{SESSION_COOKIE}={stolen}")
    refused(await thief.get(f"{API}/me"), 401, "UNAUTHORIZED")


async def test_signing_out_leaves_an_audit_entry(world: World) -> None:
    """API-7.2.8"""
    ada = await world.person("Ada")
    elsewhere = await another_browser(world, ada)

    granted(await elsewhere.delete(f"{API}/session"), 204)

    entries = granted(await ada.browser.get(f"{API}/installation/audit"))["items"]
    assert entries[0]["action"] == "user.logout"


async def test_many_sessions_at_once_are_allowed(world: World) -> None:
    """FR-UM-004.5"""
    ada = await world.person("Ada")
    browsers = [await another_browser(world, ada) for _ in range(6)]

    granted(await browsers[0].delete(f"{API}/session"), 204)

    assert [await is_signed_in(browser) for browser in (ada.browser, *browsers)] == [
        True,
        False,
        *[True] * 5,
    ]


async def test_signing_out_everywhere_ends_every_session(world: World) -> None:
    ada = await world.person("Ada")
    elsewhere = await another_browser(world, ada)

    granted(await ada.browser.delete(f"{API}/me/sessions"), 204)

    assert not await is_signed_in(ada.browser)
    assert not await is_signed_in(elsewhere)


async def test_one_can_sign_in_right_after_signing_out_everywhere(world: World) -> None:
    ada = await world.person("Ada")
    granted(await ada.browser.delete(f"{API}/me/sessions"), 204)

    browser = await another_browser(world, ada)

    assert await is_signed_in(browser)


async def test_a_new_password_ends_the_other_sessions_only(world: World) -> None:
    ada = await world.person("Ada")
    elsewhere = await another_browser(world, ada)
    old = session_of(ada.browser)

    granted(await change_password(ada.browser), 204)

    assert await is_signed_in(ada.browser)
    assert not await is_signed_in(elsewhere)
    assert not await is_signed_in(world.client(cookie=f"{SESSION_COOKIE}={old}"))
    browser = await world.browser()
    refused(await sign_in(browser, ada.email), 401, "INVALID_CREDENTIALS")
    granted(await sign_in(browser, ada.email, NEW_PASSWORD))


async def test_a_new_password_needs_the_current_one_and_keeps_the_rules(world: World) -> None:
    ada = await world.person("Ada")

    wrong = refused(
        await change_password(ada.browser, current="Wrong-1234567!"), 400, "BAD_REQUEST"
    )
    weak = refused(await change_password(ada.browser, new="short"), 400, "WEAK_PASSWORD")

    assert (wrong["path"], weak["path"]) == ("current_password", "password")
    granted(await sign_in(await world.browser(), ada.email))


async def test_a_borrowed_browser_cannot_guess_the_password_for_ever(world: World) -> None:
    ada = await world.person("Ada")
    for _ in range(5):
        refused(await change_password(ada.browser, current="Wrong-1234567!"), 400, "BAD_REQUEST")

    refused(await change_password(ada.browser), 429, "ACCOUNT_LOCKED")


async def test_a_token_of_another_installation_is_refused(world: World, tmp_path: Path) -> None:
    """NFR-4.4.2: only our own key signs sessions."""
    ada = await world.person("Ada")
    forger = SessionSigner(session_key(None, tmp_path / "session.pem"))
    async with world.ctx.read() as tx:
        user = await tx.users.by_email(ada.email)
    assert user
    token, _ = forger.issue(user, world.clock.now(), timedelta(days=7))

    forged = world.client(cookie=f"{SESSION_COOKIE}={token}")

    refused(await forged.get(f"{API}/me"), 401, "UNAUTHORIZED")


async def test_any_process_with_the_key_knows_the_session(world: World) -> None:
    """PSM-NFR-6: web processes keep no state of their own."""
    ada = await world.person("Ada")
    world.ctx = replace(world.ctx, version="another process")

    other = world.client(cookie=f"{SESSION_COOKIE}={session_of(ada.browser)}")

    assert granted(await other.get(f"{API}/me"))["id"] == ada.id


async def test_garbage_in_the_cookie_is_nobody(world: World) -> None:
    for garbage in ("x", "a.b.c", "eyJhbGciOiJub25lIn0.e30."):
        client = world.client(cookie=f"{SESSION_COOKIE}={garbage}")
        refused(await client.get(f"{API}/me"), 401, "UNAUTHORIZED")
