"""The page "CI in ten lines", executed as it is printed."""

import re
import shlex
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
import yaml

from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.suites import SuiteDesk, a_suite_desk

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "gate-a-pull-request.md").read_text()
SUITE, JOB = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


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


def _arguments(command: str, folder: Path) -> list[str]:
    program, *words = shlex.split(command)
    assert program == "edison"
    files = {"suite.yaml", "edison-gate.md", "edison-gate.xml"}
    return [str(folder / word) if word in files else word for word in words]


async def test_the_commands_of_the_page_pass_and_write_the_comment(desk: SuiteDesk) -> None:
    desk.write(SUITE)

    ends = [await desk.command.run(*_arguments(each, desk.folder)) for each in COMMANDS]

    assert [done.code for done in ends] == [0, 0], [done.err for done in ends]
    assert "PASS  not worse than the baseline" in ends[-1].out
    shown = (desk.folder / "edison-gate.md").read_text()
    assert shown.startswith("<!-- edison-gate -->\n### ✅ Capitals: not worse")
    assert (desk.folder / "edison-gate.xml").exists()


async def test_the_job_of_the_page_has_ten_lines_and_inputs_that_exist() -> None:
    action = yaml.safe_load((ROOT / "deploy/github-action/action.yml").read_text())
    given = yaml.safe_load(JOB)["jobs"]["gate"]["steps"][1]["with"]

    assert len(JOB.strip().splitlines()) == 10
    assert set(given) <= set(action["inputs"])
    required = {name for name, one in action["inputs"].items() if one.get("required")}
    assert required <= set(given)
