"""`edison run --baseline`: from the file to the exit code, through a real server, worker and simulator."""

import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import pytest_asyncio

from tests.support.answers import granted
from tests.support.gated_suites import LACKING, sorting_suite
from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.suites import SuiteDesk, a_suite_desk

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
async def desk(served: tuple[Gateway, str], tmp_path: Path) -> AsyncGenerator[SuiteDesk]:
    gateway, address = served
    await gateway.sim.reset()
    yield await a_suite_desk(await gateway.bench(), address, tmp_path)
    await gateway.sim.reset()


async def _promote(desk: SuiteDesk, number: int = 1) -> None:
    prompt = await desk.prompt("Sorting")
    path = f"{desk.bench.path}/prompts/{prompt['id']}/labels/production"
    granted(await desk.bench.browser.put(path, json={"number": number}))


async def _production(desk: SuiteDesk, **changes: Any) -> dict[str, Any]:
    """Run the good prompt and label it."""
    document = await desk.told(sorting_suite(**changes))
    assert document["exit_code"] == 0
    await _promote(desk)
    return document


async def test_a_loss_is_exit_1_with_the_broken_cases_in_every_report(desk: SuiteDesk) -> None:
    before = await _production(desk)
    junit, markdown = desk.folder / "result.xml", desk.folder / "result.md"

    document = await desk.told(
        sorting_suite(LACKING),
        *("--baseline", "production", "--complete"),
        *("--junit", str(junit), "--markdown", str(markdown)),
    )

    gate = document["gate"]
    assert (document["exit_code"], gate["verdict"], gate["passes"]) == (1, "worse", False)
    assert gate["baseline"]["id"] == before["run"]["id"]
    assert gate["broken"] >= 15
    assert gate["targets"][0]["high"] < 0
    assert gate["address"].endswith(f"/runs/{document['run']['id']}?baseline={before['run']['id']}")
    shown = markdown.read_text()
    assert shown.startswith("<!-- edison-gate -->\n### ❌ Sorting: worse\n")
    assert f"{gate['broken']} broken" in shown
    assert gate["broken_cases"][0]["address"] in shown
    assert gate["address"] in shown
    tests = ElementTree.parse(junit).getroot()[0]
    assert (tests.get("failures"), tests.get("errors")) == ("1", "0")
    failure = tests.find("testcase/failure")
    assert failure is not None
    assert (failure.get("message") or "").startswith("worse: -")


async def test_the_same_answers_are_exit_0(desk: SuiteDesk) -> None:
    await _production(desk)

    done = await desk.run(sorting_suite(), "--baseline", "production")

    assert done.code == 0, done.err
    assert done.out.splitlines()[-1] == "PASS  not worse than the baseline"
    assert "identical" in done.out


async def test_nobody_can_tell_is_exit_2_unless_the_options_say_otherwise(desk: SuiteDesk) -> None:
    noisy: dict[str, Any] = {"count": 20, "of_deliveries": 2, "temperature": 1.0}
    await _production(desk, **noisy)

    options = ("--baseline", "production", "--margin", "0.01")
    codes = [
        (await desk.told(sorting_suite(LACKING, **noisy), *options, *more))["exit_code"]
        for more in ((), ("--on-cannot-tell", "pass"), ("--on-cannot-tell", "fail"))
    ]

    assert codes == [2, 0, 1]


async def test_without_a_run_of_production_one_is_started(desk: SuiteDesk) -> None:
    await _production(desk)
    changed = sorting_suite(LACKING, seed=1)

    document = await desk.told(changed, "--baseline", "production", "--complete")

    assert document["exit_code"] == 1
    assert document["gate"]["baseline"]["name"] == "Sorting: production"
    assert document["gate"]["targets"][0]["cases"] == 40


async def test_main_is_the_latest_run_that_passed_there(desk: SuiteDesk) -> None:
    nothing = await desk.told(sorting_suite(), "--baseline", "main")
    first = await desk.told(sorting_suite(), "--mark-main")

    worse = await desk.told(sorting_suite(LACKING), "--baseline", "main", "--mark-main")
    again = await desk.told(sorting_suite(), "--baseline", "main", "--mark-main")

    assert (nothing["exit_code"], nothing["gate"]["baseline"]) == (2, None)
    assert worse["exit_code"] == 1
    # The run that did not pass is not marked.
    assert again["gate"]["baseline"]["id"] == first["run"]["id"]
    assert again["exit_code"] == 0


async def test_a_run_is_named_by_its_number_or_id(desk: SuiteDesk) -> None:
    first = await desk.told(sorting_suite())

    by_number = await desk.told(sorting_suite(), "--baseline", f"run:{first['run']['number']}")
    by_id = await desk.told(sorting_suite(), "--baseline", f"run:{first['run']['id']}")

    assert (by_number["exit_code"], by_id["exit_code"]) == (0, 0)
    assert by_number["gate"]["baseline"]["id"] == first["run"]["id"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--baseline", "production"], "has the label production"),
        (["--baseline", "run:4711"], "the project has no run 4711"),
        (["--baseline", "run:nothing"], "the project has no such run"),
        (["--baseline", "staging"], "choose production, main, or run:"),
        (["--baseline", "main", "--no-wait"], "--no-wait"),
        (["--on-cannot-tell", "fail"], "need --baseline"),
        (["--baseline", "main", "--margin", "7"], "--margin"),
    ],
)
async def test_wrong_usage_is_exit_64_and_starts_nothing(
    desk: SuiteDesk, options: list[str], said: str
) -> None:
    done = await desk.run(sorting_suite(), *options)

    assert done.code == 64
    assert said in done.err
    assert granted(await desk.bench.browser.get(f"{desk.bench.path}/runs"))["items"] == []


async def test_it_stops_when_the_answer_is_certain_and_says_what_that_saved(
    desk: SuiteDesk, served: tuple[Gateway, str]
) -> None:
    many: dict[str, Any] = {"count": 200, "of_deliveries": 120}
    await _production(desk, **many)
    await served[0].sim.behave(latency={"ms": 50}, limits={"requests_per_second": 20})

    done = await desk.run(sorting_suite(LACKING, **many), "--baseline", "production", "--json")

    document = json.loads(done.out)
    saved = document["gate"]["saved"]
    assert (document["exit_code"], document["gate"]["verdict"]) == (1, "worse")
    assert document["run"]["state"] == "cancelled"
    assert saved["calls"] == saved["cells"] > 20
    assert saved["of_cells"] == 200


async def test_a_provider_that_is_down_is_exit_3(
    desk: SuiteDesk, served: tuple[Gateway, str]
) -> None:
    await _production(desk)
    await served[0].sim.behave(faults=[{"kind": "401"}])

    options = ("--baseline", "production", "--on-cannot-tell", "pass")
    document = await desk.told(sorting_suite(), *options)

    assert document["exit_code"] == 3, document
