"""Start an execution of a suite in the caller's transaction, or store a refused execution.

All checks are made before the first row is written.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from edison.domain.budgets.budget import next_day
from edison.domain.errors import (
    BudgetSpent,
    EdisonError,
    NoWorker,
    ProjectArchived,
    RunNotReady,
    WrongState,
)
from edison.domain.ids import ExecutionId, ProjectId, RunId, SuiteId
from edison.domain.money import MicroUsd
from edison.domain.people.project import Project
from edison.domain.runs.run_order import RunOrder
from edison.domain.runs.run_plan import Run, series_of_execution
from edison.domain.suites.execution import (
    ChangeOf,
    Execution,
    ExecutionChange,
    ExecutionReason,
    ExecutionState,
    Trigger,
)
from edison.domain.suites.execution_budget import lasts_until_midnight, require_daily_budget
from edison.domain.suites.execution_changes import changes_between
from edison.domain.suites.recipe import SUITE_TRIGGER, SuiteTarget, order_of
from edison.domain.suites.suite import Suite, SuitePause, SuiteState
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.owners.execution_listener import (
    emit_execution_event,
    emit_suite_event,
    enqueue_assessment,
)
from edison.engine.runs.start.create_run import NewRunParts, create_run, open_budgets
from edison.engine.runs.start.plan_run import draft_run
from edison.engine.runs.start.run_draft import RunDraft
from edison.engine.suites.shared_start_reads import SharedStartReads, expected_cost, order_key
from edison.engine.suites.start_canary import start_canary
from edison.kit.uuids import new_id
from edison.scorers.registry import spec_to_json
from edison.store.repositories.suites.executions import Before, Paid


async def record_refused_execution(
    tx: ProjectTx,
    suite: SuiteId,
    *,
    state: ExecutionState,
    reason: ExecutionReason,
    problem: str,
    trigger: Trigger,
    monitor: UUID | None,
    due_at: datetime | None,
    override: SuiteTarget | None = None,
    number: int | None = None,
    name: str | None = None,
) -> Execution:
    """Store a refused or missed execution. The caller has locked the suite, which numbers its executions.

    `name` is the name of the suite; if it is None, the name is loaded.
    """
    execution = Execution(
        id=ExecutionId(new_id()),
        suite=suite,
        monitor=monitor,
        number=number or await tx.executions.next_number(tx.project, suite),
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
        created_by=tx.who.user,
        created_by_label=tx.who.label,
        created_at=tx.now,
        finished_at=tx.now,
    )
    await tx.executions.add(tx.project, execution)
    if name is None:
        name = (await tx.suites.get(tx.project, suite)).name
    emit_execution_event(tx, execution, name=name)
    await enqueue_assessment(tx, execution, str(state))
    return execution


SCHEDULE_TRIGGER = "schedule"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionRequest:
    """Request to start an execution, with its trigger, due time and overriding target."""

    suite: SuiteId
    trigger: Trigger
    monitor: UUID | None = None
    due_at: datetime | None = None
    override: SuiteTarget | None = None


async def start_execution(
    tx: ProjectTx,
    suite: SuiteId,
    *,
    monitor: UUID | None,
    due_at: datetime | None,
    trigger: Trigger,
    override: SuiteTarget | None = None,
    locked: Suite | None = None,
    together: SharedStartReads | None = None,
) -> Execution:
    """Start an execution for a schedule; if that is not possible, store a refused execution with the reason.

    `locked` is the suite if the caller has already locked it. `together` is the cache for this transaction.
    """
    wish = ExecutionRequest(
        suite=suite, trigger=trigger, monitor=monitor, due_at=due_at, override=override
    )
    found = locked or await tx.suites.get(tx.project, suite, lock=True)
    try:
        return await begin_execution(tx, found, wish, together)
    except EdisonError as error:
        reason = refusal_reason_of(error, found)
        if reason is None:
            raise
        if isinstance(error, BudgetSpent) and lasts_until_midnight(error):
            await _pause_for_today(tx, found)
        return await record_refused_execution(
            tx,
            suite,
            state=ExecutionState.REFUSED,
            reason=reason,
            problem=error.message,
            trigger=trigger,
            monitor=monitor,
            due_at=due_at,
            override=override,
        )


async def begin_execution(
    tx: ProjectTx, suite: Suite, wish: ExecutionRequest, together: SharedStartReads | None = None
) -> Execution:
    """Start an execution of a locked suite for a person; raise an error if that is not possible."""
    together = together or SharedStartReads()
    home = await together.home(tx, tx.project)
    home.must_be_live()
    await _must_be_active(tx, suite)
    workers = await together.workers_alive(tx, tx.now)
    if not workers:
        raise NoWorker("No worker is running, and only workers call models")
    before = await tx.executions.before(tx.project, suite.id)
    execution = ExecutionId(new_id())
    order = _order(tx.project, suite, execution, wish, before.number + 1)
    draft = await _draft(tx, wish, order, together)
    draft.must_be_ready()
    paid = None if wish.override is not None else before.paid
    expected = await _expected(tx, order, draft, paid, together)
    ground = NewRunParts(run=RunId(new_id()), workers=workers)
    await open_budgets(tx, home, order, draft, ground.run)
    await _must_have_money(tx, suite, draft, expected, together)
    run = await create_run(tx, home, order, draft, ground=ground)
    canary = await _canary(tx, wish, home, suite, execution, run, draft, workers)
    made = Execution(
        id=execution,
        suite=suite.id,
        monitor=wish.monitor,
        number=before.number + 1,
        trigger=wish.trigger,
        due_at=wish.due_at,
        state=ExecutionState.RUNNING,
        reason=None,
        problem=None,
        run=run.id,
        canary_run=None if canary is None else canary.id,
        forecast=expected,
        override=wish.override,
        changes=_changes(before, run, draft, wish),
        created_by=tx.who.user,
        created_by_label=tx.who.label,
        created_at=tx.now,
        finished_at=None,
    )
    await tx.executions.add(tx.project, made)
    together.plan(tx.project, suite.id, expected)
    emit_execution_event(tx, made, name=suite.name)
    return made


async def _draft(
    tx: ProjectTx, wish: ExecutionRequest, order: RunOrder, together: SharedStartReads
) -> RunDraft:
    key = order_key(order)
    if key not in together.drafts:
        together.drafts[key] = await draft_run(tx, tx.who, order, tx.now)
    return together.drafts[key]


async def _expected(
    tx: ProjectTx, order: RunOrder, draft: RunDraft, paid: Paid | None, together: SharedStartReads
) -> MicroUsd | None:
    """Return the expected cost of an execution; equal run requests share one estimate."""
    if paid is not None:
        return await expected_cost(tx, order, draft, paid, tx.now)
    key = order_key(order)
    if key not in together.expected:
        together.expected[key] = await expected_cost(tx, order, draft, None, tx.now)
    return together.expected[key]


def refusal_reason_of(error: EdisonError, suite: Suite) -> ExecutionReason | None:
    """Return the refusal reason for an error; None if the error does not cause a refusal."""
    match error:
        case BudgetSpent():
            return ExecutionReason.BUDGET
        case RunNotReady():
            return ExecutionReason.NOT_READY
        case NoWorker():
            return ExecutionReason.NO_WORKER
        case WrongState() if suite.state is SuiteState.PAUSED:
            return ExecutionReason.PAUSED
        case WrongState() | ProjectArchived():
            return ExecutionReason.ARCHIVED
        case _:
            return None


async def _must_be_active(tx: ProjectTx, suite: Suite) -> None:
    suite.must_not_be_archived()
    if suite.state is SuiteState.ACTIVE:
        return
    if suite.paused_until is not None and suite.paused_until <= tx.now:
        # The next day has begun, but the suite has not been resumed yet.
        await tx.suites.set_state(tx.project, suite.id, SuiteState.ACTIVE, tx.now)
        emit_suite_event(tx, suite, SuiteState.ACTIVE)
        return
    if suite.pause_reason is SuitePause.BUDGET:
        raise BudgetSpent(
            "The budget of this day is spent: the suite resumes at midnight UTC",
            advice="Raise the daily limit and resume the suite, or wait for the next day.",
        )
    raise WrongState("The suite is paused", advice="Resume the suite first.")


def _order(
    project: ProjectId, suite: Suite, execution: ExecutionId, wish: ExecutionRequest, number: int
) -> RunOrder:
    trigger = SCHEDULE_TRIGGER if wish.trigger is Trigger.SCHEDULE else SUITE_TRIGGER
    order = order_of(
        project,
        suite.recipe,
        wish.override,
        name=f"{suite.name} #{number}"[:200],
        trigger=trigger,
        series=series_of_execution(suite.id, execution),
    )
    # An execution with another model must not fall back to a third one.
    return order if wish.override is None else replace(order, fallback=None)


async def _must_have_money(
    tx: ProjectTx,
    suite: Suite,
    draft: RunDraft,
    expected: MicroUsd | None,
    together: SharedStartReads,
) -> None:
    """Raise an error if the execution would exceed a budget. The budgets stay locked until the commit."""
    balances = await tx.budget_calendar.lock(
        tx.project, tx.now, suite.id, simulated=draft.is_simulated
    )
    if all(balance.limit is None for balance in balances):
        return
    require_daily_budget(
        balances, expected, await together.planned_by_scope(tx, tx.project, suite.id)
    )


async def _pause_for_today(tx: ProjectTx, suite: Suite) -> None:
    if suite.state is not SuiteState.ACTIVE:
        return
    if await tx.suites.pause(
        tx.project, suite.id, SuitePause.BUDGET, tx.now, until=next_day(tx.now)
    ):
        emit_suite_event(tx, suite, SuiteState.PAUSED, SuitePause.BUDGET)


async def _canary(
    tx: ProjectTx,
    wish: ExecutionRequest,
    home: Project,
    suite: Suite,
    execution: ExecutionId,
    run: Run,
    draft: RunDraft,
    workers: int,
) -> Run | None:
    asking = any(scorer.target is not None for scorer in draft.scorers)
    if not asking or wish.override is not None:
        return None
    series = series_of_execution(suite.id, execution, canary=True)
    return await start_canary(tx, home, suite, run, series, workers)


def _changes(
    before: Before, run: Run, draft: RunDraft, wish: ExecutionRequest
) -> tuple[ExecutionChange, ...]:
    if wish.override is not None:
        name = run.plan.columns[0].model_name
        return (
            ExecutionChange(what=ChangeOf.MODEL, words=f"{name} in place of the targets", new=name),
        )
    if before.last is None:
        return ()
    specs = [spec_to_json(scorer.spec) for scorer in draft.scorers]
    return changes_between(before.last.plan, before.last.scorers, run.plan, specs)
