"""A world with two sign-in providers, and the steps of a sign-in without a browser."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

from edison.api.request_guard import SESSION_COOKIE
from edison.domain.people.sign_in_methods import SignInProvider
from edison.network.openid_provider import OpenIdProviders
from tests.support.oidc_issuer import CLIENT, SECRET, Issuer, running_issuer
from tests.support.people import is_signed_in
from tests.support.world import API, ORIGIN, World

ALPHA, BETA = "alpha", "beta"


def callback_address(name: str, origin: str = ORIGIN) -> str:
    return f"{origin}{API}/sign-in/providers/{name}/callback"


@dataclass(frozen=True, kw_only=True)
class Doors:
    """An installation that two issuers sign in to."""

    world: World
    alpha: Issuer
    beta: Issuer
    opened: list[OpenIdProviders] = field(default_factory=list[OpenIdProviders])

    def configure(self, **changes: Any) -> None:
        """Set the providers anew, the first one with these changes. Nothing is cached afterwards."""
        providers = (
            replace(_provider(ALPHA, self.alpha), **changes),
            _provider(BETA, self.beta),
        )
        self.opened.append(OpenIdProviders(providers))
        self.world.ctx = replace(self.world.ctx, openid=self.opened[-1])

    async def start(
        self, browser: httpx.AsyncClient, name: str = ALPHA, next_path: str | None = None
    ) -> str:
        """Press the button; return the address at the issuer."""
        params = {} if next_path is None else {"next": next_path}
        answer = await browser.get(f"{API}/sign-in/providers/{name}/start", params=params)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    async def approve(self, address: str, username: str = "ada") -> str:
        """Sign in at the issuer; return the address to which it sends the browser."""
        async with httpx.AsyncClient() as at_issuer:
            answer = await at_issuer.post(address, data={"username": username})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    async def sign_in(
        self,
        browser: httpx.AsyncClient,
        name: str = ALPHA,
        username: str = "ada",
        next_path: str | None = None,
    ) -> httpx.Response:
        """Go all the way; return the answer to the callback."""
        address = await self.start(browser, name, next_path)
        return await browser.get(await self.approve(address, username))

    async def signed_in(self, name: str = ALPHA, username: str = "ada") -> httpx.AsyncClient:
        """Return a browser that is signed in by a provider."""
        browser = await self.world.browser()
        answer = await self.sign_in(browser, name, username)
        assert await is_signed_in(browser), answer.headers["location"]
        return browser


def problem_of(answer: httpx.Response) -> str:
    """Return the problem that the sign-in page will explain."""
    assert answer.status_code == 303, answer.text
    parts = urlsplit(answer.headers["location"])
    assert parts.path == "/sign-in", answer.headers["location"]
    assert SESSION_COOKIE not in answer.cookies
    return parse_qs(parts.query)["problem"][0]


def with_parameters(address: str, **changes: str | None) -> str:
    """Return an address with other query parameters; None removes one."""
    parts = urlsplit(address)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    changed = {name: value for name, value in {**query, **changes}.items() if value is not None}
    return parts._replace(query=urlencode(changed)).geturl()


@asynccontextmanager
async def two_providers(world: World) -> AsyncGenerator[Doors]:
    """Give the world two providers, until the end of the block."""
    with (
        running_issuer(ALPHA, callback_address(ALPHA)) as alpha,
        running_issuer(BETA, callback_address(BETA)) as beta,
    ):
        doors = Doors(world=world, alpha=alpha, beta=beta)
        alpha.add_person("ada")
        beta.add_person("grace")
        doors.configure()
        yield doors
        for each in doors.opened:
            await each.close()


def _provider(name: str, issuer: Issuer) -> SignInProvider:
    return SignInProvider(
        name=name,
        label=name.capitalize(),
        issuer=issuer.url,
        client_id=CLIENT,
        client_secret=SECRET,
        private_network=True,
    )
