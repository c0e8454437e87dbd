"""Who may use the MCP server, and each of its tools, written down by hand."""

from dataclasses import dataclass
from typing import Any

from tests.proofs.declaring import Everyone, Machine, Nobody, Request, Role, declared, fixed
from tests.support.house import Situation, fresh_email

MCP_PATH = "/mcp"
NO_AUTHORIZATION_SERVER = "/.well-known/oauth-protected-resource/mcp"


def tool_call(tool: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON-RPC message that calls a tool."""
    params = {"name": tool, "arguments": given}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


async def create_dataset(_: Situation) -> Request:
    # The role is checked by each tool, so the address answers every token.
    return Request(path=MCP_PATH, json=tool_call("create_dataset", {"name": fresh_email()}))


MCP = (
    declared(f"POST {MCP_PATH}", Machine(), 200, create_dataset),
    declared(f"GET {MCP_PATH}", Everyone(), 405, fixed(MCP_PATH)),
    declared(f"HEAD {MCP_PATH}", Everyone(), 405, fixed(MCP_PATH)),
    declared(f"DELETE {MCP_PATH}", Everyone(), 405, fixed(MCP_PATH)),
    declared("GET /.well-known/{rest:path}", Nobody(), 404, fixed(NO_AUTHORIZATION_SERVER)),
    declared("HEAD /.well-known/{rest:path}", Nobody(), 404, fixed(NO_AUTHORIZATION_SERVER)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredTool:
    """A tool, the least role whose token may call it, and arguments that are valid."""

    name: str
    least: Role
    given: dict[str, Any]
    # What a call with permission answers: an error code, as some arguments name nothing that exists.
    error: str | None = None
    writes: bool = False


NO_RUN = "00000000-0000-7000-8000-000000000001"
_ORDER = {"prompt": "Greeter", "models": ["gpt-4o-mini"], "dataset": "Golden"}
_CONTENT = {"messages": [{"role": "user", "content": "Hello {{name}}"}]}

DECLARED_TOOLS = (
    DeclaredTool(name="search", least="VIEWER", given={}),
    DeclaredTool(name="get_prompt", least="VIEWER", given={"prompt": "None"}, error="NOT_FOUND"),
    DeclaredTool(name="list_runs", least="VIEWER", given={}),
    DeclaredTool(name="get_run", least="VIEWER", given={"run": NO_RUN}, error="NOT_FOUND"),
    DeclaredTool(name="failing_cases", least="VIEWER", given={"run": NO_RUN}, error="NOT_FOUND"),
    DeclaredTool(
        name="compare_runs",
        least="VIEWER",
        given={"run": NO_RUN, "baseline": NO_RUN},
        error="NOT_FOUND",
    ),
    DeclaredTool(name="verdict", least="VIEWER", given={"run": NO_RUN}, error="NOT_FOUND"),
    DeclaredTool(name="forecast_run", least="EDITOR", given=_ORDER, error="NOT_FOUND"),
    DeclaredTool(
        name="start_run",
        least="EDITOR",
        given={**_ORDER, "budget_usd": 1},
        error="NOT_FOUND",
        writes=True,
    ),
    DeclaredTool(
        name="create_prompt_version",
        least="EDITOR",
        given={"prompt": "New", "content": _CONTENT},
        writes=True,
    ),
    DeclaredTool(name="create_dataset", least="EDITOR", given={"name": "New"}, writes=True),
    DeclaredTool(
        name="add_cases",
        least="EDITOR",
        given={"dataset": "Golden", "cases": [{"values": {"question": "Why?"}}]},
        writes=True,
    ),
)
