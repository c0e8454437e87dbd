"""Server, token and project of commands that only talk to a server."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from edison.cli.api_client import Client, RequestRefused, ServerUnreachable
from edison.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectOptions:
    """What a command line says; each can be set in the environment, too."""

    server: str | None
    token: str | None
    project: str | None


@asynccontextmanager
async def open_project(options: ProjectOptions) -> AsyncGenerator[tuple[Client, str]]:
    """Yield a client, and the slug of the project. Failures become a RuntimeError with one sentence."""
    settings = Settings()
    server = options.server or settings.server or settings.local_address
    token = options.token or (settings.token.get_secret_value() if settings.token else None)
    project = options.project or settings.project
    if not token:
        raise RuntimeError("Set EDISON_TOKEN to an API token of the project")
    if not project:
        raise RuntimeError("Name the project with --project or EDISON_PROJECT")
    try:
        async with Client(server, token) as client:
            yield client, project
    except RequestRefused as refused:
        where = f"{refused.path}: " if refused.path else ""
        step = f" {refused.next_step}" if refused.next_step else ""
        raise RuntimeError(f"{where}{refused.message}.{step}") from None
    except ServerUnreachable as error:
        raise RuntimeError(str(error)) from None
