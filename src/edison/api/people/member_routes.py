"""Members of a project."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import Line, PageView
from edison.api.error_responses import problems
from edison.api.page_parameters import WantedPage
from edison.api.people.project_views import ChangeRoleBody, MemberView
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import UserId
from edison.services.people import project_members

router = ApiRouter(prefix="/projects/{project}/members", tags=["members"])


@router.get("", responses=Exactly(problems(400, 401, 404)))
async def list_members(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    search: Annotated[Line | None, Query(max_length=100)] = None,
) -> PageView[MemberView]:
    found = await project_members.list_members(ctx, who, project, page, search)
    return PageView(
        items=[MemberView.of(member) for member in found.items], next_cursor=found.next_cursor
    )


@router.patch("/{user}")
async def change_member_role(
    user: UUID, body: ChangeRoleBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> MemberView:
    """Change the role of a member.

    Only an owner can make someone an owner or change an owner's role.
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
