"""Runs whose answers are requested by the provider's batch, at half the price and without paying twice."""

import asyncio
from collections.abc import AsyncGenerator
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio

from edison.domain.errors import RunNotReady
from edison.domain.ids import ModelId, RunId
from edison.domain.models.parameters import Parameters
from edison.domain.money import MicroUsd
from edison.domain.runs.provider_batch import AfterExpiry, AnswerDelivery
from edison.domain.runs.run_order import TargetChoice
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import PauseReason, RunState
from edison.services.runs.run_control import cancel_run, pause_run, resume_run
from tests.support.answers import granted
from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import execute, rows, value

pytestmark = pytest.mark.asyncio(loop_scope="module")

INPUT, OUTPUT = Decimal("2.5"), Decimal(10)
EQUALS: tuple[dict[str, Any], ...] = ({"kind": "contains"},)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Gateway]:
    async with a_gateway_of_its_own(
        postgres, tmp_path_factory.mktemp("worker"), EDISON_BATCH_POLL_S="0.5"
    ) as gateway:
        yield gateway


@pytest_asyncio.fixture(loop_scope="module")
async def runs(gateway: Gateway) -> RunBench:
    await gateway.sim.reset()
    return await a_run_bench(await gateway.bench(), cases=40)


async def start(runs: RunBench, **changes: Any) -> Run:
    return await runs.start(delivery=AnswerDelivery.BATCH, **changes)


def batches(runs: RunBench, run: Run) -> list[tuple[str, int, int]]:
    found = rows(
        runs.url,
        "SELECT state, cells, done FROM provider_batches WHERE run_id = %s ORDER BY number",
        run.id,
    )
    return [(str(state), int(cells), int(done)) for state, cells, done in found]


async def until_batches(runs: RunBench, run: Run, state: str) -> None:
    async with asyncio.timeout(60):
        while not (found := batches(runs, run)) or {each[0] for each in found} != {state}:  # noqa: ASYNC110 - in another process
            await asyncio.sleep(0.05)


async def test_a_run_in_batches_answers_and_scores_every_cell_at_half_the_price(
    gateway: Gateway, runs: RunBench
) -> None:
    run = await start(runs, scorers=EQUALS)

    await runs.finished(run.id)

    assert runs.counts(run.id) == {"answered": 80}
    assert [each[:2] for each in batches(runs, run)] == [("ended", 40), ("ended", 40)]
    seen = await gateway.sim.calls()
    assert set(seen["by_key"].values()) == {1}
    assert len(seen["by_key"]) == 80
    bill = await gateway.sim.bill(INPUT, OUTPUT)
    assert bill > 0
    assert runs.budget(run.id)["settled"] == runs.spent(run.id) == bill
    assert runs.ledger(run.id) == {"held": 0, "settled": bill, "doubt": 0}
    scores = value(runs.url, "SELECT count(*) FROM scores WHERE run_id = %s", run.id)
    assert scores == 80
    await runs.assert_sums_are_true(run.id)


async def test_what_a_batch_did_not_answer_in_time_is_sent_in_another_batch(
    gateway: Gateway, runs: RunBench
) -> None:
    await gateway.sim.behave(batches={"expires_after": 25})
    run = await start(runs)

    await runs.finished(run.id)

    assert runs.counts(run.id) == {"answered": 80}
    assert sorted(cells for _, cells, _ in batches(runs, run)) == [15, 15, 40, 40]
    await assert_paid_once(gateway, runs, run)


async def test_what_a_batch_did_not_answer_in_time_is_answered_live_if_wanted(
    gateway: Gateway, runs: RunBench
) -> None:
    await gateway.sim.behave(batches={"expires_after": 25})
    run = await start(runs, after_expiry=AfterExpiry.LIVE)

    await runs.finished(run.id)

    assert runs.counts(run.id) == {"answered": 80}
    assert sorted(cells for _, cells, _ in batches(runs, run)) == [40, 40]
    live = [item["answers"] for item in await gateway.sim.billed() if not item["batch"]]
    assert sum(live) == 30
    await assert_paid_once(gateway, runs, run)


