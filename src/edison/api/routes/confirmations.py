"""Confirm that an email address belongs to its account."""

from uuid import UUID

from fastapi import APIRouter

from edison.api.errors import problems
from edison.api.identity import CurrentActor, Services
from edison.api.schemas.accounts import ConfirmEmailBody, UserView
from edison.domain.ids import UserId
from edison.services.accounts import confirm

router = APIRouter(tags=["accounts"])


@router.post(
    "/me/email/confirmation-mail",
    status_code=202,
    operation_id="send_confirmation_mail",
    responses=problems(401, 403, 409, 429),
)
async def send_confirmation_mail(who: CurrentActor, ctx: Services) -> None:
    """Mail a link to your address; the link of an earlier mail stops working."""
    await confirm.send_confirmation(ctx, who)


@router.post(
    "/me/email/confirm", operation_id="confirm_email", responses=problems(400, 401, 403, 404)
)
async def confirm_email(body: ConfirmEmailBody, who: CurrentActor, ctx: Services) -> UserView:
    """Confirm your address by the link in the mail, signed in with the account it was sent for."""
    return UserView.of(await confirm.confirm_own_email(ctx, who, body.token))


@router.post(
    "/accounts/{user}/email/confirm",
    operation_id="vouch_for_email",
    responses=problems(400, 401, 403, 404),
)
async def vouch_for_email(user: UUID, who: CurrentActor, ctx: Services) -> UserView:
    """Confirm the address of an account, as the owner of the installation who knows the person."""
    return UserView.of(await confirm.vouch_for_email(ctx, who, UserId(user)))
