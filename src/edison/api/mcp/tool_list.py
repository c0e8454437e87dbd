"""All tools of the MCP server."""

from edison.api.mcp.run_tools import RUN_TOOLS
from edison.api.mcp.search_tools import SEARCH_TOOLS
from edison.api.mcp.start_run_tools import START_RUN_TOOLS
from edison.api.mcp.tool import McpTool
from edison.api.mcp.verdict_tools import VERDICT_TOOLS
from edison.api.mcp.write_tools import WRITE_TOOLS

TOOLS: tuple[McpTool, ...] = (
    *SEARCH_TOOLS,
    *RUN_TOOLS,
    *VERDICT_TOOLS,
    *START_RUN_TOOLS,
    *WRITE_TOOLS,
)
