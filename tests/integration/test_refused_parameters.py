"""A parameter that a user set is never left out after a refusal: the target stops, and the run says why."""

from collections.abc import AsyncGenerator
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio

from edison.domain.ids import ModelId, PromptId
from edison.domain.models.parameters import Parameters
from edison.domain.runs.run_order import TargetChoice, VersionChoice
from edison.domain.runs.run_plan import Run
from edison.services.runs.run_control import Repeat, repeat_cells
from edison.services.runs.run_forecast import forecast_run
from tests.support.answers import granted
from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows

pytestmark = pytest.mark.asyncio(loop_scope="module")

FUSSY = "sim-no-effort-with-tools"
CASES = 60
AT_ONCE = 4
HIGH = Parameters(max_tokens=100, reasoning_effort="high")
CLOCK = {"name": "clock", "description": "Tell the time", "parameters": {"type": "object"}}
WORDS = (
    f"Function tools with reasoning_effort are not supported for {FUSSY} in /v1/chat/completions."
    " Please use /v1/responses instead."
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Gateway]:
    home = tmp_path_factory.mktemp("worker")
    async with a_gateway_of_its_own(postgres, home, EDISON_CALLS_AT_ONCE=str(AT_ONCE)) as gateway:
        yield gateway


@pytest_asyncio.fixture(loop_scope="module")
async def runs(gateway: Gateway) -> RunBench:
    await gateway.sim.reset()
    return await a_run_bench(await gateway.bench(), cases=CASES, models=1)


async def a_prompt_with_a_tool(runs: RunBench) -> VersionChoice:
    content: dict[str, Any] = {
        "messages": [{"role": "user", "content": "Answer in one word. {{question}}"}],
        "tools": [CLOCK],
    }
    body = {"name": "With a tool", "kind": "generator", "content": content}
    prompt = granted(await runs.bench.browser.post(f"{runs.bench.path}/prompts", json=body), 201)
    return VersionChoice(prompt=PromptId(UUID(prompt["id"])))


async def on(runs: RunBench, name: str, parameters: Parameters) -> TargetChoice:
    model = await runs.bench.priced(name)
    return TargetChoice(model=ModelId(UUID(model["id"])), parameters=parameters)


async def report(runs: RunBench, run: Run) -> dict[str, Any]:
    return granted(await runs.bench.browser.get(f"{runs.bench.path}/runs/{run.id}"))


async def choose_api(runs: RunBench, name: str, api: str) -> dict[str, Any]:
    model = await runs.bench.model(name)
    place = f"{runs.bench.path}/models/{model['id']}"
    return granted(await runs.bench.browser.patch(place, json={"api": api}))


async def test_a_refused_combination_stops_the_target_and_no_call_lacks_the_effort(
    gateway: Gateway, runs: RunBench
) -> None:
    # The suggested models of the simulator are those that do not fail.
    [credential] = await runs.bench.credentials()
    added = {"credential_id": credential["id"], "name": FUSSY}
    granted(await runs.bench.browser.post(f"{runs.bench.path}/models", json=added), 201)
    targets = (await on(runs, FUSSY, HIGH), await on(runs, "sim-medium", HIGH))
    run = await runs.start(versions=(await a_prompt_with_a_tool(runs),), targets=targets)

    await runs.finished(run.id)

    found = rows(
        runs.url,
        "SELECT ordinal %% 2, error_code, error, count(*) FROM cells WHERE run_id = %s"
        " GROUP BY 1, 2, 3 ORDER BY 1",
        run.id,
    )
    assert found == [(0, "parameter_refused", WORDS, CASES), (1, None, None, CASES)]
    # A call without the effort would have been answered.
    seen = await gateway.sim.calls()
    refused = seen["by_status"]["400"]
    assert seen["by_model"][FUSSY] == refused <= 2 * AT_ONCE
    [note] = (await report(runs, run))["parameter_notes"]
    assert (note["kind"], note["column"], note["scorer"]) == ("stopped", 0, None)
    assert (note["parameter"], note["message"]) == ("reasoning_effort", WORDS)
    assert note["suggestion"].startswith(f"Set the API of {FUSSY} to Responses in the catalog")
    # Nothing was learned from the combination.
    assert (await runs.bench.model(FUSSY))["dropped"] == {}
    await runs.assert_sums_are_true(run.id)

    # After the suggested change the failed cells are answered, with the effort.
    assert (await choose_api(runs, FUSSY, "responses"))["api_in_use"] == "responses"
    again = Repeat(project=runs.project, run=run.id, failed=True)
    await repeat_cells(gateway.world.ctx, runs.who, again)
    await runs.finished(run.id)

    assert runs.counts(run.id) == {"answered": 2 * CASES}
    assert (await gateway.sim.calls())["by_protocol"]["responses"] == CASES
    assert (await report(runs, run))["parameter_notes"] == []


async def test_an_unsupported_parameter_is_named_before_the_start_and_on_the_run(
    gateway: Gateway, runs: RunBench
) -> None:
    await choose_api(runs, "sim-medium", "responses")
    targets = (await on(runs, "sim-medium", Parameters(max_tokens=100, seed=7)),)

    prospect = await forecast_run(gateway.world.ctx, runs.who, runs.order(targets=targets))
    run = await runs.start(targets=targets)
    await runs.finished(run.id)

    [warning] = [each for each in prospect.warnings if each.code == "parameter_left_out"]
    assert warning.message == "sim-medium does not support seed, so it is not sent"
    assert runs.counts(run.id) == {"answered": CASES}
    [note] = (await report(runs, run))["parameter_notes"]
    assert (note["kind"], note["column"], note["parameter"]) == ("left_out", 0, "seed")


async def test_a_provider_with_one_api_has_no_choice(runs: RunBench) -> None:
    bench = runs.bench
    granted(await bench.add_anthropic("Claude"), 201)
    model = next(each for each in await bench.models() if each["provider"] == "ANTHROPIC")
    place = f"{bench.path}/models/{model['id']}"

    refused = await bench.browser.patch(place, json={"api": "responses"})

    assert refused.status_code == 400
    assert "only one API" in refused.text
