"""Says what happens to executions and their suites, to whoever follows the project and to who looks for alerts."""

from datetime import datetime
from typing import Any

from edison.domain.audit.audit_chain import entry
from edison.domain.events import (
    EXECUTION_FINISHED,
    EXECUTION_STARTED,
    SUITE_CHANGED,
    event,
    project_topic,
)
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor
from edison.domain.suites.execution import Execution, ExecutionState
from edison.domain.suites.suite import Suite, SuitePause, SuiteState
from edison.engine.launcher import Launcher
from edison.store.unit_of_work import WriteTx


def emit_execution_event(
    tx: WriteTx, who: Actor, project: ProjectId, execution: Execution, now: datetime, *, name: str
) -> None:
    """`name` is that of the suite."""
    kind = EXECUTION_STARTED if execution.state is ExecutionState.RUNNING else EXECUTION_FINISHED
    tx.emit(
        event(
            who,
            project_topic(project),
            kind,
            now,
            execution=str(execution.id),
            suite=str(execution.suite),
            name=name,
            monitor=None if execution.monitor is None else str(execution.monitor),
            number=execution.number,
            trigger=str(execution.trigger),
            state=str(execution.state),
            reason=None if execution.reason is None else str(execution.reason),
            problem=execution.problem,
            run=None if execution.run is None else str(execution.run),
        )
    )


def emit_suite_event(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    was: Suite,
    state: SuiteState,
    now: datetime,
    why: SuitePause | None = None,
) -> None:
    """It was paused, or goes on."""
    changes: dict[str, Any] = {"state": {"old": str(was.state), "new": str(state)}}
    if why is not None:
        changes["pause_reason"] = {"old": None, "new": str(why)}
    tx.record(
        entry(who, SUITE_CHANGED, ("suite", was.id), at=now, project=project, changes=changes)
    )
    tx.emit(
        event(
            who,
            project_topic(project),
            SUITE_CHANGED,
            now,
            id=str(was.id),
            name=was.name,
            changed=sorted(changes),
            state=str(state),
            pause_reason=None if why is None else str(why),
        )
    )


async def enqueue_assessment(
    launcher: Launcher, tx: WriteTx, project: ProjectId, execution: Execution, why: str
) -> None:
    await launcher.assess_execution(
        tx, {"project": str(project), "execution": str(execution.id), "why": why}
    )
