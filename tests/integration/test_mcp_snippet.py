"""The program in docs/how-to/use-the-mcp-server.md, run as it is written there, and the tools that the page names."""

import asyncio
import re
import sys
from pathlib import Path

from edison.api.mcp.tool_list import TOOLS
from tests.proofs.declared_mcp import DECLARED_TOOLS
from tests.support.finished_runs import a_run_desk
from tests.support.people import make_token
from tests.support.world import World

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "use-the-mcp-server.md"
PROGRAM = re.compile(r"```python\n(.*?)```", re.DOTALL)
ROW = re.compile(r"^\| (`[^|]+`) \| ([A-Z]+) \|", re.MULTILINE)


async def test_the_program_of_the_page_runs_as_it_is_written(world: World) -> None:
    desk = await a_run_desk(world)
    secret = (await make_token(desk.owner, desk.slug, "VIEWER"))["secret"]
    (program,) = PROGRAM.findall(PAGE.read_text())
    async with world.served() as address:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            program,
            env={"EDISON_SERVER": address, "EDISON_TOKEN": secret},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await process.communicate()

    assert process.returncode == 0, err.decode()
    assert out.decode().startswith("Greeter http://localhost/projects/")


def test_the_page_names_every_tool_with_its_role() -> None:
    named = {
        name: role
        for names, role in ROW.findall(PAGE.read_text())
        for name in re.findall(r"`(\w+)`", names)
    }

    assert named == {tool.name: tool.least for tool in DECLARED_TOOLS}
    assert named.keys() == {tool.name for tool in TOOLS}
