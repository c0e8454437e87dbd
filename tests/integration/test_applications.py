"""A user's application behind an HTTP address: added, tested, run, scored and paid like a model."""

import asyncio
import json
import re
import socket
import sys
from collections.abc import AsyncGenerator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from tools.checks.__main__ import ROOT

from edison.domain.runs.run_states import RunState
from tests.support.answers import granted
from tests.support.applications import TEMPLATE, TOKEN, add_application, application_url
from tests.support.gateway import Bench, Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.processes import free_port, wait_until
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import everything, rows, value

pytestmark = pytest.mark.asyncio(loop_scope="module")

CONTAINS = {"kind": "contains", "values": ["a"]}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Gateway]:
    async with a_gateway_of_its_own(postgres, tmp_path_factory.mktemp("worker")) as gateway:
        yield gateway


@pytest_asyncio.fixture(loop_scope="module")
async def bench(gateway: Gateway) -> AsyncGenerator[Bench]:
    await gateway.sim.reset()
    yield await gateway.bench()
    await gateway.sim.reset()


def refused(response: httpx.Response, status: int) -> str:
    assert response.status_code == status, response.text
    return response.text


async def a_run_of(bench: Bench, *, cases: int = 6, **more: Any) -> RunBench:
    """Cases whose target is an application in front of the simulator."""
    runs = await a_run_bench(bench, cases=cases, models=0)
    granted(await add_application(bench, **more), 201)
    model = await bench.model("helper 1.0")
    await bench.sim.reset()
    return replace(runs, models=(model["id"],))


async def test_an_application_is_tested_sealed_and_in_the_catalog(bench: Bench) -> None:
    added = granted(await add_application(bench), 201)

    assert (added["status"], added["problem"], added["has_key"]) == ("ready", None, True)
    assert added["config"]["request_template"] == TEMPLATE
    assert (await bench.sim.calls())["by_protocol"] == {"application": 1}
    [model] = [each for each in await bench.models() if each["provider"] == "APPLICATION"]
    assert (model["name"], model["price_choice"]) == ("helper 1.0", "override")
    assert Decimal(model["price"]["per_call"]) == Decimal("0.002")
    assert {model["capabilities"][name] for name in ("temperature", "tools", "streaming")} == {
        False
    }
    assert TOKEN.split()[1] not in str(everything(bench.world.url))
    # Testing it again finds nothing to list, and keeps its entry.
    assert (await bench.test(added))["status"] == "ready"
    assert [each["missing"] for each in await bench.models() if each["id"] == model["id"]] == [
        False
    ]


@pytest.mark.parametrize(
    ("config", "status", "words"),
    [
        ({"request_template": "{"}, 400, "not valid JSON"),
        ({"response_path": "/answer"}, 422, "Its fields are: output"),
        ({"request_template": '{"wrong": "{{input}}"}'}, 422, "Send a question or messages."),
    ],
)
async def test_an_application_that_does_not_work_is_not_kept_and_says_why(
    bench: Bench, config: dict[str, Any], status: int, words: str
) -> None:
    problem = refused(await add_application(bench, **config), status)

    assert words in problem
    assert await bench.credentials() == []
    assert [each for each in await bench.models() if each["provider"] == "APPLICATION"] == []


async def test_an_application_that_is_down_can_be_saved_for_later(bench: Bench) -> None:
    away = "http://127.0.0.1:9/answer"
    problem = refused(await add_application(bench, url=away), 422)
    added = granted(await add_application(bench, url=away, save_anyway=True), 201)

    assert '"can_save_anyway":true' in problem
    assert added["status"] == "ready"
    assert (await bench.model("helper 1.0"))["price"] is not None


async def test_only_an_application_has_a_cost_per_call(bench: Bench) -> None:
    problem = refused(await bench.add_openai(cost_per_call_usd="0.1"), 400)

    assert "Only an application" in problem


async def test_a_run_calls_scores_and_pays_each_case_once(bench: Bench) -> None:
    runs = await a_run_of(bench, cost="0.0025")

    run = await runs.start(scorers=(CONTAINS,), trials=2)
    await runs.finished(run.id)

    seen = await bench.sim.calls()
    assert runs.counts(run.id) == {"answered": 12}
    assert (seen["answered"], seen["by_protocol"]) == (12, {"application": 12})
    # Reserved and settled are the declared cost, and it is real money.
    assert runs.reserved(run.id) == 12 * 2500
    assert runs.budget(run.id)["settled"] == runs.ledger(run.id)["settled"] == 12 * 2500
    assert runs.spent(run.id) == 12 * 2500
    assert runs.budget(run.id)["held"] == runs.budget(run.id)["doubt"] == 0
    async with bench.world.ctx.read() as tx:
        _, scores = await tx.run_sums.read(runs.project, run.id)
    assert scores[0, 0].scored == 12
    await runs.assert_sums_are_true(run.id)
    model = await bench.model("helper 1.0")
    usage = await bench.usage(model)
    assert (usage["calls"], usage["cost_unknown"]) == (12, 0)
    assert usage["cost_usd"] == Decimal("0.03")


