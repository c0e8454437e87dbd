"""Write the assessment of an execution: trend points, alerts and notifications.

All writes are in one transaction, and repeating them gives the same result.
"""

from dataclasses import replace
from uuid import UUID

import structlog

from edison.domain.alerts.alert_updates import AlertSource, Followed, find_ended, is_healthy
from edison.domain.alerts.execution_problems import execution_problem_of
from edison.domain.ids import ExecutionId, MonitorId, ProjectId
from edison.domain.monitoring.monitor import Monitor
from edison.domain.people.access import SYSTEM
from edison.domain.suites.execution import Execution, ExecutionState
from edison.domain.suites.suite import Suite
from edison.engine.alerts.dispatch_alert import load_alert_monitor
from edison.engine.alerts.update_alerts import update_alerts
from edison.engine.durable import step
from edison.engine.launcher import Launcher
from edison.engine.monitoring.announce_assessment import (
    dispatch_execution_finished,
    emit_execution_assessed,
)
from edison.engine.monitoring.execution_assessment import (
    ExecutionAssessment,
    assess_loaded_execution,
)
from edison.engine.project_tx import ProjectTx, open_project_tx
from edison.engine.resources import resources
from edison.engine.workflow_contracts import AssessOrder
from edison.kit.clock import Clock
from edison.store.unit_of_work import UnitOfWork


async def apply_assessment(
    work: UnitOfWork, clock: Clock, launcher: Launcher, project: ProjectId, wanted: ExecutionId
) -> Followed:
    async with work.read() as tx:
        execution = await tx.executions.get(project, wanted)
        suite = await tx.suites.get(project, execution.suite)
        monitor = (
            None
            if execution.monitor is None
            else await load_alert_monitor(tx, project, MonitorId(execution.monitor))
        )
    looked = None
    if execution.state is ExecutionState.COMPLETED and execution.run is not None:
        looked = await assess_loaded_execution(work, clock, project, suite, monitor, execution)
    now = clock.now()
    async with open_project_tx(work, SYSTEM, project, now, launcher) as tx:
        followed = Followed()
        if monitor is not None:
            followed = await _follow(tx, suite, monitor, execution, looked)
        if looked is not None:
            points = [replace(one, healthy=is_healthy(followed)) for one in looked.points]
            await tx.points.put(project, execution.id, points)
            emit_execution_assessed(tx, execution, looked.points[0], followed)
        await dispatch_execution_finished(tx, suite, monitor, execution, looked)
    return followed


async def _follow(
    tx: ProjectTx,
    suite: Suite,
    monitor: Monitor,
    execution: Execution,
    looked: ExecutionAssessment | None,
) -> Followed:
    """Update the alerts of a monitor. The monitor is locked, so that its executions are assessed one after another."""
    name = (await tx.monitors.get(tx.project, monitor.id, lock=True)).monitor.name
    unresolved = await tx.alerts.unresolved(tx.project, monitor.id, lock=True)
    if await tx.points.is_outdated(tx.project, monitor.id, execution.created_at):
        # A later execution was already assessed, so this one does not change alerts.
        return Followed(left=tuple(unresolved))
    place = AlertSource(
        suite=suite.id,
        suite_name=suite.name,
        monitor=monitor.id,
        monitor_name=name,
        execution=execution.id,
        run=execution.run,
    )
    if looked is None:
        trouble = execution_problem_of(suite, execution, monitor.rules)
        raised = () if trouble is None else (trouble,)
        return await update_alerts(tx, place, unresolved, raised, {})
    if execution.override is not None:
        return Followed(left=tuple(unresolved))
    ending = find_ended(
        unresolved, looked.assessment, looked.targets, looked.rules, execution.number
    )
    return await update_alerts(tx, place, unresolved, looked.raised, ending)


log = structlog.get_logger(__name__)


@step("assess_execution", attempts=5)
async def assess_execution(order: AssessOrder) -> int:
    """Assess an execution; return the number of alerts that were opened."""
    own = resources()
    project = ProjectId(UUID(order["project"]))
    execution = ExecutionId(UUID(order["execution"]))
    followed = await apply_assessment(own.work, own.clock, own.launcher, project, execution)
    log.info(
        "execution_assessed",
        execution=order["execution"],
        why=order["why"],
        opened=[str(alert.rule) for alert in followed.opened],
        seen=len(followed.seen),
        over=len(followed.over),
    )
    return len(followed.opened)
