"""A simulated model gets worse and a simulated judge kinder; through a real worker, the right one of them is named."""

import asyncio
from typing import Any

import pytest

from tests.support.answers import all_items, granted
from tests.support.gateway import Bench, Gateway
from tests.support.judging import a_judge_in, a_rubric, as_scorer
from tests.support.runs import a_run_bench

pytestmark = pytest.mark.asyncio(loop_scope="module")

PATIENCE_S = 180.0
CASES = 30
SORT = (
    "Classify the message into exactly one of: billing, delivery, product or other. "
    "Look for the words that decide it.\n\n{{question}}"
)


class Watched:
    """A suite on the simulated medium model with a monitor, triggered by hand."""

    def __init__(self, bench: Bench, suite: dict[str, Any], monitor: dict[str, Any]) -> None:
        self.bench, self.suite, self.monitor = bench, suite, monitor

    async def get(self, path: str) -> Any:
        return granted(await self.bench.browser.get(f"{self.bench.path}{path}"))

    async def night(self) -> dict[str, Any]:
        """One execution to its end, and what it showed."""
        path = f"{self.bench.path}/monitors/{self.monitor['id']}/trigger"
        made = granted(await self.bench.browser.post(path), 202)
        async with asyncio.timeout(PATIENCE_S):
            while True:
                points = (await self.get(f"/suites/{self.suite['id']}/trend?range=all"))["points"]
                if points and points[-1]["execution_id"] == made["execution_id"]:
                    return points[-1]
                await asyncio.sleep(0.1)

    async def open(self) -> list[dict[str, Any]]:
        return await all_items(
            self.bench.browser, f"{self.bench.path}/alerts", state="open", suite=self.suite["id"]
        )


async def watched(gateway: Gateway, *, judged: bool) -> Watched:
    await gateway.sim.reset()
    bench = await gateway.bench()
    runs = await a_run_bench(bench, cases=1, models=1, text=SORT)
    dataset = granted(
        await bench.browser.post(f"{bench.path}/datasets", json={"name": "Mails"}), 201
    )
    cases = [
        {"values": {"question": f"I was charged {number} times for one invoice"}}
        for number in range(CASES)
    ]
    path = f"{bench.path}/datasets/{dataset['id']}/cases"
    granted(await bench.browser.post(path, json={"cases": cases}), 201)
    path = f"{bench.path}/prompts/{runs.prompt}/versions"
    granted(await bench.browser.post(path, json={}), 201)
    model = await bench.priced("sim-medium")
    scorer: dict[str, Any] = {"kind": "contains", "values": ["billing"]}
    if judged:
        rubric = await a_rubric(bench.browser, bench.path)
        judge = await bench.priced("sim-judge")
        made = await a_judge_in(bench.browser, bench.path, judge["id"], rubric["id"])
        scorer = as_scorer(made)
    recipe = {
        "prompts": [{"prompt": runs.prompt}],
        "dataset": {"id": dataset["id"]},
        "targets": [{"model": model["id"], "parameters": {"max_tokens": 100}}],
        "scorers": [scorer],
    }
    body = {"name": "Sorting", "daily_limit_usd": None, "recipe": recipe}
    suite = granted(await bench.browser.post(f"{bench.path}/suites", json=body), 201)
    about = {"suite_id": suite["id"], "name": "Nightly", "cron": "0 3 1 1 *"}
    monitor = granted(await bench.browser.post(f"{bench.path}/monitors", json=about), 201)
    return Watched(bench, suite, monitor)


@pytest.mark.nightly
async def test_a_model_that_gets_worse_is_named_until_it_is_well_again(gateway: Gateway) -> None:
    """PSM-ALERT-1, PSM-ALERT-3, PSM-ALERT-4"""
    suite = await watched(gateway, judged=False)
    good = [await suite.night() for _ in range(4)]
    assert await suite.open() == []

    await gateway.sim.behave_for("sim-medium", worse=1.0)
    bad = await suite.night()
    if not await suite.open():
        bad = await suite.night()

    assert bad["score"] < min(point["score"] for point in good)
    [alert] = await suite.open()
    assert alert["rule"] in ("drop", "drop_share"), alert
    assert alert["cause"] == "model", alert
    assert alert["execution_id"] == bad["execution_id"]
    await gateway.sim.reset()
    for _ in range(3):
        await suite.night()
        if not await suite.open():
            break
    assert (await suite.get(f"/alerts/{alert['id']}"))["state"] == "resolved"


@pytest.mark.nightly
async def test_a_judge_that_gets_kinder_is_named_and_not_the_model(gateway: Gateway) -> None:
    suite = await watched(gateway, judged=True)
    last = [await suite.night() for _ in range(4)][-1]
    assert await suite.open() == []
    assert last["canary"] is not None

    await gateway.sim.behave_for("sim-judge", judging={"leniency": 0.5})
    kinder = await suite.night()
    if not await suite.open():
        kinder = await suite.night()

    assert kinder["canary"] > last["canary"]
    [alert] = await suite.open()
    assert (alert["rule"], alert["cause"]) == ("judge_drift", "judge"), alert
