"""Wakes alerts whose snooze is over: what nobody resolved meanwhile is told again."""

from dataclasses import replace
from datetime import datetime

from edison.domain.alerts.alert import AlertState
from edison.domain.events import ALERT_CHANGED
from edison.domain.ids import AlertId, ProjectId
from edison.domain.people.access import SYSTEM
from edison.engine.alerts.dispatch_alert import OPENED, dispatch_alert
from edison.engine.alerts.resolve_alert import emit_alert_event
from edison.engine.launcher import Launcher
from edison.store.unit_of_work import UnitOfWork, WriteTx

AT_ONCE = 100


async def wake_snoozed_alerts(work: UnitOfWork, launcher: Launcher, now: datetime) -> int:
    """Each in a transaction of its own; return how many woke."""
    async with work.read() as tx:
        found = await tx.alerts.whose_snooze_is_over(now, AT_ONCE)
    woken = 0
    for project, alert in found:
        async with work.write() as tx:
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
