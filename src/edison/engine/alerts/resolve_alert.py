"""Ends an alert: a person says so, or a run shows it."""

from dataclasses import replace
from datetime import datetime

from edison.domain.alerts.alert import Alert, AlertState
from edison.domain.events import ALERT_RESOLVED, event, project_topic
from edison.domain.ids import MonitorId, ProjectId
from edison.domain.people.access import Actor
from edison.engine.alerts.dispatch_alert import RESOLVED, dispatch_alert
from edison.engine.launcher import Launcher
from edison.store.unit_of_work import WriteTx


def emit_alert_event(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    kind: str,
    alert: Alert,
    now: datetime,
    **facts: object,
) -> None:
    tx.emit(
        event(
            who,
            project_topic(project),
            kind,
            now,
            id=str(alert.id),
            title=alert.title,
            rule=str(alert.rule),
            severity=str(alert.severity),
            state=str(alert.state),
            cause=alert.cause and str(alert.cause),
            suite=str(alert.suite),
            suite_name=alert.suite_name,
            monitor=str(alert.monitor),
            execution=alert.execution and str(alert.execution),
            **facts,
        )
    )


async def end_alert(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    alert: Alert,
    resolution: str,
    now: datetime,
) -> Alert:
    """The alert is locked by the caller."""
    changed = replace(
        alert,
        state=AlertState.RESOLVED,
        snoozed_until=None,
        resolved_at=now,
        resolved_by_label=who.label,
        resolution=resolution,
    )
    await tx.alerts.change(project, changed)
    emit_alert_event(tx, who, project, ALERT_RESOLVED, changed, now, resolution=resolution)
    await dispatch_alert(launcher, tx, project, RESOLVED, changed, now, version=1)
    return changed


async def end_alerts(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    monitor: MonitorId,
    resolution: str,
    now: datetime,
) -> None:
    """For a monitor that is removed: nothing will show any more whether they are over."""
    for alert in await tx.alerts.unresolved(project, monitor, lock=True):
        await end_alert(launcher, tx, who, project, alert, resolution, now)
