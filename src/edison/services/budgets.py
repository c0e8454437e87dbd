"""What a project may spend in a month, and what it has spent in this one."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from edison.domain.access import Actor, Permission, ProjectId
from edison.domain.audit import entry
from edison.domain.budgets import ALERT_SHARE, NO_PERIOD, Balance, Scope, month_of
from edison.domain.errors import NotFound
from edison.domain.events import PROJECT_UPDATED, event, project_topic
from edison.domain.money import MicroUsd
from edison.services.authority import confirm
from edison.services.context import Context
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectBudget:
    """The lasting limits, and the balance of the month that has begun; None: nothing was spent in it."""

    limit: MicroUsd | None
    limit_tokens: int | None
    alert_share: float
    month: datetime
    balance: Balance | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeBudget:
    project: ProjectId
    limit: MicroUsd | None
    limit_tokens: int | None
    alert_share: float


async def read_budget(ctx: Context, who: Actor, project: ProjectId) -> ProjectBudget:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await _now(tx, project, month_of(ctx.clock.now()))


async def change_budget(ctx: Context, who: Actor, cmd: ChangeBudget) -> ProjectBudget:
    """Set the limits of this month and of all that follow, not below what is spent already."""
    who.must(Permission.MANAGE_SETTINGS, cmd.project)
    now = ctx.clock.now()
    month = month_of(now)
    async with ctx.write() as tx:
        (await tx.projects.get(cmd.project)).must_be_live()
        await confirm(tx, who, Permission.MANAGE_SETTINGS, cmd.project)
        await tx.budgets.open(cmd.project, Scope.PROJECT_MONTH, cmd.project)
        await tx.budgets.open_month(cmd.project, month)
        before = await _now(tx, cmd.project, month)
        for period in (NO_PERIOD, month):
            balance = await tx.budgets.read(cmd.project, Scope.PROJECT_MONTH, cmd.project, period)
            await tx.budgets.set_limits(
                cmd.project,
                balance.id,
                limit=cmd.limit,
                limit_tokens=cmd.limit_tokens,
                alert_share=cmd.alert_share,
            )
        changes = {
            name: {"old": old, "new": new}
            for name, old, new in (
                ("limit_micro_usd", before.limit, cmd.limit),
                ("limit_tokens", before.limit_tokens, cmd.limit_tokens),
                ("alert_share", before.alert_share, cmd.alert_share),
            )
            if old != new
        }
        if changes:
            tx.record(
                entry(
                    who,
                    "project.budget_changed",
                    ("project", cmd.project),
                    at=now,
                    project=cmd.project,
                    changes=changes,
                )
            )
            topic = project_topic(cmd.project)
            tx.tell(event(who, topic, PROJECT_UPDATED, now, changed=["budget"]))
        return await _now(tx, cmd.project, month)


async def _now(tx: ReadTx, project: ProjectId, month: datetime) -> ProjectBudget:
    usual = balance = None
    with suppress(NotFound):
        usual = await tx.budgets.read(project, Scope.PROJECT_MONTH, project)
    with suppress(NotFound):
        balance = await tx.budgets.read(project, Scope.PROJECT_MONTH, project, month)
    return ProjectBudget(
        limit=usual.limit if usual else None,
        limit_tokens=usual.limit_tokens if usual else None,
        alert_share=usual.alert_share if usual else ALERT_SHARE,
        month=month,
        balance=balance,
    )
