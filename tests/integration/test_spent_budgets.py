"""A month whose money is gone starts no run; and small truths about starting that nothing else shows."""

import time

import pytest

from edison.domain.budgets.budget import month_of
from tests.support.answers import granted, refused
from tests.support.finished_runs import a_run_desk
from tests.support.slowness import allowed
from tests.support.sql import execute
from tests.support.world import World


async def test_a_run_is_refused_when_the_months_budget_is_spent(world: World) -> None:
    """FR-EE-001.9, RULE-9.2.2, PSM-BUDGET-2"""
    desk = await a_run_desk(world)
    path = f"/api/v1/projects/{desk.slug}"
    granted(await desk.browser.put(f"{path}/budget", json={"limit_usd": "1.00"}))
    await desk.start()
    month = month_of(world.clock.now())
    execute(
        world.url,
        "UPDATE budgets SET settled = 1000000 WHERE scope = 'project_month' "
        f"AND period = '{month.isoformat()}'",
    )

    error = refused(
        await desk.browser.post(f"{path}/runs", json=desk.order()), 402, "BUDGET_EXCEEDED"
    )

    assert error["message"] == "Budget exceeded: $1.00 / $1.00"


async def test_a_dataset_without_cases_starts_no_run(world: World) -> None:
    """EDGE-16.1.3, ARENA-3.4.7"""
    desk = await a_run_desk(world)
    path = f"/api/v1/projects/{desk.slug}"
    empty = granted(
        await desk.browser.post(f"{path}/datasets", json={"name": "Empty", "kind": "golden"}), 201
    )

    error = refused(
        await desk.browser.post(f"{path}/runs", json=desk.order(dataset=empty["id"])),
        422,
        "RUN_NOT_READY",
    )

    assert "no_cases" in {problem["code"] for problem in error["details"]["problems"]}


async def test_ten_runs_started_one_after_the_other_are_numbered(world: World) -> None:
    desk = await a_run_desk(world)

    started = [await desk.start() for _ in range(10)]

    assert [run["number"] for run in started] == list(range(1, 11))


@pytest.mark.nightly
async def test_ten_runs_started_at_once_are_accepted_within_two_seconds(world: World) -> None:
    """PSM-NFR-12"""
    desk = await a_run_desk(world)
    began = time.perf_counter()

    for _ in range(10):
        await desk.start()

    assert time.perf_counter() - began < allowed(2.0)
