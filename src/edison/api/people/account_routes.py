"""Accounts of other people, for whoever owns the installation: give out what is known, and delete."""

from uuid import UUID

from fastapi import Response

from edison.api.api_router import ApiRouter
from edison.api.people.account_download import account_file
from edison.api.people.account_views import DeleteAccountBody
from edison.api.request_identity import CurrentActor, Services
from edison.domain.ids import UserId
from edison.services.people import account_deletion as deletion
from edison.services.people import account_export as exports

router = ApiRouter(prefix="/accounts", tags=["accounts"])


@router.get(
    "/{user}/export", response_class=Response, responses={200: {"content": {"application/zip": {}}}}
)
async def export_account(user: UUID, who: CurrentActor, ctx: Services) -> Response:
    """Download all data about an account. Only for the owner of the installation."""
    return account_file(await exports.export_account(ctx, who, UserId(user)))


@router.post("/{user}/delete", status_code=204)
async def delete_account(
    user: UUID, body: DeleteAccountBody, who: CurrentActor, ctx: Services
) -> None:
    """Delete an account permanently. Only for the owner of the installation."""
    await deletion.delete_account(ctx, who, UserId(user), body.email)
