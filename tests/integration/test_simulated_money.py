"""Simulated money is held to the same limits as real money, and never counted as any."""

from decimal import Decimal
from typing import Any

import pytest
import pytest_asyncio

from edison.domain.errors import BudgetSpent
from edison.domain.ids import RunId
from edison.domain.runs.run_states import RunState
from tests.support.answers import granted
from tests.support.gateway import Gateway
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import execute, rows, value

pytestmark = pytest.mark.asyncio(loop_scope="module")

BALANCES = """
    SELECT scope, simulated, settled FROM budgets
    WHERE project_id = %s AND settled + held + doubt > 0 AND (scope <> 'run' OR subject = %s)
"""


@pytest_asyncio.fixture(loop_scope="module")
async def both(gateway: Gateway) -> RunBench:
    """Two targets of the same simulator: one as the simulated provider, one as a key that bills."""
    bench = await gateway.bench()
    runs = await a_run_bench(bench, cases=6, models=1)
    granted(await bench.add_openai("Billed"), 201)
    [billed] = [
        model
        for model in await bench.models(provider="OPENAI")
        if model["name"] == value(runs.url, "SELECT name FROM models WHERE id = %s", runs.models[0])
    ]
    await bench.priced(billed["name"], provider="OPENAI")
    return RunBench(
        bench=bench,
        prompt=runs.prompt,
        dataset=runs.dataset,
        models=(runs.models[0], billed["id"]),
    )


def only(runs: RunBench, model: str) -> RunBench:
    return RunBench(bench=runs.bench, prompt=runs.prompt, dataset=runs.dataset, models=(model,))


def cost_of(runs: RunBench, run: RunId, model: str) -> int:
    return int(
        value(
            runs.url,
            "SELECT sum(settled) FROM ledger WHERE run_id = %s AND model_id = %s",
            run,
            model,
        )
    )


async def read(runs: RunBench, path: str, **query: Any) -> Any:
    return granted(await runs.bench.browser.get(f"{runs.bench.path}{path}", params=query))


def micro(dollars: str) -> int:
    return int(Decimal(dollars) * 1_000_000)


async def test_each_call_counts_against_the_balance_of_its_own_money(both: RunBench) -> None:
    run = await both.start()
    await both.finished(run.id)

    simulated, billed = (cost_of(both, run.id, model) for model in both.models)
    assert min(simulated, billed) > 0
    found = {
        (scope, sim): sum_ for scope, sim, sum_ in rows(both.url, BALANCES, both.project, run.id)
    }
    assert found == {
        ("run", False): simulated + billed,
        ("project_month", True): simulated,
        ("project_month", False): billed,
        ("project_day", True): simulated,
        ("project_day", False): billed,
    }


async def test_reports_and_budgets_leave_simulated_money_out(both: RunBench) -> None:
    run = await both.start()
    await both.finished(run.id)
    simulated, billed = (cost_of(both, run.id, model) for model in both.models)

    usual = await read(both, "/reports/spending")
    whole = await read(both, "/reports/spending", simulated=True)
    budget = await read(both, "/budget")
    down = await read(both, "/reports/burn-down")

    assert [row["key"] for row in usual["rows"]] == [both.models[1]]
    assert micro(usual["total"]["cost_usd"]) == billed
    assert micro(usual["total"]["simulated_usd"]) == 0
    assert (micro(usual["simulated_usd"]), usual["simulated_calls"]) == (simulated, 6)
    assert sum(micro(day["cost_usd"]) for day in usual["series"]) == billed
    assert micro(whole["total"]["cost_usd"]) == simulated + billed
    assert micro(whole["total"]["simulated_usd"]) == simulated
    assert micro(budget["spent"]["settled_usd"]) == billed
    assert micro(budget["simulated"]["settled_usd"]) == simulated
    assert micro(down["spent_usd"]) == billed


async def test_a_run_says_whose_money_it_cost(both: RunBench) -> None:
    simulated, billed = (only(both, model) for model in both.models)
    kinds: dict[str, RunId] = {}
    for name, runs in (("simulated", simulated), ("real", billed), ("mixed", both)):
        run = await runs.start()
        await runs.finished(run.id)
        kinds[name] = run.id

    listed = {item["id"]: item["money"] for item in (await read(both, "/runs"))["items"]}

    for name, run in kinds.items():
        assert listed[str(run)] == name
        assert (await read(both, f"/runs/{run}"))["money"] == name


async def test_a_spent_play_budget_stops_simulated_runs_and_no_other(both: RunBench) -> None:
    simulated, billed = (only(both, model) for model in both.models)
    limit = {"limit_usd": "1.00", "daily_limit_usd": "1.00"}
    granted(await both.bench.browser.put(f"{both.bench.path}/budget", json=limit))
    first = await simulated.start()
    await simulated.finished(first.id)
    execute(
        both.url,
        "UPDATE budgets SET settled = limit_micro WHERE scope = 'project_day' AND simulated "
        f"AND subject = '{both.project}'",
    )

    with pytest.raises(BudgetSpent):
        await simulated.start()
    run = await billed.start()
    await billed.finished(run.id)

    assert billed.counts(run.id) == {"answered": 6}


async def test_a_simulated_run_never_passes_its_daily_limit(both: RunBench) -> None:
    simulated = only(both, both.models[0])
    granted(
        await both.bench.browser.put(
            f"{both.bench.path}/budget", json={"limit_usd": None, "daily_limit_usd": "0.0005"}
        )
    )

    run = await simulated.start()
    paused = await simulated.until(run.id, RunState.PAUSED)

    named = "today's budget of the project for simulated models ($0.0005)"
    assert named in (paused.problem or "")
    assert (await read(both, f"/runs/{run.id}"))["stopped_by"] == "project_day"
    day = "SELECT settled + held + doubt, limit_micro FROM budgets WHERE scope = 'project_day' AND subject = %s {}"
    [(used, limit)] = rows(both.url, day.format("AND simulated"), both.project)
    assert used <= limit == 500
