"""Outputs of an application as a file, and the comparison, gate, ranking and export of its runs."""

import asyncio
import json
from collections.abc import AsyncGenerator
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio

from tests.support.answers import granted, refused
from tests.support.application_runs import (
    completed,
    finish,
    open_cells,
    right,
    start,
    submit,
    upload,
)
from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.runs import RunBench, a_run_bench

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


async def test_a_csv_of_case_ids_is_matched_and_other_rows_are_reported(runs: RunBench) -> None:
    run = await start(runs)
    cells = (await open_cells(runs, run))["items"]
    lines = [f"{cell['case_id']},{cell['expected']},0.001" for cell in cells[:5]]
    text = "\n".join(["case_id,output,cost_usd", *lines, f"{UUID(int=7)},lost,", lines[0]])

    report = granted(await upload(runs, run, "outputs.csv", text))

    assert (report["rows"], report["stored"], report["already_there"]) == (7, 5, 1)
    assert (report["matched_by"], report["output_column"]) == (["case_id"], "output")
    assert (report["unmatched"], report["open"]) == (1, CASES - 5)
    assert report["problems"] == [
        {"row": 6, "line": 7, "message": "No case of the run has this case_id"}
    ]
    again = granted(await upload(runs, run, "outputs.csv", text))
    assert (again["stored"], again["already_there"]) == (0, 6)
    await finish(runs, run)
    seen = await completed(runs, run)
    assert seen["progress"][0]["answered"] == 5
    assert Decimal(seen["progress"][0]["cost_usd"]) == Decimal("0.005")
    assert seen["scorers"][0]["columns"][0]["mean"] == 1.0


async def test_json_lines_are_matched_by_the_values_of_the_case_and_fill_its_trials(
    runs: RunBench,
) -> None:
    run = await start(runs, trials=2, choice={"first": 3})
    rows_of_file = [
        {"question": f"What is {n} plus one?", "answer": str(n + 1)} for n in (0, 1, 2, 0, 1)
    ]
    rows_of_file += [{"question": "What is 2 plus one?", "error": "Timeout"}, {"question": "Else?"}]
    text = "\n".join(json.dumps(row) for row in rows_of_file)

    report = granted(await upload(runs, run, "outputs.jsonl", text))

    assert (report["stored"], report["unmatched"], report["open"]) == (6, 1, 0)
    assert report["matched_by"] == ["question"]
    seen = await completed(runs, run)
    assert (seen["progress"][0]["answered"], seen["progress"][0]["failed"]) == (5, 1)


async def test_a_file_that_cannot_be_matched_is_refused(runs: RunBench) -> None:
    run = await start(runs)
    error = refused(await upload(runs, run, "a.csv", "name,output\nx,y\n"), 400, "INVALID_FORMAT")
    assert "case_id" in error["next_step"]
    error = refused(await upload(runs, run, "a.csv", "question,said\nx,y\n"), 400, "INVALID_FORMAT")
    assert "no column of outputs" in error["message"]
    text = "question,said\nWhat is 0 plus one?,1\n"
    assert granted(await upload(runs, run, "a.csv", text, output_column="said"))["stored"] == 1


async def answered(runs: RunBench, version: str, right_ones: int) -> dict[str, Any]:
    """Run a version of the application that answers so many cases correctly."""
    run = await start(runs, application={"name": "Support bot", "version": version})
    cells = (await open_cells(runs, run))["items"]
    outputs = [
        right(cell) if cell["cell_id"] < right_ones else {"cell_id": cell["cell_id"], "text": "?"}
        for cell in cells
    ]
    await submit(runs, run, *outputs)
    return await completed(runs, run)


async def test_versions_of_an_application_are_compared_gated_ranked_and_exported(
    runs: RunBench,
) -> None:
    """No place needs a prompt or a model: each route about a run answers for a run of an application."""
    before, after = await answered(runs, "1.4", CASES), await answered(runs, "1.5", 5)
    browser, path = runs.bench.browser, runs.bench.path
    here = f"{path}/runs/{after['id']}"

    gate = granted(await browser.post(f"{here}/gate", json={"baseline": "previous"}))
    assert (gate["verdict"], gate["broken"]) == ("worse", CASES - 5)
    verdict = granted(
        await browser.get(
            f"{here}/verdict", params={"with": before["id"], "column": 0, "other_column": 0}
        )
    )
    assert "Support bot 1.5 against Support bot 1.4" in str(verdict)
    results = granted(await browser.get(f"{here}/results"))
    assert results["columns"][0]["prompt_name"] == "Support bot 1.5"
    board = granted(
        await browser.post(
            f"{path}/boards",
            json={"name": "Versions", "runs": [before["id"], after["id"]]},
        ),
        201,
    )
    ranked = granted(await browser.get(f"{path}/boards/{board['id']}"))
    assert [row["name"] for row in ranked["rows"]] == ["Support bot 1.4", "Support bot 1.5"]
    exported = await browser.get(f"{here}/export", params={"format": "jsonl"})
    assert json.loads(exported.text.splitlines()[0])["model"] == "Support bot"
    error = refused(
        await browser.post(f"{path}/suites/from-run", json={"run": after["id"], "name": "Bot"}),
        400,
        "BAD_REQUEST",
    )
    assert "do not come from models" in error["message"]

    answers = await asyncio.gather(  # noqa: TID251 - all must succeed
        *[
            browser.get(
                route.format(project=runs.bench.project["slug"], run=after["id"]), params=query
            )
            for route, query in routes_about_a_run(runs, before["id"])
        ]
    )
    assert [(str(one.url), one.text) for one in answers if one.status_code != 200] == []
    assert len(answers) > 10


def routes_about_a_run(runs: RunBench, other: str) -> list[tuple[str, dict[str, Any]]]:
    """Return each route that reads a run, with the queries that it needs."""
    known: dict[str, Any] = {"with": other, "column": 0, "other_column": 0, "metric": "exact"}
    left_out = ("/events", "/question", "open-cells")
    return [
        (
            path,
            {
                one["name"]: known[one["name"]]
                for one in operations["get"].get("parameters", [])
                if one["in"] == "query" and one.get("required")
            },
        )
        for path, operations in runs.bench.world.app.openapi()["paths"].items()
        if "get" in operations
        and "/runs/{run}" in path
        and path.count("{") == 2
        and not any(part in path for part in left_out)
    ]
