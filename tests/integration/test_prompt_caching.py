"""Prompt caching in a run: one call writes the shared beginning, the others read it, and every screen says the same."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from edison.domain.ids import ModelId, PromptId
from edison.domain.models.parameters import Parameters
from edison.domain.runs.run_order import TargetChoice, VersionChoice
from edison.domain.runs.run_plan import Run
from tests.support.answers import granted
from tests.support.gateway import Gateway
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows as sql_rows

pytestmark = pytest.mark.asyncio(loop_scope="module")

CASES = 12
RULES = "Answer like a sailor who knows every harbour. " * 120
# The simulator and Edison's estimate count a token for each four characters.
RULES_TOKENS = -(-len(RULES) // 4)
# Micro-dollars per token: input, output, read, write.
INPUT, OUTPUT, READ, WRITE = (
    Decimal(2),
    Decimal(10),
    Decimal("0.2"),
    Decimal("2.5"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Harbour:
    runs: RunBench
    prompt: str
    model: str

    @property
    def path(self) -> str:
        return f"{self.runs.bench.path}/runs"

    async def run(self, **more: Any) -> Run:
        started = await self.runs.start(
            versions=(VersionChoice(prompt=PromptId(UUID(self.prompt))),),
            targets=(
                TargetChoice(model=ModelId(UUID(self.model)), parameters=Parameters(max_tokens=50)),
            ),
            **more,
        )
        return await self.runs.finished(started.id)

    async def report(self, run: Run) -> dict[str, Any]:
        return granted(await self.runs.bench.browser.get(f"{self.path}/{run.id}"))

    async def forecast(self, **more: Any) -> dict[str, Any]:
        body = {
            "versions": [{"prompt": self.prompt}],
            "targets": [{"model": self.model, "parameters": {"max_tokens": 50}}],
            "dataset": self.runs.dataset,
            **more,
        }
        answer = await self.runs.bench.browser.post(f"{self.path}/forecast", json=body)
        return granted(answer)["forecast"]

    def tokens(self, run: Run) -> dict[str, int]:
        names = ("prompt_tokens", "cache_read_tokens", "cache_write_tokens", "settled")
        [row] = sql_rows(
            self.runs.url,
            f"SELECT {', '.join(f'sum({name})' for name in names)} FROM ledger WHERE run_id = %s",
            run.id,
        )
        return {name: int(found) for name, found in zip(names, row, strict=True)}


async def a_harbour(
    gateway: Gateway, system: str = RULES, cases: int = CASES, model_name: str = "claude-sonnet-5"
) -> Harbour:
    runs = await a_run_bench(await gateway.bench(), cases=cases, models=1)
    bench = runs.bench
    is_claude = model_name.startswith("claude")
    added = await (bench.add_anthropic("Key") if is_claude else bench.add_openai("Key"))
    body = {"credential_id": granted(added, 201)["id"], "name": model_name}
    model = granted(await bench.browser.post(f"{bench.path}/models", json=body), 201)
    price = {
        "choice": "override",
        "input": str(INPUT),
        "output": str(OUTPUT),
        "cache_read": str(READ),
        "cache_write": str(WRITE),
    }
    granted(await bench.browser.put(f"{bench.path}/models/{model['id']}/price", json=price))
    content = {"system": system, "messages": [{"role": "user", "content": "{{question}}"}]}
    prompt = granted(
        await bench.browser.post(
            f"{bench.path}/prompts",
            json={"name": "Sailor", "kind": "generator", "content": content},
        ),
        201,
    )
    await gateway.sim.reset()
    return Harbour(runs=runs, prompt=prompt["id"], model=model["id"])


@pytest.mark.parametrize("model", ["claude-sonnet-5", "gpt-6-sol"])
async def test_one_call_writes_and_the_others_read(gateway: Gateway, model: str) -> None:
    harbour = await a_harbour(gateway, model_name=model)
    # Without an order of the calls, all of them would be on their way before the first answer.
    await gateway.sim.behave(latency={"kind": "fixed", "ms": 200})

    run = await harbour.run()

    found = harbour.tokens(run)
    assert found["cache_write_tokens"] == RULES_TOKENS
    assert found["cache_read_tokens"] == (CASES - 1) * RULES_TOKENS
    await harbour.runs.assert_sums_are_true(run.id)


async def test_the_run_says_what_was_cached_and_saved(gateway: Gateway) -> None:
    harbour = await a_harbour(gateway)
    run = await harbour.run()
    found = harbour.tokens(run)

    caching = (await harbour.report(run))["caching"]

    read = (CASES - 1) * RULES_TOKENS
    # The sum a person would do on paper, from the prices set above.
    saved = read * (INPUT - READ) - RULES_TOKENS * (WRITE - INPUT)
    assert caching["prompt_tokens"] == found["prompt_tokens"]
    assert (caching["read_tokens"], caching["written_tokens"]) == (read, RULES_TOKENS)
    assert caching["share"] == pytest.approx(read / found["prompt_tokens"])
    assert abs(Decimal(caching["saved_usd"]) * 1_000_000 - saved) <= 1
    # Latencies are those of the cells.
    assert (caching["latency_read"]["calls"], caching["latency_other"]["calls"]) == (CASES - 1, 1)
    assert 0 < caching["latency_read"]["mean_ms"] < 10_000
    # The savings report has the same number.
    report = granted(
        await harbour.runs.bench.browser.get(f"{harbour.runs.bench.path}/reports/savings")
    )
    assert report["cached_usd"] == caching["saved_usd"]
    assert report["cached_tokens"] == read


async def test_without_caching_the_same_run_costs_that_much_more(gateway: Gateway) -> None:
    harbour = await a_harbour(gateway)
    with_cache = await harbour.run()
    saved = Decimal((await harbour.report(with_cache))["caching"]["saved_usd"])
    await gateway.sim.reset()

    plain = await harbour.run(prompt_caching=False)

    assert (await harbour.report(plain))["caching"] is None
    found = harbour.tokens(plain)
    assert (found["cache_read_tokens"], found["cache_write_tokens"]) == (0, 0)
    more = found["settled"] - harbour.tokens(with_cache)["settled"]
    # Answers of the same length; each call is rounded to a micro-dollar.
    assert abs(more - saved * 1_000_000) <= 2 * CASES


async def test_turned_off_it_writes_nothing_where_a_provider_caches_by_itself(
    gateway: Gateway,
) -> None:
    """GPT since 5.6 writes every long prompt, which costs more and is read by no other case."""
    harbour = await a_harbour(gateway, model_name="gpt-6-sol")

    run = await harbour.run(prompt_caching=False)

    found = harbour.tokens(run)
    assert (found["cache_read_tokens"], found["cache_write_tokens"]) == (0, 0)


async def test_the_forecast_states_tokens_and_saving(gateway: Gateway) -> None:
    harbour = await a_harbour(gateway)

    found, plain = await harbour.forecast(), await harbour.forecast(prompt_caching=False)

    assert found["cached_tokens"] == pytest.approx((CASES - 1) * RULES_TOKENS, rel=0.02)
    saving = Decimal(found["cache_saving_usd"])
    assert saving > 0
    assert Decimal(plain["money"]["likely_usd"]) - Decimal(found["money"]["likely_usd"]) == saving
    # Nothing is promised: if no call finds a cache, it costs what it costs without one.
    assert found["money"]["high_usd"] == plain["money"]["high_usd"]
    assert found["money"]["worst_usd"] == plain["money"]["worst_usd"]
    assert (plain["cached_tokens"], Decimal(plain["cache_saving_usd"])) == (0, 0)
    run = await harbour.run()
    told = (await harbour.report(run))["caching"]
    assert found["cached_tokens"] == pytest.approx(told["read_tokens"], rel=0.02)
    assert float(saving) == pytest.approx(float(told["saved_usd"]), rel=0.02)


@pytest.mark.parametrize(
    ("system", "cases"), [("Answer like a sailor.", CASES), (RULES, 3)], ids=["short", "few calls"]
)
async def test_where_it_does_not_pay_no_breakpoint_is_set(
    gateway: Gateway, system: str, cases: int
) -> None:
    harbour = await a_harbour(gateway, system, cases)

    run = await harbour.run()

    assert (await harbour.report(run))["caching"] is None
    assert (await harbour.forecast())["cached_tokens"] == 0


async def test_a_variable_in_the_system_text_leaves_nothing_to_share(gateway: Gateway) -> None:
    harbour = await a_harbour(gateway, RULES + "The question is {{question}}")

    run = await harbour.run()

    assert (await harbour.report(run))["caching"] is None


async def test_a_long_grader_is_cached_too(gateway: Gateway) -> None:
    harbour = await a_harbour(gateway, "Answer like a sailor.")
    bench = harbour.runs.bench
    content = {
        "system": RULES,
        "messages": [{"role": "user", "content": "Grade {{output}}"}],
        "parameters": {"max_tokens": 50},
    }
    body = {"name": "Grader", "kind": "grader", "content": content}
    prompt = granted(await bench.browser.post(f"{bench.path}/prompts", json=body), 201)
    path = f"{bench.path}/prompts/{prompt['id']}/versions"
    saved = await bench.browser.post(path, json={"changelog": "The first version"})
    assert saved.status_code in (200, 201), saved.text
    grader = {"kind": "grader", "prompt": prompt["id"], "model": harbour.model}
    await gateway.sim.behave(latency={"kind": "fixed", "ms": 100})

    run = await harbour.run(scorers=(grader,))

    found = harbour.tokens(run)
    assert found["cache_write_tokens"] == RULES_TOKENS
    assert found["cache_read_tokens"] == (CASES - 1) * RULES_TOKENS


async def test_a_failed_first_call_holds_nobody_back(gateway: Gateway) -> None:
    harbour = await a_harbour(gateway)
    await gateway.sim.behave(faults=[{"kind": "refusal", "share": 0.5}])

    run = await harbour.run()

    counts = harbour.runs.counts(run.id)
    assert sum(counts.values()) == CASES
    assert counts.get("failed", 0) < CASES


async def test_the_exact_request_shows_the_breakpoint(gateway: Gateway) -> None:
    harbour = await a_harbour(gateway)
    body = {
        "version": {"prompt": harbour.prompt},
        "target": {"model": harbour.model},
        "dataset": harbour.runs.dataset,
    }
    answer = await harbour.runs.bench.browser.post(f"{harbour.path}/request", json=body)

    assert '"cache_control":{"type":"ephemeral"}' in granted(answer)["body"]
