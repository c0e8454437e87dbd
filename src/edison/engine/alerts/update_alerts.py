"""Opens, refreshes and ends the alerts of a monitor after an execution, in one transaction with what it showed."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from edison.domain.alerts.alert import About, Alert, Raised
from edison.domain.alerts.alert_updates import AlertSource, Followed, update_alert_set
from edison.domain.events import ALERT_CHANGED, ALERT_OPENED
from edison.domain.ids import ProjectId
from edison.domain.people.access import SYSTEM
from edison.engine.alerts.dispatch_alert import OPENED, dispatch_alert
from edison.engine.alerts.resolve_alert import emit_alert_event, end_alert
from edison.engine.launcher import Launcher
from edison.store.unit_of_work import WriteTx


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
