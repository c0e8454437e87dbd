"""Open, update and resolve the alerts of a monitor, and reopen snoozed alerts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from edison.domain.alerts.alert import About, Alert, AlertState, Raised
from edison.domain.alerts.alert_updates import AlertSource, Followed, update_alert_set
from edison.domain.events import ALERT_CHANGED, ALERT_OPENED, ALERT_RESOLVED
from edison.domain.ids import AlertId, MonitorId
from edison.domain.people.access import SYSTEM
from edison.engine.alerts.dispatch_alert import OPENED, RESOLVED, dispatch_alert
from edison.engine.launcher import Launcher
from edison.engine.project_tx import ProjectTx, open_project_tx
from edison.store.unit_of_work import UnitOfWork


def emit_alert_event(tx: ProjectTx, kind: str, alert: Alert, **facts: Any) -> None:
    tx.emit_event(
        kind,
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


async def end_alert(tx: ProjectTx, alert: Alert, resolution: str) -> Alert:
    """Resolve an alert. The caller has locked the alert."""
    changed = replace(
        alert,
        state=AlertState.RESOLVED,
        snoozed_until=None,
        resolved_at=tx.now,
        resolved_by_label=tx.who.label,
        resolution=resolution,
    )
    await tx.alerts.change(tx.project, changed)
    emit_alert_event(tx, ALERT_RESOLVED, changed, resolution=resolution)
    await dispatch_alert(tx, RESOLVED, changed, version=1)
    return changed


async def end_alerts(tx: ProjectTx, monitor: MonitorId, resolution: str) -> None:
    """Resolve all alerts of a removed monitor, because no later execution can resolve them."""
    for alert in await tx.alerts.unresolved(tx.project, monitor, lock=True):
        await end_alert(tx, alert, resolution)


async def update_alerts(
    tx: ProjectTx,
    place: AlertSource,
    unresolved: Sequence[Alert],
    raised: Sequence[Raised],
    ending: Mapping[About, str],
) -> Followed:
    """Open, update and resolve alerts by the findings of an execution.

    The caller has locked the monitor and its alerts.
    """
    followed = update_alert_set(place, unresolved, raised, ending, tx.now)
    for alert in followed.opened:
        await tx.alerts.add(tx.project, alert)
        emit_alert_event(tx, ALERT_OPENED, alert)
        await dispatch_alert(tx, OPENED, alert, version=alert.told)
    for before, alert in followed.seen:
        await tx.alerts.change(tx.project, alert)
        if (alert.seen, alert.state, alert.title) != (before.seen, before.state, before.title):
            emit_alert_event(tx, ALERT_CHANGED, alert, seen=alert.seen)
        if alert.told != before.told:
            await dispatch_alert(tx, OPENED, alert, version=alert.told)
    for alert in followed.over:
        await end_alert(tx, alert, _why_over(alert, ending))
    return followed


def _why_over(alert: Alert, ending: Mapping[About, str]) -> str:
    found = (ending[one.about] for one in alert.findings if one.about in ending)
    return " ".join(dict.fromkeys(found))


AT_ONCE = 100


async def wake_snoozed_alerts(work: UnitOfWork, launcher: Launcher, now: datetime) -> int:
    """Reopen alerts whose snooze is over, each in its own transaction; return the number of alerts."""
    async with work.read() as tx:
        found = await tx.alerts.whose_snooze_is_over(now, AT_ONCE)
    woken = 0
    for project, alert in found:
        async with open_project_tx(work, SYSTEM, project, now, launcher) as tx:
            woken += await _wake(tx, alert)
    return woken


async def _wake(tx: ProjectTx, id_: AlertId) -> bool:
    alert = await tx.alerts.get(tx.project, id_, lock=True)
    if alert.snoozed_until is None or alert.snoozed_until > tx.now:
        # Another worker or a person has already changed the alert.
        return False
    awake = replace(alert, state=AlertState.OPEN, snoozed_until=None, told=alert.told + 1)
    await tx.alerts.change(tx.project, awake)
    emit_alert_event(tx, ALERT_CHANGED, awake, woke=True)
    await dispatch_alert(tx, OPENED, awake, version=awake.told)
    return True
