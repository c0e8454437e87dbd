"""Opens, refreshes and ends the alerts of a monitor after an execution, in one transaction with what it showed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from edison.domain.alerts.alert import About, Alert, AlertState, Raised
from edison.domain.alerts.alert_updates import AlertSource, Followed, update_alert_set
from edison.domain.events import ALERT_CHANGED, ALERT_OPENED, ALERT_RESOLVED, event, project_topic
from edison.domain.ids import AlertId, MonitorId, ProjectId
from edison.domain.people.access import SYSTEM, Actor
from edison.engine.alerts.dispatch_alert import OPENED, RESOLVED, dispatch_alert
from edison.engine.launcher import Launcher
from edison.engine.project_tx import open_project_tx
from edison.store.unit_of_work import UnitOfWork, WriteTx


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


async def update_alerts(
    launcher: Launcher,
    tx: WriteTx,
    project: ProjectId,
    place: AlertSource,
    unresolved: Sequence[Alert],
    raised: Sequence[Raised],
    ending: Mapping[About, str],
    now: datetime,
) -> Followed:
    """The monitor and its alerts are locked by the caller."""
    followed = update_alert_set(place, unresolved, raised, ending, now)
    for alert in followed.opened:
        await tx.alerts.add(project, alert)
        emit_alert_event(tx, SYSTEM, project, ALERT_OPENED, alert, now)
        await dispatch_alert(launcher, tx, project, OPENED, alert, now, version=alert.told)
    for before, alert in followed.seen:
        await tx.alerts.change(project, alert)
        if (alert.seen, alert.state, alert.title) != (before.seen, before.state, before.title):
            emit_alert_event(tx, SYSTEM, project, ALERT_CHANGED, alert, now, seen=alert.seen)
        if alert.told != before.told:
            await dispatch_alert(launcher, tx, project, OPENED, alert, now, version=alert.told)
    for alert in followed.over:
        await end_alert(launcher, tx, SYSTEM, project, alert, _why_over(alert, ending), now)
    return followed


def _why_over(alert: Alert, ending: Mapping[About, str]) -> str:
    found = (ending[one.about] for one in alert.findings if one.about in ending)
    return " ".join(dict.fromkeys(found))


AT_ONCE = 100


async def wake_snoozed_alerts(work: UnitOfWork, launcher: Launcher, now: datetime) -> int:
    """Each in a transaction of its own; return how many woke."""
    async with work.read() as tx:
        found = await tx.alerts.whose_snooze_is_over(now, AT_ONCE)
    woken = 0
    for project, alert in found:
        async with open_project_tx(work, SYSTEM, project, now, launcher) as tx:
            woken += await _wake(launcher, tx, project, alert, now)
    return woken


async def _wake(
    launcher: Launcher, tx: WriteTx, project: ProjectId, id_: AlertId, now: datetime
) -> bool:
    alert = await tx.alerts.get(project, id_, lock=True)
    if alert.snoozed_until is None or alert.snoozed_until > now:
        # Another worker, or a person, was quicker.
        return False
    awake = replace(alert, state=AlertState.OPEN, snoozed_until=None, told=alert.told + 1)
    await tx.alerts.change(project, awake)
    emit_alert_event(tx, SYSTEM, project, ALERT_CHANGED, awake, now, woke=True)
    await dispatch_alert(launcher, tx, project, OPENED, awake, now, version=awake.told)
    return True
