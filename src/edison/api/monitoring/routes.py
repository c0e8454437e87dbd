"""Routes of monitors, which run suites on a schedule."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter
from edison.api.base_views import Line, PageView, WantedPage
from edison.api.error_responses import problems
from edison.api.monitoring.views import (
    ChangeMonitorBody,
    CreateMonitorBody,
    MonitorView,
    SchedulePreviewView,
    TriggeredView,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import MonitorId, SuiteId
from edison.services.monitoring import monitor_commands, monitor_queries

router = ApiRouter(prefix="/projects/{project}", tags=["monitors"])

# Longer than any valid expression, so that the response can explain the problem.
Typed = Annotated[Line, Query(max_length=200)]


@router.get("/schedule-preview")
async def preview_schedule(
    project: CurrentProject, who: CurrentActor, ctx: Services, cron: Typed, timezone: Typed = "UTC"
) -> SchedulePreviewView:
    """Explain a cron expression and list its next due times."""
    return SchedulePreviewView.of(
        await monitor_queries.preview_schedule(ctx, who, project, cron, timezone)
    )


@router.get("/monitors")
async def list_monitors(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    suite: UUID | None = None,
    enabled: bool | None = None,
) -> PageView[MonitorView]:
    """List monitors, last changed first."""
    wanted = monitor_queries.MonitorFilter(
        suite=None if suite is None else SuiteId(suite), enabled=enabled
    )
    found = await monitor_queries.list_monitors(ctx, who, project, wanted, page)
    return PageView(
        items=[MonitorView.of(item) for item in found.items], next_cursor=found.next_cursor
    )


@router.post("/monitors", status_code=201)
async def create_monitor(
    body: CreateMonitorBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> MonitorView:
    """Create a monitor that runs a suite on a schedule."""
    return MonitorView.of(await monitor_commands.create_monitor(ctx, who, body.to_command(project)))


@router.get("/monitors/{monitor}")
async def read_monitor(
    monitor: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> MonitorView:
    """Get a monitor with its schedule, rules and next start times."""
    return MonitorView.of(await monitor_queries.read_monitor(ctx, who, project, MonitorId(monitor)))


@router.patch("/monitors/{monitor}")
async def change_monitor(
    monitor: UUID,
    body: ChangeMonitorBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> MonitorView:
    """Change a monitor, or turn it on or off.

    The request must contain the revision it is based on.
    """
    return MonitorView.of(
        await monitor_commands.change_monitor(ctx, who, body.to_command(project, monitor))
    )


@router.delete("/monitors/{monitor}", status_code=204)
async def remove_monitor(
    monitor: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Delete a monitor. Its executions stay with the suite."""
    await monitor_commands.remove_monitor(ctx, who, project, MonitorId(monitor))


@router.post("/monitors/{monitor}/trigger", status_code=202, responses=problems(402, 503))
async def trigger_monitor(
    monitor: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> TriggeredView:
    """Run the monitor now, in addition to its schedule, even if it is turned off."""
    return TriggeredView.of(
        await monitor_commands.trigger_monitor(ctx, who, project, MonitorId(monitor))
    )