async def test_the_reported_cost_is_paid_and_an_unreported_one_is_unknown(bench: Bench) -> None:
    runs = await a_run_of(bench, cost="0.01", cost_path="/cost_usd", usage_path="/usage")
    run = await runs.start()
    await runs.finished(run.id)
    settled = runs.budget(run.id)["settled"]
    billed = value(
        bench.world.url,
        "SELECT sum(prompt_tokens + completion_tokens) * 2 FROM cells WHERE run_id = %s",
        run.id,
    )

    granted(
        await add_application(bench, "Silent", cost="0.01", application="s", cost_path="/x"), 201
    )
    silent = replace(runs, models=((await bench.model("s"))["id"],))
    unknown = await silent.start()
    await silent.finished(unknown.id)

    assert settled == int(billed) > 0
    # Not zero: each call may have cost what was declared.
    assert silent.budget(unknown.id)["settled"] == 0
    assert silent.budget(unknown.id)["doubt"] == 6 * 10_000
    assert (await bench.usage(await bench.model("s")))["cost_unknown"] == 6


async def test_a_free_application_costs_nothing_and_one_of_unknown_cost_does_not_start(
    bench: Bench,
) -> None:
    runs = await a_run_of(bench, cost="0")
    run = await runs.start()
    await runs.finished(run.id)
    assert (runs.spent(run.id), runs.budget(run.id)["doubt"]) == (0, 0)
    assert (await bench.usage(await bench.model("helper 1.0")))["cost_unknown"] == 0

    granted(await add_application(bench, "Unknown", cost=None, application="unknown"), 201)
    model = await bench.model("unknown")
    assert model["price"] is None
    problem = refused(
        await bench.browser.post(
            f"{bench.path}/runs",
            json={
                "versions": [{"prompt": runs.prompt}],
                "targets": [{"model": model["id"]}],
                "dataset": runs.dataset,
            },
        ),
        422,
    )
    assert "unknown has no price" in problem
    priced = granted(
        await bench.browser.put(
            f"{bench.path}/models/{model['id']}/price",
            json={"choice": "override", "per_call": "0.5"},
        )
    )
    assert Decimal(priced["price"]["per_call"]) == Decimal("0.5")
    history = granted(await bench.browser.get(f"{bench.path}/models/{model['id']}/prices"))
    assert [Decimal(each["per_call"]) for each in history["items"]] == [Decimal("0.5")]


async def test_a_budget_stops_calls_at_the_declared_cost(bench: Bench) -> None:
    runs = await a_run_of(bench, cost="0.05")

    # Room for two of six calls.
    run = await runs.start(budget=120_000)

    await runs.until(run.id, RunState.PAUSED)

    assert runs.counts(run.id)["answered"] == 2
    assert runs.used(run.id) == 100_000


async def test_a_playground_call_sends_a_test_request(bench: Bench) -> None:
    granted(
        await add_application(bench, request_template='{"question": "{{input}}"}', cost="0.001"),
        201,
    )
    model = await bench.model("helper 1.0")

    answer = await bench.answer(model)

    assert answer["text"]
    assert Decimal(answer["cost_usd"]) == Decimal("0.001")


async def test_an_address_has_no_query_that_would_be_stored_in_the_open(bench: Bench) -> None:
    url = application_url(bench.sim.url) + "?key=secret"

    problem = refused(await add_application(bench, url=url), 400)

    assert "query string" in problem


async def test_the_page_of_the_documentation_works_as_it_is_written(
    bench: Bench, tmp_path: Path
) -> None:
    page = (ROOT / "docs/how-to/evaluate-an-http-endpoint.md").read_text()
    [program] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    [body] = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    port = free_port()
    (tmp_path / "app.py").write_text(program)
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(tmp_path / "app.py"), str(port), stderr=asyncio.subprocess.DEVNULL
    )
    try:
        await asyncio.to_thread(wait_until, lambda: is_open(port), 30, "the application listens")
        runs = await a_run_bench(bench, cases=4, models=0, text="{{question}}")
        credential = json.loads(body.replace("127.0.0.1:9000", f"127.0.0.1:{port}"))
        granted(await bench.browser.post(f"{bench.path}/credentials", json=credential), 201)
        runs = replace(runs, models=((await bench.model("support-bot 2.1"))["id"],))
        run = await runs.start(scorers=({"kind": "contains", "values": ["You asked: What is"]},))
        await runs.finished(run.id)
    finally:
        process.kill()
        await process.wait()

    assert runs.counts(run.id) == {"answered": 4}
    assert runs.spent(run.id) == 4 * 2000
    query = (
        "SELECT sum(s.value), sum(c.prompt_tokens) FROM cells c "
        "JOIN scores s USING (run_id, ordinal) WHERE run_id = %s"
    )
    assert [tuple(map(int, row)) for row in rows(bench.world.url, query, run.id)] == [(4, 20)]


def is_open(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