@pytest.mark.nightly
async def test_cells_that_no_batch_answers_fail_at_no_cost(
    gateway: Gateway, runs: RunBench
) -> None:
    await gateway.sim.behave(batches={"expires_after": 0})
    run = await start(runs)

    await runs.finished(run.id)

    assert runs.counts(run.id) == {"failed": 80}
    assert len(batches(runs, run)) == 6
    assert runs.ledger(run.id) == {"held": 0, "settled": 0, "doubt": 0}


@pytest.mark.nightly
async def test_a_cancelled_run_cancels_its_batches_and_keeps_what_was_answered(
    gateway: Gateway, runs: RunBench
) -> None:
    await gateway.sim.behave(batches={"seconds": 8})
    run = await start(runs)
    await until_done(runs, run, 10)

    await cancel_run(gateway.world.ctx, runs.who, runs.project, run.id)
    await until_batches(runs, run, "ended")

    counts = runs.counts(run.id)
    assert 0 < counts["answered"] < 80
    assert counts["answered"] + counts["open"] == 80
    assert (await runs.read(run.id)).state is RunState.CANCELLED
    await assert_paid_once(gateway, runs, run, answered=counts["answered"])


async def test_a_paused_run_cancels_its_batches_and_sends_the_rest_when_it_is_resumed(
    gateway: Gateway, runs: RunBench
) -> None:
    await gateway.sim.behave(batches={"seconds": 8})
    run = await start(runs)
    await until_done(runs, run, 10)
    await pause_run(gateway.world.ctx, runs.who, runs.project, run.id)
    await until_batches(runs, run, "ended")
    first = runs.counts(run.id)["answered"]
    await gateway.sim.behave()

    await resume_run(gateway.world.ctx, runs.who, runs.project, run.id)
    await runs.finished(run.id)

    assert 0 < first < 80
    assert runs.counts(run.id) == {"answered": 80}
    await assert_paid_once(gateway, runs, run)


async def test_a_submission_whose_response_is_lost_is_found_and_not_repeated(
    gateway: Gateway, runs: RunBench
) -> None:
    await gateway.sim.behave(batches={"lost_submissions": 2})
    run = await start(runs)

    await runs.finished(run.id)

    assert len(batches(runs, run)) == 2
    await assert_paid_once(gateway, runs, run)


@pytest.mark.parametrize("provider", ["OPENAI", "ANTHROPIC", "GEMINI"])
async def test_each_provider_is_paid_once_though_the_response_to_its_submission_is_lost(
    gateway: Gateway, runs: RunBench, provider: str
) -> None:
    base = f"{gateway.sim.url}/v1" if provider == "OPENAI" else gateway.sim.url
    granted(await runs.bench.add_at(base, provider, "Team key"), 201)
    wanted = {"provider": provider, "search": "sim-small"}
    async with asyncio.timeout(60):
        while not await runs.bench.models(**wanted):  # noqa: ASYNC110 - in another process
            await asyncio.sleep(0.1)
    model = await runs.bench.priced("sim-small", **wanted)
    target = TargetChoice(model=ModelId(UUID(model["id"])), parameters=Parameters(max_tokens=60))
    # The test of a key may be a call.
    await gateway.sim.reset()
    await gateway.sim.behave(batches={"lost_submissions": 1, "seconds": 1})

    run = await start(runs, targets=(target,))
    await runs.finished(run.id)

    assert runs.counts(run.id) == {"answered": 40}
    assert [cells for _, cells, _ in batches(runs, run)] == [40]
    await assert_paid_once(gateway, runs, run, answered=40)


async def test_a_rejected_batch_fails_with_the_providers_words_and_costs_nothing(
    gateway: Gateway, runs: RunBench
) -> None:
    await gateway.sim.behave(batches={"rejected": "model_not_supported"})
    run = await start(runs)

    await runs.finished(run.id)

    assert runs.counts(run.id) == {"failed": 80}
    errors = rows(runs.url, "SELECT DISTINCT error FROM cells WHERE run_id = %s", run.id)
    assert errors == [("The batch was rejected: model_not_supported.",)]
    assert runs.ledger(run.id) == {"held": 0, "settled": 0, "doubt": 0}


