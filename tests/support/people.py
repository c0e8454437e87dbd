"""Sign-up and sign-in, with several browsers and from other addresses."""

from typing import Any

import httpx

from edison.api.request_guard import CSRF_COOKIE, SESSION_COOKIE
from tests.support.answers import granted
from tests.support.world import API, ORIGIN, PASSWORD, Person, World

NEW_PASSWORD = "Better-battery-8!"


def sign_up_form(email: str, **changes: Any) -> dict[str, Any]:
    form: dict[str, Any] = {
        "email": email,
        "password": PASSWORD,
        "confirm_password": PASSWORD,
        "accept_terms": True,
        **changes,
    }
    return {name: value for name, value in form.items() if value is not None}


async def sign_up(browser: httpx.AsyncClient, email: str, **changes: Any) -> httpx.Response:
    """Sign up with a valid form and these changes; None leaves a field out."""
    return await browser.post(f"{API}/accounts", json=sign_up_form(email, **changes))


async def sign_in(
    browser: httpx.AsyncClient, email: str, password: str = PASSWORD, **more: Any
) -> httpx.Response:
    return await browser.post(f"{API}/session", json={"email": email, "password": password, **more})


async def another_browser(world: World, person: Person, **more: Any) -> httpx.AsyncClient:
    """Sign the person in again with another browser."""
    browser = await world.browser()
    granted(await sign_in(browser, person.email, **more))
    return browser


async def browser_at(world: World, address: str) -> httpx.AsyncClient:
    """A browser whose requests come from the given address."""
    transport = httpx.ASGITransport(
        app=world.app, client=(address, 50_000), raise_app_exceptions=False
    )
    browser = httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers={"origin": ORIGIN})
    await browser.get(f"{API}/session")
    browser.headers["X-CSRF-Token"] = browser.cookies[CSRF_COOKIE]
    return browser


def session_of(browser: httpx.AsyncClient) -> str:
    """Return the session token of the browser."""
    return browser.cookies[SESSION_COOKIE]


async def is_signed_in(browser: httpx.AsyncClient) -> bool:
    return (await browser.get(f"{API}/me")).status_code == 200


async def invite(
    owner: Person, project: str, email: str, role: str = "EDITOR", **more: Any
) -> dict[str, Any]:
    answer = await owner.browser.post(
        f"{API}/projects/{project}/invites", json={"email": email, "role": role, **more}
    )
    return granted(answer, 201)


async def join(owner: Person, project: str, person: Person, role: str = "EDITOR") -> None:
    """Invite someone with an account, who accepts with the link."""
    secret = secret_in((await invite(owner, project, person.email, role))["link"])
    granted(await person.browser.post(f"{API}/invites/accept", json={"token": secret}))


def secret_in(link: str) -> str:
    """Return the secret of an invite link, which follows the '#'."""
    return link.split("#", 1)[1]


async def make_token(
    owner: Person, project: str, role: str = "EDITOR", days: int = 30, name: str = "CI"
) -> dict[str, Any]:
    answer = await owner.browser.post(
        f"{API}/projects/{project}/tokens",
        json={"name": name, "role": role, "expires_in_days": days},
    )
    return granted(answer, 201)


def machine(world: World, secret: str) -> httpx.AsyncClient:
    """Return a client with an API token."""
    return world.client(authorization=f"Bearer {secret}")
