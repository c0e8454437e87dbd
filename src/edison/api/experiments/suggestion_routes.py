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
    """List suggestions, newest first. Use `state=pending` for those that wait for a decision."""
    return SuggestionPageView.of(
        await suggestion_queries.list_suggestions(ctx, who, project, state, page)
    )


@router.get("/{suggestion}")
async def read_suggestion(
    suggestion: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuggestionView:
    """Get a suggestion with its hunks, guardrails, rejected attempts, failing cases, evidence and comments."""
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
    """Preview the result of selected hunks or of an edited text, with its guardrail checks.

    Nothing is stored.
    """
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
    """Save the suggestion as a version and start the next iteration with it.

    If a stop rule applies, the experiment ends instead.
    """
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
    """Reject a suggestion: the prompt does not change, and the experiment waits for a person's decision."""
    await suggestion_decision.reject_suggestion(ctx, who, body.to_command(project, suggestion))


@router.post("/{suggestion}/comments", status_code=201)
async def comment_on_suggestion(
    suggestion: UUID,
    body: CommentBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> ReviewCommentView:
    """Add a comment, before or after the decision."""
    command = body.to_command(project, suggestion)
    return ReviewCommentView.of(await suggestion_comments.add_comment(ctx, who, command))
