"""Routes of suggestions, reviews and iterations."""

from uuid import UUID

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import PageView, WantedPage
from edison.api.error_responses import problems
from edison.api.experiments.iteration_views import (
    IterationCardView,
    IterationView,
    StartIterationBody,
)
from edison.api.experiments.suggestion_views import (
    ApproveBody,
    ApprovedView,
    CheckChangeBody,
    CheckedChangeView,
    CommentBody,
    RejectBody,
    ReviewCommentView,
    SuggestionPageView,
    SuggestionView,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.experiments.refining.suggestion import SuggestionState
from edison.domain.ids import ExperimentId, IterationId, SuggestionId
from edison.services.experiments import experiment_queries, iteration_start
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
    """List suggestions, newest first. Use `state=pending` to list only suggestions without a decision."""
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
    """Preview the prompt with selected hunks or an edited text, and check it against the guardrails.

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
    """Save the suggestion as a prompt version and start the next iteration with that version.

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
    """Reject a suggestion. The prompt does not change, and the experiment waits for a person's decision."""
    await suggestion_decision.reject_suggestion(ctx, who, body.to_command(project, suggestion))


@router.post("/{suggestion}/comments", status_code=201)
async def comment_on_suggestion(
    suggestion: UUID,
    body: CommentBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> ReviewCommentView:
    """Add a comment to a suggestion, before or after the decision."""
    command = body.to_command(project, suggestion)
    return ReviewCommentView.of(await suggestion_comments.add_comment(ctx, who, command))


iterations_router = ApiRouter(prefix="/projects/{project}", tags=["experiments"])


@iterations_router.post(
    "/experiments/{experiment}/iterations", status_code=201, responses=problems(402, 422, 503)
)
async def start_iteration(
    experiment: UUID,
    body: StartIterationBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> IterationView:
    """Start the experiment or its next iteration.

    If the iteration cannot start, the response lists every reason.
    """
    begun = await iteration_start.start_iteration(
        ctx, who, project, ExperimentId(experiment), body.version
    )
    return IterationView.of(await experiment_queries.read_iteration(ctx, who, project, begun.id))


@iterations_router.get("/experiments/{experiment}/iterations")
async def list_iterations(
    experiment: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[IterationCardView]:
    """List iterations, newest first."""
    found = await experiment_queries.list_iterations(
        ctx, who, project, ExperimentId(experiment), page
    )
    return PageView(
        items=[IterationCardView.of_card(card) for card in found.items],
        next_cursor=found.next_cursor,
    )


@iterations_router.get("/iterations/{iteration}")
async def read_iteration(
    iteration: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> IterationView:
    """Get an iteration with its progress, timeline, results and verdict."""
    found = await experiment_queries.read_iteration(ctx, who, project, IterationId(iteration))
    return IterationView.of(found)
