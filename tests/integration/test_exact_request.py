"""The request that is shown is the request that is sent, byte for byte, and no secret is in it."""

import json
from typing import Any

import pytest

from tests.support.answers import granted, refused
from tests.support.gateway import KEY, Bench, Gateway
from tests.support.recording import recording
from tests.support.runs import RunBench, a_run_bench

pytestmark = pytest.mark.asyncio(loop_scope="module")

DOTS = "\u2022" * 8
PARAMETERS = {"temperature": 0.3, "top_p": 0.9, "stop": ["END"]}
SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}


async def shown(bench: Bench, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = await bench.browser.post(f"{bench.path}/runs/request", json=body)
    if status != 200:
        return refused(answer, status, "NOT_FOUND")
    return granted(answer)


async def a_prompt(bench: Bench, name: str, **content: Any) -> str:
    body = {"name": name, "kind": "generator", "content": content}
    return granted(await bench.browser.post(f"{bench.path}/prompts", json=body), 201)["id"]


async def started(runs: RunBench, body: dict[str, Any]) -> None:
    answer = await runs.bench.browser.post(f"{runs.bench.path}/runs", json=body)
    run = granted(answer, 202)
    await runs.finished(run["id"])


@pytest.mark.parametrize(
    ("provider", "at", "header"),
    [
        ("OPENAI", "/v1", "authorization"),
        ("ANTHROPIC", "", "x-api-key"),
        ("GEMINI", "", "x-goog-api-key"),
    ],
)
async def test_what_is_shown_is_what_the_provider_receives(
    gateway: Gateway, provider: str, at: str, header: str
) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=2, models=1)
    bench = runs.bench
    async with recording(gateway.sim.url) as recorder:
        granted(await bench.add_at(f"{recorder.url}{at}", provider, "Recorded"), 201)
        model = await bench.priced("sim-medium", provider=provider)
        prompt = await a_prompt(
            bench,
            f"Asked of {provider}",
            system="Answer in one word.",
            few_shots=[{"user": "2 plus 2?", "assistant": "4"}],
            messages=[{"role": "user", "content": "Now \u00fc: {{question}}"}],
            output={"kind": "schema", "schema": SCHEMA},
            tools=[],
        )
        version = {"prompt": prompt}
        target = {"model": model["id"], "parameters": PARAMETERS}
        seen = [
            await shown(bench, version=version, target=target, dataset=runs.dataset, row=row)
            for row in (0, 1)
        ]
        large = await shown(
            bench, version=version, target=target, dataset=runs.dataset, row=1, cells=21
        )
        recorder.received.clear()
        order = {"versions": [version], "targets": [target], "dataset": runs.dataset}
        await started(runs, {**order, "reuse": False})
        small_calls = recorder.calls()
        recorder.received.clear()
        await started(runs, {**order, "reuse": False, "trials": 11})
        large_calls = recorder.calls()

    assert {each["body"] for each in seen} == {call.body.decode() for call in small_calls}
    assert len(small_calls) == 2
    assert [each["bytes"] for each in seen] == [len(each["body"].encode()) for each in seen]
    assert {large["body"]} < {call.body.decode() for call in large_calls}
    assert {call.url for call in large_calls} == {large["url"]}
    for each in seen:
        call = next(call for call in small_calls if call.body.decode() == each["body"])
        assert (each["method"], each["url"]) == (call.method, call.url)
        headers = dict(each["headers"])
        assert DOTS in headers.pop(header)
        assert KEY in call.headers[header]
        assert headers.pop("x-client-request-id") == "run-\u2026"
        assert headers.items() <= call.headers.items()
        assert KEY not in json.dumps(each)
        assert each["problems"] == []
        assert each["max_tokens"] == 4096
        assert each["prompt_tokens"] > 10
        # A bound on the answer is always sent.
        assert "4096" in each["body"]


async def test_simulated_models_are_shown_as_they_are_called_and_values_may_come_from_hand(
    gateway: Gateway,
) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=1, models=1)
    bench, target = runs.bench, {"model": runs.models[0], "parameters": {"max_tokens": 77}}
    version = {"prompt": runs.prompt}

    by_hand = await shown(bench, version=version, target=target, values={"question": "Why?"})
    lacking = await shown(bench, version=version, target=target, values={})
    nothing = await shown(bench, version=version, target=target)

    assert by_hand["url"] == f"{gateway.sim.url}/v1/chat/completions"
    sent = json.loads(by_hand["body"])
    assert sent["messages"][-1]["content"] == "Answer in one word. Why?"
    assert (sent["max_tokens"], by_hand["max_tokens"]) == (77, 77)
    assert by_hand["problems"] == []
    assert [problem["code"] for problem in lacking["problems"]] == ["no_value"]
    assert "{{question}}" in lacking["body"]
    assert [problem["code"] for problem in nothing["problems"]] == ["no_dataset", "no_value"]


async def test_nothing_is_shown_of_what_is_not_there_or_another_projects(gateway: Gateway) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=1, models=1)
    other = await a_run_bench(await gateway.bench(), cases=1, models=1)
    own = {"version": {"prompt": runs.prompt}, "target": {"model": runs.models[0]}}
    await shown(runs.bench, 404, **{**own, "version": {"prompt": other.prompt}})
    await shown(runs.bench, 404, **{**own, "target": {"model": other.models[0]}})
    await shown(runs.bench, 404, **own, dataset=other.dataset)
    await shown(runs.bench, 404, **own, dataset=runs.dataset, row=1)
    await shown(runs.bench, 404, **{**own, "version": {"prompt": runs.prompt, "number": 9}})
