"""Routes of question quality and question reviews."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter
from edison.api.arena.question_quality_views import (
    DatasetQualityView,
    DismissBody,
    GeneratorsView,
    QuestionPointsView,
    RetireBody,
    RetiredView,
)
from edison.api.arena.question_review_views import (
    AskedAgainView,
    QuestionReviewPageView,
    QuestionReviewView,
    ReviewingView,
    ReviewQuestionsBody,
)
from edison.api.base_views import PageView, WantedPage
from edison.api.error_responses import problems
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.arena.psychometrics.question_assessment import QualitySort
from edison.domain.arena.psychometrics.suspicions import Suspicion
from edison.domain.ids import CaseId, DatasetId, RunId
from edison.services.arena import question_quality, question_review_queries, question_review_start

router = ApiRouter(prefix="/projects/{project}", tags=["questions"])

VersionNumber = Annotated[int, Query(ge=0, le=2**31 - 1)]


@router.get("/datasets/{dataset}/quality")
async def read_question_quality(
    dataset: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    version: VersionNumber | None = None,
    kind: Suspicion | None = None,
    suspected: Annotated[bool, Query(description="Only questions with a quality problem")] = True,
    dismissed: Annotated[bool, Query(description="Include dismissed problems")] = False,
    sort: QualitySort = QualitySort.STRENGTH,
) -> DatasetQualityView:
    """List the quality problems of questions, detected from the results of finished runs.

    A question can be too easy, too hard, ambiguous, duplicated, or have a wrong reference answer. No model is called.
    """
    wanted = question_quality.WantedQuality(
        project=project,
        dataset=DatasetId(dataset),
        version=version,
        kind=kind,
        suspected=suspected,
        dismissed=dismissed,
        sort=sort,
    )
    return DatasetQualityView.of(await question_quality.read_quality(ctx, who, wanted, page))


@router.get("/datasets/{dataset}/quality/points")
async def read_question_points(
    dataset: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    version: VersionNumber | None = None,
) -> QuestionPointsView:
    """Get the easiness and discrimination of every question with answers."""
    found = await question_quality.read_points(ctx, who, project, DatasetId(dataset), version)
    return QuestionPointsView.of(found)


@router.post("/datasets/{dataset}/quality/dismissals", status_code=204)
async def dismiss_suspicion(
    dataset: UUID, body: DismissBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Dismiss a quality problem of a question in its current wording.

    If the wording changes, the question is assessed again.
    """
    case = CaseId(body.case)
    await question_quality.dismiss_suspicion(ctx, who, project, DatasetId(dataset), case, body.kind)


@router.delete("/datasets/{dataset}/quality/dismissals/{case}/{kind}", status_code=204)
async def undismiss_suspicion(
    dataset: UUID,
    case: UUID,
    kind: Suspicion,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> None:
    """Undo a dismissal: the quality problem of the question is listed again."""
    found = CaseId(case)
    await question_quality.dismiss_suspicion(
        ctx, who, project, DatasetId(dataset), found, kind, back=True
    )


@router.post("/datasets/{dataset}/quality/retire")
async def retire_questions(
    dataset: UUID, body: RetireBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RetiredView:
    """Remove questions from a dataset by creating a new version.

    Earlier versions and their runs are not changed.
    """
    return RetiredView.of(
        await question_quality.retire_questions(ctx, who, body.to_command(project, dataset))
    )


@router.get("/question-quality/by-generator")
async def list_question_generators(
    project: CurrentProject, who: CurrentActor, ctx: Services
) -> GeneratorsView:
    """Rank the models that generate questions by the ratings of their questions, best first."""
    return GeneratorsView.of(await question_quality.list_generators(ctx, who, project))


question_reviews_router = ApiRouter(
    prefix="/projects/{project}/datasets/{dataset}/question-reviews", tags=["questions"]
)


@question_reviews_router.post("", status_code=202, responses=problems(402, 422, 503))
async def review_questions(
    dataset: UUID,
    body: ReviewQuestionsBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> ReviewingView:
    """Start a review in which judges rate the questions, or only estimate its cost.

    The review is a run and has the same progress events.
    """
    found = await question_review_start.review_questions(
        ctx, who, body.to_command(project, dataset)
    )
    return ReviewingView.of(found)


@question_reviews_router.get("")
async def list_question_reviews(
    dataset: UUID, project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[QuestionReviewView]:
    """List question reviews, newest first."""
    found = await question_review_queries.list_reviews(ctx, who, project, DatasetId(dataset), page)
    return PageView(
        items=[QuestionReviewView.of(review) for review in found.items],
        next_cursor=found.next_cursor,
    )


@question_reviews_router.get("/{run}")
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


@question_reviews_router.post("/{run}/retry", responses=problems(503))
async def retry_question_review(
    dataset: UUID, run: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AskedAgainView:
    """Retry the questions for which a judge gave no usable result. Existing results stay."""
    asked = await question_review_queries.retry_failed_verdicts(
        ctx, who, project, DatasetId(dataset), RunId(run)
    )
    return AskedAgainView(asked=asked)
