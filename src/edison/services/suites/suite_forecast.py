"""Forecast the cost of an execution of a suite, and check it against the daily budget. Nothing is stored."""

from dataclasses import dataclass, replace
from datetime import datetime

from edison.domain.budgets.budget import Balance, Scope
from edison.domain.errors import BudgetSpent, EdisonError
from edison.domain.ids import ProjectId, SuiteId
from edison.domain.money import ZERO, MicroUsd
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.run_order import StartProblem
from edison.domain.suites.execution_budget import day_is_used_up, require_daily_budget
from edison.domain.suites.recipe import SuiteTarget, order_of
from edison.domain.suites.suite import Suite, SuitePause, SuiteState
from edison.engine.runs.start.plan_run import draft_run
from edison.engine.suites.shared_start_reads import SharedStartReads, expected_cost
from edison.services.context import Context
from edison.services.runs.run_forecast import RunProspect, forecast_run


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteProspect:
    run: RunProspect
    # Expected cost that is checked against the budget: that of the last execution, else the forecast.
    expected: MicroUsd | None
    learned: bool
    balances: dict[Scope, Balance]
    # Expected further cost of active executions.
    planned: dict[Scope, MicroUsd]


async def forecast_suite(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    suite: SuiteId,
    override: SuiteTarget | None = None,
) -> SuiteProspect:
    who.must(Permission.START_RUNS, project)
    now = ctx.clock.now()
    async with ctx.read() as tx:
        found = await tx.suites.get(project, suite)
    order = order_of(project, found.recipe, override)
    run = await forecast_run(ctx, who, order)
    async with ctx.read() as tx:
        before = await tx.executions.before(project, suite)
        planned = await SharedStartReads().planned_by_scope(tx, project, suite)
        draft = await draft_run(tx, who, order, now)
        balances = await tx.budget_calendar.read(project, now, suite, simulated=draft.is_simulated)
        paid = None if override is not None else before.paid
        expected = None
        if not draft.problems:
            expected = await expected_cost(tx, order, draft, paid, now)
        reasons = [*_state(found, now), *_money(found, balances, expected, planned)]
    return SuiteProspect(
        run=replace(run, problems=(*run.problems, *reasons)),
        expected=expected,
        learned=paid is not None,
        balances={balance.scope: balance for balance in balances},
        planned=planned,
    )


def _state(suite: Suite, now: datetime) -> list[StartProblem]:
    if suite.state is SuiteState.ARCHIVED:
        return [StartProblem(code="archived", message="The suite is archived", field="")]
    if suite.state is SuiteState.ACTIVE:
        return []
    if suite.pause_reason is SuitePause.BUDGET:
        if suite.paused_until is not None and suite.paused_until <= now:
            return []
        message = "The daily budget is spent. The suite resumes at midnight UTC"
        return [StartProblem(code="paused", message=message, field="daily_limit_usd")]
    return [StartProblem(code="paused", message="The suite is paused: resume it first", field="")]


def _money(
    suite: Suite,
    balances: list[Balance],
    expected: MicroUsd | None,
    planned: dict[Scope, MicroUsd],
) -> list[StartProblem]:
    spent = next((one.spent for one in balances if one.scope is Scope.SUITE_DAY), ZERO)
    if used_up := day_is_used_up(suite.daily_limit, spent):
        return [StartProblem(code="budget", message=used_up, field="daily_limit_usd")]
    try:
        require_daily_budget(balances, expected, planned)
        _fits_a_whole_day(suite, balances, expected)
    except EdisonError as error:
        return [StartProblem(code="budget", message=error.message, field="daily_limit_usd")]
    return []


def _fits_a_whole_day(suite: Suite, balances: list[Balance], expected: MicroUsd | None) -> None:
    """Raise BudgetSpent if the expected cost exceeds the suite's daily limit, on a day without a balance."""
    known = any(balance.scope is Scope.SUITE_DAY for balance in balances)
    if known or suite.daily_limit is None or expected is None or expected <= suite.daily_limit:
        return
    raise BudgetSpent("The expected cost of this execution exceeds the daily limit of the suite")
