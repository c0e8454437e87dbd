"""Routes that list, acknowledge, snooze and resolve alerts."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.alerts.views import (
    AcknowledgedView,
    AlertSummaryView,
    AlertView,
    ResolveBody,
    SnoozeBody,
    WantedState,
    filter_of,
)
from edison.api.api_router import ApiRouter
from edison.api.base_views import PageView, WantedPage
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import AlertId
from edison.services.alerts import alert_commands

router = ApiRouter(prefix="/projects/{project}/alerts", tags=["alerts"])


@router.get("")
async def list_alerts(
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    state: Annotated[
        WantedState | None, Query(description="`unresolved` means all but resolved. Default: all")
    ] = None,
    suite: UUID | None = None,
    monitor: UUID | None = None,
) -> PageView[AlertView]:
    """List alerts, newest first."""
    wanted = filter_of(state, suite, monitor)
    found = await alert_commands.list_alerts(ctx, who, project, wanted, page)
    return PageView(
        items=[AlertView.of(alert) for alert in found.items], next_cursor=found.next_cursor
    )


@router.get("/summary")
async def summarise_alerts(
    project: CurrentProject, who: CurrentActor, ctx: Services
) -> AlertSummaryView:
    """Count the open alerts and return the newest open alerts."""
    return AlertSummaryView.of(await alert_commands.summarise_alerts(ctx, who, project))


@router.post("/acknowledge")
async def acknowledge_all_alerts(
    project: CurrentProject, who: CurrentActor, ctx: Services, suite: UUID | None = None
) -> AcknowledgedView:
    """Acknowledge every open alert of the project, or of one suite."""
    count = await alert_commands.acknowledge_all_alerts(ctx, who, project, suite)
    return AcknowledgedView(acknowledged=count)


@router.get("/{alert}")
async def read_alert(
    alert: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AlertView:
    """Get an alert with its evidence."""
    return AlertView.of(await alert_commands.read_alert(ctx, who, project, AlertId(alert)))


@router.post("/{alert}/acknowledge")
async def acknowledge_alert(
    alert: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AlertView:
    """Mark an alert as seen. It stays active until a later run without the problem resolves it."""
    return AlertView.of(await alert_commands.acknowledge_alert(ctx, who, project, AlertId(alert)))


@router.post("/{alert}/snooze")
async def snooze_alert(
    alert: UUID, body: SnoozeBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AlertView:
    """Hide an alert until a given time.

    If the problem still exists at that time, notifications are sent again.
    """
    return AlertView.of(
        await alert_commands.snooze_alert(ctx, who, body.to_command(project, alert))
    )


@router.post("/{alert}/resolve")
async def resolve_alert(
    alert: UUID, body: ResolveBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> AlertView:
    """Mark an alert as resolved.

    If the next execution finds the problem again, it opens a new alert.
    """
    return AlertView.of(
        await alert_commands.resolve_alert(ctx, who, body.to_command(project, alert))
    )
