"""A project with a real worker process and a simulator as provider; only the provider is not real."""

import asyncio
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx

from edison.domain.models.credential import KeyVariable
from edison.vault.sealer import private_text
from tests.support.answers import all_items, granted
from tests.support.commands import Command
from tests.support.forked_process import forked_worker
from tests.support.postgres import TestServer
from tests.support.simulated import Simulated, simulator
from tests.support.sql import rows
from tests.support.world import API, Person, World, vault_private_key

KEY = "sk-bench-0123456789abcdefwxyz"
# The simulator rejects keys that contain "invalid".
WRONG_KEY = "sk-invalid-0123456789abcdefwxyz"
QUESTION = "What is the capital of France?"
# A timeout for something that never happens; long, because machines may be busy.
PATIENCE_S = 90.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """One project and its owner, with a simulator."""

    world: World
    sim: Simulated
    owner: Person
    project: dict[str, Any]

    @property
    def path(self) -> str:
        return f"{API}/projects/{self.project['slug']}"

    @property
    def browser(self) -> httpx.AsyncClient:
        return self.owner.browser

    async def add(
        self, provider: str = "SIMULATED", label: str = "Main", **more: Any
    ) -> httpx.Response:
        body = {"provider": provider, "label": label, **more}
        return await self.browser.post(f"{self.path}/credentials", json=body)

    async def add_openai(self, label: str = "Main", key: str = KEY, **more: Any) -> httpx.Response:
        """Add an OpenAI key for the simulator; testing it lists models, which is not a call."""
        return await self.add_at(f"{self.sim.url}/v1", "OPENAI", label, key, **more)

    async def add_anthropic(self, label: str = "Main") -> httpx.Response:
        """Add an Anthropic key, whose test is a call that the simulator can delay or reject."""
        return await self.add_at(self.sim.url, "ANTHROPIC", label)

    async def add_at(
        self, url: str, provider: str, label: str = "Main", key: str = KEY, **more: Any
    ) -> httpx.Response:
        return await self.add(
            provider,
            label,
            config={"base_url": url},
            secrets={"api_key": key},
            allow_private=True,
            **more,
        )

    async def credentials(self) -> list[dict[str, Any]]:
        return await all_items(self.browser, f"{self.path}/credentials")

    async def test(self, credential: dict[str, Any]) -> dict[str, Any]:
        return granted(await self.browser.post(f"{self.path}/credentials/{credential['id']}/test"))

    async def models(self, **wanted: Any) -> list[dict[str, Any]]:
        return await all_items(self.browser, f"{self.path}/models", limit=100, **wanted)

    async def model(self, name: str, **wanted: Any) -> dict[str, Any]:
        [found] = [model for model in await self.models(**wanted) if model["name"] == name]
        return found

    async def priced(
        self, name: str, *, input: str = "2.5", output: str = "10", **wanted: Any
    ) -> dict[str, Any]:
        """Return a model with a price set by the project."""
        model = await self.model(name, **wanted)
        body = {"choice": "override", "input": input, "output": output}
        return granted(await self.browser.put(f"{self.path}/models/{model['id']}/price", json=body))

    async def begin(
        self, model: dict[str, Any], text: str = QUESTION, by: Person | None = None, **more: Any
    ) -> httpx.Response:
        """Start a playground call without waiting for the answer."""
        return await (by or self.owner).browser.post(
            f"{self.path}/models/{model['id']}/tries",
            json={"messages": [{"role": "user", "content": text}], **more},
        )

    async def outcome(self, wanted: str) -> dict[str, Any]:
        """Wait until a playground call is done."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                seen = granted(await self.browser.get(f"{self.path}/tries/{wanted}"))
                if seen["state"] == "done":
                    return seen
                await asyncio.sleep(0.05)

    async def ask(self, model: dict[str, Any], text: str = QUESTION, **more: Any) -> dict[str, Any]:
        """Make a playground call and wait for its result: an answer or a failure."""
        return await self.outcome(granted(await self.begin(model, text, **more), 202)["id"])

    async def answer(
        self, model: dict[str, Any], text: str = QUESTION, **more: Any
    ) -> dict[str, Any]:
        done = await self.ask(model, text, **more)
        assert done["failure"] is None, done["failure"]
        return done["answer"]

    async def failure(
        self, model: dict[str, Any], text: str = QUESTION, **more: Any
    ) -> dict[str, Any]:
        done = await self.ask(model, text, **more)
        assert done["answer"] is None, done["answer"]
        return done["failure"]

    async def usage(self, model: dict[str, Any], days: int = 1) -> dict[str, Any]:
        """Return the usage of the last hours as one total: calls may be on both sides of a full hour."""
        found = granted(
            await self.browser.get(f"{self.path}/models/{model['id']}/usage", params={"days": days})
        )["items"]
        counts = ("calls", "failed", "reused", "cost_unknown", "prompt_tokens", "completion_tokens")
        return {name: sum(item[name] for item in found) for name in counts} | {
            name: sum((Decimal(item[name]) for item in found), Decimal(0))
            for name in ("cost_usd", "saved_usd")
        }

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Return the events of the project, oldest first."""
        found = rows(
            self.world.url,
            "SELECT data FROM events WHERE topic = %s AND type = %s ORDER BY number",
            f"project:{self.project['id']}",
            kind,
        )
        return [row[0] for row in found]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gateway:
    """A world with a simulator and, until the block ends, a worker."""

    world: World
    sim: Simulated

    async def bench(self, name: str = "Support bot") -> Bench:
        """Create a project with a new owner, so that tests do not affect each other."""
        owner = await self.world.person()
        return Bench(
            world=self.world, sim=self.sim, owner=owner, project=await owner.create_project(name)
        )


