"""Routes of accounts, email confirmation and sessions."""

import secrets
from uuid import UUID

from fastapi import Request, Response

from edison.api.api_router import ApiRouter, Exactly
from edison.api.error_responses import Responses, problems
from edison.api.people.account_views import (
    ChangePasswordBody,
    ConfirmEmailBody,
    DeleteAccountBody,
    DeleteMeBody,
    RegisterBody,
    RenameMeBody,
    SessionView,
    SignInBody,
    UserView,
    account_file,
)
from edison.api.request_guard import CSRF_COOKIE
from edison.api.request_identity import (
    Config,
    CurrentActor,
    Services,
    clear_session_cookie,
    set_csrf_cookie,
    set_session_cookie,
)
from edison.domain.ids import UserId
from edison.domain.people.access import Actor
from edison.domain.people.account import User
from edison.services import installation_status
from edison.services.context import Context
from edison.services.people import account_deletion as deletion
from edison.services.people import account_deletion as exports
from edison.services.people import email_confirmation, own_profile
from edison.services.people import sign_in as sessions
from edison.services.people.account_registration import register as register_account
from edison.services.people.sign_in import sign_in as open_session
from edison.services.people.sign_in import sign_out as end_session

router = ApiRouter(prefix="/accounts", tags=["accounts"])


@router.get(
    "/{user}/export", response_class=Response, responses={200: {"content": {"application/zip": {}}}}
)
async def export_account(user: UUID, who: CurrentActor, ctx: Services) -> Response:
    """Download all data about an account. Only for an owner of the installation."""
    return account_file(await exports.export_account(ctx, who, UserId(user)))


@router.post("/{user}/delete", status_code=204)
async def delete_account(
    user: UUID, body: DeleteAccountBody, who: CurrentActor, ctx: Services
) -> None:
    """Delete an account permanently. Only for an owner of the installation.

    Projects whose only owner is this person are handed to the person of `hand_projects_to`. What the person made
    stays, under a pseudonym.
    """
    heir = UserId(body.hand_projects_to) if body.hand_projects_to else None
    await deletion.delete_account(ctx, who, UserId(user), body.email, heir)


ZIP: Responses = {200: {"content": {"application/zip": {}}}}

me_router = ApiRouter(prefix="/me", tags=["accounts"])


@me_router.get("", responses=Exactly(problems(401, 403)))
async def get_me(who: CurrentActor, ctx: Services) -> UserView:
    """Get your account."""
    return UserView.of(await own_profile.get_me(ctx, who))


@me_router.patch("", responses=Exactly(problems(400, 401, 403)))
async def update_me(body: RenameMeBody, who: CurrentActor, ctx: Services) -> UserView:
    """Change your name."""
    return UserView.of(await own_profile.rename_me(ctx, who, body.name))


@me_router.get(
    "/export",
    response_class=Response,
    responses=Exactly(ZIP | problems(401, 403)),
)
async def export_me(who: CurrentActor, ctx: Services) -> Response:
    """Download all data about your account, as a ZIP of JSON files."""
    return account_file(await exports.export_me(ctx, who))


@me_router.post("/delete", status_code=204, responses=Exactly(problems(400, 401, 403, 409, 429)))
async def delete_me(
    body: DeleteMeBody, response: Response, who: CurrentActor, ctx: Services, config: Config
) -> None:
    """Delete your account permanently. History shows a pseudonym instead of your name."""
    await deletion.delete_me(ctx, who, body.to_command())
    clear_session_cookie(response, config)


@me_router.post("/password", status_code=204, responses=Exactly(problems(400, 401, 403, 429)))
async def change_password(
    body: ChangePasswordBody, response: Response, who: CurrentActor, ctx: Services, config: Config
) -> None:
    """Set a new password. All your other sessions end."""
    signed_in = await own_profile.change_password(ctx, who, body.to_command())
    set_session_cookie(response, config, signed_in.token, signed_in.expires_at)


@me_router.delete("/sessions", status_code=204, responses=Exactly(problems(401, 403)))
async def sign_out_everywhere(
    response: Response, who: CurrentActor, ctx: Services, config: Config
) -> None:
    """End all sessions of this account, including the current one."""
    await sessions.sign_out_everywhere(ctx, who)
    clear_session_cookie(response, config)


confirmations_router = ApiRouter(tags=["accounts"])


@confirmations_router.post(
    "/me/email/confirmation-mail", status_code=202, responses=Exactly(problems(401, 403, 409, 429))
)
async def send_confirmation_mail(who: CurrentActor, ctx: Services) -> None:
    """Send a confirmation link to your address. Links in earlier emails stop working."""
    await email_confirmation.send_confirmation(ctx, who)


@confirmations_router.post("/me/email/confirm", responses=Exactly(problems(400, 401, 403, 404)))
async def confirm_email(body: ConfirmEmailBody, who: CurrentActor, ctx: Services) -> UserView:
    """Confirm your address with the link from the email.

    You must be signed in with the account that the email was sent to.
    """
    return UserView.of(await email_confirmation.confirm_own_email(ctx, who, body.token))


@confirmations_router.post(
    "/accounts/{user}/email/confirm", responses=Exactly(problems(400, 401, 403, 404))
)
async def vouch_for_email(user: UUID, who: CurrentActor, ctx: Services) -> UserView:
    """Confirm the address of another account. Only for an owner of the installation."""
    return UserView.of(await email_confirmation.vouch_for_email(ctx, who, UserId(user)))


sessions_router = ApiRouter(tags=["accounts"])


@sessions_router.get("/session", responses=Exactly(problems(403)))
async def get_session(
    request: Request, response: Response, who: CurrentActor, ctx: Services, config: Config
) -> SessionView:
    """Get the signed-in user, if any, and the sign-up rules. No sign-in is needed.

    The response sets the CSRF cookie, which requests that change data must send back.
    """
    if CSRF_COOKIE not in request.cookies:
        set_csrf_cookie(response, config, secrets.token_hex(32))
    user = await own_profile.get_me(ctx, who) if who.user else None
    return await _view(ctx, who, user)


@sessions_router.post(
    "/accounts", status_code=201, responses=Exactly(problems(400, 403, 404, 409, 429))
)
async def register(
    body: RegisterBody, response: Response, who: CurrentActor, ctx: Services, config: Config
) -> SessionView:
    """Create an account and sign in. The first account owns the installation."""
    signed_in = await register_account(ctx, who, body.to_command())
    set_session_cookie(response, config, signed_in.token, signed_in.expires_at)
    return await _view(ctx, who, signed_in.user)


@sessions_router.post("/session", responses=Exactly(problems(400, 401, 403, 429)))
async def sign_in(
    body: SignInBody, response: Response, who: CurrentActor, ctx: Services, config: Config
) -> SessionView:
    """Sign in for 7 days, or for 30 days with `remember_me`."""
    signed_in = await open_session(ctx, who, body.to_command())
    set_session_cookie(response, config, signed_in.token, signed_in.expires_at)
    return await _view(ctx, who, signed_in.user)


@sessions_router.delete("/session", status_code=204, responses=Exactly(problems(401, 403)))
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
            "demo": welcome.demo,
            "expires_at": who.session_expires_at,
            "mail_configured": ctx.mail_configured,
            "version": ctx.version,
        }
    )
