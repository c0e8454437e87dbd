"""Bridge between an agent on standard input and output and the MCP server at an address."""

from typing import Any
from urllib.parse import urlsplit

import httpx2
import mcp.types as wire
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from edison import __version__
from edison.cli.api_client import LOCAL

ANSWERS_WITHIN_S = 120.0
Request = ServerRequestContext[Any, Any]


async def serve_over_stdio(address: str, secret: str) -> None:
    """Serve until the agent closes standard input; raise RuntimeError if the server refuses the token."""
    url = f"{address.rstrip('/')}/mcp"
    async with httpx2.AsyncClient(
        headers={"authorization": f"Bearer {secret}", "user-agent": f"edison-cli/{__version__}"},
        timeout=ANSWERS_WITHIN_S,
        # Use the proxy of the environment, but not for this machine.
        trust_env=urlsplit(address).hostname not in LOCAL,
    ) as http:
        await _require_access(http, url)
        async with Client(streamable_http_client(url, http_client=http)) as remote:
            server = _bridge(remote)
            async with stdio_server() as (reading, writing):
                await server.run(reading, writing, server.create_initialization_options())


async def _require_access(http: httpx2.AsyncClient, url: str) -> None:
    """Raise an error that a person understands, before the protocol begins."""
    ping = {"jsonrpc": "2.0", "id": 0, "method": "ping"}
    try:
        answer = await http.post(url, json=ping)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        said = str(error) or type(error).__name__
        raise RuntimeError(f"{url} cannot be reached: {said}") from None
    if answer.status_code == 401:
        raise RuntimeError(
            f"{url} refuses the token. It may be revoked or expired: create a new one in the settings of the project"
        )
    if answer.status_code != 200:
        raise RuntimeError(f"{url} is not the MCP server of Edison (HTTP {answer.status_code})")


def _bridge(remote: Client) -> Server[Any]:
    async def list_tools(
        _: Request, params: wire.PaginatedRequestParams | None
    ) -> wire.ListToolsResult:
        return await remote.list_tools(cursor=params.cursor if params else None)

    async def call_tool(_: Request, params: wire.CallToolRequestParams) -> wire.CallToolResult:
        return await remote.call_tool(params.name, params.arguments)

    return Server(
        "edison",
        title="Edison",
        version=__version__,
        instructions=remote.instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
