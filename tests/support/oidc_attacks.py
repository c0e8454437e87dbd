"""Attacks on sign-in with a provider. Each one would sign in without the check that it is about.

The flow of every attack is the complete one, with one thing changed, so that only the attack can be the reason for the
refusal. `try_attacks` is for a measurement: it returns what was tried, and what got through.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx

from edison.domain.ids import UserId
from edison.domain.people.account import Registration
from tests.support.oidc_token_attacks import ATTACKS, Attack, attack, walk
from tests.support.people import is_signed_in, sign_up
from tests.support.provider_sign_in import ALPHA, BETA, Doors, callback_address, with_parameters

# --- State, code and browser ------------------------------------------------------------------------------------------


def _answer(name: str, **changes: str | None) -> None:
    """The answer of the issuer comes with other parameters."""

    async def run(doors: Doors) -> httpx.AsyncClient:
        browser = await doors.world.browser()
        callback = await doors.approve(await doors.start(browser))
        await browser.get(with_parameters(callback, **changes))
        return browser

    ATTACKS[name] = run


_answer("no state", state=None)
_answer("wrong state", state="A" * 43)
_answer("no code", code=None)
_answer("wrong code", code="guessed")
_answer("issuer mix-up: the answer names another issuer", iss="https://evil.example")
_answer("issuer mix-up: the answer names no issuer", iss=None)
_answer("an error beside a code", error="server_error")


@attack("callback replayed after it signed in")
async def _(doors: Doors) -> httpx.AsyncClient:
    browser = await doors.world.browser()
    callback = await doors.approve(await doors.start(browser))
    kept = dict(browser.cookies)
    await browser.get(callback)
    return await _with_cookies(doors, kept, callback)


@attack("state of another browser")
async def _(doors: Doors) -> httpx.AsyncClient:
    mallory, victim = await doors.world.browser(), await doors.world.browser()
    await doors.start(victim)
    await victim.get(await doors.approve(await doors.start(mallory)))
    return victim


@attack("answer opened in a browser that started nothing")
async def _(doors: Doors) -> httpx.AsyncClient:
    victim = await doors.world.browser()
    await victim.get(await doors.approve(await doors.start(await doors.world.browser())))
    return victim


@attack("stolen code in another sign-in")
async def _(doors: Doors) -> httpx.AsyncClient:
    mallory = await doors.world.browser()
    stolen = await doors.approve(await doors.start(await doors.world.browser()))
    own = await doors.approve(await doors.start(mallory))
    code = httpx.URL(stolen).params["code"]
    await mallory.get(with_parameters(own, code=code))
    return mallory


@attack("code used at the issuer before")
async def _(doors: Doors) -> httpx.AsyncClient:
    browser = await doors.world.browser()
    callback = await doors.approve(await doors.start(browser))
    doors.alpha.grants[httpx.URL(callback).params["code"]].used = True
    await browser.get(callback)
    return browser


@attack("PKCE challenge stripped from the request")
async def _(doors: Doors) -> httpx.AsyncClient:
    browser = await doors.world.browser()
    address = await doors.start(browser)
    stripped = with_parameters(address, code_challenge=None, code_challenge_method=None)
    await browser.get(await doors.approve(stripped))
    return browser


@attack("PKCE challenge replaced in the request")
async def _(doors: Doors) -> httpx.AsyncClient:
    browser = await doors.world.browser()
    replaced = with_parameters(await doors.start(browser), code_challenge="A" * 43)
    await browser.get(await doors.approve(replaced))
    return browser


@attack("sign-in finished after its time")
async def _(doors: Doors) -> httpx.AsyncClient:
    browser = await doors.world.browser()
    callback = await doors.approve(await doors.start(browser))
    doors.world.clock.move(timedelta(minutes=11))
    await browser.get(callback)
    return browser


@attack("answer for one provider at the address of the other")
async def _(doors: Doors) -> httpx.AsyncClient:
    browser = await doors.world.browser()
    callback = await doors.approve(await doors.start(browser))
    await browser.get(callback.replace(callback_address(ALPHA), callback_address(BETA)))
    return browser


@attack("issuer mix-up: the code of one issuer in a sign-in with the other")
async def _(doors: Doors) -> httpx.AsyncClient:
    browser = await doors.world.browser()
    doors.beta.redirect_uris.add(callback_address(ALPHA))
    state = httpx.URL(await doors.start(browser)).params["state"]
    foreign = with_parameters(
        await doors.start(await doors.world.browser(), BETA),
        redirect_uri=callback_address(ALPHA),
        state=state,
    )
    await browser.get(await doors.approve(foreign, "grace"))
    return browser


async def _with_cookies(doors: Doors, cookies: dict[str, str], address: str) -> httpx.AsyncClient:
    """Open an address with a copy of the cookies of another browser."""
    browser = doors.world.client()
    copied = "; ".join(f"{name}={value}" for name, value in cookies.items())
    await browser.get(address, headers={"cookie": copied})
    return browser


# --- Discovery --------------------------------------------------------------------------------------------------------


def _discovery(name: str, **changes: Any) -> None:
    async def run(doors: Doors) -> httpx.AsyncClient:
        doors.alpha.change_discovery = changes
        browser = await doors.world.browser()
        answer = await browser.get(f"/api/v1/sign-in/providers/{ALPHA}/start")
        if answer.headers["location"].startswith(doors.alpha.url):
            await browser.get(await doors.approve(answer.headers["location"]))
        return browser

    ATTACKS[name] = run


_discovery("discovery in the name of another issuer", issuer="https://evil.example")
_discovery("sign-in page that is no web address", authorization_endpoint="javascript:alert(1)")
_discovery("keys in a file", jwks_uri="file:///etc/passwd")
_discovery("token address of the cloud's metadata", token_endpoint="http://169.254.169.254/t")
_discovery(
    "issuer announces only symmetric algorithms", id_token_signing_alg_values_supported=["HS256"]
)


# --- Accounts ---------------------------------------------------------------------------------------------------------


def _address(name: str, **claims: Any) -> None:
    """Somebody at the issuer states the address of an account here."""

    async def run(doors: Doors) -> httpx.AsyncClient:
        await doors.world.person("ada")
        doors.alpha.add_person("ada", sub="alpha|mallory", **claims)
        doors.alpha.change_claims = lambda stated: {
            name: value for name, value in stated.items() if value is not None
        }
        return await walk(doors)

    ATTACKS[name] = run


_address("unverified address of an account", email_verified=False)
_address("verified is the text false", email_verified="false")
_address("verified is the text true", email_verified="true")
_address("verified is a number", email_verified=1)
_address("verified is left out", email_verified=None)
_address("address in a list", email=["ada@example.com"])
_address("address with a NUL", email="ada@example.com\0")
_address("verified by the user info only", email_verified=None, _email_verified=True)


@attack("account that somebody made with the address of another")
async def _(doors: Doors) -> httpx.AsyncClient:
    await doors.world.person("owner")
    await sign_up(await doors.world.browser(), "ada@example.com")
    return await walk(doors)


@attack("person outside the allowed domains")
async def _(doors: Doors) -> httpx.AsyncClient:
    doors.configure(allowed_domains=("example.org",))
    return await walk(doors)


@attack("domain that only ends like an allowed one")
async def _(doors: Doors) -> httpx.AsyncClient:
    doors.configure(allowed_domains=("example.com",))
    doors.alpha.add_person("ada", email="ada@evil-example.com")
    return await walk(doors)


@attack("newcomer while registration is closed")
async def _(doors: Doors) -> httpx.AsyncClient:
    await doors.world.person("owner")
    doors.world.allow(registration=Registration.CLOSED)
    return await walk(doors)


@attack("disabled account")
async def _(doors: Doors) -> httpx.AsyncClient:
    await doors.world.person("owner")
    browser = await doors.signed_in()
    me = (await browser.get("/api/v1/me")).json()
    async with doors.world.ctx.write() as tx:
        await tx.people.disable(UserId(UUID(me["id"])), doors.world.clock.now())
    return await walk(doors)


@attack("session of a deleted account")
async def _(doors: Doors) -> httpx.AsyncClient:
    owner = await doors.world.person("owner")
    browser = await doors.signed_in()
    me = (await browser.get("/api/v1/me")).json()
    gone = await owner.browser.post(
        f"/api/v1/accounts/{me['id']}/delete", json={"email": me["email"]}
    )
    assert gone.status_code == 204, gone.text
    return browser


async def try_attacks(run_in: Callable[[Attack], Awaitable[bool]]) -> tuple[list[str], list[str]]:
    """Try every attack, each in a world that `run_in` provides; return all names, and those that got through."""
    passed = [name for name, each in ATTACKS.items() if await run_in(each)]
    return list(ATTACKS), passed


async def gets_through(doors: Doors, each: Attack) -> bool:
    """Return whether the browser of an attack is signed in."""
    return await is_signed_in(await each(doors))
