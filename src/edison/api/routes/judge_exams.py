"""Judge exams: runs that measure how far a judge can be trusted."""

from uuid import UUID

from fastapi import APIRouter

from edison.api.errors import problems
from edison.api.identity import CurrentActor, CurrentProject, Services
from edison.api.schemas.judges import ExamsBody
from edison.api.schemas.runs import RunReportView
from edison.services.judges import exams

router = APIRouter(prefix="/projects/{project}/judges", tags=["judges"])


@router.post(
    "/{judge}/exams",
    status_code=202,
    operation_id="examine_judge",
    responses=problems(400, 401, 403, 404, 409, 422, 503),
)
async def examine_judge(
    judge: UUID, body: ExamsBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> RunReportView:
    """Ask the judge again, about longer answers, and about answers that give it orders. Nothing of it is a grade."""
    report = await exams.examine_judge(ctx, who, body.to_command(project, judge))
    return RunReportView.of_report(report)
