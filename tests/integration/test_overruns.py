"""A provider that bills more than was reserved: shown in the run, the report and an alert, and never hidden."""

import asyncio
from collections.abc import AsyncGenerator
from decimal import Decimal
from typing import Any

import pytest
import pytest_asyncio

from edison.domain.money import MicroUsd
from edison.domain.runs.run_states import RunState
from tests.load.run_figures import overshoot_of
from tests.support.answers import granted
from tests.support.gateway import Gateway
from tests.support.receiver import Receiver, a_receiver
from tests.support.runs import RunBench, a_run_bench

pytestmark = pytest.mark.asyncio(loop_scope="module")

PRICE = Decimal("2.5"), Decimal(10)
# Each answer is billed for so many tokens more than it has, far more than the 100 that were asked for at most.
OVERBILLED = {"kind": "overbilled", "tokens": 5_000}


async def read(runs: RunBench, path: str, **query: Any) -> Any:
    return granted(await runs.bench.browser.get(f"{runs.bench.path}{path}", params=query))


def micro(dollars: str) -> int:
    return int(Decimal(dollars) * 1_000_000)


@pytest_asyncio.fixture(loop_scope="module")
async def receiver() -> AsyncGenerator[Receiver]:
    async with a_receiver() as receiver:
        yield receiver


async def test_a_bill_beyond_the_reservation_is_an_overrun_everywhere(
    gateway: Gateway, receiver: Receiver
) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=5, models=1, billed=True)
    hook = {"name": "Hook", "kind": "webhook", "url": receiver.url, "allow_private": True}
    granted(await runs.bench.browser.post(f"{runs.bench.path}/channels", json=hook), 201)
    await gateway.sim.reset()
    await gateway.sim.behave(faults=[OVERBILLED])

    run = await runs.start()
    await runs.finished(run.id)

    bill = await gateway.sim.bill(*PRICE)
    # Every call was billed above its worst case, so all of the difference is overrun.
    overrun = bill - runs.reserved(run.id)
    assert overrun > 5 * 4_000 * 10
    assert bill == runs.ledger(run.id)["settled"] == runs.spent(run.id)
    shown = await read(runs, f"/runs/{run.id}")
    assert micro(shown["overrun_usd"]) == overrun
    for group in ("model", "run"):
        report = await read(runs, "/reports/spending", group=group)
        assert micro(report["total"]["overrun_usd"]) == overrun
        assert [micro(row["overrun_usd"]) for row in report["rows"]] == [overrun]
    [told] = runs.bench.told("reservation.exceeded")
    assert (told["run"], told["simulated"]) == (str(run.id), False)
    assert 0 < told["overrun"] <= overrun
    [received] = await receiver.take(1)
    assert received.json["type"] == "reservation.exceeded"
    assert received.json["data"]["run_id"] == str(run.id)
    assert "billed more than was reserved" in received.json["data"]["title"]


async def test_a_bill_within_the_reservation_is_no_overrun(gateway: Gateway) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=5, models=1, billed=True)
    await gateway.sim.reset()

    run = await runs.start()
    await runs.finished(run.id)

    assert micro((await read(runs, f"/runs/{run.id}"))["overrun_usd"]) == 0
    assert runs.bench.told("reservation.exceeded") == []


async def test_an_overrun_beyond_the_budget_counts_as_overshoot_and_stops_the_run(
    gateway: Gateway,
) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=40, models=1, billed=True)
    await gateway.sim.reset()
    await gateway.sim.behave(faults=[OVERBILLED], latency={"ms": 20})
    # Room for the worst cases of some calls, not of all.
    limit = 15_000

    run = await runs.start(budget=MicroUsd(limit))
    await runs.until(run.id, RunState.PAUSED)

    bill = await gateway.sim.bill(*PRICE)
    budget = runs.budget(run.id)
    assert budget["held"] == 0
    assert budget["settled"] + budget["overrun"] == runs.ledger(run.id)["settled"] == bill > limit
    assert overshoot_of(limit, runs.used(run.id), bill) == bill - limit
    # Also where nobody has the bill: the balance alone tells.
    assert overshoot_of(limit, runs.used(run.id), 0) == bill - limit
    shown = await read(runs, f"/runs/{run.id}")
    assert micro(shown["budget"]["settled_usd"]) == limit
    assert micro(shown["budget"]["beyond_limit_usd"]) == bill - limit
    assert micro(shown["overrun_usd"]) == bill - runs.reserved(run.id)


async def test_a_model_that_is_removed_meanwhile_is_still_settled(gateway: Gateway) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=5, models=1, billed=True)
    await gateway.sim.reset()
    await gateway.sim.behave(faults=[OVERBILLED], latency={"ms": 3_000})

    run = await runs.start()
    async with asyncio.timeout(60):
        while (await gateway.sim.calls())["total"] < 5:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
    granted(await runs.bench.browser.delete(f"{runs.bench.path}/models/{runs.models[0]}"), 204)
    await runs.finished(run.id)

    assert runs.ledger(run.id)["settled"] == await gateway.sim.bill(*PRICE)
    assert len(runs.bench.told("reservation.exceeded")) == 1
