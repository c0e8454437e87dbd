"""Executions of suites: run now, look at them, pause and go on."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import PageView
from edison.api.error_responses import problems
from edison.api.page_parameters import WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.api.suites.execution_views import ExecuteSuiteBody, ExecutionView, SuiteForecastView
from edison.api.suites.suite_views import SuiteView
from edison.domain.ids import ExecutionId, SuiteId
from edison.domain.suites.execution import ExecutionState
from edison.services.suites import execution_queries, suite_changes, suite_forecast

router = ApiRouter(prefix="/projects/{project}", tags=["suites"])


@router.post("/suites/{suite}/executions", status_code=202, responses=problems(402, 422, 503))
async def execute_suite(
    suite: UUID, body: ExecuteSuiteBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExecutionView:
    """Run a suite now.

    If it cannot start, the response lists every reason before anything is spent.
    """
    made = await suite_changes.run_now(ctx, who, project, SuiteId(suite), body.target())
    return ExecutionView.of(made)


@router.get("/suites/{suite}/executions")
async def list_executions(
    suite: UUID,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    state: Annotated[list[ExecutionState] | None, Query(max_length=len(ExecutionState))] = None,
    monitor: UUID | None = None,
) -> PageView[ExecutionView]:
    """List runs of the suite, newest first, including those that were rejected or missed."""
    wanted = execution_queries.ExecutionFilter(states=tuple(state or ()), monitor=monitor)
    found = await execution_queries.list_executions(ctx, who, project, SuiteId(suite), wanted, page)
    return PageView(
        items=[ExecutionView.of(each) for each in found.items], next_cursor=found.next_cursor
    )


@router.get("/executions/{execution}")
async def read_execution(
    execution: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> ExecutionView:
    found = await execution_queries.read_execution(ctx, who, project, ExecutionId(execution))
    return ExecutionView.of(found)


@router.post("/suites/{suite}/forecast", responses=Exactly(problems(400, 401, 403, 404)))
async def forecast_suite(
    suite: UUID, body: ExecuteSuiteBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteForecastView:
    """Estimate the cost of running a suite, and whether the daily budget covers it.

    Nothing is stored.
    """
    found = await suite_forecast.forecast_suite(ctx, who, project, SuiteId(suite), body.target())
    return SuiteForecastView.of_suite(found)


@router.post("/suites/{suite}/pause")
async def pause_suite(
    suite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteView:
    """Pause a suite: no new runs start. Runs in progress continue to their end."""
    return SuiteView.of(await suite_changes.pause_suite(ctx, who, project, SuiteId(suite)))


@router.post("/suites/{suite}/resume")
async def resume_suite(
    suite: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> SuiteView:
    """Resume a suite, including runs that stopped because the daily budget was spent."""
    return SuiteView.of(await suite_changes.resume_suite(ctx, who, project, SuiteId(suite)))
