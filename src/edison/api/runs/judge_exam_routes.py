"""Judge exams: runs that measure how far a judge can be trusted."""

from uuid import UUID

from edison.api.api_router import ApiRouter
from edison.api.error_responses import problems
from edison.api.judging.judge_views import ExamsBody
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.runs.run_views import RunReportView
from edison.services.judging import judge_examination

router = ApiRouter(prefix="/projects/{project}/judges", tags=["judges"])


@router.post("/{judge}/exams", status_code=202, responses=problems(422, 503))
async def examine_judge(
    judge: UUID, body: ExamsBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunReportView:
    """Test the reliability of a judge.

    It judges answers again, answers made longer, and answers that contain instructions to it.
    None of the results counts as a score.
    """
    report = await judge_examination.examine_judge(ctx, who, body.to_command(project, judge))
    return RunReportView.of_report(report)
