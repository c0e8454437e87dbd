"""Figures of imports, the SDK, the MCP server and the documentation for `just show machines`."""

import asyncio
import re
from pathlib import Path

from tests.load.promptfoo_figures import promptfoo_figures as measure_promptfoo
from tests.load.run_stage import a_stage
from tests.load.sdk_figures import cli_help_ms, function_target_ratio, sdk_import_ms
from tests.load.showing import Figures, Say
from tests.load.time_budget import TimeBudget
from tests.support.doc_snippets import snippets_of
from tests.support.gateway import Gateway
from tests.support.mcp_client import mcp_client
from tests.support.people import make_token

ROOT = Path(__file__).parents[2]
SNIPPETS_OF = re.compile(r"snippets_of\(\s*\"([^\"]+)\"")
# Pages whose programs have a test of their own, and the kind of their code blocks.
OWN_TESTS = {
    "how-to/use-the-mcp-server.md": ("python", "tests/integration/test_mcp_snippet.py"),
    "how-to/gate-a-pull-request.md": ("yaml|sh", "tests/integration/test_gate_page.py"),
}


def promptfoo_figures(say: Say, _: TimeBudget) -> Figures:
    """Return what share of assertions is mapped, and how often both tools agree.

    The agreement is null if EDISON_PROMPTFOO does not name the program.
    """
    figures = measure_promptfoo()
    say(str(figures))
    return {
        name: figures[name]
        for name in ("promptfoo_assertions_mapped_share", "promptfoo_row_agreement")
    }


def sdk_figures(_: Say, _budget: TimeBudget) -> Figures:
    return {
        "sdk_import_ms": sdk_import_ms(),
        "function_target_ratio": asyncio.run(_function_target_ratio()),
    }


def command_figures(_: Say, _budget: TimeBudget) -> Figures:
    return {"cli_help_ms": cli_help_ms()}


async def _function_target_ratio() -> float:
    async with a_stage(latency_ms=20) as stage, stage.gateway.world.served() as address:
        return await asyncio.to_thread(function_target_ratio, address)


def mcp_figures(say: Say, _: TimeBudget) -> Figures:
    """Count the tools that the client of the official library lists over HTTP."""
    tools = asyncio.run(_listed_tools())
    say(f"MCP tools: {', '.join(tools)}")
    return {"mcp_tools": len(tools)}


async def _listed_tools() -> list[str]:
    async with a_stage(latency_ms=20) as stage, stage.gateway.world.served() as address:
        secret = await _token(stage.gateway)
        async with mcp_client(address, secret) as client:
            return [tool.name for tool in (await client.list_tools()).tools]


async def _token(gateway: Gateway) -> str:
    bench = await gateway.bench()
    return (await make_token(bench.owner, bench.project["slug"]))["secret"]


def snippet_figures(say: Say, _: TimeBudget) -> Figures:
    """Count the code blocks of the documentation that tests execute as they are printed."""
    counts: dict[str, int] = {}
    for test in (ROOT / "tests").rglob("test_*.py"):
        for page in SNIPPETS_OF.findall(test.read_text()):
            counts[page] = snippets_of(page).count
    for page, (kinds, test) in OWN_TESTS.items():
        path = ROOT / "docs" / page
        if (ROOT / test).exists() and path.exists():
            blocks = re.findall(rf"^```(?:{kinds})\n", path.read_text(), re.MULTILINE)
            counts.setdefault(page, len(blocks))
    say(f"executed snippets by page: {counts}")
    return {"snippets_run": sum(counts.values())}
