"""Routes of promotions: check, request, decide, override, roll back, and download the certificate."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from edison.api.api_router import ApiRouter
from edison.api.base_views import PageView, WantedPage
from edison.api.error_responses import Responses, problems
from edison.api.promotions.views import (
    ApprovePromotionBody,
    LabelName,
    OverrideLabelBody,
    PromotionCheckView,
    PromotionView,
    RejectPromotionBody,
    RequestPromotionBody,
    RollBackLabelBody,
    VersionNumber,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import PromotionId, PromptId, RunId
from edison.domain.promotions.promotion import PromotionState
from edison.services.promotions import label_overrides, promotion_commands, promotion_queries

router = ApiRouter(prefix="/projects/{project}/promotions", tags=["promotions"])
prompt_router = ApiRouter(prefix="/projects/{project}/prompts/{prompt}", tags=["promotions"])

CERTIFICATE: Responses = {200: {"content": {"application/json": {}}}}


@router.get("")
async def list_promotions(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    prompt: UUID | None = None,
    state: PromotionState | None = None,
) -> PageView[PromotionView]:
    """List promotions, newest first."""
    wanted = promotion_queries.PromotionFilter(
        prompt=None if prompt is None else PromptId(prompt), state=state
    )
    found = await promotion_queries.list_promotions(ctx, who, project, wanted, page)
    return PageView(
        items=[PromotionView.of(one) for one in found.items], next_cursor=found.next_cursor
    )


@router.get("/{promotion}")
async def read_promotion(
    promotion: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> PromotionView:
    """Get a promotion. If it waits, its requirements are checked now."""
    return PromotionView.of(
        await promotion_queries.read_promotion(ctx, who, project, PromotionId(promotion))
    )


@router.get("/{promotion}/certificate", response_class=Response, responses=CERTIFICATE)
async def export_certificate(
    promotion: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> Response:
    """Download the certificate of an approved promotion. `edison verify` checks its signature.

    Until a worker has signed it, `signature` is null.
    """
    text = await promotion_queries.export_certificate(ctx, who, project, PromotionId(promotion))
    name = f"certificate-{promotion}.json"
    return Response(
        text,
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@router.post("/{promotion}/approve", responses=problems(422))
async def approve_promotion(
    promotion: UUID,
    body: ApprovePromotionBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> PromotionView:
    """Approve a promotion and move the label. Every requirement is checked again.

    Needs the role that the protection of the label names, and a person: API tokens cannot approve.
    """
    done = await promotion_commands.approve_promotion(ctx, who, body.to_command(project, promotion))
    return PromotionView.of(await promotion_queries.report_of(ctx, who, project, done))


@router.post("/{promotion}/reject")
async def reject_promotion(
    promotion: UUID,
    body: RejectPromotionBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> PromotionView:
    """Reject a promotion. The label stays where it is."""
    done = await promotion_commands.reject_promotion(ctx, who, body.to_command(project, promotion))
    return PromotionView.of(await promotion_queries.report_of(ctx, who, project, done))


@router.post("/{promotion}/withdraw")
async def withdraw_promotion(
    promotion: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> PromotionView:
    """Withdraw your own request. An admin can withdraw every request."""
    done = await promotion_commands.withdraw_promotion(ctx, who, project, PromotionId(promotion))
    return PromotionView.of(await promotion_queries.report_of(ctx, who, project, done))


@prompt_router.get("/promotion-check")
async def check_promotion(
    prompt: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    label: LabelName,
    number: Annotated[VersionNumber, Query()],
    run: UUID | None = None,
) -> PromotionCheckView:
    """Check whether a version could get a protected label now. Nothing is changed."""
    wanted = promotion_queries.WantedCheck(
        project=project,
        prompt=PromptId(prompt),
        label=label,
        number=number,
        run=None if run is None else RunId(run),
    )
    return PromotionCheckView.of(await promotion_queries.check_promotion(ctx, who, wanted))


@prompt_router.post("/promotions", status_code=201, responses=problems(422))
async def request_promotion(
    prompt: UUID,
    body: RequestPromotionBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> PromotionView:
    """Request that a version gets a protected label. Returns `PROMOTION_NOT_READY` if a requirement is not met."""
    made = await promotion_commands.request_promotion(ctx, who, body.to_command(project, prompt))
    return PromotionView.of(await promotion_queries.report_of(ctx, who, project, made))


@prompt_router.post("/promotions/override", status_code=201, responses=problems(422))
async def override_label(
    prompt: UUID, body: OverrideLabelBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> PromotionView:
    """Move a protected label without evidence. Needs an admin and a reason, which is part of the certificate."""
    made = await label_overrides.override_label(ctx, who, body.to_command(project, prompt))
    return PromotionView.of(await promotion_queries.report_of(ctx, who, project, made))


@prompt_router.post("/promotions/rollback", status_code=201, responses=problems(422))
async def roll_back_label(
    prompt: UUID, body: RollBackLabelBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> PromotionView:
    """Move a protected label back to the version that had it before the last promotion."""
    made = await label_overrides.roll_back_label(ctx, who, body.to_command(project, prompt))
    return PromotionView.of(await promotion_queries.report_of(ctx, who, project, made))
