"""Start due monitors in batches. The worker that locks a monitor's row starts the monitor, once.

An execution and the next due time of its monitor are written in one transaction. If a worker dies before the commit,
nothing has started: its rows are unlocked, and another worker starts those monitors.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

import structlog

from edison.domain.errors import Unavailable
from edison.domain.ids import MonitorId
from edison.domain.monitoring.monitor import Monitor
from edison.domain.monitoring.occurrences import Occurrences, missed_words, occurrences
from edison.domain.people.access import SYSTEM, Actor
from edison.domain.suites.execution import ExecutionReason, ExecutionState, Trigger
from edison.domain.suites.suite import SuiteState
from edison.engine.launcher import Launcher
from edison.engine.project_tx import ProjectTx
from edison.engine.suites.shared_start_reads import SharedStartReads
from edison.engine.suites.start_execution import record_refused_execution, start_execution
from edison.kit.clock import Clock
from edison.store.repositories.monitoring.monitors import DueMonitor, Passed
from edison.store.unit_of_work import UnitOfWork, WriteTx


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """The number of locked monitors and of started executions in one transaction."""

    taken: int
    started: int


class MonitorStartFailed(RuntimeError):
    """Error: an internal error prevented the start of a monitor."""

    def __init__(self, monitor: MonitorId, why: str) -> None:
        super().__init__(why)
        self.monitor = monitor
        self.why = why


async def start_batch(launcher: Launcher, tx: WriteTx, now: datetime, most: int) -> Batch:
    """Lock up to `most` due monitors and start each of them, in the given transaction."""
    taken = await tx.monitors.take_due(now, most)
    # Run numbers are locked by project, so all transactions visit projects in one order.
    taken.sort(key=lambda due: (due.project, due.monitor.suite))
    together = SharedStartReads()
    passed: list[Passed] = []
    for due in taken:
        try:
            monitor_tx = ProjectTx(tx, _acting_for(due.monitor), due.project, now, launcher)
            passed.append(await _start(monitor_tx, due, together))
        except Unavailable:
            raise
        except Exception as error:
            raise MonitorStartFailed(due.monitor.id, type(error).__name__) from error
    await tx.monitors.pass_on(passed)
    return Batch(taken=len(taken), started=sum(one.started for one in passed))


async def record_monitor_failure(
    launcher: Launcher, tx: WriteTx, now: datetime, fault: MonitorStartFailed
) -> None:
    """Write a refused execution for a monitor whose start failed, so that the other monitors can start."""
    for due in await tx.monitors.take_due(now, 1, fault.monitor):
        times = occurrences(due.monitor, now)
        await _write(
            ProjectTx(tx, _acting_for(due.monitor), due.project, now, launcher),
            due,
            times.last_due,
            state=ExecutionState.REFUSED,
            reason=ExecutionReason.NOT_READY,
            problem=f"An internal error prevented the start ({fault.why}). See the log of the worker",
        )
        await tx.monitors.pass_on([_passed(due.monitor, times, now, started=False)])


async def _start(tx: ProjectTx, due: DueMonitor, together: SharedStartReads) -> Passed:
    monitor, now = due.monitor, tx.now
    times = occurrences(monitor, now)
    if due.suite.is_paused(now) or due.suite.state is SuiteState.ARCHIVED:
        # The monitor's page shows why it does not run; an entry for each missed time would hide real executions.
        return _passed(monitor, times, now, started=False)
    for at in times.missed:
        await _write(
            tx,
            due,
            at,
            state=ExecutionState.MISSED,
            reason=ExecutionReason.SERVER_DOWN,
            problem=missed_words(times),
        )
    if times.start is None:
        return _passed(monitor, times, now, started=False)
    if due.busy:
        await _write(
            tx,
            due,
            times.start,
            state=ExecutionState.REFUSED,
            reason=ExecutionReason.OVERLAP,
            problem="The previous execution of this monitor is still running",
        )
        return _passed(monitor, times, now, started=False)
    execution = await start_execution(
        tx,
        monitor.suite,
        monitor=monitor.id,
        due_at=times.start,
        trigger=Trigger.SCHEDULE,
        locked=due.suite,
        together=together,
    )
    return _passed(monitor, times, now, started=execution.state is ExecutionState.RUNNING)


def _passed(monitor: Monitor, times: Occurrences, now: datetime, *, started: bool) -> Passed:
    next_due = times.next_due
    return Passed(
        monitor=monitor.id,
        last_due=times.last_due,
        next_due=next_due,
        starts=None if next_due is None else next_due + monitor.delay,
        started=started,
        at=now,
    )


async def _write(
    tx: ProjectTx,
    due: DueMonitor,
    at: datetime,
    *,
    state: ExecutionState,
    reason: ExecutionReason,
    problem: str,
) -> None:
    await record_refused_execution(
        tx,
        due.monitor.suite,
        state=state,
        reason=reason,
        problem=problem,
        trigger=Trigger.SCHEDULE,
        monitor=due.monitor.id,
        due_at=at,
        name=due.suite_row.name,
    )


def _acting_for(monitor: Monitor) -> Actor:
    return replace(SYSTEM, label=f"Monitor {monitor.name}")


log = structlog.get_logger(__name__)

# Small, so that another worker waits only briefly for the lock on run numbers.
AT_ONCE = 20


async def start_all_due(
    work: UnitOfWork, launcher: Launcher, clock: Clock, stopping: Callable[[], bool]
) -> int:
    """Start all due monitors; return their number. Workers can do this concurrently: each locks different rows."""
    started = 0
    while not stopping():
        try:
            async with work.write() as tx:
                batch = await start_batch(launcher, tx, clock.now(), AT_ONCE)
        except MonitorStartFailed as fault:
            log.exception("start_failed", monitor=str(fault.monitor), error=fault.why)
            async with work.write() as tx:
                await record_monitor_failure(launcher, tx, clock.now(), fault)
            continue
        started += batch.started
        if not batch.taken:
            break
    return started
