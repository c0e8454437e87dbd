"""Questions that judges look at: start, list, read, ask again."""

from uuid import UUID

from edison.api.api_router import ApiRouter
from edison.api.arena.question_review_views import (
    AskedAgainView,
    QuestionReviewPageView,
    QuestionReviewView,
    ReviewingView,
    ReviewQuestionsBody,
)
from edison.api.base_views import PageView
from edison.api.error_responses import problems
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import DatasetId, RunId
from edison.services.arena import question_review_queries, question_review_start

router = ApiRouter(
    prefix="/projects/{project}/datasets/{dataset}/question-reviews", tags=["questions"]
)


@router.post("", status_code=202, responses=problems(402, 422, 503))
async def review_questions(
    dataset: UUID,
    body: ReviewQuestionsBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> ReviewingView:
    """Have judges rate the questions themselves, or only estimate the cost.

    The review is a run and can be followed like one.
    """
    found = await question_review_start.review_questions(
        ctx, who, body.to_command(project, dataset)
    )
    return ReviewingView.of(found)


@router.get("")
async def list_question_reviews(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[QuestionReviewView]:
    """List question reviews, newest first."""
    found = await question_review_queries.list_reviews(ctx, who, project, DatasetId(dataset), page)
    return PageView(
        items=[QuestionReviewView.of(review) for review in found.items],
        next_cursor=found.next_cursor,
    )


@router.get("/{run}")
async def read_question_review(
    dataset: UUID,
    run: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    sort: question_review_queries.ReviewSort = question_review_queries.ReviewSort.POSITION,
) -> QuestionReviewPageView:
    """Get each judge's result for every question, and the agreement between judges."""
    found = await question_review_queries.read_review(
        ctx, who, project, DatasetId(dataset), RunId(run), sort, page
    )
    return QuestionReviewPageView.of(found)


@router.post("/{run}/retry", responses=problems(503))
async def retry_question_review(
    dataset: UUID, run: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AskedAgainView:
    """Retry the questions for which a judge gave no usable result. Existing results stay."""
    asked = await question_review_queries.retry_failed_verdicts(
        ctx, who, project, DatasetId(dataset), RunId(run)
    )
    return AskedAgainView(asked=asked)
