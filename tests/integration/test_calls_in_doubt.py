"""A run explains the calls that were on their way when a worker stopped, and a person decides what they count as."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from edison.engine.runs.reservations import CallAdmission
from tests.integration.test_run_reservations import COST, Worker, WorkerFactory
from tests.support.answers import granted
from tests.support.sql import value
from tests.support.world import World

USD = 1_000_000


@pytest.fixture
async def workers(world: World, tmp_path: Path) -> AsyncGenerator[WorkerFactory]:
    factory = WorkerFactory(world, tmp_path)
    yield factory
    await factory.close()


async def _lost_two(workers: WorkerFactory, budget_usd: float | None = None) -> Worker:
    """One answer came, two calls were on their way when the worker stopped; another has taken over."""
    stopped = await workers.start(budget_usd=budget_usd)
    _, budgets = await stopped.begin(0)
    await stopped.finish(0, budgets)
    await stopped.begin(1)
    await stopped.begin(2)
    return await workers.claim(stopped.desk, stopped.taken.run.id, "worker#2")


async def test_the_run_says_what_they_cost_at_worst_and_probably(workers: WorkerFactory) -> None:
    worker = await _lost_two(workers)

    report = granted(await worker.desk.browser.get(worker.path))

    doubt = report["doubt"]
    assert (doubt["calls"], doubt["stops"]) == (2, 1)
    assert float(doubt["worst_usd"]) == 8000 / USD
    assert float(doubt["probable_usd"]) == 2 * COST / USD
    assert float(doubt["counted_usd"]) == float(report["budget"]["in_doubt_usd"]) == 8000 / USD
    assert report["count_doubt"] == "worst"


async def test_a_person_has_the_probable_amount_counted_everywhere(workers: WorkerFactory) -> None:
    worker = await _lost_two(workers)

    granted(await worker.desk.browser.post(f"{worker.path}/count-probable"))

    report = granted(await worker.desk.browser.get(worker.path))
    spending = granted(await worker.desk.browser.get(f"{worker.desk.path}/reports/spending"))
    probable = 2 * COST / USD
    assert report["count_doubt"] == "probable"
    assert float(report["doubt"]["counted_usd"]) == probable
    assert float(report["budget"]["in_doubt_usd"]) == probable
    assert sum(float(column["in_doubt_usd"]) for column in report["progress"]) == probable
    assert float(spending["total"]["doubt_usd"]) == probable
    assert {name: float(amount) for name, amount in spending["lost"].items()} == {
        "calls": 2,
        "counted_usd": probable,
        "probable_usd": probable,
        "worst_usd": 8000 / USD,
    }
    audited = "SELECT count(*) FROM audit_log WHERE action = 'run.doubt_counted'"
    assert value(worker.desk.world.url, audited) == 1


async def test_the_report_says_the_same_probable_amount_as_the_run(workers: WorkerFactory) -> None:
    worker = await _lost_two(workers)

    report = granted(await worker.desk.browser.get(worker.path))
    spending = granted(await worker.desk.browser.get(f"{worker.desk.path}/reports/spending"))

    for name in ("calls", "worst_usd", "probable_usd", "counted_usd"):
        assert float(spending["lost"][name]) == float(report["doubt"][name])


async def test_a_run_that_is_paused_for_that_money_goes_on(workers: WorkerFactory) -> None:
    """Two lost calls at their worst case leave no room for a third; at their probable amount they do."""
    worker = await _lost_two(workers, budget_usd=0.01)
    assert (await worker.begin(1))[0] is CallAdmission.HALTED
    report = granted(await worker.desk.browser.get(worker.path))
    assert (report["state"], report["pause_reason"]) == ("paused", "budget")

    granted(await worker.desk.browser.post(f"{worker.path}/count-probable"))

    report = granted(await worker.desk.browser.get(worker.path))
    assert (report["state"], report["pause_reason"]) == ("executing", None)
    assert worker.balance() == (COST, 0, 2 * COST)


async def test_a_run_can_be_told_at_its_start(workers: WorkerFactory) -> None:
    stopped = await workers.start(count_doubt="probable")
    _, budgets = await stopped.begin(0)
    await stopped.finish(0, budgets)
    await stopped.begin(1)

    again = await workers.claim(stopped.desk, stopped.taken.run.id, "worker#2")

    assert again.balance() == (COST, 0, COST)


async def test_a_run_without_lost_calls_says_nothing_of_them(workers: WorkerFactory) -> None:
    worker = await workers.start()

    report = granted(await worker.desk.browser.get(worker.path))

    assert report["doubt"] is None
    assert value(worker.desk.world.url, "SELECT count(*) FROM calls_in_doubt") == 0
