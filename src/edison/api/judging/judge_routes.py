"""Judges: models that score answers, how far each can be trusted, and the exams that find it out."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter
from edison.api.base_views import PageView
from edison.api.judging.judge_views import JudgeBody, JudgeView
from edison.api.judging.passport_views import PassportSizeView, PassportView
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import JudgeId, RunId
from edison.domain.judging.judge import EXAMS, Exam
from edison.services.judging import judge_commands, judge_examination, judge_queries
from edison.services.judging.judge_examination import ChooseSize

router = ApiRouter(prefix="/projects/{project}/judges", tags=["judges"])

Version = Annotated[int | None, Query(ge=1, le=2**31 - 1, description="Left out: the newest")]


@router.get("")
async def list_judges(
    project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[JudgeView]:
    """The newest version of each; the latest change first."""
    found = await judge_queries.list_judges(ctx, who, project, page)
    return PageView(
        items=[JudgeView.of(known) for known in found.items], next_cursor=found.next_cursor
    )


@router.post("", status_code=201)
async def create_judge(
    body: JudgeBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> JudgeView:
    """Make a judge; until people have labelled enough of what it judged it is unvalidated."""
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
    return JudgeView.of(await judge_queries.read_judge(ctx, who, project, JudgeId(judge), version))


@router.post("/{judge}/versions", status_code=201)
async def save_judge_version(
    judge: UUID, body: JudgeBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> JudgeView:
    """Write the next version. Runs keep the version that judged them."""
    made = await judge_commands.save_judge(ctx, who, JudgeId(judge), body.to_command(project))
    return JudgeView.of(await judge_queries.read_judge(ctx, who, project, made.judge, made.number))


@router.delete("/{judge}", status_code=204)
async def archive_judge(
    judge: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Take a judge out of the lists; what it judged stays."""
    await judge_commands.archive_judge(ctx, who, project, JudgeId(judge))


@router.get("/{judge}/passport")
async def read_passport(
    judge: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    version: Version = None,
) -> PassportView:
    """How far one version can be trusted, from everything that it has judged in this project."""
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
        UUID | None, Query(description="A run that it scored; a pairwise judge needs none")
    ] = None,
    kinds: Annotated[
        list[Exam] | None, Query(description="Exams that are wanted; left out: all of them")
    ] = None,
    version: Version = None,
) -> list[PassportSizeView]:
    """What each size of passport costs, and how large a fault it finds with a probability of 90 %."""
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
