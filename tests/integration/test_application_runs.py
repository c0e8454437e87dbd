"""Runs whose outputs a caller submits: stored at most once per cell, scored by the worker, finished by themselves."""

import asyncio
from collections.abc import AsyncGenerator
from decimal import Decimal
from uuid import UUID

import pytest
import pytest_asyncio

from edison.domain.ids import RunId
from tests.support.answers import granted, refused
from tests.support.application_runs import (
    completed,
    finish,
    open_cells,
    order,
    read,
    right,
    start,
    submit,
    until_scored,
)
from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows

pytestmark = pytest.mark.asyncio(loop_scope="module")

CASES = 30


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Gateway]:
    async with a_gateway_of_its_own(postgres, tmp_path_factory.mktemp("worker")) as gateway:
        yield gateway


@pytest_asyncio.fixture(loop_scope="module")
async def runs(gateway: Gateway) -> RunBench:
    await gateway.sim.reset()
    return await a_run_bench(await gateway.bench(), cases=CASES)


async def test_outputs_of_an_application_are_scored_and_the_run_ends_by_itself(
    runs: RunBench,
) -> None:
    run = await start(runs, trials=2)
    assert (run["state"], run["trigger"]) == ("executing", "application")
    assert run["plan"]["application"] == {"name": "Support bot", "version": "1.4"}
    [column] = run["plan"]["columns"]
    assert (column["model_name"], column["application_version"]) == ("Support bot", "1.4")

    page = await open_cells(runs, run, limit=40)
    more = await open_cells(runs, run, after=page["next_after"], limit=40)
    cells = page["items"] + more["items"]
    assert [cell["cell_id"] for cell in cells] == list(range(60))
    assert more["next_after"] is None
    assert [cell["trial"] for cell in cells[:4]] == [0, 1, 0, 1]
    assert cells[0]["values"] == {"question": "What is 0 plus one?"}
    assert cells[0]["case_id"] == cells[1]["case_id"] != cells[2]["case_id"]

    said = await submit(
        runs,
        run,
        *[
            {
                **right(cell),
                "latency_ms": 200,
                "cost_usd": "0.002",
                "usage": {"prompt_tokens": 10, "completion_tokens": 5},
                "metadata": {"trace": "abc"},
            }
            for cell in cells[:50]
        ],
    )
    assert (len(said["stored"]), said["already_there"], said["open"]) == (50, [], 10)
    said = await submit(
        runs, run, *[{"cell_id": cell["cell_id"], "text": "wrong"} for cell in cells[50:]]
    )
    assert said["open"] == 0

    seen = await completed(runs, run)
    [progress] = seen["progress"]
    assert (progress["answered"], progress["failed"], progress["open"]) == (60, 0, 0)
    assert Decimal(progress["cost_usd"]) == Decimal("0.1")
    assert (progress["prompt_tokens"], progress["completion_tokens"]) == (500, 250)
    [scorer] = seen["scorers"]
    assert scorer["columns"][0]["mean"] == pytest.approx(50 / 60)
    # What the application cost is the caller's money: no budget and no ledger line counts it.
    assert runs.budget(RunId(UUID(run["id"])))["settled"] == 0
    assert rows(runs.url, "SELECT count(*) FROM ledger WHERE run_id = %s", run["id"]) == [(0,)]
    cell = granted(await runs.bench.browser.get(f"{runs.bench.path}/runs/{run['id']}/cells/0"))
    assert cell["output"] == "1"
    await runs.assert_sums_are_true(RunId(UUID(run["id"])))


async def test_scores_appear_while_other_outputs_are_still_missing(runs: RunBench) -> None:
    run = await start(runs)
    cells = (await open_cells(runs, run))["items"]

    await submit(runs, run, *[right(cell) for cell in cells[:3]])

    seen = await until_scored(runs, run, 3)
    assert seen["state"] == "executing"
    assert [cell["cell_id"] for cell in (await open_cells(runs, run))["items"]] == list(
        range(3, CASES)
    )
    # Another output wakes a chunk that a worker has released before.
    await submit(runs, run, right(cells[4]))
    seen = await until_scored(runs, run, 4)
    assert seen["progress"][0]["open"] == CASES - 4


async def test_an_output_is_stored_once_and_never_replaced(runs: RunBench) -> None:
    run = await start(runs, scorers=[])
    first = {"cell_id": 7, "text": "first"}

    said = await submit(runs, run, first, {"cell_id": 7, "text": "same request"})
    again = await submit(runs, run, {"cell_id": 7, "text": "second"}, {"cell_id": 8, "error": "No"})

    assert (said["stored"], said["already_there"]) == ([7], [7])
    assert (again["stored"], again["already_there"]) == ([8], [7])
    found = rows(
        runs.url,
        "SELECT ordinal, state, output, error_code, error FROM cells WHERE run_id = %s ORDER BY 1",
        run["id"],
    )
    assert found == [
        (7, "answered", "first", None, None),
        (8, "failed", None, "application_error", "No"),
    ]


