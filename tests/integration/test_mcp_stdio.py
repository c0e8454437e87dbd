"""`edison mcp`: a real process that an agent talks to over standard input and output."""

import sys
from pathlib import Path

from mcp import Client, StdioServerParameters

from edison.api.mcp.tool_list import TOOLS
from tests.support.commands import Command
from tests.support.finished_runs import a_run_desk
from tests.support.mcp_client import call, call_refused
from tests.support.people import make_token
from tests.support.world import World


def _process(home: Path, address: str, secret: str) -> StdioServerParameters:
    env = {"EDISON_HOME": str(home), "EDISON_SERVER": address, "EDISON_TOKEN": secret}
    return StdioServerParameters(command=sys.executable, args=["-m", "edison", "mcp"], env=env)


async def test_an_agent_uses_the_tools_over_standard_input_and_output(
    world: World, tmp_path: Path
) -> None:
    desk = await a_run_desk(world)
    secret = (await make_token(desk.owner, desk.slug, "EDITOR"))["secret"]
    async with world.served() as address, Client(_process(tmp_path, address, secret)) as client:
        listed = (await client.list_tools()).tools
        made = await call(client, "create_dataset", name="From an agent")
        found = await call(client, "search", query="From an agent", kind="dataset")
        error = await call_refused(client, "get_prompt", prompt="No such prompt")
        instructions = client.instructions

    assert {tool.name for tool in listed} == {tool.name for tool in TOOLS}
    assert [item["id"] for item in found["items"]] == [made["id"]]
    assert error["code"] == "NOT_FOUND"
    assert instructions is not None
    assert "untrusted_text" in instructions


async def test_a_token_without_the_role_is_refused_over_standard_input_and_output(
    world: World, tmp_path: Path
) -> None:
    desk = await a_run_desk(world)
    secret = (await make_token(desk.owner, desk.slug, "VIEWER"))["secret"]
    async with world.served() as address, Client(_process(tmp_path, address, secret)) as client:
        error = await call_refused(client, "create_dataset", name="No")

    assert error["code"] == "FORBIDDEN"


async def test_a_refused_token_and_an_unreachable_server_are_one_sentence(
    world: World, tmp_path: Path
) -> None:
    secret = "edison_not_a_token"
    async with world.served() as address:
        given = {"EDISON_SERVER": address, "EDISON_TOKEN": secret}
        refused = await Command(tmp_path, world.url, **given).run("mcp")
    given = {"EDISON_SERVER": "http://localhost:1", "EDISON_TOKEN": secret}
    unreachable = await Command(tmp_path, world.url, **given).run("mcp")
    missing = await Command(tmp_path, world.url).run("mcp")

    assert (refused.code, unreachable.code, missing.code) == (1, 1, 64)
    assert "refuses the token" in refused.err
    assert "cannot be reached" in unreachable.err
    assert "EDISON_TOKEN" in missing.err
    for done in (refused, unreachable):
        assert len(done.err.splitlines()) == 1, done.err
        assert secret not in done.err
