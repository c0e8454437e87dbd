"""Report that an execution was assessed or has finished, to screens and to subscribed channels."""

from typing import Any

from edison.domain.alerts.alert_updates import Followed
from edison.domain.alerts.quiet_hours import quiet_until
from edison.domain.events import EXECUTION_ASSESSED
from edison.domain.money import to_usd
from edison.domain.monitoring.monitor import Monitor
from edison.domain.notifications.notified_event import NotifiedEvent
from edison.domain.statistics.estimates import interval_text, percent
from edison.domain.suites.execution import Execution, ExecutionState
from edison.domain.suites.suite import Suite
from edison.domain.trends.trend_points import ExecutionPoint
from edison.engine.monitoring.execution_assessment import ExecutionAssessment
from edison.engine.notifications.notify import notify
from edison.engine.project_tx import ProjectTx

# States of executions that had a run; one that never started raises an alert instead.
TOLD = (ExecutionState.COMPLETED, ExecutionState.FAILED, ExecutionState.CANCELLED)


def emit_execution_assessed(
    tx: ProjectTx, execution: Execution, whole: ExecutionPoint, followed: Followed
) -> None:
    tx.emit_event(
        EXECUTION_ASSESSED,
        execution=str(execution.id),
        suite=str(execution.suite),
        monitor=execution.monitor and str(execution.monitor),
        number=execution.number,
        score=whole.score and round(whole.score, 4),
        opened=len(followed.opened),
        over=len(followed.over),
    )


async def dispatch_execution_finished(
    tx: ProjectTx,
    suite: Suite,
    monitor: Monitor | None,
    execution: Execution,
    looked: ExecutionAssessment | None,
) -> None:
    if execution.state not in TOLD:
        return
    slug = (await tx.projects.get(tx.project)).slug
    await notify(
        tx,
        NotifiedEvent.EXECUTION_FINISHED,
        subject=execution.id,
        version=1,
        payload=_payload(suite, execution, None if looked is None else looked.points[0], slug),
        channels=() if monitor is None else monitor.channels,
        hold_until=None if monitor is None else quiet_until(monitor.quiet, tx.now),
    )


def _payload(
    suite: Suite, execution: Execution, whole: ExecutionPoint | None, slug: str
) -> dict[str, Any]:
    facts: dict[str, Any] = {"Suite": suite.name, "Execution": execution.number}
    said = f"Execution {execution.number} of {suite.name} {execution.state}"
    figures: dict[str, Any] = {}
    if whole is not None:
        cost = to_usd(whole.cost) + to_usd(whole.judge_cost)
        if whole.score is not None and whole.low is not None and whole.high is not None:
            said += f" with a score of {interval_text(whole.score, whole.low, whole.high)}"
            facts["Score"] = round(whole.score, 4)
        if whole.pass_rate is not None:
            facts["Pass rate"] = percent(whole.pass_rate)
        facts["Cost"] = f"${cost:.4f}"
        figures = {
            "score": whole.score,
            "low": whole.low,
            "high": whole.high,
            "pass_rate": whole.pass_rate,
            "cost_usd": str(cost),
            "cases": whole.n_cases,
            "failed": whole.failed,
        }
    problem = f" {execution.problem}" if execution.problem else ""
    return {
        "title": f"{suite.name}: execution {execution.number} {execution.state}",
        "sentence": f"{said}.{problem}",
        "path": f"/projects/{slug}/suites/{suite.id}",
        "severity": None,
        "facts": facts,
        "execution_id": str(execution.id),
        "number": execution.number,
        "state": str(execution.state),
        "trigger": str(execution.trigger),
        "run_id": execution.run and str(execution.run),
        "suite": {"id": str(suite.id), "name": suite.name},
        "monitor_id": execution.monitor and str(execution.monitor),
        **figures,
    }
