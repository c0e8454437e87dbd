"""`edison run --save`: a file becomes a suite of the project, on a schedule if that is wanted."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.support.answers import all_items, granted
from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.suites import SuiteDesk, a_suite, a_suite_desk

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[tuple[Gateway, str]]:
    async with (
        a_gateway_of_its_own(postgres, tmp_path_factory.mktemp("worker")) as gateway,
        gateway.world.served() as address,
    ):
        yield gateway, address


@pytest_asyncio.fixture(loop_scope="module")
async def desk(served: tuple[Gateway, str], tmp_path: Path) -> SuiteDesk:
    gateway, address = served
    return await a_suite_desk(await gateway.bench(), address, tmp_path)


async def suites_of(desk: SuiteDesk) -> list[dict[str, Any]]:
    return await all_items(desk.bench.browser, f"{desk.bench.path}/suites", limit=100)


async def test_a_file_is_saved_and_saved_again(desk: SuiteDesk) -> None:
    file = a_suite(
        thresholds=[{"score": 0.5, "latency_p95_ms": 600_000, "cost_usd": 100}],
        daily_limit_usd=0.5,
        fallback={"model": "sim-large"},
    )

    first = await desk.told(file, "--save", "Nightly")
    file["prompt"]["text"] = "One word only. {{question}}"
    second = await desk.told(file, "--save", "nightly")

    assert (first["verdict"], second["verdict"]) == ("ok", "ok")
    assert {check["measure"] for check in first["thresholds"]} == {
        "score",
        "latency_p95_ms",
        "cost_usd",
    }
    assert (first["saved"]["created"], second["saved"]["created"]) == (True, False)
    [card] = await suites_of(desk)
    assert first["saved"]["id"] == second["saved"]["id"] == card["id"]
    path = f"{desk.bench.path}/suites/{card['id']}"
    assert path.removeprefix("/api/v1") in first["saved"]["address"]
    suite = granted(await desk.bench.browser.get(path))
    assert suite["recipe"]["prompts"][0]["version"] == 2, "what the file says now"
    assert suite["recipe"]["dataset"]["version"] == 1
    assert suite["recipe"]["fallback"]["model_name"] == "sim-large"
    assert (float(suite["daily_limit_usd"]), suite["problems"]) == (0.5, [])
    assert suite["monitors"] == 0


async def test_a_schedule_makes_one_monitor_and_changes_it(desk: SuiteDesk) -> None:
    """PSM-SCHED-1: a schedule has a name, an expression and is active."""
    first = await desk.told(a_suite(), "--save", "Daily", "--cron", "0 9 * * 1-5")
    second = await desk.told(
        a_suite(), "--save", "Daily", "--cron", "*/15 * * * *", "--timezone", "Europe/Vienna"
    )

    monitors = await all_items(desk.bench.browser, f"{desk.bench.path}/monitors", limit=100)
    [monitor] = monitors
    assert first["saved"]["monitor"]["id"] == second["saved"]["monitor"]["id"] == monitor["id"]
    assert (monitor["name"], monitor["cron"]) == ("Daily", "*/15 * * * *")
    assert (monitor["timezone"], monitor["enabled"]) == ("Europe/Vienna", True)
    assert first["saved"]["monitor"]["cron"] == "0 9 * * 1-5"


async def test_a_wrong_schedule_saves_and_runs_nothing(desk: SuiteDesk) -> None:
    done = await desk.run(a_suite(), "--save", "Never", "--cron", "61 * * * *")

    assert done.code == 64, done.err
    assert "Invalid cron expression" in done.err
    assert await suites_of(desk) == []
    assert granted(await desk.bench.browser.get(f"{desk.bench.path}/runs"))["items"] == []


async def test_a_schedule_without_a_suite_is_a_wrong_command(desk: SuiteDesk) -> None:
    done = await desk.command.run("run", desk.write(a_suite()), "--cron", "* * * * *")

    assert done.code == 64
    assert "--save" in done.err


async def test_an_archived_suite_is_not_saved_over(desk: SuiteDesk) -> None:
    made = await desk.told(a_suite(), "--save", "Old")
    path = f"{desk.bench.path}/suites/{made['saved']['id']}"
    granted(await desk.bench.browser.post(f"{path}/archive"))

    done = await desk.run(a_suite(), "--save", "old")

    assert done.code == 64
    assert "The suite Old is archived" in done.err


async def test_two_prompts_of_a_file_are_compared_and_saved(desk: SuiteDesk) -> None:
    file = a_suite()
    text = file.pop("prompt")["text"]
    file["prompts"] = [
        {"name": "Adder", "text": text},
        {"name": "Other adder", "text": f"Please. {text}"},
    ]

    document = await desk.told(file, "--save", "Both")

    assert document["verdict"] == "ok"
    assert len(document["targets"]) == 2
    suite = granted(
        await desk.bench.browser.get(f"{desk.bench.path}/suites/{document['saved']['id']}")
    )
    names = [prompt["prompt_name"] for prompt in suite["recipe"]["prompts"]]
    assert names == ["Adder", "Other adder"]
