"""The demo: from an empty project without a key to a graded grid."""

import asyncio
from dataclasses import replace

import pytest

from edison.domain.runs import demo_task
from tests.support.answers import all_items, granted, refused
from tests.support.gateway import Gateway
from tests.support.runs import RunBench

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_one_click_makes_something_that_runs_and_shows_differences(gateway: Gateway) -> None:
    bench = await gateway.bench()
    made = granted(await bench.browser.post(f"{bench.path}/demo"), 201)
    runs = RunBench(
        bench=bench,
        prompt=made["prompt"],
        dataset=made["dataset"],
        models=tuple(made["models"]),
    )

    started = await bench.browser.post(
        f"{bench.path}/runs",
        json={
            "versions": [{"prompt": made["prompt"]}],
            "targets": [{"model": model} for model in made["models"]],
            "dataset": made["dataset"],
            "scorers": [{"kind": "grader", "prompt": made["grader"], "model": made["judge"]}],
        },
    )
    run = granted(started, 202)
    await runs.finished(run["id"])
    report = granted(await bench.browser.get(f"{bench.path}/runs/{run['id']}"))

    assert [column["model_name"] for column in report["plan"]["columns"]] == list(demo_task.MODELS)
    careful, quick, loose = report["progress"]
    assert [column["answered"] for column in (careful, quick)] == [12, 12]
    assert loose["malformed"] >= 1
    means = [grade["mean"] for grade in report["grades"]]
    assert means[0] > means[2] > means[1] > 0.3
    assert float(careful["cost_usd"]) > float(quick["cost_usd"]) > 0


async def test_pressed_again_or_twice_at_once_it_finds_what_it_made(gateway: Gateway) -> None:
    bench = await gateway.bench()
    path = f"{bench.path}/demo"

    once = await asyncio.gather(*(bench.browser.post(path) for _ in range(3)))  # noqa: TID251
    again = granted(await bench.browser.post(path), 201)

    assert [granted(answer, 201) for answer in once] == [again] * 3
    for room, most in (("prompts", 2), ("datasets", 1)):
        found = await all_items(bench.browser, f"{bench.path}/{room}")
        assert sum("(demo)" in item["name"] for item in found) == most
    assert len(await bench.credentials()) == 1
    dataset = granted(await bench.browser.get(f"{bench.path}/datasets/{again['dataset']}"))
    assert (dataset["cases"], dataset["version"], dataset["columns"]) == (12, 1, ["message"])

    # What was deleted is made anew; what is there is kept as it is.
    gone = await bench.browser.delete(f"{bench.path}/prompts/{again['prompt']}")
    assert gone.status_code == 204
    model = await bench.browser.delete(f"{bench.path}/models/{again['models'][0]}")
    assert model.status_code == 204
    anew = granted(await bench.browser.post(path), 201)
    assert anew["prompt"] != again["prompt"]
    assert (anew["grader"], anew["dataset"]) == (again["grader"], again["dataset"])
    assert anew["models"][1:] == again["models"][1:]


async def test_without_a_simulator_the_reason_is_said(gateway: Gateway) -> None:
    bench = await gateway.bench()
    world, ctx = gateway.world, gateway.world.ctx
    world.ctx = replace(ctx, gateway=replace(ctx.gateway, simulator_url=None))
    try:
        owner = await world.person()
        project = await owner.create_project("No simulator")
        answer = await owner.browser.post(f"/api/v1/projects/{project['slug']}/demo")
    finally:
        world.ctx = ctx

    error = refused(answer, 409, "NO_SIMULATOR")
    assert "EDISON_SIMULATOR_URL" in str(error)
    assert await bench.credentials() == []
