"""An alert of a monitor, opened as for a missed execution."""

from dataclasses import replace
from uuid import UUID

from edison.domain.alerts.alert import AlertRule, Raised
from edison.domain.alerts.alert_updates import AlertSource, update_alert_set
from edison.domain.ids import MonitorId, ProjectId
from edison.domain.monitoring.assessment import Severity
from edison.kit.uuids import new_id
from tests.support.world import World

MISSED = Raised(
    topic="missed",
    rule=AlertRule.MISSED,
    target_key=None,
    severity=Severity.WARNING,
    cause=None,
    title="Support did not run",
    sentence="Execution 1 did not take place.",
    next_step="Check that a worker is running.",
)


async def put_alert(world: World, project: ProjectId, monitor: str) -> str:
    """Open an alert; return its id."""
    async with world.ctx.write() as tx:
        found = await tx.monitors.get(project, MonitorId(UUID(monitor)))
        place = AlertSource(
            suite=found.monitor.suite,
            suite_name=found.suite_name,
            monitor=found.monitor.id,
            monitor_name=found.monitor.name,
            execution=new_id(),
            run=None,
        )
        [alert] = update_alert_set(place, (), (MISSED,), {}, world.clock.now()).opened
        await tx.alerts.add(project, replace(alert, execution=None))
        return str(alert.id)
