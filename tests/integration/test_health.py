"""For machines that watch: health, readiness, metrics."""

import socket
from dataclasses import replace
from datetime import datetime

import httpx
import pytest

from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork
from tests.support.answers import refused
from tests.support.world import API, ORIGIN, World


def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
async def lost(world: World) -> httpx.AsyncClient:
    """An Edison whose database is gone."""
    world.database = Database(f"postgresql://nobody@127.0.0.1:{closed_port()}/edison")
    world.ctx = replace(world.ctx, work=UnitOfWork(world.database))
    return world.client()


async def at(world: World, address: str, path: str, **headers: str) -> httpx.Response:
    transport = httpx.ASGITransport(app=world.app, client=(address, 1))
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers) as client:
        return await client.get(path)


async def test_health_tells_the_state_of_each_part(world: World) -> None:
    """OPS-14.3.1 to .4, PSM-OPS-1"""
    async with world.ctx.write() as tx:
        await tx.workers.report("one", "test", world.clock.now())

    answer = await world.client().get("/health")

    body = answer.json()
    assert (answer.status_code, body["status"]) == (200, "ok")
    assert body["services"] == {"database": "healthy", "workers": "healthy"}
    assert datetime.fromisoformat(body["timestamp"]).tzinfo


async def test_health_is_degraded_without_a_worker(world: World) -> None:
    """OPS-14.3.3, OPS-14.3.5"""
    answer = await world.client().get("/health")

    body = answer.json()
    assert (answer.status_code, body["status"]) == (503, "degraded")
    assert body["services"] == {"database": "healthy", "workers": "unhealthy"}


async def test_health_answers_503_without_a_database(lost: httpx.AsyncClient) -> None:
    """OPS-14.3.5, PSM-NFR-13: promptly, and the process lives on."""
    answer = await lost.get("/health")

    assert (answer.status_code, answer.json()["status"]) == (503, "degraded")
    assert answer.json()["services"]["database"] == "unhealthy"


async def test_readiness_follows_the_database(world: World) -> None:
    """OPS-14.3.6"""
    answer = await world.client().get("/readiness")

    assert (answer.status_code, answer.json()["ready"]) == (200, True)


async def test_not_ready_without_a_database(lost: httpx.AsyncClient) -> None:
    """OPS-14.3.7"""
    answer = await lost.get("/readiness")

    assert (answer.status_code, answer.json()["ready"]) == (503, False)
    assert answer.json()["error"] == "The database does not answer"


async def test_requests_answer_503_without_a_database(lost: httpx.AsyncClient) -> None:
    """PSM-NFR-13: in the one shape of errors, and worth trying again."""
    error = refused(await lost.get(f"{API}/session"), 503, "UNAVAILABLE")

    assert error["retryable"]
    assert "127.0.0.1" not in str(error)


async def test_metrics_are_for_this_machine(world: World) -> None:
    """PSM-OPS-2, NFR-4.5.5"""
    await world.client().get(f"{API}/session")

    answer = await at(world, "127.0.0.1", "/metrics")

    assert answer.status_code == 200
    assert 'edison_http_requests_total{method="GET",route="/session"' in answer.text
    assert "edison_http_request_seconds_bucket" in answer.text
    for address in ("10.0.0.7", "192.168.1.1", "8.8.8.8", "", "nonsense"):
        refused(await at(world, address, "/metrics"), 403, "FORBIDDEN")


async def test_metrics_need_the_token_where_there_is_one(world: World) -> None:
    world.config = replace(world.config, metrics_token="let-me-in")

    for headers in ({}, {"authorization": "Bearer wrong"}, {"authorization": "let-me-in"}):
        refused(await at(world, "127.0.0.1", "/metrics", **headers), 403, "FORBIDDEN")
    allowed = await at(world, "10.0.0.7", "/metrics", authorization="Bearer let-me-in")

    assert allowed.status_code == 200


async def test_metrics_name_routes_and_not_what_was_in_them(world: World) -> None:
    """OBS-18.3.3: no slug or id becomes a label."""
    olga = await world.person("Olga")
    slug = (await olga.create_project("Very secret project"))["slug"]
    await olga.browser.get(f"{API}/projects/{slug}")

    text = (await at(world, "127.0.0.1", "/metrics")).text

    assert 'route="/projects/{project}"' in text
    assert slug not in text