@asynccontextmanager
async def a_simulated_world(world: World, *variables: KeyVariable) -> AsyncGenerator[Gateway]:
    """Create a world with a simulator, without a worker."""
    async with simulator() as sim:
        allowed = tuple(replace(variable, origin=sim.url) for variable in variables)
        policy = replace(world.ctx.gateway, simulator_url=sim.url, key_variables=allowed)
        world.ctx = replace(world.ctx, gateway=policy)
        yield Gateway(world=world, sim=sim)


@asynccontextmanager
async def a_worker(gateway: Gateway, home: Path, **settings: str) -> AsyncGenerator[Process]:
    """Run a worker of this world; it is alive when the block begins."""
    command = Command(home, gateway.world.url, **_worker_settings(gateway, settings))
    async with command.running("worker", ready="worker_started") as process:
        await _until_alive(gateway)
        yield process


def _worker_settings(gateway: Gateway, settings: Mapping[str, str]) -> dict[str, str]:
    variables = (f"{item.name}@{item.origin}" for item in gateway.world.ctx.gateway.key_variables)
    return {
        "EDISON_MIGRATE_ON_START": "false",
        "EDISON_VAULT_KEYS": private_text(vault_private_key()),
        "EDISON_SIMULATOR_URL": gateway.sim.url,
        "EDISON_KEY_VARIABLES": ",".join(variables),
        **settings,
    }


async def _until_alive(gateway: Gateway) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not rows(gateway.world.url, "SELECT 1 FROM workers"):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)


@asynccontextmanager
async def a_gateway_of_its_own(
    postgres: TestServer, home: Path, *variables: KeyVariable, **settings: str
) -> AsyncGenerator[Gateway]:
    """Start a database, a world and a worker for all tests of a module: a start takes seconds."""
    with postgres.database() as url:
        world = World(url)
        async with a_simulated_world(world, *variables) as gateway:
            command = Command(home, url, **_worker_settings(gateway, settings))
            async with forked_worker(home, command.environment):
                await _until_alive(gateway)
                yield gateway
        await world.close()
