"""How good the questions of a dataset are, and what people make of it."""

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
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.arena.psychometrics.question_assessment import QualitySort
from edison.domain.arena.psychometrics.suspicions import Suspicion
from edison.domain.ids import CaseId, DatasetId
from edison.services.arena import question_quality

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
    """List the quality problems of questions that finished runs show.

    A question can be too easy, too hard, ambiguous, duplicated, or have a wrong reference
    answer. No model is called.
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
    """Get the easiness and discrimination of every question that has answers."""
    found = await question_quality.read_points(ctx, who, project, DatasetId(dataset), version)
    return QuestionPointsView.of(found)


@router.post("/datasets/{dataset}/quality/dismissals", status_code=204)
async def dismiss_suspicion(
    dataset: UUID, body: DismissBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Mark a question as good in its current wording.

    If the wording changes, it is assessed again.
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
    found = CaseId(case)
    await question_quality.dismiss_suspicion(
        ctx, who, project, DatasetId(dataset), found, kind, back=True
    )


@router.post("/datasets/{dataset}/quality/retire")
async def retire_questions(
    dataset: UUID, body: RetireBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RetiredView:
    """Remove questions in one new dataset version.

    Earlier versions and their runs are not changed.
    """
    return RetiredView.of(
        await question_quality.retire_questions(ctx, who, body.to_command(project, dataset))
    )


@router.get("/question-quality/by-generator")
async def list_question_generators(
    project: CurrentProject, who: CurrentActor, ctx: Services
) -> GeneratorsView:
    """Rank the models that generate questions by how judges rate their questions, best first."""
    return GeneratorsView.of(await question_quality.list_generators(ctx, who, project))
