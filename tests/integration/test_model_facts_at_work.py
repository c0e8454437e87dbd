"""What is documented about models: efforts offered and refused, retirement dates shown, and the check of the facts."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio

from edison.domain.ids import ModelId
from edison.domain.models.parameters import Parameters, ReasoningEffort
from edison.domain.runs.run_order import TargetChoice
from edison.services.runs.run_forecast import forecast_run
from edison.vault.sealer import private_text
from tests.support.answers import granted, refused
from tests.support.commands import Command
from tests.support.gateway import Bench, Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.runs import RunBench, a_run_bench
from tests.support.world import vault_private_key

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Gateway]:
    async with a_gateway_of_its_own(postgres, tmp_path_factory.mktemp("worker")) as gateway:
        yield gateway


async def with_openai(bench: Bench, *names: str) -> dict[str, dict[str, Any]]:
    """Add models of OpenAI by name; return them by name."""
    [credential] = [each for each in await bench.credentials() if each["provider"] == "OPENAI"]
    for name in names:
        body = {"credential_id": credential["id"], "name": name}
        granted(await bench.browser.post(f"{bench.path}/models", json=body), 201)
    return {name: await bench.model(name) for name in names}


async def test_the_catalog_shows_efforts_and_retirement_with_their_sources(
    gateway: Gateway,
) -> None:
    bench = await gateway.bench()
    granted(await bench.add_openai(), 201)

    found = await with_openai(bench, "gpt-4o", "gpt-6.1-sol", "gpt-7-new")

    gone, sol, unknown = found["gpt-4o"], found["gpt-6.1-sol"], found["gpt-7-new"]
    assert gone["retirement"]["on"] == "2027-01-14"
    assert gone["retirement"]["replacement"] == gone["alternative"] == "gpt-6-luna"
    assert gone["retirement"]["source"].startswith("https://")
    assert gone["deprecated"] is True
    assert sol["efforts"] == ["low", "medium", "high", "xhigh", "max"]
    assert (sol["default_effort"], sol["retirement"]) == ("medium", None)
    assert sol["facts_source"].startswith("https://")
    assert sol["facts_read_on"] == "2026-11-19"
    assert (unknown["efforts"], unknown["retirement"], unknown["facts_source"]) == (None,) * 3


async def test_an_effort_that_the_model_lacks_is_refused_before_anything_is_sent(
    gateway: Gateway,
) -> None:
    runs: RunBench = await a_run_bench(await gateway.bench(), cases=2, models=1, billed=True)
    bench = runs.bench
    [model] = (await with_openai(bench, "gpt-6.1-sol")).values()
    before = (await gateway.sim.calls())["by_model"].get("gpt-6.1-sol", 0)

    async def problems(effort: ReasoningEffort) -> list[str]:
        parameters = Parameters(max_tokens=100, reasoning_effort=effort)
        target = TargetChoice(model=ModelId(UUID(model["id"])), parameters=parameters)
        prospect = await forecast_run(gateway.world.ctx, runs.who, runs.order(targets=(target,)))
        return [each.message for each in prospect.problems if each.code == "effort_refused"]

    [message] = await problems("none")
    tried = await bench.begin(model, parameters={"reasoning_effort": "none"})

    assert message.startswith(
        "gpt-6.1-sol does not accept the reasoning effort none, only: low, medium, high, xhigh, max."
    )
    assert await problems("max") == []
    assert refused(tried, 400, "BAD_REQUEST")["message"] == message
    assert (await gateway.sim.calls())["by_model"].get("gpt-6.1-sol", 0) == before
    # Whoever corrects the capability knows better than the facts.
    place = f"{bench.path}/models/{model['id']}"
    granted(await bench.browser.patch(place, json={"capabilities": {"reasoning": True}}))
    assert await problems("none") == []


async def test_the_check_of_the_facts_says_what_differs(gateway: Gateway, tmp_path: Path) -> None:
    bench = await gateway.bench()
    granted(await bench.add_openai(label="Ours"), 201)
    settings = {
        "EDISON_VAULT_KEYS": private_text(vault_private_key()),
        "EDISON_SIMULATOR_URL": gateway.sim.url,
    }
    command = Command(tmp_path, gateway.world.url, **settings)

    done = await command.run("models", "check", "--project", bench.project["slug"])
    nothing = await command.run("models", "check", "--project", "no-such-project")

    assert done.code == 1, done.err
    assert f"{bench.project['slug']}: Ours (OPENAI)" in done.out
    # The simulator lists its own models, which have no facts, and none of OpenAI's.
    assert "new, without facts" in done.out
    assert "    sim-medium\n" in done.out
    assert "missing from the list" in done.out
    assert "    gpt-6-luna\n" in done.out
    assert "    o1\n" not in done.out
    assert "sk-bench" not in done.out + done.err
    assert (nothing.code, nothing.out) == (0, "There is no working credential of a provider\n")
