"""Executions through a real worker.

Frozen answers are judged again, a fallback answers, and a day's money ends a run's day.
"""

import asyncio
from typing import Any
from uuid import UUID

import pytest

from edison.domain.ids import RunId
from edison.domain.runs.run_states import PauseReason, RunState
from tests.support.answers import granted
from tests.support.gateway import Gateway
from tests.support.judging import a_judge_in, a_rubric, as_scorer
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import execute, rows, value

pytestmark = pytest.mark.asyncio(loop_scope="module")

PATIENCE_S = 120.0


async def a_suite(runs: RunBench, **recipe: Any) -> dict[str, Any]:
    bench = runs.bench
    path = f"{bench.path}/prompts/{runs.prompt}/versions"
    saved = await bench.browser.post(path, json={"changelog": "First"})
    assert saved.status_code in (200, 201), saved.text
    body = {
        "name": "Nightly",
        "daily_limit_usd": None,
        "recipe": {
            "prompts": [{"prompt": runs.prompt}],
            "dataset": {"id": runs.dataset},
            "targets": [{"model": runs.models[0], "parameters": {"max_tokens": 100}}],
            **recipe,
        },
    }
    return granted(await bench.browser.post(f"{bench.path}/suites", json=body), 201)


async def execution(runs: RunBench, suite: dict[str, Any]) -> dict[str, Any]:
    """Run now, and wait for its end."""
    bench = runs.bench
    path = f"{bench.path}/suites/{suite['id']}/executions"
    made = granted(await bench.browser.post(path, json={}), 202)
    return await at_its_end(runs, made)


async def at_its_end(runs: RunBench, made: dict[str, Any]) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            path = f"{runs.bench.path}/executions/{made['id']}"
            seen = granted(await runs.bench.browser.get(path))
            if seen["state"] != "running":
                return seen
            await asyncio.sleep(0.05)


async def test_an_execution_ends_with_its_run_and_its_money_is_counted_by_the_day(
    gateway: Gateway,
) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=10, models=1)
    suite = await a_suite(runs, scorers=[{"kind": "contains", "values": ["a"]}])

    done = await execution(runs, suite)

    run = RunId(UUID(done["run_id"]))
    assert (done["state"], done["run_state"], done["done"]) == ("completed", "completed", 10)
    spent = runs.budget(run)["settled"]
    assert spent > 0
    scopes = (
        "SELECT scope, settled, held FROM budgets WHERE project_id = %s AND period > '2001-01-01'"
    )
    assert set(rows(runs.url, scopes, runs.project)) == {
        ("suite_day", spent, 0),
        ("project_day", spent, 0),
        ("project_month", spent, 0),
    }
    # Scorers that are code cannot drift: nothing is frozen.
    assert not rows(runs.url, "SELECT 1 FROM canaries WHERE project_id = %s", runs.project)
    assert done["canary_run_id"] is None


async def test_frozen_answers_are_judged_again_and_no_target_is_asked_for_them(
    gateway: Gateway,
) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=25, models=1)
    bench = runs.bench
    rubric = await a_rubric(bench.browser, bench.path)
    judge = await a_judge_in(bench.browser, bench.path, runs.models[0], rubric["id"])
    suite = await a_suite(runs, scorers=[{"kind": "length", "at_least": 1}, as_scorer(judge)])
    first = await execution(runs, suite)
    assert first["canary_run_id"] is None
    [(taken, frozen)] = rows(
        runs.url,
        "SELECT frozen_from_run_id, frozen_run_id FROM canaries WHERE project_id = %s",
        runs.project,
    )
    assert str(taken) == first["run_id"]
    await gateway.sim.reset()

    second = await execution(runs, suite)

    # 25 answers, 25 verdicts, and 20 verdicts on frozen answers.
    assert (await gateway.sim.calls())["answered"] == 70
    canary = RunId(UUID(second["canary_run_id"]))
    of = "SELECT ordinal, output FROM cells WHERE run_id = %s AND state = 'answered' ORDER BY 1"
    assert rows(runs.url, of, canary) == rows(runs.url, of, frozen)
    assert len(rows(runs.url, of, canary)) == 20
    scored = "SELECT count(*) FROM scores WHERE run_id = %s AND state = 'scored' AND scorer = 0"
    assert value(runs.url, scored, frozen) == value(runs.url, scored, canary) == 20
    kept = "SELECT sum(cost) FROM scores WHERE run_id = %s"
    assert (value(runs.url, kept, frozen), value(runs.url, kept, canary) > 0) == (0, True)
    assert runs.budget(canary)["settled"] == runs.spent(canary)
    await runs.assert_sums_are_true(canary)
    # It is paid from the same day, and is part of what the execution cost.
    day = "SELECT settled FROM budgets WHERE scope = 'suite_day' AND subject = %s"
    assert value(runs.url, day, UUID(suite["id"])) == sum(
        runs.budget(RunId(UUID(run)))["settled"]
        for run in (first["run_id"], second["run_id"], second["canary_run_id"])
    )
    listed = granted(await runs.bench.browser.get(f"{runs.bench.path}/runs"))["items"]
    assert {run["id"] for run in listed} == {first["run_id"], second["run_id"]}


