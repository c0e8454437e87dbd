"""A person's own account."""

from fastapi import Response

from edison.api.api_router import ApiRouter, Exactly
from edison.api.error_responses import Responses, problems
from edison.api.people.account_download import account_file
from edison.api.people.account_views import ChangePasswordBody, DeleteMeBody, RenameMeBody, UserView
from edison.api.request_identity import (
    Config,
    CurrentActor,
    Services,
    clear_session_cookie,
    set_session_cookie,
)
from edison.services.people import account_deletion as deletion
from edison.services.people import account_export as exports
from edison.services.people import own_profile
from edison.services.people import sign_out as sessions

ZIP: Responses = {200: {"content": {"application/zip": {}}}}

router = ApiRouter(prefix="/me", tags=["accounts"])


@router.get("", responses=Exactly(problems(401, 403)))
async def get_me(who: CurrentActor, ctx: Services) -> UserView:
    return UserView.of(await own_profile.get_me(ctx, who))


@router.patch("", responses=Exactly(problems(400, 401, 403)))
async def update_me(body: RenameMeBody, who: CurrentActor, ctx: Services) -> UserView:
    return UserView.of(await own_profile.rename_me(ctx, who, body.name))


@router.get(
    "/export",
    response_class=Response,
    responses=Exactly(ZIP | problems(401, 403)),
)
async def export_me(who: CurrentActor, ctx: Services) -> Response:
    """Download all data about your account, as a ZIP of JSON files."""
    return account_file(await exports.export_me(ctx, who))


@router.post("/delete", status_code=204, responses=Exactly(problems(400, 401, 403, 409, 429)))
async def delete_me(
    body: DeleteMeBody, response: Response, who: CurrentActor, ctx: Services, config: Config
) -> None:
    """Delete your account permanently. History shows a pseudonym instead of your name."""
    await deletion.delete_me(ctx, who, body.to_command())
    clear_session_cookie(response, config)


@router.post("/password", status_code=204, responses=Exactly(problems(400, 401, 403, 429)))
async def change_password(
    body: ChangePasswordBody, response: Response, who: CurrentActor, ctx: Services, config: Config
) -> None:
    """Set a new password. All your other sessions end."""
    signed_in = await own_profile.change_password(ctx, who, body.to_command())
    set_session_cookie(response, config, signed_in.token, signed_in.expires_at)


@router.delete("/sessions", status_code=204, responses=Exactly(problems(401, 403)))
async def sign_out_everywhere(
    response: Response, who: CurrentActor, ctx: Services, config: Config
) -> None:
    """End all sessions of this account, including this one."""
    await sessions.sign_out_everywhere(ctx, who)
    clear_session_cookie(response, config)
