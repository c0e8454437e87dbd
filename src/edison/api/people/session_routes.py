"""Sign up, sign in, sign out."""

import secrets

from fastapi import Request, Response

from edison.api.api_router import ApiRouter, Exactly
from edison.api.error_responses import problems
from edison.api.people.account_views import RegisterBody, SessionView, SignInBody, UserView
from edison.api.request_guard import CSRF_COOKIE
from edison.api.request_identity import (
    Config,
    CurrentActor,
    Services,
    clear_session_cookie,
    set_csrf_cookie,
    set_session_cookie,
)
from edison.domain.people.access import Actor
from edison.domain.people.account import User
from edison.services import installation_status
from edison.services.context import Context
from edison.services.people import own_profile
from edison.services.people.account_registration import register as register_account
from edison.services.people.sign_in import sign_in as open_session
from edison.services.people.sign_out import sign_out as end_session

router = ApiRouter(tags=["accounts"])


@router.get("/session", responses=Exactly(problems(403)))
async def get_session(
    request: Request, response: Response, who: CurrentActor, ctx: Services, config: Config
) -> SessionView:
    """Get who is signed in; no sign-in is needed.

    Sets the CSRF cookie that changes must send back.
    """
    if CSRF_COOKIE not in request.cookies:
        set_csrf_cookie(response, config, secrets.token_hex(32))
    user = await own_profile.get_me(ctx, who) if who.user else None
    return await _view(ctx, who, user)


@router.post("/accounts", status_code=201, responses=Exactly(problems(400, 403, 404, 409, 429)))
async def register(
    body: RegisterBody, response: Response, who: CurrentActor, ctx: Services, config: Config
) -> SessionView:
    """Create an account and sign in. The first account owns the installation."""
    signed_in = await register_account(ctx, who, body.to_command())
    set_session_cookie(response, config, signed_in.token, signed_in.expires_at)
    return await _view(ctx, who, signed_in.user)


@router.post("/session", responses=Exactly(problems(400, 401, 403, 429)))
async def sign_in(
    body: SignInBody, response: Response, who: CurrentActor, ctx: Services, config: Config
) -> SessionView:
    """Sign in for 7 days, or for 30 days with `remember_me`."""
    signed_in = await open_session(ctx, who, body.to_command())
    set_session_cookie(response, config, signed_in.token, signed_in.expires_at)
    return await _view(ctx, who, signed_in.user)


@router.delete("/session", status_code=204, responses=Exactly(problems(401, 403)))
async def sign_out(response: Response, who: CurrentActor, ctx: Services, config: Config) -> None:
    """End this session. Its token is no longer accepted."""
    await end_session(ctx, who)
    clear_session_cookie(response, config)


async def _view(ctx: Context, who: Actor, user: User | None) -> SessionView:
    welcome = await installation_status.welcome(ctx, who)
    return SessionView.model_validate(
        {
            "user": UserView.of(user) if user else None,
            "registration": welcome.registration,
            "first_run": welcome.first_run,
            "expires_at": who.session_expires_at,
            "mail_configured": ctx.mail_configured,
            "version": ctx.version,
        }
    )
