"""Calls every tool of the MCP server on an installation, with valid arguments and with a secret in wrong places."""

from typing import Any

import httpx

from tests.proofs.declared_mcp import DECLARED_TOOLS, MCP_PATH, tool_call


def call_every_tool(owner: httpx.Client, place: str, record: Any, misplaced: str) -> str:
    """Return the secret of the token that called the tools. `record` is called with each response."""
    body = {"name": "Agent", "role": "EDITOR"}
    made = owner.post(f"{place}/tokens", json=body).raise_for_status().json()
    bearer = {"authorization": f"Bearer {made['secret']}"}
    with httpx.Client(base_url=owner.base_url, headers=bearer, timeout=60) as agent:
        agent.event_hooks["response"].append(record)
        for tool in DECLARED_TOOLS:
            for given in (
                tool.given,
                {**tool.given, misplaced: misplaced},
                {name: {misplaced: [misplaced]} for name in tool.given},
            ):
                answer = agent.post(MCP_PATH, json=tool_call(tool.name, given))
                assert "result" in answer.raise_for_status().json(), answer.text
        # What the tools created, and the models with their credentials.
        agent.post(MCP_PATH, json=tool_call("search", {"limit": 20})).raise_for_status()
        agent.post(MCP_PATH, json=tool_call("get_prompt", {"prompt": "New"})).raise_for_status()
    return made["secret"]
