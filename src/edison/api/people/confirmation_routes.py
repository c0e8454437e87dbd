"""Confirm that an email address belongs to its account."""

from uuid import UUID

from edison.api.api_router import ApiRouter, Exactly
from edison.api.error_responses import problems
from edison.api.people.account_views import ConfirmEmailBody, UserView
from edison.api.request_identity import CurrentActor, Services
from edison.domain.ids import UserId
from edison.services.people import email_confirmation

router = ApiRouter(tags=["accounts"])


@router.post(
    "/me/email/confirmation-mail", status_code=202, responses=Exactly(problems(401, 403, 409, 429))
)
async def send_confirmation_mail(who: CurrentActor, ctx: Services) -> None:
    """Send a confirmation link to your address. Links of earlier emails stop working."""
    await email_confirmation.send_confirmation(ctx, who)


@router.post("/me/email/confirm", responses=Exactly(problems(400, 401, 403, 404)))
async def confirm_email(body: ConfirmEmailBody, who: CurrentActor, ctx: Services) -> UserView:
    """Confirm your address with the link from the email.

    Sign in with the account it was sent to.
    """
    return UserView.of(await email_confirmation.confirm_own_email(ctx, who, body.token))


@router.post("/accounts/{user}/email/confirm", responses=Exactly(problems(400, 401, 403, 404)))
async def vouch_for_email(user: UUID, who: CurrentActor, ctx: Services) -> UserView:
    """Confirm the address of another account. Only for the owner of the installation."""
    return UserView.of(await email_confirmation.vouch_for_email(ctx, who, UserId(user)))
