"""Calls tools of the MCP server with the client of the official library."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import mcp.types as wire
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


@asynccontextmanager
async def mcp_client(address: str, secret: str, mode: str = "auto") -> AsyncGenerator[Client]:
    """Connect over streamable HTTP with an API token."""
    headers = {"authorization": f"Bearer {secret}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(f"{address}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


async def call(client: Client, tool: str, **given: Any) -> dict[str, Any]:
    """Call a tool and return its result; fail if it reports an error."""
    answer = await client.call_tool(tool, given)
    assert not answer.is_error, text_of(answer)
    shown: dict[str, Any] = answer.structured_content
    assert json.loads(text_of(answer)) == shown, "the text and the structured result are the same"
    return shown


async def call_refused(client: Client, tool: str, **given: Any) -> dict[str, Any]:
    """Call a tool that must report an error; return the error."""
    answer = await client.call_tool(tool, given)
    assert answer.is_error, text_of(answer)
    return json.loads(text_of(answer))["error"]


def text_of(answer: wire.CallToolResult) -> str:
    (content,) = answer.content
    assert isinstance(content, wire.TextContent)
    return content.text
