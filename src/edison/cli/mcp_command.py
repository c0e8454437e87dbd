"""`edison mcp`: serve MCP over standard input and output, and pass every request to a server."""

import asyncio
import sys

import click

from edison.cli.plain_errors import report_errors_plainly
from edison.settings import Settings


@click.command()
@click.option(
    "--server", help="Address of an Edison server (EDISON_SERVER). Default: this machine."
)
@click.option(
    "--token", help="API token of a project. EDISON_TOKEN is safer: it is not in the process list."
)
@report_errors_plainly
def mcp(server: str | None, token: str | None) -> None:
    """Serve the tools of a project to an agent over standard input and output."""
    settings = Settings()
    known = settings.token.get_secret_value() if settings.token else None
    secret = token or known
    if secret is None:
        click.echo(
            "edison: MCP needs an API token. Create one in the settings of the project and set EDISON_TOKEN.",
            err=True,
        )
        sys.exit(64)
    from edison.cli.mcp_bridge import serve_over_stdio
    from edison.processes.installation_address import read_installation_address

    running = None if server or settings.server else read_installation_address(settings)
    address = server or settings.server or running or settings.address
    asyncio.run(serve_over_stdio(address, secret))
