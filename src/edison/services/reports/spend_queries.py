"""Read the spending of a project in a period: by group, by day, in tokens, and compared with its budget."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime

from edison.domain.budgets.budget import Balance, Scope, month_of
from edison.domain.errors import NotFound
from edison.domain.ids import ModelId, ProjectId
from edison.domain.money import ZERO, MicroUsd
from edison.domain.people.access import Actor, Permission
from edison.domain.reports.burn_down import BurnDown, burn_down, since_when
from edison.domain.reports.spend_breakdown import (
    MOST_ROWS,
    SpendBreakdown,
    SpendGroup,
    TokenDay,
    TokenUse,
    Window,
    rows_of,
    spending_of,
    window_of,
)
from edison.domain.runs.cell import Phase
from edison.services.context import Context
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPeriod:
    """A requested period. If the first or last day is missing, the period is about a month long."""

    first: date | None = None
    last: date | None = None
    model: ModelId | None = None
    phase: Phase | None = None
    simulated: bool = False

    def window(self, now: datetime) -> Window:
        today = now.astimezone(UTC).date()
        return window_of(
            self.first,
            self.last,
            today,
            model=self.model,
            phase=self.phase,
            simulated=self.simulated,
        )


async def read_spending(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    wanted: WantedPeriod,
    group: SpendGroup = SpendGroup.MODEL,
    stacked: SpendGroup = SpendGroup.MODEL,
) -> SpendBreakdown:
    who.must(Permission.VIEW_PROJECT, project)
    window = wanted.window(ctx.clock.now())
    async with ctx.read() as tx:
        found = await tx.spend_reports.lines(project, window, group, MOST_ROWS)
        days = await tx.spend_reports.days(project, window, stacked)
        rows = [line.key for line in found.lines]
        names = await tx.spend_reports.names(project, group, rows)
        layers = await tx.spend_reports.names(project, stacked, [one.key for one in days])
        lost = await tx.calls_in_doubt.in_period(project, window)
        simulated = await tx.spend_reports.simulated(project, window)
    return spending_of(
        window,
        group,
        found,
        names,
        stacked=stacked,
        days=days,
        layers=layers,
        simulated=simulated,
        lost=lost,
    )


async def read_tokens(
    ctx: Context, who: Actor, project: ProjectId, wanted: WantedPeriod
) -> TokenUse:
    who.must(Permission.VIEW_PROJECT, project)
    window = wanted.window(ctx.clock.now())
    async with ctx.read() as tx:
        days = await tx.spend_reports.lines(project, window, SpendGroup.DAY)
        models = await tx.spend_reports.lines(project, window, SpendGroup.MODEL)
        keys = [line.key for line in models.lines]
        names = await tx.spend_reports.names(project, SpendGroup.MODEL, keys)
    return TokenUse(
        window=window,
        total=models.total,
        days=tuple(
            TokenDay(day=date.fromisoformat(line.key), sums=line.sums) for line in days.lines
        ),
        models=rows_of(SpendGroup.MODEL, models.lines, models.total, names),
    )


async def read_burn_down(ctx: Context, who: Actor, project: ProjectId) -> BurnDown:
    """Return this month's spending (UTC), its projection to the end of the month, and its limit."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await burn_down_now(tx, project, ctx.clock.now())


async def burn_down_now(tx: ReadTx, project: ProjectId, now: datetime) -> BurnDown:
    window = Window(first=since_when(now), last=now.astimezone(UTC).date())
    found = await tx.spend_reports.lines(project, window, SpendGroup.DAY)
    month, usual = await _balances(tx, project, now)
    counting = month or usual
    return burn_down(
        {
            date.fromisoformat(line.key): MicroUsd(line.sums.cost + line.sums.doubt)
            for line in found.lines
        },
        limit=counting.limit if counting else None,
        held=month.held if month else ZERO,
        now=now,
    )


async def _balances(
    tx: ReadTx, project: ProjectId, now: datetime
) -> tuple[Balance | None, Balance | None]:
    """Return this month's balance (None before the first call) and the balance with the default monthly limit."""
    month = usual = None
    with suppress(NotFound):
        month = await tx.budgets.read(project, Scope.PROJECT_MONTH, project, month_of(now))
    with suppress(NotFound):
        usual = await tx.budgets.read(project, Scope.PROJECT_MONTH, project)
    return month, usual
