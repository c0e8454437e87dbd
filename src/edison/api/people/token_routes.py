"""API tokens of a project."""

from uuid import UUID

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import PageView
from edison.api.error_responses import problems
from edison.api.page_parameters import WantedPage
from edison.api.people.invite_and_token_views import CreateTokenBody, FreshTokenView, TokenView
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import TokenId
from edison.services.people import api_tokens

router = ApiRouter(prefix="/projects/{project}/tokens", tags=["tokens"])


@router.get("")
async def list_tokens(
    project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[TokenView]:
    found = await api_tokens.list_tokens(ctx, who, project, page)
    now = ctx.clock.now()
    return PageView(
        items=[TokenView.of(token, now) for token in found.items], next_cursor=found.next_cursor
    )


@router.post("", status_code=201)
async def create_token(
    body: CreateTokenBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> FreshTokenView:
    """Create a token. Its secret is returned only in this response."""
    return FreshTokenView.of(
        await api_tokens.create_token(ctx, who, body.to_command(project)), ctx.clock.now()
    )


@router.delete("/{token}", status_code=204, responses=Exactly(problems(400, 401, 403, 404)))
async def revoke_token(
    token: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    await api_tokens.revoke_token(ctx, who, project, TokenId(token))
