"""Every tool of the MCP server: the role it needs, its audit entry, and arguments it must survive."""

import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest
import pytest_asyncio

from edison.api.mcp.tool import MOST_RESULT
from edison.api.mcp.tool_list import TOOLS
from tests.proofs.declared_mcp import DECLARED_TOOLS, MCP_PATH, DeclaredTool, tool_call
from tests.proofs.declaring import ROLES
from tests.support.house import House, same_site, served_house
from tests.support.postgres import TestServer
from tests.support.sql import value

pytestmark = pytest.mark.asyncio(loop_scope="module")

TOKEN_ROLES = tuple(role for role in ROLES if role != "OWNER")
ENTRIES = """
    SELECT count(*) FROM audit_log WHERE origin->>'trace_id' = %s AND action <> 'permission.refused'
"""
HOSTILE: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**63,
    1e400,
    "",
    "\x00",
    "\ud800",
    "' OR 1=1 --",
    "../../etc/passwd",
    "x" * 100_000,
    "00000000-0000-0000-0000-000000000000",
    [],
    [[[]]],
    {},
    {"\x00": "\ud800"},
    {"$ref": "#"},
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(postgres: TestServer) -> AsyncGenerator[House]:
    with postgres.database() as url:
        async with served_house(url) as house:
            yield house


async def _ask(house: House, secret: str, message: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Send a message; return the result of the tool and the trace id of the request."""
    client = house.world.client(**same_site(), authorization=f"Bearer {secret}")
    # Not the encoder of the client: hostile texts are not valid UTF-8.
    answer = await client.post(
        MCP_PATH,
        content=json.dumps(message),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code in (200, 400), answer.text
    return answer.json(), answer.headers["x-request-id"]


def _error_of(answer: dict[str, Any]) -> str | None:
    """Return the code of the error that a tool reports; None: it succeeded."""
    result = answer["result"]
    (content,) = result["content"]
    return json.loads(content["text"])["error"]["code"] if result["isError"] else None


async def test_every_tool_is_declared_and_every_declaration_is_a_tool() -> None:
    declared = {tool.name: tool.writes for tool in DECLARED_TOOLS}

    assert declared == {tool.name: tool.writes for tool in TOOLS}


async def test_no_tool_approves_promotes_or_deletes() -> None:
    forbidden = ("approve", "promote", "delete", "remove", "label", "review", "archive", "merge")

    assert [tool.name for tool in TOOLS if any(word in tool.name for word in forbidden)] == []


@pytest.mark.parametrize("declared", DECLARED_TOOLS, ids=lambda declared: declared.name)
async def test_a_tool_lets_in_who_may_and_no_one_else(house: House, declared: DeclaredTool) -> None:
    message = tool_call(declared.name, declared.given)
    for role in TOKEN_ROLES:
        project = str((await house.project())["slug"])
        _, secret = await house.token(project, role)
        answer, trace = await _ask(house, secret, message)
        may = ROLES.index(role) >= ROLES.index(declared.least)
        assert _error_of(answer) == (declared.error if may else "FORBIDDEN"), role
        entries = value(house.world.url, ENTRIES, trace)
        assert bool(entries) == (may and declared.writes and declared.error is None), role


@pytest.mark.parametrize("declared", DECLARED_TOOLS, ids=lambda declared: declared.name)
async def test_no_argument_makes_a_tool_fail_unexpectedly(
    house: House, declared: DeclaredTool
) -> None:
    project = str((await house.project())["slug"])
    _, secret = await house.token(project, "EDITOR")
    (tool,) = [tool for tool in TOOLS if tool.name == declared.name]
    names = [*tool.arguments.model_fields, "no_such_argument"]
    for name in names:
        for hostile in HOSTILE:
            given = {**declared.given, name: hostile}
            answer, _ = await _ask(house, secret, tool_call(declared.name, given))
            # Invalid JSON is refused before a tool is called.
            if "result" in answer:
                assert _error_of(answer) != "INTERNAL_SERVER_ERROR", (name, hostile)
                assert len(json.dumps(answer)) < 3 * MOST_RESULT
            else:
                assert answer["error"]["code"] in (-32700, -32600, -32602), answer
