"""`edison run` as a person at a terminal sees it: time to think, colours, a table that fits, PASS or FAIL."""

import asyncio
import re
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.suites import SuiteDesk, a_suite, a_suite_desk

pytestmark = pytest.mark.asyncio(loop_scope="module")

# As a web process of Edison is started: it closes a connection that is idle for this long.
KEEP_ALIVE_S = 5
THINKS_S = 8
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[tuple[Gateway, str]]:
    async with (
        a_gateway_of_its_own(postgres, tmp_path_factory.mktemp("worker")) as gateway,
        gateway.world.served(keep_alive_s=KEEP_ALIVE_S) as address,
    ):
        yield gateway, address


@pytest_asyncio.fixture(loop_scope="module")
async def desk(served: tuple[Gateway, str], tmp_path: Path) -> AsyncGenerator[SuiteDesk]:
    gateway, address = served
    await gateway.sim.reset()
    yield await a_suite_desk(await gateway.bench(), address, tmp_path)


@pytest.mark.nightly
async def test_a_person_may_think_longer_than_a_connection_lives(desk: SuiteDesk) -> None:
    path = desk.write(a_suite())

    async with desk.command.at_terminal("run", path) as terminal:
        await terminal.wait_for("Start? [Y/n]")
        await asyncio.sleep(THINKS_S)
        await terminal.type("y\n")
        code = await terminal.wait_until_end()

    assert "disconnected" not in terminal.seen
    assert code == 0, terminal.seen
    last = terminal.seen.splitlines()[-1]
    assert last == "\x1b[32m\x1b[1mPASS\x1b[0m  all answers received; the file sets no threshold"


async def test_a_table_at_a_terminal_is_coloured_and_at_most_100_columns_wide(
    desk: SuiteDesk,
) -> None:
    names = ["the answer names the right capital", "brief and to the point", "kind"]
    suite = a_suite(
        targets=[
            {"model": "sim-small", "parameters": {"max_tokens": 50, "temperature": 0.25}},
            {"model": "sim-small", "parameters": {"max_tokens": 50, "temperature": 0.75}},
        ],
        scorers=[{"kind": "length", "name": name, "at_least": 1} for name in names]
        + [{"kind": "exact", "value": "never said"}],
        thresholds=[{"scorer": "exact", "mean": 0.5}, {"scorer": "kind", "mean": 0.5}],
    )

    async with desk.command.at_terminal("run", desk.write(suite), "--yes") as terminal:
        code = await terminal.wait_until_end()

    assert code == 1, terminal.seen
    shown = terminal.seen.split("Run ", 1)[1].splitlines()[1:]
    plain = [COLOUR.sub("", line.split("\r")[-1]) for line in shown]
    assert [line for line in plain if len(line) > 100 and "http" not in line] == []
    assert any(line.startswith("the answer names the right capital") for line in plain)
    assert "\x1b[31m\x1b[1mMISSED" in terminal.seen
    assert "\x1b[32m\x1b[1mreached" in terminal.seen
    assert plain[-1] == "FAIL  2 of 4 thresholds missed"


async def test_failing_answers_are_shown_with_links_to_their_cells(desk: SuiteDesk) -> None:
    suite = a_suite(
        scorers=[{"kind": "exact", "value": "never said"}],
        thresholds=[{"scorer": "exact", "mean": 0.1}],
    )

    done = await desk.run(suite)
    document = await desk.told(suite)

    assert "\x1b" not in done.out, "no colours without a terminal"
    address = f"{desk.server}/projects/{desk.bench.project['slug']}/runs/"
    links = [line.strip() for line in done.out.splitlines() if address in line]
    assert [link.split("?")[1] for link in links] == [f"cell={number}" for number in range(4)]
    assert "case 1, sim-small: exact 0" in done.out
    assert "What is 0 plus one?" in done.out
    assert done.out.splitlines()[-1] == "FAIL  1 of 1 threshold missed"
    assert [each["case"] for each in document["failing"]] == [1, 2, 3, 4]


async def test_it_says_why_nothing_was_spent(desk: SuiteDesk) -> None:
    suite = a_suite(reuse=True)
    first, again = await desk.run(suite), await desk.run(suite)

    assert "simulated money, no provider was paid" in first.out
    assert "Spent $0: all 4 answers were reused from earlier calls." in again.out
    assert "Set `reuse: false` to call the models again" in again.out
    assert again.out.splitlines()[-1].startswith("PASS")


async def test_names_and_settings_that_are_wrong_are_told_together(desk: SuiteDesk) -> None:
    done = await desk.run(
        a_suite(
            targets=[{"model": "no-such", "parameters": {"temperature": 9}}],
            scorers=[{"kind": "regex", "pattern": "("}],
        )
    )

    assert done.code == 64
    assert "targets[0].model: There is no model no-such" in done.err
    assert "targets[0].parameters.temperature" in done.err
    assert "scorers[0].pattern" in done.err
    assert done.out == "FAIL  3 mistakes in suite.yaml; nothing was started\n"
