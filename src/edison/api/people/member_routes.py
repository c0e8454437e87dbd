"""Routes of project members, API tokens and invites."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import Line, PageView, WantedPage
from edison.api.error_responses import problems
from edison.api.people.account_views import (
    CreateInviteBody,
    CreateTokenBody,
    FreshTokenView,
    InvitedView,
    InviteOfferView,
    InviteTokenBody,
    InviteView,
    ReceivedInvitesView,
    ReceivedInviteView,
    TokenView,
)
from edison.api.people.project_views import ChangeRoleBody, MemberView, ProjectView
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import InviteId, TokenId, UserId
from edison.services.people import api_tokens, invite_answers, project_invites, project_members

router = ApiRouter(prefix="/projects/{project}/members", tags=["members"])


@router.get("", responses=Exactly(problems(400, 401, 404)))
async def list_members(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    search: Annotated[Line | None, Query(max_length=100)] = None,
) -> PageView[MemberView]:
    """List the members of a project in the order they joined."""
    found = await project_members.list_members(ctx, who, project, page, search)
    return PageView(
        items=[MemberView.of(member) for member in found.items], next_cursor=found.next_cursor
    )


@router.patch("/{user}")
async def change_member_role(
    user: UUID, body: ChangeRoleBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> MemberView:
    """Change the role of a member.

    Only an owner can grant the owner role or change the role of an owner.
    """
    return MemberView.of(
        await project_members.change_role(ctx, who, project, UserId(user), body.role)
    )


@router.delete("/{user}", status_code=204)
async def remove_member(
    user: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Remove a member, or leave the project yourself."""
    await project_members.remove_member(ctx, who, project, UserId(user))


tokens_router = ApiRouter(prefix="/projects/{project}/tokens", tags=["tokens"])


@tokens_router.get("")
async def list_tokens(
    project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[TokenView]:
    """List API tokens, including expired and revoked ones. Secrets are never returned."""
    found = await api_tokens.list_tokens(ctx, who, project, page)
    now = ctx.clock.now()
    return PageView(
        items=[TokenView.of(token, now) for token in found.items], next_cursor=found.next_cursor
    )


@tokens_router.post("", status_code=201)
async def create_token(
    body: CreateTokenBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> FreshTokenView:
    """Create a token. Its secret is returned only in this response."""
    return FreshTokenView.of(
        await api_tokens.create_token(ctx, who, body.to_command(project)), ctx.clock.now()
    )


@tokens_router.delete("/{token}", status_code=204, responses=Exactly(problems(400, 401, 403, 404)))
async def revoke_token(
    token: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Revoke a token. It is no longer accepted."""
    await api_tokens.revoke_token(ctx, who, project, TokenId(token))


invites_router = ApiRouter(tags=["invites"])


@invites_router.get("/projects/{project}/invites")
async def list_invites(
    project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[InviteView]:
    """List the pending invites of the project."""
    found = await project_invites.list_invites(ctx, who, project, page)
    now = ctx.clock.now()
    return PageView(
        items=[InviteView.of(invite, now) for invite in found.items],
        next_cursor=found.next_cursor,
    )


@invites_router.post("/projects/{project}/invites", status_code=201)
async def create_invite(
    body: CreateInviteBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> InvitedView:
    """Invite a person to the project. The invite is valid for seven days.

    The person becomes a member by accepting the invite.
    """
    return InvitedView.of(
        await project_invites.invite_person(ctx, who, body.to_command(project)), ctx.clock.now()
    )


@invites_router.post("/projects/{project}/invites/{invite}/link")
async def renew_invite(
    invite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> InvitedView:
    """Create a new link for an invite, valid for seven days. The previous link stops working."""
    return InvitedView.of(
        await project_invites.renew_invite(ctx, who, project, InviteId(invite)), ctx.clock.now()
    )


@invites_router.delete("/projects/{project}/invites/{invite}", status_code=204)
async def revoke_invite(
    invite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Revoke an invite. Its links stop working."""
    await project_invites.revoke_invite(ctx, who, project, InviteId(invite))


@invites_router.post("/invites/offer", responses=Exactly(problems(400, 403, 404)))
async def read_invite(body: InviteTokenBody, who: CurrentActor, ctx: Services) -> InviteOfferView:
    """Get the project and role that an invite link offers.

    The token is sent in the request body instead of the path, so that it does not appear in logs.
    """
    return InviteOfferView.of(await invite_answers.read_offer(ctx, who, body.token))


@invites_router.post("/invites/accept")
async def accept_invite(body: InviteTokenBody, who: CurrentActor, ctx: Services) -> ProjectView:
    """Accept an invite with its link and join the project. You must be signed in with the invited account."""
    return ProjectView.of(await invite_answers.accept_invite(ctx, who, body.token))


@invites_router.get("/me/invites", responses=Exactly(problems(401, 403)))
async def list_my_invites(who: CurrentActor, ctx: Services) -> ReceivedInvitesView:
    """List the invites to your email address, newest first. Empty until the address is confirmed."""
    found = await invite_answers.list_received(ctx, who)
    return ReceivedInvitesView(items=[ReceivedInviteView.of(received) for received in found])


@invites_router.post("/me/invites/{invite}/accept")
async def accept_my_invite(invite: UUID, who: CurrentActor, ctx: Services) -> ProjectView:
    """Accept an invite without its link and join the project. Your email address must be confirmed."""
    return ProjectView.of(await invite_answers.accept_received(ctx, who, InviteId(invite)))


@invites_router.delete(
    "/me/invites/{invite}", status_code=204, responses=Exactly(problems(400, 401, 403, 404))
)
async def decline_my_invite(invite: UUID, who: CurrentActor, ctx: Services) -> None:
    """Decline an invite. Its links stop working."""
    await invite_answers.decline_received(ctx, who, InviteId(invite))