async def test_a_fallback_answers_where_the_target_fails_and_the_cell_names_it(
    gateway: Gateway,
) -> None:
    """PSM-MODEL-9"""
    runs = await a_run_bench(await gateway.bench(), cases=6, models=2)
    known = {model["id"]: model["name"] for model in await runs.bench.models()}
    target, other = runs.models
    suite = await a_suite(runs, fallback={"model": other, "parameters": {"max_tokens": 50}})
    await gateway.sim.reset()
    await gateway.sim.behave_for(known[target], faults=[{"kind": "too_long"}])

    done = await execution(runs, suite)
    await gateway.sim.reset()

    run = RunId(UUID(done["run_id"]))
    assert runs.counts(run) == {"answered": 6}
    cell = granted(await runs.bench.browser.get(f"{runs.bench.path}/runs/{run}/cells/0"))
    assert cell["stand_in"]["model_name"] == known[other]
    assert (cell["stand_in"]["model"], cell["stand_in"]["code"]) == (other, "too_long")
    assert cell["column"]["model_id"] == target
    assert runs.budget(run)["settled"] == runs.ledger(run)["settled"] == runs.spent(run) > 0
    assert runs.budget(run)["held"] == 0
    await runs.assert_sums_are_true(run)


async def test_without_a_fallback_the_cell_fails(gateway: Gateway) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=3, models=1)
    [model] = [each for each in await runs.bench.models() if each["id"] == runs.models[0]]
    suite = await a_suite(runs)
    await gateway.sim.reset()
    await gateway.sim.behave_for(model["name"], faults=[{"kind": "too_long"}])

    done = await execution(runs, suite)
    await gateway.sim.reset()

    assert runs.counts(RunId(UUID(done["run_id"]))) == {"failed": 3}


async def test_a_run_that_meets_the_end_of_the_days_money_rests_with_its_suite(
    gateway: Gateway,
) -> None:
    """PSM-BUDGET-3"""
    runs = await a_run_bench(await gateway.bench(), cases=30, models=1, input="250", output="1000")
    bench = runs.bench
    suite = await a_suite(runs)
    path = f"{bench.path}/suites/{suite['id']}"
    first = await execution(runs, suite)
    cost = runs.budget(RunId(UUID(first["run_id"])))["settled"]
    # The second is expected to cost next to nothing, and the day has half of what it costs in truth.
    execute(runs.url, f"UPDATE budgets SET settled = 1 WHERE subject = '{first['run_id']}'")
    limit = cost + cost // 2
    body = {"revision": 1, "daily_limit_usd": str(limit / 1_000_000)}
    granted(await bench.browser.patch(path, json=body))

    made = granted(await bench.browser.post(f"{path}/executions", json={}), 202)
    run = RunId(UUID(made["run_id"]))
    paused = await runs.until(run, RunState.PAUSED)

    assert paused.pause_reason is PauseReason.BUDGET
    assert paused.resume_at is not None
    assert (paused.resume_at.hour, paused.resume_at.minute) == (0, 0)
    assert "midnight UTC" in (paused.problem or "")
    seen = granted(await bench.browser.get(path))
    assert (seen["state"], seen["pause_reason"]) == ("paused", "budget")
    day = "SELECT settled + held + doubt + overrun FROM budgets WHERE scope = 'suite_day' AND subject = %s"
    assert cost < value(runs.url, day, UUID(suite["id"])) <= limit
    assert granted(await bench.browser.get(f"{bench.path}/executions/{made['id']}"))["state"] == (
        "running"
    )
    told = "SELECT count(*) FROM dbos.workflow_status WHERE workflow_uuid LIKE %s"
    assert value(runs.url, told, f"assess-{made['id']}-budget-%") == 1

    # A person need not wait for midnight: raise it, and go on.
    granted(await bench.browser.patch(path, json={"revision": 2, "daily_limit_usd": "50"}))
    granted(await bench.browser.post(f"{path}/resume"))
    done = await at_its_end(runs, made)

    assert (done["state"], done["done"]) == ("completed", 30)
    await runs.assert_sums_are_true(run)


async def test_a_run_without_a_suite_counts_against_the_day_of_the_project(
    gateway: Gateway,
) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=4, models=1)

    run = await runs.start()
    await runs.finished(run.id)

    day = "SELECT settled FROM budgets WHERE scope = 'project_day' AND subject = %s"
    assert value(runs.url, day, runs.project) == runs.budget(run.id)["settled"] > 0
    assert run.suite is None
