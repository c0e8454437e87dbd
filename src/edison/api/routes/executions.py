"""Executions of suites: run now, look at them, pause and go on."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from edison.api.errors import problems
from edison.api.identity import CurrentActor, CurrentProject, Services
from edison.api.paging import WantedPage
from edison.api.schemas.base import PageView
from edison.api.schemas.executions import ExecuteSuiteBody, ExecutionView, SuiteForecastView
from edison.api.schemas.suites import SuiteView
from edison.domain.executions import ExecutionState
from edison.domain.ids import ExecutionId, SuiteId
from edison.services.suites import executions, forecast, pausing, run_now

router = APIRouter(prefix="/projects/{project}", tags=["suites"])


@router.post(
    "/suites/{suite}/executions",
    status_code=202,
    operation_id="execute_suite",
    responses=problems(400, 401, 402, 403, 404, 409, 422, 503),
)
async def execute_suite(
    suite: UUID, body: ExecuteSuiteBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExecutionView:
    """Run now. Every reason against it is told at once, before anything is spent."""
    made = await run_now.run_now(ctx, who, project, SuiteId(suite), body.target())
    return ExecutionView.of(made)


@router.get(
    "/suites/{suite}/executions",
    operation_id="list_executions",
    responses=problems(400, 401, 403, 404),
)
async def list_executions(
    suite: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    state: Annotated[list[ExecutionState] | None, Query(max_length=len(ExecutionState))] = None,
    monitor: UUID | None = None,
) -> PageView[ExecutionView]:
    """Newest first; also those that were refused or missed."""
    wanted = executions.ExecutionFilter(states=tuple(state or ()), monitor=monitor)
    found = await executions.list_executions(ctx, who, project, SuiteId(suite), wanted, page)
    return PageView(
        items=[ExecutionView.of(each) for each in found.items], next_cursor=found.next_cursor
    )


@router.get(
    "/executions/{execution}",
    operation_id="read_execution",
    responses=problems(400, 401, 403, 404),
)
async def read_execution(
    execution: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExecutionView:
    found = await executions.read_execution(ctx, who, project, ExecutionId(execution))
    return ExecutionView.of(found)


@router.post(
    "/suites/{suite}/forecast",
    operation_id="forecast_suite",
    responses=problems(400, 401, 403, 404),
)
async def forecast_suite(
    suite: UUID, body: ExecuteSuiteBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteForecastView:
    """What an execution would come to, and whether the day's money pays for it. Nothing is stored."""
    found = await forecast.forecast_suite(ctx, who, project, SuiteId(suite), body.target())
    return SuiteForecastView.of_suite(found)


@router.post(
    "/suites/{suite}/pause",
    operation_id="pause_suite",
    responses=problems(400, 401, 403, 404, 409),
)
async def pause_suite(
    suite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteView:
    """Nothing of it starts any more; what is at work goes on to its end."""
    return SuiteView.of(await pausing.pause_suite(ctx, who, project, SuiteId(suite)))


@router.post(
    "/suites/{suite}/resume",
    operation_id="resume_suite",
    responses=problems(400, 401, 403, 404, 409),
)
async def resume_suite(
    suite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteView:
    """Go on, also with runs that stopped because the money of the day was spent."""
    return SuiteView.of(await pausing.resume_suite(ctx, who, project, SuiteId(suite)))