async def test_many_callers_submit_the_same_cells_and_each_is_stored_once(runs: RunBench) -> None:
    run = await start(runs)

    said = await asyncio.gather(  # noqa: TID251 - all must succeed
        *[
            submit(runs, run, *[{"cell_id": n, "text": f"caller {who}"} for n in range(CASES)])
            for who in range(6)
        ]
    )

    assert sorted(cell for one in said for cell in one["stored"]) == list(range(CASES))
    seen = await completed(runs, run)
    assert seen["progress"][0]["answered"] == CASES
    await runs.assert_sums_are_true(RunId(UUID(run["id"])))


async def test_a_run_that_is_finished_early_ends_with_the_missing_cells_failed(
    runs: RunBench,
) -> None:
    run = await start(runs)
    await submit(runs, run, {"cell_id": 0, "text": "1"})

    await finish(runs, run)
    seen = await completed(runs, run)

    [progress] = seen["progress"]
    assert (progress["answered"], progress["failed"], progress["open"]) == (1, CASES - 1, 0)
    codes = rows(
        runs.url,
        "SELECT DISTINCT error_code FROM cells WHERE run_id = %s AND state = 'failed'",
        run["id"],
    )
    assert codes == [("missing_output",)]
    # Finishing or submitting again changes nothing.
    await finish(runs, run)
    said = await submit(runs, run, {"cell_id": 3, "text": "late"})
    assert (said["stored"], said["already_there"]) == ([], [3])
    assert (await read(runs, run))["state"] == "completed"
    await runs.assert_sums_are_true(RunId(UUID(run["id"])))


async def test_a_repeated_start_with_the_same_key_returns_the_same_run(runs: RunBench) -> None:
    first = await start(runs, key="build-17")
    await submit(runs, first, {"cell_id": 0, "text": "1"})

    again = await start(runs, key="build-17")

    assert again["id"] == first["id"]
    assert (await start(runs, key="build-18"))["id"] != first["id"]
    path = f"{runs.bench.path}/application-runs"
    other = order(key="build-17", application={"name": "Support bot", "version": "1.5"})
    error = refused(await runs.bench.browser.post(path, json=other), 409, "WRONG_STATE")
    assert "another application" in error["message"]


async def test_what_is_wrong_with_a_request_is_said_and_nothing_is_stored(runs: RunBench) -> None:
    path = f"{runs.bench.path}/application-runs"
    browser = runs.bench.browser
    refused(await browser.post(path, json=order(dataset="Nothing")), 404, "NOT_FOUND")
    error = refused(
        await browser.post(path, json=order(scorers=[{"kind": "none"}], trials=99)),
        422,
        "RUN_NOT_READY",
    )
    assert {one["code"] for one in error["details"]["problems"]} == {"bad_scorer", "bad_trials"}

    run = await start(runs)
    outputs = f"{path}/{run['id']}/outputs"
    wrong = {"outputs": [{"cell_id": 0, "text": "1"}, {"cell_id": CASES, "text": "1"}]}
    assert (
        refused(await browser.post(outputs, json=wrong), 400, "BAD_REQUEST")["path"]
        == "outputs.1.cell_id"
    )
    both = {"outputs": [{"cell_id": 0, "text": "1", "error": "No"}]}
    refused(await browser.post(outputs, json=both), 400, "BAD_REQUEST")
    assert runs.counts(RunId(UUID(run["id"]))) == {}

    granted(await browser.post(f"{runs.bench.path}/runs/{run['id']}/cancel"))
    fine = {"outputs": [{"cell_id": 0, "text": "1"}]}
    refused(await browser.post(outputs, json=fine), 409, "WRONG_STATE")
    ordinary = await runs.start()
    refused(await browser.get(f"{path}/{ordinary.id}/open-cells"), 409, "WRONG_STATE")


async def test_a_grader_scores_outputs_and_only_its_calls_are_charged(runs: RunBench) -> None:
    grader = await runs.a_grader("Is this right? {{output}} Answer with a number from 0 to 1.")
    run = await start(runs, scorers=[grader], choice={"first": 5})
    run_id = RunId(UUID(run["id"]))

    await submit(runs, run, *[{"cell_id": n, "text": "yes", "cost_usd": "1"} for n in range(5)])
    seen = await completed(runs, run)

    assert seen["progress"][0]["answered"] == 5
    ledger = runs.ledger(run_id)
    assert 0 < ledger["settled"] < 1_000_000
    assert runs.budget(run_id)["settled"] == ledger["settled"]
    phases = rows(runs.url, "SELECT DISTINCT phase FROM ledger WHERE run_id = %s", run["id"])
    assert phases == [("judge",)]


async def test_outputs_are_stored_while_a_run_is_paused_and_scored_when_it_resumes(
    runs: RunBench,
) -> None:
    run = await start(runs)
    path = f"{runs.bench.path}/runs/{run['id']}"
    granted(await runs.bench.browser.post(f"{path}/pause"))

    cells = (await open_cells(runs, run))["items"]
    said = await submit(runs, run, *[right(cell) for cell in cells])

    assert len(said["stored"]) == CASES
    assert (await read(runs, run))["state"] == "paused"
    granted(await runs.bench.browser.post(f"{path}/resume"))
    seen = await completed(runs, run)
    assert seen["scorers"][0]["columns"][0]["mean"] == 1.0
