"""Writes down executions that did not start: it was due, and this is why nothing came of it."""

from datetime import datetime
from uuid import UUID

from edison.domain.ids import ExecutionId, ProjectId, SuiteId
from edison.domain.people.access import Actor
from edison.domain.suites.execution import Execution, ExecutionReason, ExecutionState, Trigger
from edison.domain.suites.recipe import SuiteTarget
from edison.engine.launcher import Launcher
from edison.engine.runs.owners.execution_events import emit_execution_event, enqueue_assessment
from edison.kit.uuids import new_id
from edison.store.unit_of_work import WriteTx


async def record_refused_execution(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    suite: SuiteId,
    *,
    state: ExecutionState,
    reason: ExecutionReason,
    problem: str,
    trigger: Trigger,
    monitor: UUID | None,
    due_at: datetime | None,
    now: datetime,
    override: SuiteTarget | None = None,
    number: int | None = None,
    name: str | None = None,
) -> Execution:
    """Refused or missed. The suite is locked by the caller: executions are numbered one by one.

    `name`: the suite's, if the caller knows it.
    """
    execution = Execution(
        id=ExecutionId(new_id()),
        suite=suite,
        monitor=monitor,
        number=number or await tx.executions.next_number(project, suite),
        trigger=trigger,
        due_at=due_at,
        state=state,
        reason=reason,
        problem=problem,
        run=None,
        canary_run=None,
        forecast=None,
        override=override,
        changes=(),
        created_by=who.user,
        created_by_label=who.label,
        created_at=now,
        finished_at=now,
    )
    await tx.executions.add(project, execution)
    if name is None:
        name = (await tx.suites.get(project, suite)).name
    emit_execution_event(tx, who, project, execution, now, name=name)
    await enqueue_assessment(launcher, tx, project, execution, str(state))
    return execution
