"""Invites: made by an admin, answered by the invited person."""

from uuid import UUID

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import PageView
from edison.api.error_responses import problems
from edison.api.page_parameters import WantedPage
from edison.api.people.invite_and_token_views import (
    CreateInviteBody,
    InvitedView,
    InviteOfferView,
    InviteTokenBody,
    InviteView,
    ReceivedInvitesView,
    ReceivedInviteView,
)
from edison.api.people.project_views import ProjectView
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import InviteId
from edison.services.people import invite_answers, project_invites

router = ApiRouter(tags=["invites"])


@router.get("/projects/{project}/invites")
async def list_invites(
    project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[InviteView]:
    """List the invites that have not been accepted yet."""
    found = await project_invites.list_invites(ctx, who, project, page)
    now = ctx.clock.now()
    return PageView(
        items=[InviteView.of(invite, now) for invite in found.items],
        next_cursor=found.next_cursor,
    )


@router.post("/projects/{project}/invites", status_code=201)
async def create_invite(
    body: CreateInviteBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> InvitedView:
    """Create an invite that is valid for seven days.

    The person becomes a member by accepting it.
    """
    return InvitedView.of(
        await project_invites.invite_person(ctx, who, body.to_command(project)), ctx.clock.now()
    )


@router.post("/projects/{project}/invites/{invite}/link")
async def renew_invite(
    invite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> InvitedView:
    """Create a new link that is valid for seven days. The previous link stops working."""
    return InvitedView.of(
        await project_invites.renew_invite(ctx, who, project, InviteId(invite)), ctx.clock.now()
    )


@router.delete("/projects/{project}/invites/{invite}", status_code=204)
async def revoke_invite(
    invite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    await project_invites.revoke_invite(ctx, who, project, InviteId(invite))


@router.post("/invites/offer", responses=Exactly(problems(400, 403, 404)))
async def read_invite(body: InviteTokenBody, who: CurrentActor, ctx: Services) -> InviteOfferView:
    """Get what an invite link offers.

    The token is in the body, not in the path, to keep it out of logs.
    """
    return InviteOfferView.of(await invite_answers.read_offer(ctx, who, body.token))


@router.post("/invites/accept")
async def accept_invite(body: InviteTokenBody, who: CurrentActor, ctx: Services) -> ProjectView:
    """Join the project with the account that was invited."""
    return ProjectView.of(await invite_answers.accept_invite(ctx, who, body.token))


@router.get("/me/invites", responses=Exactly(problems(401, 403)))
async def list_my_invites(who: CurrentActor, ctx: Services) -> ReceivedInvitesView:
    """List invites to your address, newest first. Empty until the address is confirmed."""
    found = await invite_answers.list_received(ctx, who)
    return ReceivedInvitesView(items=[ReceivedInviteView.of(received) for received in found])


@router.post("/me/invites/{invite}/accept")
async def accept_my_invite(invite: UUID, who: CurrentActor, ctx: Services) -> ProjectView:
    """Join the project without the invite link. Your address must be confirmed."""
    return ProjectView.of(await invite_answers.accept_received(ctx, who, InviteId(invite)))


@router.delete(
    "/me/invites/{invite}", status_code=204, responses=Exactly(problems(400, 401, 403, 404))
)
async def decline_my_invite(invite: UUID, who: CurrentActor, ctx: Services) -> None:
    """Decline an invite. Its links stop working."""
    await invite_answers.decline_received(ctx, who, InviteId(invite))
