"""The address /mcp: authenticates the token of a request and passes the request to the MCP server."""

import asyncio
from importlib import import_module

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from edison.api.api_config import MCP_PATH, ApiConfig
from edison.api.error_responses import problem
from edison.api.mcp.tool import ToolCaller
from edison.api.request_identity import credentials_of, origin_of
from edison.domain.people.access import Actor
from edison.services.context import Context
from edison.services.mcp import find_by_name
from edison.services.people.identity import RequestCredentials, identify


class McpEndpoint:
    """Serves MCP over streamable HTTP. It keeps no session, so that any web process answers any request."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        ctx: Context = request.app.state.context
        config: ApiConfig = request.app.state.config
        # A cookie is never accepted here, so no page in a browser can use the session of a person.
        shown = RequestCredentials(bearer=credentials_of(request).bearer)
        found = await identify(ctx, shown, origin_of(request), None)
        if found.actor.kind != "token":
            await _unauthorized()(scope, receive, send)
            return
        structlog.contextvars.bind_contextvars(actor=found.actor.kind, actor_id=str(found.actor.id))
        caller = await _caller(ctx, found.actor)
        # The library is large: in a thread, it does not block the requests of others.
        server = await asyncio.to_thread(import_module, "edison.api.mcp.tool_server")
        await server.serve(caller, config.max_body_bytes, scope, receive, send)


async def _caller(ctx: Context, who: Actor) -> ToolCaller:
    (project,) = who.roles
    found = await find_by_name.read_project_of_token(ctx, who, project)
    return ToolCaller(
        ctx=ctx, who=who, project=project, home=f"{ctx.public_url}/projects/{found.slug}"
    )


def _unauthorized() -> Response:
    return problem(
        401,
        "UNAUTHORIZED",
        "MCP needs an API token of a project",
        next_step="Send the header Authorization: Bearer <token>. Create a token in the settings of the project.",
        headers={"WWW-Authenticate": "Bearer"},
    )


async def _only_post(_: Request) -> Response:
    # Without sessions there is no stream to open and nothing to end.
    raise HTTPException(405, "MCP is served by POST only", headers={"Allow": "POST"})


async def _nothing_known(_: Request) -> Response:
    # A client that is refused looks here for an authorization server. The screens would answer with a page.
    raise HTTPException(404, "There is nothing at this address")


MCP_ROUTES = (
    Route(MCP_PATH, McpEndpoint(), methods=["POST"]),
    Route(MCP_PATH, _only_post, methods=["GET", "DELETE"]),
    Route("/.well-known/{rest:path}", _nothing_known, methods=["GET"]),
)
