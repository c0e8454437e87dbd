"""Calls every mutating route of the application once and finds those that leave no audit entry."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import httpx

from edison.domain.ids import UserId
from edison.domain.people.access import Role
from tests.proofs.declared_access import DECLARED, Declared
from tests.proofs.matrix import ACTORS, Actor, Cast, ask, expected, what_it_spends
from tests.support.answers import granted
from tests.support.gateway import Bench, Gateway, a_simulated_world, a_worker
from tests.support.house import ServedWorld, served_house
from tests.support.postgres import TestServer
from tests.support.route_table import RouteEntry, route_table
from tests.support.sql import value
from tests.support.world import API

READING = frozenset({"GET", "HEAD", "OPTIONS", "MOUNT"})
ENTRIES_OF_REQUEST = """
    SELECT count(*) FROM audit_log WHERE origin->>'trace_id' = %s AND action <> 'permission.refused'
"""

Call = Callable[[Bench], Awaitable[httpx.Response]]


async def _add_credential(bench: Bench) -> httpx.Response:
    return await bench.add()


async def _test_credential(bench: Bench) -> httpx.Response:
    made = (await bench.add()).json()
    return await bench.browser.post(f"{bench.path}/credentials/{made['id']}/test")


async def _test_channel(bench: Bench) -> httpx.Response:
    body = {"name": "Here", "kind": "webhook", "url": bench.sim.url, "allow_private": True}
    made = (await bench.browser.post(f"{bench.path}/channels", json=body)).json()
    return await bench.browser.post(f"{bench.path}/channels/{made['channel']['id']}/test")


async def _make_demo_project(bench: Bench) -> httpx.Response:
    return await bench.browser.post(f"{API}/demo-project")


async def _advance_demo(bench: Bench) -> httpx.Response:
    demo = granted(await _make_demo_project(bench), 201)
    return await bench.browser.post(f"{API}/projects/{demo['slug']}/demo/advance")


async def _request_password_reset(bench: Bench) -> httpx.Response:
    return await bench.browser.post(f"{API}/password-resets", json={"email": bench.owner.email})


async def _mail_password_reset(bench: Bench) -> httpx.Response:
    own = UserId(UUID(bench.owner.id))
    async with bench.world.ctx.write() as tx:
        await tx.people.set_role(own, Role.OWNER)
    return await bench.browser.post(f"{API}/installation/people/{own}/password-reset-mail")


# These wait for a worker or send mail, so they are called with a worker and a simulator.
WITH_A_WORKER: dict[str, Call] = {
    "add_credential": _add_credential,
    "test_credential": _test_credential,
    "test_channel": _test_channel,
    "make_demo_project": _make_demo_project,
    "advance_demo": _advance_demo,
    "request_password_reset": _request_password_reset,
    "mail_password_reset": _mail_password_reset,
}


async def audit_routes(postgres: TestServer, home: Path) -> tuple[int, list[str]]:
    """Return the number of mutating routes, and the names of those whose call left no audit entry.

    A route that no declaration calls successfully counts as a route without an entry.
    """
    unaudited: set[str] = set()
    called: set[str] = set()
    with postgres.database() as url:
        async with served_house(url) as house:
            cast = Cast(house)
            table = route_table(cast.app)
            mutating = {name for name, route in table.items() if route.method not in READING}
            for declared in DECLARED:
                if declared.route in mutating and declared.success < 300:
                    called.add(declared.route)
                    if not await _leaves_entry(cast, table[declared.route], declared, url):
                        unaudited.add(declared.route)
    with postgres.database() as url:
        async with _beside_a_worker(url, home) as gateway:
            for name in WITH_A_WORKER.keys() & mutating:
                called.add(name)
                answer = await WITH_A_WORKER[name](await gateway.bench())
                if not _has_entry(url, name, answer):
                    unaudited.add(name)
    return len(mutating), sorted(unaudited | (mutating - called))


async def _leaves_entry(cast: Cast, route: RouteEntry, declared: Declared, url: str) -> bool:
    asking = await cast.asking(_who_may(declared), what_it_spends(route, declared))
    request = await declared.build(asking.situation)
    answer = await ask(asking.client, route.method, request, stream=declared.stream)
    return _has_entry(url, declared.title, answer)


def _who_may(declared: Declared) -> Actor:
    """Choose the person with the highest role who has access, or any caller if no person has."""
    may = [actor for actor in ACTORS if expected(declared.access, actor) is None]
    people = [actor for actor in may if actor.shows == "session" and actor.role]
    return (people or may)[-1]


def _has_entry(url: str, name: str, answer: httpx.Response) -> bool:
    assert answer.is_success, f"{name}: {answer.status_code} {answer.text}"
    return value(url, ENTRIES_OF_REQUEST, answer.headers["x-request-id"]) > 0


@asynccontextmanager
async def _beside_a_worker(url: str, home: Path) -> AsyncGenerator[Gateway]:
    world = ServedWorld(url)
    world.ctx = replace(world.ctx, mail_configured=True)
    try:
        async with a_simulated_world(world) as gateway, world.served() as address:
            world.address = address
            async with a_worker(gateway, home):
                yield gateway
    finally:
        await world.close()
