"""Routes of judges, rubrics and scorers."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter
from edison.api.base_views import PageView, WantedPage
from edison.api.judging.judge_views import JudgeBody, JudgeView
from edison.api.judging.passport_views import PassportSizeView, PassportView
from edison.api.judging.rubric_views import RubricBody, RubricView
from edison.api.judging.scorer_views import (
    ScorersView,
    ScorerVerdictView,
    ScorerView,
    TryScorerBody,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import JudgeId, RubricId, RunId
from edison.domain.judging.judge import EXAMS, Exam
from edison.services.judging import (
    available_scorers,
    judge_commands,
    judge_examination,
    judge_queries,
    rubrics,
)
from edison.services.judging.judge_examination import ChooseSize

router = ApiRouter(prefix="/projects/{project}/judges", tags=["judges"])

Version = Annotated[
    int | None, Query(ge=1, le=2**31 - 1, description="Default: the newest version")
]


@router.get("")
async def list_judges(
    project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[JudgeView]:
    """List the newest version of each judge, last changed first."""
    found = await judge_queries.list_judges(ctx, who, project, page)
    return PageView(
        items=[JudgeView.of(known) for known in found.items], next_cursor=found.next_cursor
    )


@router.post("", status_code=201)
async def create_judge(
    body: JudgeBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> JudgeView:
    """Create a judge.

    The judge is unvalidated until people have labelled enough of the answers it judged.
    """
    made = await judge_commands.create_judge(ctx, who, body.to_command(project))
    return JudgeView.of(await judge_queries.read_judge(ctx, who, project, made.judge, made.number))


@router.get("/{judge}")
async def read_judge(
    judge: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    version: Version = None,
) -> JudgeView:
    """Get one version of a judge, by default the newest, with its passport summary."""
    return JudgeView.of(await judge_queries.read_judge(ctx, who, project, JudgeId(judge), version))


@router.post("/{judge}/versions", status_code=201)
async def save_judge_version(
    judge: UUID, body: JudgeBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> JudgeView:
    """Save a new version of a judge. Existing runs keep the version that judged them."""
    made = await judge_commands.save_judge(ctx, who, JudgeId(judge), body.to_command(project))
    return JudgeView.of(await judge_queries.read_judge(ctx, who, project, made.judge, made.number))


@router.delete("/{judge}", status_code=204)
async def archive_judge(
    judge: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Archive a judge, so that lists do not show it. Its scores stay."""
    await judge_commands.archive_judge(ctx, who, project, JudgeId(judge))


@router.get("/{judge}/passport")
async def read_passport(
    judge: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    version: Version = None,
) -> PassportView:
    """Get the passport of a judge version: its reliability, measured on everything it judged in this project."""
    return PassportView.of(
        await judge_queries.read_passport(ctx, who, project, JudgeId(judge), version)
    )


@router.get("/{judge}/passport-sizes")
async def list_passport_sizes(
    judge: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    run: Annotated[
        UUID | None,
        Query(description="A run that the judge scored. Not needed for a pairwise judge"),
    ] = None,
    kinds: Annotated[
        list[Exam] | None, Query(description="The exams to include. Default: all")
    ] = None,
    version: Version = None,
) -> list[PassportSizeView]:
    """List the passport sizes, each with its cost and the bias it detects with 90% probability."""
    cmd = ChooseSize(
        project=project,
        judge=JudgeId(judge),
        run=None if run is None else RunId(run),
        kinds=kinds or EXAMS,
        version=version,
    )
    return [
        PassportSizeView.of(each)
        for each in await judge_examination.list_passport_sizes(ctx, who, cmd)
    ]


rubrics_router = ApiRouter(prefix="/projects/{project}/rubrics", tags=["rubrics"])


@rubrics_router.get("")
async def list_rubrics(
    project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[RubricView]:
    """List the newest version of each rubric, last changed first."""
    found = await rubrics.list_rubrics(ctx, who, project, page)
    return PageView(
        items=[RubricView.of(known) for known in found.items], next_cursor=found.next_cursor
    )


@rubrics_router.post("", status_code=201)
async def create_rubric(
    body: RubricBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RubricView:
    """Create a rubric of 2 to 10 criteria."""
    return RubricView.of(await rubrics.create_rubric(ctx, who, body.to_command(project)))


@rubrics_router.get("/{rubric}")
async def read_rubric(
    rubric: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    version: Version = None,
) -> RubricView:
    """Get one version of a rubric, by default the newest."""
    return RubricView.of(await rubrics.read_rubric(ctx, who, project, RubricId(rubric), version))


@rubrics_router.post("/{rubric}/versions", status_code=201)
async def save_rubric_version(
    rubric: UUID, body: RubricBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RubricView:
    """Save a new version of a rubric. Judges keep the version they were created with."""
    saved = await rubrics.save_rubric(ctx, who, RubricId(rubric), body.to_command(project))
    return RubricView.of(saved)


@rubrics_router.delete("/{rubric}", status_code=204)
async def archive_rubric(
    rubric: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Archive a rubric, so that lists do not show it. Judges that use the rubric are not affected."""
    await rubrics.archive_rubric(ctx, who, project, RubricId(rubric))


scorers_router = ApiRouter(prefix="/projects/{project}/scorers", tags=["scorers"])


@scorers_router.get("")
async def list_scorers(project: CurrentProject, who: CurrentActor, ctx: Services) -> ScorersView:
    """List the kinds of scorers with the JSON Schema of their settings.

    A scorer with a value in `missing` cannot be used on this installation.
    """
    found = await available_scorers.list_scorers(ctx, who, project)
    return ScorersView(items=[ScorerView.of(item) for item in found])


@scorers_router.post("/test")
async def test_scorer(
    body: TryScorerBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ScorerVerdictView:
    """Score one sample in the same way as in a run. Nothing is stored and no model is called."""
    verdict = await available_scorers.try_scorer(
        ctx, who, project, body.spec, body.sample.to_sample()
    )
    return ScorerVerdictView.of(verdict)
