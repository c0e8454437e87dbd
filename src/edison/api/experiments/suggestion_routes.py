"""Suggestions for better prompts, and what people decide on them."""

from uuid import UUID

from edison.api.api_router import ApiRouter, Exactly
from edison.api.error_responses import problems
from edison.api.experiments.review_bodies import (
    ApproveBody,
    CheckChangeBody,
    CommentBody,
    RejectBody,
)
from edison.api.experiments.suggestion_views import (
    ApprovedView,
    CheckedChangeView,
    ReviewCommentView,
    SuggestionPageView,
    SuggestionView,
)
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.experiments.refining.suggestion import SuggestionState
from edison.domain.ids import SuggestionId
from edison.services.experiments.reviews import (
    suggestion_comments,
    suggestion_decision,
    suggestion_queries,
)

router = ApiRouter(prefix="/projects/{project}/suggestions", tags=["reviews"])


@router.get("")
async def list_suggestions(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    state: SuggestionState | None = None,
) -> SuggestionPageView:
    """Newest first; with `state=pending` it is the queue of what waits for a decision."""
    return SuggestionPageView.of(
        await suggestion_queries.list_suggestions(ctx, who, project, state, page)
    )


@router.get("/{suggestion}")
async def read_suggestion(
    suggestion: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuggestionView:
    """With its hunks, guardrails, refused attempts, failing cases, evidence and what people said."""
    sheet = await suggestion_queries.read_suggestion(ctx, who, project, SuggestionId(suggestion))
    return SuggestionView.of(sheet)


@router.post("/{suggestion}/check", responses=Exactly(problems(400, 401, 403, 404)))
async def check_suggestion(
    suggestion: UUID,
    body: CheckChangeBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> CheckedChangeView:
    """What some hunks, or a text of one's own, would come to, and what guardrails say. Nothing is kept."""
    command = body.to_command(project, suggestion)
    return CheckedChangeView.of(await suggestion_decision.check_change(ctx, who, command))


@router.post("/{suggestion}/approve", responses=problems(422))
async def approve_suggestion(
    suggestion: UUID,
    body: ApproveBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> ApprovedView:
    """Make it a version and begin the next iteration with it; or the experiment ends, if a stop rule says so."""
    done = await suggestion_decision.approve_suggestion(
        ctx, who, body.to_command(project, suggestion)
    )
    return ApprovedView.of(suggestion, done)


@router.post("/{suggestion}/reject", status_code=204)
async def reject_suggestion(
    suggestion: UUID,
    body: RejectBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> None:
    """Keep the prompt as it is; the experiment waits for a person."""
    await suggestion_decision.reject_suggestion(ctx, who, body.to_command(project, suggestion))


@router.post("/{suggestion}/comments", status_code=201)
async def comment_on_suggestion(
    suggestion: UUID,
    body: CommentBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> ReviewCommentView:
    """Say something about it, before or after the decision."""
    command = body.to_command(project, suggestion)
    return ReviewCommentView.of(await suggestion_comments.add_comment(ctx, who, command))
