"""Read and change the monthly and daily spending limits of a project."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from edison.domain.budgets.budget import ALERT_SHARE, NO_PERIOD, Balance, Scope, month_of
from edison.domain.errors import NotFound
from edison.domain.events import PROJECT_UPDATED
from edison.domain.ids import ProjectId
from edison.domain.money import MicroUsd
from edison.domain.people.access import Actor, Permission
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectBudget:
    """The configured limits, and the balances of this month and day; a balance is None if nothing was spent."""

    limit: MicroUsd | None
    limit_tokens: int | None
    alert_share: float
    month: datetime
    balance: Balance | None
    # The limit of one day (UTC), and the balance of today.
    daily_limit: MicroUsd | None
    day: Balance | None
    # Simulated models have the same limits and separate balances.
    simulated_month: Balance | None
    simulated_day: Balance | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeBudget:
    project: ProjectId
    limit: MicroUsd | None
    limit_tokens: int | None
    alert_share: float
    # "unsaid": the limit does not change.
    daily_limit: MicroUsd | Literal["unsaid"] | None = "unsaid"


async def read_budget(ctx: Context, who: Actor, project: ProjectId) -> ProjectBudget:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await budget_now(tx, project, ctx.clock.now())


async def change_budget(ctx: Context, who: Actor, cmd: ChangeBudget) -> ProjectBudget:
    """Set the limits from this month on. The monthly limit cannot be below the amount already spent."""
    who.must(Permission.MANAGE_SETTINGS, cmd.project)
    now = ctx.clock.now()
    month = month_of(now)
    async with ctx.change(who, cmd.project, now) as tx:
        await require_live_project(tx, Permission.MANAGE_SETTINGS)
        await tx.budgets.open(cmd.project, Scope.PROJECT_MONTH, cmd.project)
        await tx.budget_calendar.open(cmd.project, now, simulated=False)
        before = await budget_now(tx, cmd.project, now)
        for period in (NO_PERIOD, month):
            balance = await tx.budgets.read(cmd.project, Scope.PROJECT_MONTH, cmd.project, period)
            await tx.budgets.set_limits(
                cmd.project,
                balance.id,
                limit=cmd.limit,
                limit_tokens=cmd.limit_tokens,
                alert_share=cmd.alert_share,
            )
        await tx.budget_calendar.set_simulated_month(
            cmd.project,
            limit=cmd.limit,
            limit_tokens=cmd.limit_tokens,
            alert_share=cmd.alert_share,
            at=now,
        )
        daily = before.daily_limit if cmd.daily_limit == "unsaid" else cmd.daily_limit
        if daily != before.daily_limit:
            await _change_day(tx, daily)
        changes = {
            name: {"old": old, "new": new}
            for name, old, new in (
                ("limit_micro_usd", before.limit, cmd.limit),
                ("limit_tokens", before.limit_tokens, cmd.limit_tokens),
                ("alert_share", before.alert_share, cmd.alert_share),
                ("daily_limit_micro_usd", before.daily_limit, daily),
            )
            if old != new
        }
        if changes:
            tx.record_entry("project.budget_changed", ("project", cmd.project), changes)
            tx.emit_event(PROJECT_UPDATED, changed=["budget"])
        return await budget_now(tx, cmd.project, now)


async def _change_day(tx: ProjectTx, limit: MicroUsd | None) -> None:
    """Set the daily limit. If more was spent today, no call is allowed until midnight UTC."""
    await tx.budgets.open(tx.project, Scope.PROJECT_DAY, tx.project)
    usual = await tx.budgets.read(tx.project, Scope.PROJECT_DAY, tx.project)
    await tx.budgets.set_limits(
        tx.project, usual.id, limit=limit, limit_tokens=None, alert_share=usual.alert_share
    )
    await tx.budget_calendar.set_day_limit(tx.project, Scope.PROJECT_DAY, tx.project, limit, tx.now)


async def budget_now(tx: ReadTx, project: ProjectId, now: datetime) -> ProjectBudget:
    month = month_of(now)
    usual = balance = usual_day = None
    with suppress(NotFound):
        usual = await tx.budgets.read(project, Scope.PROJECT_MONTH, project)
    with suppress(NotFound):
        balance = await tx.budgets.read(project, Scope.PROJECT_MONTH, project, month)
    with suppress(NotFound):
        usual_day = await tx.budgets.read(project, Scope.PROJECT_DAY, project)
    real = await tx.budget_calendar.read(project, now, simulated=False)
    simulated = await tx.budget_calendar.read(project, now, simulated=True)
    return ProjectBudget(
        limit=usual.limit if usual else None,
        limit_tokens=usual.limit_tokens if usual else None,
        alert_share=usual.alert_share if usual else ALERT_SHARE,
        month=month,
        balance=balance,
        daily_limit=usual_day.limit if usual_day else None,
        day=_of_scope(real, Scope.PROJECT_DAY),
        simulated_month=_of_scope(simulated, Scope.PROJECT_MONTH),
        simulated_day=_of_scope(simulated, Scope.PROJECT_DAY),
    )


def _of_scope(balances: list[Balance], scope: Scope) -> Balance | None:
    return next((each for each in balances if each.scope is scope), None)
