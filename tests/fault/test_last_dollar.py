"""Two schedulers want the last dollar of a day at the same moment: one gets it, round after round."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from decimal import Decimal
from typing import Any

import pytest

from tests.support.answers import granted
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.saved_suites import save
from tests.support.sql import execute, rows
from tests.support.world import World

ROUNDS = 12


async def a_scheduler(world: World, desk: RunDesk) -> Process:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.fault.last_dollar_scheduler",
        world.url,
        str(desk.project),
        stdin=PIPE,
        stdout=PIPE,
    )
    assert (await said(process)) == {"ready": True}
    return process


async def said(process: Process) -> dict[str, Any]:
    assert process.stdout is not None
    async with asyncio.timeout(60):
        return json.loads(await process.stdout.readline())


def tell(process: Process, suite: dict[str, Any]) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{suite['id']}\n".encode())


@pytest.mark.nightly
async def test_of_two_schedulers_one_gets_the_last_dollar_of_the_day(world: World) -> None:
    desk = await a_run_desk(world)
    granted(await desk.browser.post(f"{desk.path}/prompts/{desk.prompt}/versions", json={}), 201)
    suites = [await save(desk, "One"), await save(desk, "Other")]
    path = f"{desk.path}/suites/{suites[0]['id']}/forecast"
    expected = Decimal(granted(await desk.browser.post(path, json={}))["expected_usd"])
    # Enough for one, and not for two.
    body = {"daily_limit_usd": str(expected * Decimal("1.5"))}
    granted(await desk.browser.put(f"{desk.path}/budget", json=body))
    both = [await a_scheduler(world, desk), await a_scheduler(world, desk)]

    winners: Counter[int] = Counter()
    try:
        for number in range(ROUNDS):
            # Who is told first must not decide.
            order = both if number % 2 else both[::-1]
            for process in order:
                tell(process, suites[both.index(process)])
            found = [await said(process) for process in both]
            assert sorted(each["state"] for each in found) == ["refused", "running"], found
            assert [each["reason"] for each in found if each["state"] == "refused"] == ["budget"]
            winners[[each["state"] for each in found].index("running")] += 1
            # The winner ends, and its money is free again for the next round.
            execute(
                world.url,
                "UPDATE executions SET state = 'cancelled', finished_at = now() WHERE state = 'running'",
            )
    finally:
        for process in both:
            process.kill()
            await process.wait()

    states = dict(rows(world.url, "SELECT state, count(*) FROM executions GROUP BY 1"))
    assert states == {"cancelled": ROUNDS, "refused": ROUNDS}
    assert rows(world.url, "SELECT count(*) FROM runs") == [(ROUNDS,)]
