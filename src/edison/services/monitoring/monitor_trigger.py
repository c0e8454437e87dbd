"""Run a monitor's suite now, beside its schedule."""

from edison.domain.ids import MonitorId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.domain.suites.execution import Execution, Trigger
from edison.engine.suites.start_execution import ExecutionRequest, begin_execution
from edison.services.context import Context
from edison.services.permission_check import confirm_permission


async def trigger_monitor(
    ctx: Context, who: Actor, project: ProjectId, monitor: MonitorId
) -> Execution:
    """As "run now" of its suite, but the execution counts as this monitor's. Also when it is switched off."""
    who.must(Permission.START_RUNS, project)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        await confirm_permission(tx, who, Permission.START_RUNS, project)
        found = (await tx.monitors.get(project, monitor, lock=True)).monitor
        suite = await tx.suites.get(project, found.suite, lock=True)
        wish = ExecutionRequest(
            suite=suite.id,
            who=who,
            trigger=Trigger.API if who.kind == "token" else Trigger.MANUAL,
            monitor=found.id,
        )
        execution = await begin_execution(ctx.launcher, tx, project, suite, wish, now)
        await tx.monitors.note_start(project, monitor, now)
        return execution
