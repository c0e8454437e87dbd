"""Questions that judges look at: start, list, read, ask again."""

from uuid import UUID

from fastapi import APIRouter

from edison.api.errors import problems
from edison.api.identity import CurrentActor, CurrentProject, Services
from edison.api.paging import WantedPage
from edison.api.schemas.base import PageView
from edison.api.schemas.question_reviews import (
    AskedAgainView,
    QuestionReviewPageView,
    QuestionReviewView,
    ReviewingView,
    ReviewQuestionsBody,
)
from edison.domain.ids import DatasetId, RunId
from edison.services.questions import reviews, start

router = APIRouter(
    prefix="/projects/{project}/datasets/{dataset}/question-reviews", tags=["questions"]
)


@router.post(
    "",
    status_code=202,
    operation_id="review_questions",
    responses=problems(400, 401, 402, 403, 404, 409, 422, 503),
)
async def review_questions(
    dataset: UUID,
    body: ReviewQuestionsBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> ReviewingView:
    """Have judges grade the questions themselves, or hear what it would come to. It is a run: follow it as one."""
    found = await start.review_questions(ctx, who, body.to_command(project, dataset))
    return ReviewingView.of(found)


@router.get("", operation_id="list_question_reviews", responses=problems(400, 401, 403, 404))
async def list_question_reviews(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[QuestionReviewView]:
    """Newest first."""
    found = await reviews.list_reviews(ctx, who, project, DatasetId(dataset), page)
    return PageView(
        items=[QuestionReviewView.of(review) for review in found.items],
        next_cursor=found.next_cursor,
    )


@router.get("/{run}", operation_id="read_question_review", responses=problems(400, 401, 403, 404))
async def read_question_review(
    dataset: UUID,
    run: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    sort: reviews.ReviewSort = reviews.ReviewSort.POSITION,
) -> QuestionReviewPageView:
    """Question by question what each judge said, and how far they agree."""
    found = await reviews.read_review(ctx, who, project, DatasetId(dataset), RunId(run), sort, page)
    return QuestionReviewPageView.of(found)


@router.post(
    "/{run}/retry",
    operation_id="retry_question_review",
    responses=problems(400, 401, 403, 404, 409, 503),
)
async def retry_question_review(
    dataset: UUID, run: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AskedAgainView:
    """Ask judges again where they gave no usable verdict; what was judged stays."""
    asked = await reviews.retry_failed_verdicts(ctx, who, project, DatasetId(dataset), RunId(run))
    return AskedAgainView(asked=asked)
