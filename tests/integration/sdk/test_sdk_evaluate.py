"""`edison_sdk.evaluate` runs a function for each case: outputs are durable, and no committed case is run twice."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import edison_sdk
from edison_sdk import AsyncEdison, Edison, OpenCell, Output
from tests.support.answers import granted
from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.processes import wait_until
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows

pytestmark = pytest.mark.asyncio(loop_scope="module")

CASES = 60
# Writes the case before it answers, so that the test knows what was run.
APPLICATION = """
import sys, time
import edison_sdk

def application(case):
    with open(sys.argv[1], "a") as log:
        log.write(case.case_id + "\\n")
    time.sleep(0.05)
    return case.expected

done = edison_sdk.evaluate("Questions", application, ["exact"], key="kill", concurrency=4, wait=False)
print(done.stored, done.already_there)
"""


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
async def runs(served: tuple[Gateway, str]) -> RunBench:
    return await a_run_bench(await served[0].bench(), cases=CASES)


@pytest_asyncio.fixture(loop_scope="module")
async def settings(served: tuple[Gateway, str], runs: RunBench) -> dict[str, str]:
    body = {"name": "sdk", "role": "EDITOR", "expires_in_days": 1}
    answer = await runs.bench.browser.post(f"{runs.bench.path}/tokens", json=body)
    return {
        "EDISON_SERVER": served[1],
        "EDISON_TOKEN": granted(answer, 201)["secret"],
        "EDISON_PROJECT": str(runs.bench.project["slug"]),
    }


def client(settings: dict[str, str]) -> Edison:
    return Edison(settings["EDISON_SERVER"], settings["EDISON_TOKEN"], settings["EDISON_PROJECT"])


async def test_a_function_is_scored_like_a_model(settings: dict[str, str]) -> None:
    seen = list[int]()

    def application(case: OpenCell) -> Any:
        if case.cell_id == 0:
            raise ValueError("no answer")
        if case.cell_id == 1:
            return {"answer": case["question"]}
        return Output(text=case.expected or "", cost_usd=0.001, metadata={"trace": "abc"})

    def work() -> edison_sdk.Evaluation:
        with client(settings) as edison:
            return edison_sdk.evaluate(
                "Questions",
                application,
                ["exact"],
                client=edison,
                version="1.2",
                timeout_s=60,
                progress=lambda run: seen.append(run.done),
            )

    done = await asyncio.to_thread(work)

    assert (done.stored, done.already_there, done.errors) == (CASES, 0, 1)
    assert done.run.state == "completed"
    assert done.run.progress[0].failed == 1
    [mean] = done.scores.values()
    assert mean == pytest.approx((CASES - 2) / (CASES - 1))
    assert seen[-1] == CASES
    with client(settings) as edison:
        cells = await asyncio.to_thread(lambda: list(edison.runs.cells(done.run.id)))
    assert cells[0].error == "ValueError: no answer"
    assert cells[1].output is not None
    assert cells[1].output.startswith('{"answer": ')


async def test_an_asynchronous_function_runs_as_often_at_once_as_allowed(
    settings: dict[str, str],
) -> None:
    at_once = most = 0

    async def application(case: OpenCell) -> str:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0.01)
        at_once -= 1
        return case.expected or ""

    where = (settings["EDISON_SERVER"], settings["EDISON_TOKEN"], settings["EDISON_PROJECT"])
    async with AsyncEdison(*where) as edison:
        done = await edison_sdk.evaluate_async(
            "Questions", application, ["exact"], client=edison, concurrency=7, trials=2, key="a"
        )
        again = await edison_sdk.evaluate_async(
            "Questions", application, ["exact"], client=edison, trials=2, key="a"
        )

    assert done.stored == 2 * CASES
    assert most == 7
    assert list(done.scores.values()) == [1.0]
    assert (again.run.id, again.stored) == (done.run.id, 0)


async def test_a_killed_evaluation_goes_on_and_runs_no_committed_case_again(
    settings: dict[str, str], runs: RunBench, tmp_path: Path
) -> None:
    program = tmp_path / "application.py"
    program.write_text(APPLICATION)
    logs = [tmp_path / "first", tmp_path / "second"]
    environment = {**os.environ, **settings}  # noqa: TID251 - the child gets ours

    def committed() -> set[str]:
        found = rows(
            runs.url,
            "SELECT cases.case_id::text FROM cells JOIN run_cases"
            " ON run_cases.run_id = cells.run_id AND run_cases.position = cells.ordinal"
            " JOIN cases ON cases.id = run_cases.revision JOIN runs ON runs.id = cells.run_id"
            " WHERE runs.idempotency_key = 'kill' AND cells.output IS NOT NULL",
        )
        return {str(row[0]) for row in found}

    def work() -> tuple[set[str], str]:
        first = subprocess.Popen([sys.executable, program, logs[0]], env=environment)
        wait_until(lambda: len(committed()) >= CASES // 4, 60, "outputs are committed")
        first.send_signal(signal.SIGKILL)
        first.wait()
        # A request on its way may still be committed.
        time.sleep(1)
        before = committed()
        second = subprocess.run(
            [sys.executable, program, logs[1]],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert second.returncode == 0, second.stderr
        return before, second.stdout

    before, told = await asyncio.to_thread(work)

    first, second = ([*log.read_text().split()] for log in logs)
    assert CASES // 4 <= len(before) < CASES
    assert before <= set(first)
    assert not before & set(second)
    assert max(Counter(second).values()) == 1
    assert before | set(second) == set(first) | set(second)
    assert len(before) + len(second) == CASES == len(committed())
    assert told.split() == [str(CASES - len(before)), "0"]


async def test_a_key_of_another_application_is_a_conflict(settings: dict[str, str]) -> None:
    def one(case: OpenCell) -> str:
        return ""

    def work(application: str) -> None:
        with client(settings) as edison:
            edison_sdk.evaluate(
                "Questions", one, client=edison, key="b", application=application, wait=False
            )

    await asyncio.to_thread(work, "one")
    with pytest.raises(edison_sdk.Conflict, match="another application"):
        await asyncio.to_thread(work, "two")