async def test_answers_of_a_batch_are_reused_and_known_answers_are_not_sent(
    gateway: Gateway, runs: RunBench
) -> None:
    await runs.finished((await start(runs, reuse=True)).id)

    again = await start(runs, reuse=True)
    await runs.finished(again.id)

    assert runs.counts(again.id) == {"answered": 80}
    assert batches(runs, again) == []
    assert runs.spent(again.id) == 0


async def test_a_batch_reserves_no_more_than_the_budget(gateway: Gateway, runs: RunBench) -> None:
    one = await start(runs)
    await runs.finished(one.id)
    reserved = runs.reserved(one.id)
    await gateway.sim.behave(batches={"seconds": 2})

    run = await start(runs, budget=MicroUsd(reserved // 2))
    await until_batches(runs, run, "submitted")

    budget = runs.budget(run.id)
    assert 0 < budget["held"] <= reserved // 2
    await runs.finished(run.id)
    assert runs.counts(run.id) == {"answered": 80}
    assert runs.used(run.id) <= reserved // 2


async def test_a_refused_parameter_stops_the_target_with_the_providers_words(
    gateway: Gateway, runs: RunBench
) -> None:
    await gateway.sim.behave(faults=[{"kind": "unsupported", "parameter": "temperature"}])
    run = await start(runs, parameters=Parameters(max_tokens=50, temperature=0.3))

    await runs.finished(run.id)

    assert runs.counts(run.id) == {"failed": 80}
    assert {note.kind for note in (await runs.read(run.id)).parameter_notes} == {"stopped"}
    assert runs.ledger(run.id) == {"held": 0, "settled": 0, "doubt": 0}


async def test_a_lost_batch_pauses_the_run_and_counts_its_calls_as_in_doubt(
    gateway: Gateway, runs: RunBench
) -> None:
    await gateway.sim.behave(batches={"seconds": 600})
    run = await start(runs)
    await until_batches(runs, run, "submitted")

    # The provider no longer knows the batch.
    execute(runs.url, "UPDATE provider_batches SET provider_id = 'batch_gone'")
    paused = await runs.until(run.id, RunState.PAUSED)
    await until_batches(runs, run, "ended")

    assert paused.pause_reason is PauseReason.BATCH
    assert runs.counts(run.id) == {"open": 80}
    budget = runs.budget(run.id)
    assert budget["held"] == 0
    assert budget["doubt"] == runs.reserved(run.id)


async def test_a_target_without_batches_is_refused_before_the_start(
    gateway: Gateway, runs: RunBench
) -> None:
    granted(await runs.bench.add_at(f"{gateway.sim.url}/v1", "COMPATIBLE", "Other"), 201)
    async with asyncio.timeout(60):
        while not (found := await runs.bench.models(provider="COMPATIBLE")):  # noqa: ASYNC110 - in another process
            await asyncio.sleep(0.1)
    target = TargetChoice(model=ModelId(UUID(found[0]["id"])))

    with pytest.raises(RunNotReady, match="Edison cannot send batches to COMPATIBLE"):
        await start(runs, targets=(target,))


async def test_the_forecast_offers_both_prices(gateway: Gateway, runs: RunBench) -> None:
    bench = runs.bench
    order = {
        "versions": [{"prompt": runs.prompt}],
        "targets": [{"model": model} for model in runs.models],
        "dataset": runs.dataset,
    }

    told = granted(await bench.browser.post(f"{bench.path}/runs/forecast", json=order))

    now, batch = told["forecast"]["money"], told["batch"]
    assert batch["hours"] == 24
    for name in ("likely_usd", "worst_usd"):
        assert Decimal(batch["money"][name]) == pytest.approx(
            Decimal(now[name]) / 2, abs=Decimal("0.0001")
        )


async def test_a_run_that_waits_says_so(gateway: Gateway, runs: RunBench) -> None:
    await gateway.sim.behave(batches={"seconds": 6})
    bench = runs.bench
    order = {
        "versions": [{"prompt": runs.prompt}],
        "targets": [{"model": model} for model in runs.models],
        "dataset": runs.dataset,
        "delivery": "batch",
    }
    run = granted(await bench.browser.post(f"{bench.path}/runs", json=order), 202)
    async with asyncio.timeout(60):
        while True:
            told = granted(await bench.browser.get(f"{bench.path}/runs/{run['id']}"))
            if told["batch"] and told["batch"]["done"]:
                break
            await asyncio.sleep(0.1)

    assert told["plan"]["delivery"] == "batch"
    assert told["batch"]["cells"] == 80
    assert told["batch"]["batches"] == 2
    assert told["batch"]["submitted_at"] is not None
    await runs.finished(RunId(UUID(run["id"])))


async def test_a_suite_runs_in_batches_at_half_the_price(gateway: Gateway, runs: RunBench) -> None:
    bench = runs.bench
    version = f"{bench.path}/prompts/{runs.prompt}/versions"
    granted(await bench.browser.post(version, json={"changelog": "First"}), 201)
    recipe = {
        "prompts": [{"prompt": runs.prompt}],
        "dataset": {"id": runs.dataset},
        "targets": [{"model": model, "parameters": {"max_tokens": 100}} for model in runs.models],
        "scorers": [{"kind": "contains"}],
        "delivery": "batch",
    }
    body = {"name": "Nightly", "daily_limit_usd": None, "recipe": recipe}
    suite = granted(await bench.browser.post(f"{bench.path}/suites", json=body), 201)
    told = granted(await bench.browser.post(f"{bench.path}/suites/{suite['id']}/forecast", json={}))

    path = f"{bench.path}/suites/{suite['id']}/executions"
    made = granted(await bench.browser.post(path, json={}), 202)
    async with asyncio.timeout(90):
        while made["state"] == "running":
            await asyncio.sleep(0.1)
            made = granted(await bench.browser.get(f"{bench.path}/executions/{made['id']}"))

    assert (made["state"], made["done"]) == ("completed", 80)
    assert suite["recipe"]["delivery"] == "batch"
    assert Decimal(told["expected_usd"]) == pytest.approx(
        Decimal(told["batch"]["money"]["likely_usd"]), rel=Decimal("0.2")
    )
    run = await runs.read(RunId(UUID(made["run_id"])))
    assert len(batches(runs, run)) == 2
    await assert_paid_once(gateway, runs, run)


@pytest.mark.nightly
async def test_a_suite_in_batches_has_no_limit_for_latency(runs: RunBench) -> None:
    bench = runs.bench
    recipe = {
        "prompts": [{"prompt": runs.prompt}],
        "dataset": {"id": runs.dataset},
        "targets": [{"model": model} for model in runs.models],
        "thresholds": {"latency_p95_ms": 1000},
        "delivery": "batch",
    }

    refused = await bench.browser.post(
        f"{bench.path}/suites", json={"name": "Nightly", "recipe": recipe}
    )

    assert refused.is_client_error, refused.text
    assert "The latency of answers in a batch is unknown" in refused.text


async def until_done(runs: RunBench, run: Run, at_least: int) -> None:
    """Wait until the provider has answered so many calls of the run's batches."""
    async with asyncio.timeout(60):
        while sum(done for _, _, done in batches(runs, run)) < at_least:  # noqa: ASYNC110 - in another process
            await asyncio.sleep(0.05)


async def assert_paid_once(gateway: Gateway, runs: RunBench, run: Run, answered: int = 80) -> None:
    seen = await gateway.sim.calls()
    assert len(seen["by_key"]) == answered
    assert set(seen["by_key"].values()) == {1}
    bill = await gateway.sim.bill(INPUT, OUTPUT)
    assert runs.spent(run.id) == bill
    assert runs.ledger(run.id) == {"held": 0, "settled": bill, "doubt": 0}
    await runs.assert_sums_are_true(run.id)
