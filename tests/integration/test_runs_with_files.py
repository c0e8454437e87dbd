"""A run whose cases have images, through a real worker: sent, scored, judged, priced and shown."""

from decimal import Decimal
from typing import Any

import pytest

from edison.domain.errors import RunNotReady
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import RunState
from tests.support.answers import granted
from tests.support.datasets import DatasetOf, stored
from tests.support.gateway import Gateway
from tests.support.judged import a_judge_bench
from tests.support.media import pdf, png
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows

pytestmark = pytest.mark.asyncio(loop_scope="module")

JUDGES = (("Eyes", "sim-judge"), ("Blind", "sim-large"))
TEXT = "Say what you see in {{image}}. {{question}}"


async def with_pictures(
    gateway: Gateway, number: int, *, side: int = 100, **more: Any
) -> tuple[RunBench, list[dict[str, Any]]]:
    """Create a project whose cases have a picture and a question."""
    runs = await a_run_bench(await gateway.bench(), cases=0, text=TEXT, billed=True, **more)
    dataset = dataset_of(runs)
    files = [
        await stored(dataset, png(side + place, side // 2), f"{place}.png")
        for place in range(number)
    ]
    cases = [
        {
            "values": {"image": {"file": file["file"]}, "question": f"Number {place}?"},
            "expected": file["file"][:12],
        }
        for place, file in enumerate(files)
    ]
    await dataset.add(*cases)
    await gateway.sim.reset()
    return runs, files


def dataset_of(runs: RunBench) -> DatasetOf:
    return DatasetOf(runs.bench.browser, runs.bench.project["slug"], runs.dataset)


def forecast_of(runs: RunBench) -> dict[str, Any]:
    return {
        "versions": [{"prompt": runs.prompt}],
        "targets": [{"model": runs.models[0]}],
        "dataset": runs.dataset,
    }


async def grid(runs: RunBench, run: Run) -> list[dict[str, Any]]:
    found = await runs.bench.browser.get(f"{runs.bench.path}/runs/{run.id}/rows")
    return granted(found)["items"]


async def test_each_cell_gets_the_picture_of_its_case_and_is_paid_for_it(gateway: Gateway) -> None:
    runs, files = await with_pictures(gateway, 8)

    run = await runs.start(scorers=({"kind": "contains", "part": "raw"},))
    done = await runs.finished(run.id)

    assert done.state is RunState.COMPLETED
    cells = rows(
        runs.url, "SELECT ordinal, output, prompt_tokens FROM cells WHERE run_id = %s", run.id
    )
    assert len(cells) == 16
    for ordinal, output, tokens in cells:
        file = files[int(ordinal) // 2]
        assert f"image/png, {file['width']} x 50 pixels, {file['file'][:12]}" in output
        # 4 x 2 patches, and the words.
        assert 8 < tokens < 60
    passed = rows(runs.url, "SELECT count(*) FROM scores WHERE run_id = %s AND passed", run.id)
    assert passed == [(16,)]
    bill = await gateway.sim.bill(Decimal("2.5"), Decimal("10"))
    assert bill == runs.budget(run.id)["settled"] == runs.spent(run.id)
    await runs.assert_sums_are_true(run.id)


async def test_the_grid_and_the_cell_name_the_file(gateway: Gateway) -> None:
    runs, files = await with_pictures(gateway, 2, models=1)
    run = await runs.start()
    await runs.finished(run.id)

    first, _ = await grid(runs, run)
    cell = granted(await runs.bench.browser.get(f"{runs.bench.path}/runs/{run.id}/cells/0"))

    assert first["values"]["image"] == {"text": "0.png", "truncated": False, "file": files[0]}
    assert first["values"]["question"]["file"] is None
    assert cell["case"]["values"]["image"] == files[0]
    [message] = cell["request"]["messages"]
    assert message["content"] == "Say what you see in . Number 0?"
    assert message["files"] == [{**files[0], "at": 20}]


async def test_a_judge_sees_the_picture_if_its_model_takes_images(gateway: Gateway) -> None:
    # 1,280 x 640 pixels are 800 patches.
    runs, _ = await with_pictures(gateway, 3, models=1, side=1_280)
    judges = await a_judge_bench(runs, 0)
    seeing, blind = [await judges.judge(name, model) for name, model in JUDGES]
    model = await runs.bench.model("sim-large")
    path = f"{runs.bench.path}/models/{model['id']}"
    granted(await runs.bench.browser.patch(path, json={"capabilities": {"images": False}}))
    body = {**forecast_of(runs), "scorers": [{"kind": "judge", "judge": blind}]}
    forecast = granted(await runs.bench.browser.post(f"{runs.bench.path}/runs/forecast", json=body))

    run = await runs.start(
        scorers=tuple({"kind": "judge", "judge": each} for each in (seeing, blind))
    )
    await runs.finished(run.id)

    assert [score.state for score in judges.scores(run.id)] == ["scored"] * 6
    tokens = rows(
        runs.url,
        "SELECT scorer, min(prompt_tokens), max(prompt_tokens) FROM scores WHERE run_id = %s GROUP BY 1 ORDER BY 1",
        run.id,
    )
    assert tokens[0][1] > 800 > tokens[1][2] > 0
    [warning] = forecast["warnings"]
    assert warning["code"] == "judge_without_files"
    assert "sim-large does not take images" in warning["message"]


async def test_a_model_that_takes_no_images_is_refused_before_the_run(gateway: Gateway) -> None:
    runs, _ = await with_pictures(gateway, 1, models=1)
    bench = runs.bench
    model = f"{bench.path}/models/{runs.models[0]}"
    granted(await bench.browser.patch(model, json={"capabilities": {"images": False}}))
    name = granted(await bench.browser.get(model))["name"]

    with pytest.raises(RunNotReady, match=f"{name} does not take images"):
        await runs.start()

    assert (await gateway.sim.calls())["total"] == 0


async def test_a_file_in_a_system_text_is_a_failed_cell_with_a_clear_sentence(
    gateway: Gateway,
) -> None:
    runs, _ = await with_pictures(gateway, 1, models=1)
    draft = {
        "system": "Look at {{image}}",
        "messages": [{"role": "user", "content": "{{question}}"}],
    }
    prompt = f"{runs.bench.path}/prompts/{runs.prompt}"
    revision = granted(await runs.bench.browser.get(prompt))["revision"]
    changed = {"content": draft, "revision": revision}
    granted(await runs.bench.browser.patch(prompt, json=changed))

    run = await runs.start()
    await runs.finished(run.id)

    [(error,)] = rows(runs.url, "SELECT error FROM cells WHERE run_id = %s", run.id)
    assert error == "{{image}} is a file, which only the text of a user message can hold"


async def test_the_forecast_counts_the_tokens_of_files(gateway: Gateway) -> None:
    runs, _ = await with_pictures(gateway, 2, models=1)
    dataset = dataset_of(runs)
    report = await stored(dataset, pdf(30), "report.pdf")
    body = forecast_of(runs)
    before = granted(await runs.bench.browser.post(f"{runs.bench.path}/runs/forecast", json=body))
    for case in await dataset.cases():
        values = {**case["values"], "image": {"file": report["file"]}}
        path = f"{dataset.path}/cases/{case['id']}"
        granted(await dataset.browser.patch(path, json={"values": values}))
    after = granted(await runs.bench.browser.post(f"{runs.bench.path}/runs/forecast", json=body))

    # 30 pages of 700 tokens, in two cases.
    added = after["forecast"]["prompt_tokens"] - before["forecast"]["prompt_tokens"]
    assert added == pytest.approx(2 * 30 * 700, rel=0.02)


async def test_a_pdf_beyond_the_context_window_is_refused_before_the_run(gateway: Gateway) -> None:
    runs, _ = await with_pictures(gateway, 3, models=1)
    dataset = dataset_of(runs)
    report = await stored(dataset, pdf(400), "report.pdf")
    await dataset.add({"values": {"image": {"file": report["file"]}, "question": "Long?"}})
    model = f"{runs.bench.path}/models/{runs.models[0]}"
    granted(
        await runs.bench.browser.patch(model, json={"capabilities": {"context_window": 128_000}})
    )

    with pytest.raises(RunNotReady, match="has about 280,") as refusal:
        await runs.start()

    assert "exceeds the context window" in refusal.value.message
