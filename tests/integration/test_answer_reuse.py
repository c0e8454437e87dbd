"""Answers that are used again: only where nothing differs, only when asked for, never a failure, until they expire."""

from collections.abc import AsyncGenerator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
import pytest_asyncio

from tests.support.answers import granted
from tests.support.gateway import Bench, Gateway
from tests.support.sql import execute, rows

# One worker for the whole module: starting one takes seconds, and each test has a project of its own.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def bench(gateway: Gateway) -> AsyncGenerator[Bench]:
    """A project with a key that opens every model of the simulator."""
    await gateway.sim.reset()
    bench = await gateway.bench()
    granted(await bench.add_openai(), 201)
    yield bench
    await gateway.sim.reset()


async def reuse_for(bench: Bench, minutes: int) -> None:
    settings = {"settings": {"answer_reuse_minutes": minutes}}
    granted(await bench.browser.patch(bench.path, json=settings))


async def test_an_answer_is_used_again_only_when_asked_for(bench: Bench) -> None:
    """LLM-10.1.7, LLM-10.1.8, NFR-4.1.11, PRUI-CACHE-1, PRUI-TEST-11"""
    model = await bench.priced("sim-medium")
    first = await bench.ask(model, fresh=False)
    paid = Decimal(first["answer"]["cost_usd"])
    assert first["answer"]["reused"] is None

    again = await bench.answer(model, fresh=False)
    assert again["reused"]["origin"] == f"try {first['id']}"
    assert datetime.fromisoformat(again["reused"]["answered_at"]) <= datetime.fromisoformat(
        first["finished_at"]
    )
    assert (again["text"], again["tokens"]) == (first["answer"]["text"], first["answer"]["tokens"])
    assert (await bench.sim.calls())["total"] == 1

    # Anything else that is asked is another question, and `fresh` asks anew.
    others: list[dict[str, Any]] = [
        {"fresh": True},
        {"fresh": False, "parameters": {"seed": 7}},
        {"fresh": False, "output": {"kind": "json"}},
    ]
    for more in others:
        assert (await bench.answer(model, **more))["reused"] is None
    assert (await bench.answer(model, "And of Spain?", fresh=False))["reused"] is None
    other = await bench.model("sim-small")
    assert (await bench.answer(other, fresh=False))["reused"] is None
    assert (await bench.sim.calls())["total"] == 6

    usage = await bench.usage(model)
    assert (usage["calls"], usage["reused"], usage["saved_usd"]) == (6, 1, paid)
    assert usage["cost_usd"] >= paid


async def test_a_project_without_reuse_pays_each_time(bench: Bench) -> None:
    """NFR-4.1.11: the time to live is a setting of the project."""
    model = await bench.model("sim-medium")
    await reuse_for(bench, 0)

    for _ in range(2):
        assert (await bench.answer(model, fresh=False))["reused"] is None

    assert (await bench.sim.calls())["total"] == 2
    kept = rows(bench.world.url, "SELECT 1 FROM answers WHERE project_id = %s", bench.project["id"])
    assert kept == []


async def test_an_expired_answer_is_not_used_and_gets_swept(bench: Bench) -> None:
    """PRUI-CACHE-4, LLM-10.1.7"""
    model = await bench.model("sim-medium")
    await bench.answer(model, "An hour by itself", fresh=False)
    await reuse_for(bench, 30)
    await bench.answer(model, fresh=False)
    lasts = (
        "SELECT expires_at - answered_at FROM answers WHERE project_id = %s ORDER BY answered_at"
    )
    kept = rows(bench.world.url, lasts, bench.project["id"])
    assert kept == [(timedelta(minutes=60),), (timedelta(minutes=30),)]
    execute(
        bench.world.url,
        "UPDATE answers SET expires_at = now() - interval '1 second' "
        f"WHERE project_id = '{bench.project['id']}'",
    )

    assert (await bench.answer(model, fresh=False))["reused"] is None
    assert (await bench.answer(model, fresh=False))["reused"] is not None
    execute(
        bench.world.url,
        "UPDATE answers SET expires_at = now() - interval '1 second' "
        f"WHERE project_id = '{bench.project['id']}'",
    )
    async with bench.world.ctx.write() as tx:
        assert await tx.answers.sweep(bench.world.clock.now(), 10_000) == 2


async def test_a_failure_is_never_used_again(bench: Bench) -> None:
    """PRUI-CACHE-3, ERR-12.1.6, LLM-10.1.9, PRUI-SEC-4"""
    model = await bench.model("sim-too-long")

    first = await bench.failure(model, fresh=False)
    await bench.failure(model, fresh=False)

    assert (first["code"], first["status"], first["attempts"]) == ("too_long", 400, 1)
    assert (first["provider_code"], bool(first["message"])) == ("context_length_exceeded", True)
    assert (await bench.sim.calls())["total"] == 2
    usage = await bench.usage(model)
    assert (usage["calls"], usage["failed"], usage["reused"]) == (2, 2, 0)
