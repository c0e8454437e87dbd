"""FastAPI dependencies of routes: the context, the caller, and the project of the path."""

import re
from datetime import UTC, datetime
from typing import Annotated

import structlog
from fastapi import Depends, Path, Request, Response

from edison.api.api_config import ApiConfig
from edison.api.request_guard import CSRF_COOKIE, SESSION_COOKIE
from edison.api.request_observer import trace_id
from edison.domain.errors import NotFound
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, RequestOrigin
from edison.services.context import Context
from edison.services.people.identity import Identified, RequestCredentials, identify, renew_session

PROJECT_REFERENCE = r"^[A-Za-z0-9-]{1,64}$"
RenewedSession = tuple[str, datetime]
_BEARER = re.compile(r"^bearer (\S+)$", re.IGNORECASE)


def get_context(request: Request) -> Context:
    return request.app.state.context


def get_config(request: Request) -> ApiConfig:
    return request.app.state.config


Services = Annotated[Context, Depends(get_context)]
Config = Annotated[ApiConfig, Depends(get_config)]


def origin_of(request: Request) -> RequestOrigin:
    return RequestOrigin(
        address=request.client.host if request.client else "",
        user_agent=request.headers.get("user-agent", "")[:200],
        trace_id=trace_id(),
    )


def credentials_of(request: Request) -> RequestCredentials:
    """Return the credentials of a request. With an Authorization header, cookies are ignored."""
    authorization = request.headers.get("authorization")
    if authorization is not None:
        bearer = _BEARER.match(authorization)
        return RequestCredentials(bearer=bearer.group(1) if bearer else "")
    return RequestCredentials(session=request.cookies.get(SESSION_COOKIE))


async def identify_request(request: Request, ctx: Context) -> Identified:
    reference = request.path_params.get("project")
    if reference is not None and not re.match(PROJECT_REFERENCE, reference):
        reference = None
    return await identify(ctx, credentials_of(request), origin_of(request), reference)


async def get_identified(request: Request, ctx: Services) -> Identified:
    found = await identify_request(request, ctx)
    request.state.identified = found
    # Any response sends it to the browser: see session_renewal.py.
    request.state.renewed = await renew_session(ctx, found)
    if found.actor.id is not None:
        structlog.contextvars.bind_contextvars(actor=found.actor.kind, actor_id=str(found.actor.id))
    return found


WhoAndWhere = Annotated[Identified, Depends(get_identified)]


def get_actor(found: WhoAndWhere) -> Actor:
    return found.actor


def get_project(
    found: WhoAndWhere,
    project: Annotated[
        str, Path(description="Slug or id of the project", pattern=PROJECT_REFERENCE)
    ],
) -> ProjectId:
    found.actor.must_be_known()
    if found.project is None:
        raise NotFound("No such project")
    return found.project


CurrentActor = Annotated[Actor, Depends(get_actor)]
CurrentProject = Annotated[ProjectId, Depends(get_project)]


def set_session_cookie(
    response: Response, config: ApiConfig, token: str, expires_at: datetime
) -> None:
    response.set_cookie(
        SESSION_COOKIE,
        token,
        max_age=max(0, int((expires_at - datetime.now(UTC)).total_seconds())),
        httponly=True,
        secure=config.secure_cookies,
        samesite="strict",
        path="/",
    )


def clear_session_cookie(response: Response, config: ApiConfig) -> None:
    response.delete_cookie(
        SESSION_COOKIE, httponly=True, secure=config.secure_cookies, samesite="strict", path="/"
    )


def set_csrf_cookie(response: Response, config: ApiConfig, token: str) -> None:
    response.set_cookie(
        CSRF_COOKIE,
        token,
        max_age=365 * 24 * 3600,
        httponly=False,  # our own page must read it and send it back
        secure=config.secure_cookies,
        samesite="strict",
        path="/",
    )
