"""Semantic similarity in a run: vectors come through the gateway, are paid for, and an error is never a score."""

from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from edison.domain.errors import RunNotReady
from edison.domain.ids import ModelId
from edison.domain.models.parameters import Parameters
from edison.domain.runs.run_order import TargetChoice
from tests.support.answers import granted
from tests.support.gateway import Bench, Gateway
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows as sql_rows

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUESTION = "What is the capital of France?"
# So much of an answer is "That is a good question,".
SHORT = Parameters(max_tokens=6, temperature=0)
EXPECTED = (
    # The same in other words.
    "A fine query",
    "Bananas grow on large trees in warm countries",
    None,
)


async def a_bench(gateway: Gateway) -> RunBench:
    runs = await a_run_bench(await gateway.bench(), cases=0, models=1, text="{{question}}")
    cases: list[dict[str, Any]] = [
        {"values": {"question": QUESTION}, "expected": expected} for expected in EXPECTED
    ]
    path = f"{runs.bench.path}/datasets/{runs.dataset}/cases"
    granted(await runs.bench.browser.post(path, json={"cases": cases}), 201)
    return runs


async def an_embedder(bench: Bench, name: str = "sim-embedding") -> str:
    [credential] = await bench.credentials()
    body = {"credential_id": credential["id"], "name": name}
    model = granted(await bench.browser.post(f"{bench.path}/models", json=body), 201)
    price = f"{bench.path}/models/{model['id']}/price"
    rates = {"choice": "override", "input": "100", "output": "0"}
    granted(await bench.browser.put(price, json=rates))
    return model["id"]


def similarity(model: str) -> dict[str, Any]:
    return {"kind": "semantic_similarity", "model": model, "pass_at": 0.5}


async def scores_of(runs: RunBench, run: Any, scorer: int = 0) -> list[dict[str, Any]]:
    answer = await runs.bench.browser.get(f"{runs.bench.path}/runs/{run}/rows")
    return [row["cells"][0]["scores"][scorer] for row in granted(answer)["items"]]


async def test_the_same_meaning_in_other_words_scores_higher(gateway: Gateway) -> None:
    runs = await a_bench(gateway)
    model = await an_embedder(runs.bench)
    await gateway.sim.reset()
    small = await runs.bench.model("sim-small")
    run = await runs.start(
        scorers=(similarity(model), {"kind": "word_overlap"}),
        targets=(TargetChoice(model=ModelId(UUID(small["id"])), parameters=SHORT),),
    )
    await runs.finished(run.id)

    near, far, without = await scores_of(runs, run.id)
    by_words = (await scores_of(runs, run.id, scorer=1))[0]

    assert near["value"] > far["value"] + 0.3
    assert near["value"] > by_words["value"] + 0.3
    assert (near["passed"], far["passed"]) == (True, False)
    assert (without["value"], without["problem"]) == (None, "not_applicable")
    # Three answers; no call for the case without an expected answer.
    assert (await gateway.sim.calls())["answered"] == 5
    await runs.assert_sums_are_true(run.id)


async def test_the_ledger_has_the_tokens_of_the_vectors(gateway: Gateway) -> None:
    runs = await a_bench(gateway)
    model = await an_embedder(runs.bench)
    await gateway.sim.reset()
    run = await runs.start(scorers=(similarity(model),))
    await runs.finished(run.id)

    billed = [one for one in await gateway.sim.billed() if one["model"] == "sim-embedding"]
    [(calls, settled, prompt, completion)] = sql_rows(
        runs.url,
        "SELECT sum(calls) FILTER (WHERE kind = 'settle'), sum(settled), sum(prompt_tokens), "
        "sum(completion_tokens) FROM ledger WHERE run_id = %s AND phase = 'judge'",
        run.id,
    )

    tokens = sum(one["usage"]["prompt_tokens"] * one["answers"] for one in billed)
    assert (calls, prompt, completion) == (2, tokens, 0)
    assert settled == tokens * 100
    budget = runs.budget(run.id)
    assert (budget["held"], budget["doubt"]) == (0, 0)


async def test_the_forecast_counts_the_calls_and_their_price(gateway: Gateway) -> None:
    runs = await a_bench(gateway)
    model = await an_embedder(runs.bench)
    body = {
        "versions": [{"prompt": runs.prompt}],
        "targets": [{"model": runs.models[0]}],
        "dataset": runs.dataset,
        "scorers": [similarity(model)],
    }
    answer = await runs.bench.browser.post(f"{runs.bench.path}/runs/forecast", json=body)
    found = granted(answer)["forecast"]

    assert found["judge_calls"] == 2
    [part] = [one for one in found["parts"] if one["phase"] == "judge"]
    assert part["answer_tokens"] == 0
    assert Decimal(part["money"]["likely_usd"]) > 0
    assert Decimal(part["money"]["worst_usd"]) >= Decimal(part["money"]["likely_usd"])


@pytest.mark.parametrize("name", ["sim-garbage", "sim-down", "sim-too-long"])
async def test_an_endpoint_that_fails_gives_no_score(gateway: Gateway, name: str) -> None:
    runs = await a_bench(gateway)
    model = await an_embedder(runs.bench, name)
    run = await runs.start(scorers=(similarity(model),))
    await runs.finished(run.id)

    found = await scores_of(runs, run.id)

    assert [(one["value"], one["passed"], one["problem"]) for one in found] == [
        (None, None, "judge_error"),
        (None, None, "judge_error"),
        (None, None, "not_applicable"),
    ]


async def test_a_provider_without_embeddings_is_refused_before_the_run(gateway: Gateway) -> None:
    runs = await a_bench(gateway)
    granted(await runs.bench.add_anthropic("Claude"), 201)
    claude = next(m for m in await runs.bench.models() if m["provider"] == "ANTHROPIC")
    path = f"{runs.bench.path}/models/{claude['id']}/price"
    granted(await runs.bench.browser.put(path, json={"choice": "free"}))

    with pytest.raises(RunNotReady) as refused:
        await runs.start(scorers=(similarity(claude["id"]),))

    assert "no embeddings endpoint" in str(refused.value.facts)
