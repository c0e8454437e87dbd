"""A stage on which runs are measured: a durable PostgreSQL, a simulator and workers, each a process of its own."""

import asyncio
import shutil
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import psutil
from aiohttp import ClientSession, TCPConnector

from edison.processes.build_context import migrate_all
from edison.store.local_server import LocalServer
from edison.vault.sealer import private_text
from tests.support.gateway import Gateway, a_worker
from tests.support.simulated import Simulated, simulator_apart
from tests.support.sql import value
from tests.support.world import World, vault_private_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What some work took, in all processes."""

    wall_s: float
    worker_cpu_s: float
    postgres_cpu_s: float
    wal_bytes: int


@dataclass(slots=True)
class Stage:
    gateway: Gateway
    folder: Path
    server: LocalServer
    workers: list[Process]
    # More settings for workers that are started from now on.
    settings: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def sim(self) -> Simulated:
        return self.gateway.sim

    @property
    def url(self) -> str:
        return self.gateway.world.url

    @property
    def worker_settings(self) -> dict[str, str]:
        """What a worker of this stage needs to know, as settings."""
        return {
            "migrate_on_start": "false",
            "vault_keys": private_text(vault_private_key()),
            "simulator_url": self.sim.url,
            **self.settings,
        }

    def costs(self) -> Costs:
        return Costs(
            wall_s=time.perf_counter(),
            worker_cpu_s=sum(_cpu_s(worker.pid) for worker in self.workers),
            postgres_cpu_s=_cpu_s(self.postmaster),
            wal_bytes=int(value(self.url, "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")),
        )

    @property
    def postmaster(self) -> int:
        return _postmaster(self.folder)


def between(before: Costs, after: Costs) -> Costs:
    return Costs(
        wall_s=after.wall_s - before.wall_s,
        worker_cpu_s=after.worker_cpu_s - before.worker_cpu_s,
        postgres_cpu_s=after.postgres_cpu_s - before.postgres_cpu_s,
        wal_bytes=after.wal_bytes - before.wal_bytes,
    )


def _postmaster(folder: Path) -> int:
    return int((folder / "postgres" / "postmaster.pid").read_text().splitlines()[0])


def _cpu_s(pid: int) -> float:
    """Of a process, its children now and those that have ended."""
    process = psutil.Process(pid)
    times = process.cpu_times()
    total = times.user + times.system + times.children_user + times.children_system
    for child in process.children(recursive=True):
        try:
            of_child = child.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += of_child.user + of_child.system
    return total


@asynccontextmanager
async def a_stage(
    *, workers: int = 1, calls_at_once: int = 100, latency_ms: float = 200, names: str = "w"
) -> AsyncGenerator[Stage]:
    """Everything started and ready; a folder of its own, cleared away at the end."""
    folder = Path(tempfile.mkdtemp(prefix="edison-load-"))
    server = LocalServer(folder / "postgres")
    try:
        url = server.url()
        migrate_all(url)
        world = World(url)
        async with simulator_apart(latency_ms=latency_ms) as sim, AsyncExitStack() as stack:
            policy = replace(world.ctx.gateway, simulator_url=sim.url)
            world.ctx = replace(world.ctx, gateway=policy)
            gateway = Gateway(world=world, sim=sim)
            stage = Stage(gateway=gateway, folder=folder, server=server, workers=[])
            for number in range(workers):
                home = folder / f"home{number}"
                home.mkdir()
                stage.workers.append(
                    await stack.enter_async_context(
                        a_worker(
                            gateway,
                            home,
                            EDISON_WORKER_NAME=f"{names}{number}",
                            EDISON_CALLS_AT_ONCE=str(calls_at_once),
                        )
                    )
                )
            yield stage
        await world.close()
    finally:
        psutil.Process(_postmaster(folder)).terminate()
        shutil.rmtree(folder, ignore_errors=True)


async def bare(address: str, calls: int, at_once: int) -> float:
    """The same number of calls by a plain client that stores nothing; seconds."""
    slots = asyncio.Semaphore(at_once)
    body = {
        "model": "sim-large",
        "messages": [{"role": "user", "content": "Answer in one word. What is 7 plus one?"}],
        "max_tokens": 100,
    }

    async def call(session: ClientSession) -> None:
        async with slots, session.post(f"{address}/v1/chat/completions", json=body) as answer:
            assert answer.status == 200
            await answer.json()

    async with ClientSession(connector=TCPConnector(limit=at_once)) as session:
        began = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for _ in range(calls):
                group.create_task(call(session))
        return time.perf_counter() - began
