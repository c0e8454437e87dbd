"""What an experiment cost is one number everywhere: its page, list entry, report, budget, and the project's reports."""

import asyncio
from decimal import Decimal
from typing import Any

import pytest
import pytest_asyncio

from tests.support.answers import granted, refused
from tests.support.experiments import PATIENCE_S, ExperimentBench, an_experiment_bench
from tests.support.gateway import Gateway
from tests.support.sql import execute, rows

pytestmark = pytest.mark.asyncio(loop_scope="module")

PHASES = ("target", "judge", "refine", "assist")
GOAL = "Write helpful and empathetic replies to customers of an online shop who need support."


@pytest_asyncio.fixture(loop_scope="module")
async def lab(gateway: Gateway) -> ExperimentBench:
    await gateway.sim.reset()
    return await an_experiment_bench(await gateway.bench())


async def help_with_draft(lab: ExperimentBench, experiment: str) -> Decimal:
    """Have an assistant improve the objective of a draft; return what it cost."""
    body = {"kind": "improve_objective", "experiment": experiment, "input": {"goal": GOAL}}
    begun = granted(await lab.browser.post(f"{lab.path}/assists", json=body), 202)
    async with asyncio.timeout(PATIENCE_S):
        while True:
            seen = granted(await lab.browser.get(f"{lab.path}/assists/{begun['id']}"))
            if seen["state"] not in ("waiting", "working"):
                assert (seen["state"], seen["problem"]) == ("done", None)
                return Decimal(seen["cost_usd"])
            await asyncio.sleep(0.05)


async def row_of_report(lab: ExperimentBench, group: str, key: str) -> dict[str, Any]:
    params = {"group": group, "simulated": True}
    spending = granted(await lab.browser.get(f"{lab.path}/reports/spending", params=params))
    [found] = [row for row in spending["rows"] if row["key"] == key]
    return found


async def test_assistance_is_part_of_the_one_total_that_every_place_shows(
    lab: ExperimentBench,
) -> None:
    experiment = await lab.draft()
    assist = await help_with_draft(lab, experiment)
    drafted = await lab.experiment(experiment)
    iteration = await lab.start(experiment)
    done = await lab.until(iteration)
    assert done["state"] == "reviewing", done

    page = await lab.experiment(experiment)
    path = f"{lab.path}/experiments"
    report = granted(await lab.browser.get(f"{path}/{experiment}/report"))
    [listed] = granted(await lab.browser.get(path))["items"]
    markdown = (await lab.browser.get(f"{path}/{experiment}/report.md")).text

    assert assist > 0
    assert Decimal(drafted["costs"]["assist_usd"]) == assist
    costs = {phase: Decimal(page["costs"][f"{phase}_usd"]) for phase in PHASES}
    total = Decimal(page["costs"]["total_usd"])
    assert costs["assist"] == assist
    assert sum(costs.values()) == total
    assert {each["phase"]: Decimal(each["usd"]) for each in report["costs"]} == costs
    balance = lab.balance(experiment)
    in_project = await row_of_report(lab, "experiment", experiment)
    assert {
        "page": Decimal(page["balance"]["spent_usd"]),
        "list": Decimal(listed["spent_usd"]),
        "report": Decimal(report["summary"]["cost_usd"]),
        "budget": Decimal(balance["settled"] + balance["doubt"]) / 1_000_000,
        "project's report": Decimal(in_project["cost_usd"]) + Decimal(in_project["doubt_usd"]),
        "iterations and assistance": Decimal(done["cost_usd"]) + assist,
    } == dict.fromkeys(
        ("page", "list", "report", "budget", "project's report", "iterations and assistance"), total
    )
    assert page["balance"]["tokens"] == report["summary"]["tokens"]
    assert f"| Total | ${total:.4f} |" in markdown or f"| Total | ${total:.2f} |" in markdown


async def test_assistance_with_a_draft_uses_up_the_budget_of_the_experiment(
    lab: ExperimentBench,
) -> None:
    experiment = await lab.draft(stop_rules={"max_budget_usd": "0.01"})
    assist = await help_with_draft(lab, experiment)
    while assist < Decimal("0.01"):
        assist += await help_with_draft(lab, experiment)

    drafted = await lab.experiment(experiment)
    answer = await lab.browser.post(f"{lab.path}/experiments/{experiment}/iterations", json={})

    message = f"Budget exceeded: ${assist:.2f} / $0.01"
    assert [each["message"] for each in drafted["problems"]] == [message]
    assert message in refused(answer, 422, "EXPERIMENT_NOT_READY")["message"]


async def test_the_balance_counts_what_was_spent_before_it_existed(lab: ExperimentBench) -> None:
    """A draft of an earlier release has no balance although assistance was paid for it."""
    experiment = await lab.draft()
    assist = await help_with_draft(lab, experiment)
    execute(lab.bench.world.url, f"DELETE FROM budgets WHERE subject = '{experiment}'")

    await lab.until(await lab.start(experiment))

    [(settled,)] = rows(
        lab.bench.world.url, "SELECT settled FROM budgets WHERE subject = %s", experiment
    )
    ledger = lab.ledger(experiment)
    assert Decimal(ledger["assist"]) / 1_000_000 == assist
    assert settled == sum(ledger.values())


async def test_the_forecast_of_an_iteration_is_about_what_it_then_costs(
    lab: ExperimentBench,
) -> None:
    """The first forecast rests on a stated assumption, a later one on the answers of earlier runs."""
    experiment = await lab.draft()
    plan = lab.plan()
    path = f"{lab.path}/experiments/forecast"
    forecast = granted(await lab.browser.post(path, json={"plan": plan}))
    iteration = await lab.start(experiment)
    cost = Decimal((await lab.until(iteration))["cost_usd"])

    learned = granted(await lab.browser.post(path, json={"plan": plan}))

    assumed, known = forecast["iteration"], learned["iteration"]
    assert Decimal(assumed["usd"]["low"]) <= cost <= Decimal(assumed["usd"]["high"])
    assert Decimal(known["usd"]["low"]) <= cost <= Decimal(known["usd"]["high"])
    assert Decimal(known["usd"]["high"]) < 2 * cost
    assert Decimal(known["worst_usd"]) > Decimal(known["usd"]["high"])
    assert "earlier answers" in learned["basis"]
