"""A complete Edison for tests: real application, real database, people with browsers and programs with tokens."""

import asyncio
import itertools
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI
from nacl.public import PrivateKey

from edison.api.api_config import LOCAL_HOSTS, ApiConfig
from edison.api.app import create_app
from edison.api.request_guard import CSRF_COOKIE
from edison.domain.people.account import AccountPolicy
from edison.engine.launcher import Launcher
from edison.events.topic_wakeups import TopicWakeups
from edison.services.context import Context, GatewayPolicy
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork
from edison.vault.key_ring import KeyRing
from edison.vault.password_hasher import Passwords
from edison.vault.session_tokens import SessionSigner, session_key
from tests.support.movable_clock import MovableClock

API = "/api/v1"
PASSWORD = "Correct-horse-7!"
ORIGIN = "http://localhost"

# Rate limits have their own tests; other tests must not reach them.
RELAXED = AccountPolicy(sign_ins_per_address=10_000, sign_ups_per_address=10_000)


@cache
def test_signer() -> SessionSigner:
    import tempfile

    return SessionSigner(session_key(None, Path(tempfile.mkdtemp()) / "session.pem"))


@cache
def vault_private_key() -> PrivateKey:
    """Return the only key of the test vault, for a worker that decrypts secrets of the world."""
    return PrivateKey.generate()


@cache
def test_key_ring() -> KeyRing:
    """Return the vault of a test: a key ring with one key."""
    return KeyRing([vault_private_key()])


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Someone with an account and a signed-in browser."""

    id: str
    email: str
    browser: httpx.AsyncClient

    async def create_project(self, name: str = "Support bot", **more: Any) -> dict[str, Any]:
        """Create a project. Unlike that of a person, it protects no label unless the settings name one."""
        settings: dict[str, Any] = {"protected_labels": [], **more.pop("settings", {})}
        body: dict[str, Any] = {"name": name, "settings": settings, **more}
        answer = await self.browser.post(f"{API}/projects", json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()


class World:
    """Builds everything on one database, and closes it at the end."""

    def __init__(self, url: str, policy: AccountPolicy = RELAXED) -> None:
        self.url = url
        self.clock = MovableClock()
        self.database = Database(url, pool_size=5)
        self.ctx = Context(
            work=UnitOfWork(self.database),
            clock=self.clock,
            accounts=policy,
            passwords=Passwords(cost=4),
            sessions=test_signer(),
            gateway=GatewayPolicy(sealer=test_key_ring().newest),
            launcher=Launcher(url),
            wakeups=TopicWakeups(url),
            public_url=ORIGIN,
            mail_configured=False,
            version="test",
        )
        self.config = ApiConfig(
            public_url=ORIGIN, allowed_hosts=LOCAL_HOSTS, requests_per_minute=1_000_000
        )
        self._app: FastAPI | None = None
        self._app_is_for: tuple[int, int] | None = None
        self._clients: list[httpx.AsyncClient] = []
        self._numbers = itertools.count(1)

    @property
    def app(self) -> FastAPI:
        """Return the application for the current context and configuration; building one is slow."""
        if self._app is None or self._app_is_for != (id(self.ctx), id(self.config)):
            self._app = create_app(self.ctx, self.config)
            self._app_is_for = (id(self.ctx), id(self.config))
        return self._app

    def allow(self, **changes: Any) -> None:
        """Change the account policy."""
        self.ctx = replace(self.ctx, accounts=replace(self.ctx.accounts, **changes))

    def client(self, **headers: str) -> httpx.AsyncClient:
        """Return a client without cookies."""
        transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
        client = httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers)
        self._clients.append(client)
        return client

    async def browser(self) -> httpx.AsyncClient:
        """Return a browser that has opened a page, so it has the CSRF cookie and sends it back."""
        client = self.client(origin=ORIGIN)
        await client.get(f"{API}/session")
        client.headers["X-CSRF-Token"] = client.cookies[CSRF_COOKIE]
        return client

    async def person(self, name: str | None = None) -> Person:
        """Create an account, signed in with a browser."""
        name = name or f"person{next(self._numbers)}"
        email = f"{name.lower()}@example.com"
        browser = await self.browser()
        answer = await browser.post(
            f"{API}/accounts",
            json={
                "email": email,
                "name": name,
                "password": PASSWORD,
                "confirm_password": PASSWORD,
                "accept_terms": True,
            },
        )
        assert answer.status_code == 201, answer.text
        return Person(id=answer.json()["user"]["id"], email=email, browser=browser)

    async def member(self, owner: Person, project: str, role: str) -> Person:
        """Create an account and add it to a project with a role."""
        person = await self.person()
        granted = "ADMIN" if role == "OWNER" else role
        answer = await owner.browser.post(
            f"{API}/projects/{project}/invites", json={"email": person.email, "role": granted}
        )
        assert answer.status_code == 201, answer.text
        token = {"token": answer.json()["link"].split("#")[1]}
        answer = await person.browser.post(f"{API}/invites/accept", json=token)
        assert answer.status_code == 200, answer.text
        if role == "OWNER":
            answer = await owner.browser.patch(
                f"{API}/projects/{project}/members/{person.id}", json={"role": "OWNER"}
            )
            assert answer.status_code == 200, answer.text
        return person

    @asynccontextmanager
    async def served(self, keep_alive_s: int = 600) -> AsyncGenerator[str]:
        """Serve the application over real HTTP; yield its address."""
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        # Longer than usual: a slow machine may pause longer than servers keep idle connections open.
        server = uvicorn.Server(
            uvicorn.Config(self.app, log_config=None, timeout_keep_alive=keep_alive_s)
        )
        async with asyncio.TaskGroup() as tasks:
            serving = tasks.create_task(server.serve(sockets=[listener]))
            while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
                await asyncio.sleep(0.01)
            yield f"http://localhost:{listener.getsockname()[1]}"
            await self.ctx.wakeups.stop()
            server.should_exit = True
            await serving

    async def close(self) -> None:
        for client in self._clients:
            await client.aclose()
        self.ctx.launcher.close()
        await self.database.close()
