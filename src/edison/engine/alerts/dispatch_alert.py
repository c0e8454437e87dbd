"""Deliver alerts to the channels of a monitor, but not during the monitor's quiet hours."""

from typing import Any

from edison.domain.alerts.alert import Alert
from edison.domain.alerts.quiet_hours import quiet_until
from edison.domain.errors import NotFound
from edison.domain.ids import MonitorId, ProjectId
from edison.domain.monitoring.monitor import Monitor
from edison.domain.notifications.notified_event import NotifiedEvent
from edison.engine.notifications.notify import notify
from edison.engine.project_tx import ProjectTx
from edison.store.unit_of_work import ReadTx

OPENED = NotifiedEvent.ALERT_OPENED
RESOLVED = NotifiedEvent.ALERT_RESOLVED


async def dispatch_alert(
    tx: ProjectTx, event: NotifiedEvent, alert: Alert, *, version: int
) -> None:
    monitor = await load_alert_monitor(tx, tx.project, MonitorId(alert.monitor))
    slug = (await tx.projects.get(tx.project)).slug
    await notify(
        tx,
        event,
        subject=alert.id,
        version=version,
        payload=alert_payload(alert, slug),
        channels=() if monitor is None else monitor.channels,
        hold_until=None if monitor is None else quiet_until(monitor.quiet, tx.now),
    )


async def load_alert_monitor(tx: ReadTx, project: ProjectId, monitor: MonitorId) -> Monitor | None:
    """Return the monitor of an alert; None if the monitor was removed."""
    try:
        return (await tx.monitors.get(project, monitor)).monitor
    except NotFound:
        return None


def alert_payload(alert: Alert, slug: str) -> dict[str, Any]:
    """Build the webhook payload of an alert. Messages to people show its title, sentence and facts."""
    facts = {"Suite": alert.suite_name, "Monitor": alert.monitor_name}
    if alert.cause is not None:
        facts["Likely cause"] = str(alert.cause)
    if alert.changes:
        facts["Changed just before"] = "; ".join(change.words for change in alert.changes)
    if alert.resolution:
        facts["Resolution"] = alert.resolution
    else:
        facts["What to do"] = alert.next_step
    return {
        "title": alert.title,
        "sentence": alert.sentence,
        "path": f"/projects/{slug}/alerts/{alert.id}",
        "severity": str(alert.severity),
        "facts": facts,
        "alert_id": str(alert.id),
        "state": str(alert.state),
        "rule": str(alert.rule),
        "cause": alert.cause and str(alert.cause),
        "target": alert.target_key,
        "seen": alert.seen,
        "opened_at": alert.opened_at.isoformat(),
        "resolved_at": alert.resolved_at and alert.resolved_at.isoformat(),
        "suite": {"id": str(alert.suite), "name": alert.suite_name},
        "monitor": {"id": str(alert.monitor), "name": alert.monitor_name},
        "execution_id": alert.execution and str(alert.execution),
        "run_id": alert.run and str(alert.run),
        "numbers": dict(alert.facts),
        "findings": [
            {
                "rule": str(one.rule),
                "target": one.target_key,
                "model": one.label or None,
                "severity": str(one.severity),
                "title": one.title,
                "sentence": one.sentence,
                "numbers": dict(one.facts),
            }
            for one in alert.unended
        ],
        "changes": [
            {"what": str(one.what), "words": one.words, "old": one.old, "new": one.new}
            for one in alert.changes
        ],
    }
