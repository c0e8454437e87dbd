"""Routes of sign-in with OpenID Connect providers, and of roles by group.

The browser opens `start`, `callback` and `sign-out` as pages, so they answer with redirects and never with JSON.
"""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import Path, Query, Request
from starlette.responses import RedirectResponse

from edison.api.api_config import ApiConfig
from edison.api.api_router import ApiRouter, Exactly
from edison.api.error_responses import Responses, problems
from edison.api.people.provider_views import GroupRolesBody, GroupRolesView, SignInMethodsView
from edison.api.request_identity import Config, CurrentActor, Services, set_session_cookie
from edison.domain.errors import EdisonError
from edison.domain.people.sign_in_methods import FLOW_LIFETIME, SignInProblem
from edison.services.people import group_roles, provider_sign_in
from edison.services.people.provider_sign_in import FinishedSignIn, ProviderAnswer

FLOW_COOKIE = "edison_sign_in"
PROVIDER_COOKIE = "edison_provider"
COOKIE_PATH = "/api/v1/sign-in"
# Browsers drop larger cookies. Without it the provider asks before it signs the person out.
MOST_COOKIE = 3500

ProviderName = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,32}$")]
Parameter = Annotated[str | None, Query(max_length=4096)]
REDIRECT: Responses = {303: {"description": "The next page", "content": {}}}

router = ApiRouter(prefix="/sign-in", tags=["accounts"])
group_roles_router = ApiRouter(prefix="/group-roles", tags=["accounts"])


@router.get("/methods", responses=Exactly(problems(403)))
async def get_sign_in_methods(who: CurrentActor, ctx: Services) -> SignInMethodsView:
    """List the ways to sign in. No sign-in is needed."""
    return SignInMethodsView.of(provider_sign_in.list_methods(ctx, who))


@router.get(
    "/providers/{provider}/start",
    status_code=303,
    response_class=RedirectResponse,
    responses=Exactly(REDIRECT | problems(400)),
)
async def start_provider_sign_in(
    provider: ProviderName,
    who: CurrentActor,
    ctx: Services,
    config: Config,
    next: Annotated[str | None, Query(description="Path to open after the sign-in")] = None,
) -> RedirectResponse:
    """Open this address in a browser to sign in with a provider."""
    try:
        started = await provider_sign_in.start(ctx, who, provider, next)
    except EdisonError as error:
        return _refused(error)
    answer = RedirectResponse(started.url, status_code=303)
    answer.set_cookie(
        FLOW_COOKIE,
        started.browser,
        max_age=int(FLOW_LIFETIME.total_seconds()),
        httponly=True,
        secure=config.secure_cookies,
        # The provider sends the browser back with a request from another site.
        samesite="lax",
        path=COOKIE_PATH,
    )
    return answer


@router.get(
    "/providers/{provider}/callback",
    status_code=303,
    response_class=RedirectResponse,
    responses=Exactly(REDIRECT | problems(400)),
)
async def finish_provider_sign_in(
    request: Request,
    provider: ProviderName,
    who: CurrentActor,
    ctx: Services,
    config: Config,
    state: Parameter = None,
    code: Parameter = None,
    error: Parameter = None,
    iss: Parameter = None,
) -> RedirectResponse:
    """The provider sends the browser to this address after a sign-in."""
    told = ProviderAnswer(state=state or "", code=code, error=error, issuer=iss)
    browser = request.cookies.get(FLOW_COOKIE, "")
    try:
        done = await provider_sign_in.finish(ctx, who, provider, browser, told)
    except EdisonError as refused:
        return _refused(refused)
    return _signed_in(config, provider, done)


@router.get(
    "/sign-out",
    status_code=303,
    response_class=RedirectResponse,
    responses=Exactly(REDIRECT | problems(400)),
)
async def sign_out_of_provider(
    request: Request, who: CurrentActor, ctx: Services, config: Config
) -> RedirectResponse:
    """Open this address after the end of the session, to sign out of the provider as well."""
    name, _, id_token = request.cookies.get(PROVIDER_COOKIE, "").partition(":")
    address = await provider_sign_in.sign_out_address(ctx, who, name, id_token)
    answer = RedirectResponse(address or "/sign-in", status_code=303)
    _clear(answer, config, PROVIDER_COOKIE, "strict")
    return answer


@group_roles_router.get("", responses=Exactly(problems(401, 403)))
async def list_group_roles(who: CurrentActor, ctx: Services) -> GroupRolesView:
    """List the roles that groups of providers give. Only for the owner of the installation."""
    return GroupRolesView.of(await group_roles.list_group_roles(ctx, who))


@group_roles_router.put("", responses=Exactly(problems(400, 401, 403, 404)))
async def save_group_roles(
    body: GroupRolesBody, who: CurrentActor, ctx: Services
) -> GroupRolesView:
    """Replace the roles that groups give. They count from the next request of each person on."""
    roles = [each.to_command() for each in body.roles]
    return GroupRolesView.of(await group_roles.save_group_roles(ctx, who, roles))


def _signed_in(config: ApiConfig, provider: str, done: FinishedSignIn) -> RedirectResponse:
    answer = RedirectResponse(done.next_path, status_code=303)
    _clear(answer, config, FLOW_COOKIE, "lax")
    set_session_cookie(answer, config, done.signed_in.token, done.signed_in.expires_at)
    kept = f"{provider}:{done.id_token}"
    answer.set_cookie(
        PROVIDER_COOKIE,
        kept if len(kept) <= MOST_COOKIE else f"{provider}:",
        max_age=int(done.signed_in.lifetime.total_seconds()),
        httponly=True,
        secure=config.secure_cookies,
        samesite="strict",
        path=COOKIE_PATH,
    )
    return answer


def _refused(error: EdisonError) -> RedirectResponse:
    problem = str(error.facts.get("problem", ""))
    if problem not in set(SignInProblem):
        problem = "limit" if error.code == "RATE_LIMIT" else "provider"
    return RedirectResponse(f"/sign-in?{urlencode({'problem': problem})}", status_code=303)


def _clear(answer: RedirectResponse, config: ApiConfig, name: str, samesite: str) -> None:
    answer.delete_cookie(
        name,
        httponly=True,
        secure=config.secure_cookies,
        samesite="lax" if samesite == "lax" else "strict",
        path=COOKIE_PATH,
    )
